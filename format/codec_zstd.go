//go:build !nozstd && !nocodecs

package format

import "github.com/klauspost/compress/zstd"

const haveZstd = true

// zstdDecoder keeps one decoder from block to block. It runs on the caller's
// goroutine.
type zstdDecoder struct {
	dec *zstd.Decoder
}

// decode decodes the one frame of b into exactly the bytes of to. zstdFrame
// has gone before; the limits given here are a second line.
func (d *zstdDecoder) decode(to, b []byte) error {
	if d.dec == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true),
			zstd.WithDecoderMaxWindow(zstdMaxWindow), zstd.WithDecoderMaxMemory(maxRaw))
		if err != nil {
			return err
		}
		d.dec = dec
	}
	got, err := d.dec.DecodeAll(b, to[:0:len(to)])
	if err != nil {
		return badBlock("%v", err)
	}
	if len(got) != len(to) {
		return badBlock("decodes to %d bytes instead of %d", len(got), len(to))
	}
	if len(to) > 0 && &got[0] != &to[0] {
		copy(to, got)
	}
	return nil
}

type zstdEncoder struct {
	enc *zstd.Encoder
}

func (e *zstdEncoder) encode(small bool, to, b []byte) ([]byte, error) {
	if e.enc == nil {
		level := zstd.SpeedDefault
		if small {
			level = zstd.SpeedBestCompression
		}
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level),
			zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
		if err != nil {
			return to, err
		}
		e.enc = enc
	}
	return e.enc.EncodeAll(b, to), nil
}
