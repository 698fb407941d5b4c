//go:build !nozstd && !nocodecs

package format

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

const haveZstd = true

// zstdDecoder keeps one decoder for all blocks. It runs on the caller's goroutine.
type zstdDecoder struct {
	dec interface { // a *zstd.Decoder, but see pieces
		DecodeAll(b, to []byte) ([]byte, error)
	}
}

// decode decodes the one frame of b into exactly the bytes of to. zstdFrame has checked
// the frame before; the limits given here are a second line of defence.
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

// zstdEncoder holds an encoder from its first block until rest.
type zstdEncoder struct {
	enc   zstdFrames
	small bool
}

// zstdFrames is a *zstd.Encoder, of which this is all that a Writer should show; see pieces.
type zstdFrames interface{ EncodeAll(b, to []byte) []byte }

// idleEncoders are for the next files: fast ones, and those that make small files. Each
// takes some MiB, and more time to make than encoding a small file takes.
var idleEncoders [2]sync.Pool

func (e *zstdEncoder) idle() *sync.Pool {
	if e.small {
		return &idleEncoders[1]
	}
	return &idleEncoders[0]
}

func (e *zstdEncoder) encode(small bool, to, b []byte) ([]byte, error) {
	if e.enc == nil || e.small != small {
		e.rest()
		if err := e.begin(small); err != nil {
			return to, err
		}
	}
	return e.enc.EncodeAll(b, to), nil
}

func (e *zstdEncoder) begin(small bool) error {
	e.small = small
	if enc, ok := e.idle().Get().(zstdFrames); ok {
		e.enc = enc
		return nil
	}
	level := zstd.SpeedDefault
	if small {
		level = zstd.SpeedBestCompression
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	if err == nil {
		e.enc = enc
	}
	return err
}

// rest makes the encoder available to other files.
func (e *zstdEncoder) rest() {
	if e.enc != nil {
		e.idle().Put(e.enc)
		e.enc = nil
	}
}
