//go:build !nolz4 && !nocodecs

package format

import "github.com/pierrec/lz4/v4"

const haveLZ4 = true

// lz4Decode decodes all of b into exactly the bytes of to.
func lz4Decode(to, b []byte) error {
	n, err := lz4.UncompressBlock(b, to)
	if err != nil {
		return badBlock("%v", err)
	}
	if n != len(to) {
		return badBlock("decodes to %d bytes instead of %d", n, len(to))
	}
	return nil
}

type lz4Encoder struct{ fast, hc lz4Blocks }

// lz4Blocks is a *lz4.Compressor or a *lz4.CompressorHC, of which this is all that a Writer
// should show; see pieces.
type lz4Blocks interface {
	CompressBlock(b, to []byte) (int, error)
}

func (e *lz4Encoder) encode(small bool, to, b []byte) ([]byte, error) {
	if most := lz4.CompressBlockBound(len(b)); cap(to) < most {
		to = make([]byte, 0, most)
	}
	var n int
	var err error
	if small {
		if e.hc == nil {
			e.hc = &lz4.CompressorHC{Level: lz4.Level9}
		}
		n, err = e.hc.CompressBlock(b, to[:cap(to)])
	} else {
		if e.fast == nil {
			e.fast = new(lz4.Compressor)
		}
		n, err = e.fast.CompressBlock(b, to[:cap(to)])
	}
	return to[:n], err
}
