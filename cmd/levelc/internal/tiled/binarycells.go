package tiled

import (
	"bufio"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// mostWindow is the largest window of a zstd stream that is read.
const mostWindow = 64 << 20

// binaryCells are cells of four bytes each, the lowest first. One is used for all regions
// of a level, one after another, because a layer may be in thousands of small chunks.
type binaryCells struct {
	from   io.Reader
	packed *bufio.Reader // the compressed bytes of from
	zlib   io.ReadCloser // nil if there was none yet
	gzip   *gzip.Reader  // the same
	zstd   *zstd.Decoder // the same
	buf    [16 << 10]byte
	left   []byte
	err    error
	told   bool // next has returned why there are no more
}

// decompress begins the decompressed stream. Its memory is one window, whatever the
// contents. As packed is an io.ByteReader, no more of it is read than the one stream that
// it should be.
func (c *binaryCells) decompress(compression string) (err error) {
	if compression == "zlib" || compression == "gzip" { // the editor goes by the header, whatever is said
		compression = "zlib"
		if magic, _ := c.packed.Peek(2); string(magic) == "\x1f\x8b" {
			compression = "gzip"
		}
	}
	switch compression {
	case "":
		c.from = c.packed
		return nil
	case "zlib":
		if c.zlib == nil {
			c.zlib, err = zlib.NewReader(c.packed)
		} else {
			err = c.zlib.(zlib.Resetter).Reset(c.packed, nil)
		}
		c.from = c.zlib
	case "gzip":
		if c.gzip == nil {
			c.gzip, err = gzip.NewReader(c.packed)
		} else {
			err = c.gzip.Reset(c.packed)
		}
		if err == nil {
			c.gzip.Multistream(false)
		}
		c.from = c.gzip
	case "zstd":
		if c.zstd == nil { // one that decodes as it is read has nothing to close
			c.zstd, err = zstd.NewReader(c.packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow), zstd.WithDecoderLowmem(true))
		} else {
			err = c.zstd.Reset(c.packed)
		}
		c.from = c.zstd
	default:
		return fmt.Errorf("the compression %q is not known", editor.Clip(compression))
	}
	if err != nil {
		return errBroken
	}
	return nil
}

func (c *binaryCells) next() (uint32, error) {
	if len(c.left) < 4 {
		if !c.fill() {
			c.told = true
			return 0, c.why()
		}
	}
	v := binary.LittleEndian.Uint32(c.left)
	c.left = c.left[4:]
	return v, nil
}

func (c *binaryCells) fill() bool {
	if c.err != nil {
		return false
	}
	n := copy(c.buf[:], c.left)
	for n < 4 && c.err == nil {
		var got int
		got, c.err = c.from.Read(c.buf[n:])
		n += got
	}
	c.left = c.buf[:n]
	return n >= 4
}

// why says what the end of the cells means, which is io.EOF unless something is wrong.
func (c *binaryCells) why() error {
	switch c.err {
	case io.EOF:
		return errFew
	case io.ErrUnexpectedEOF: // of what is compressed
		return errCut
	}
	return errBroken
}

func (c *binaryCells) end() error {
	if c.told {
		return nil
	}
	if len(c.left) > 0 || c.fill() || len(c.left) > 0 {
		return errMany
	}
	if c.err != io.EOF {
		return c.why() // the checksum of a stream that stops before its end was not checked
	}
	if _, err := c.packed.ReadByte(); err != io.EOF {
		return errBroken // Tiled does not accept anything behind the end either
	}
	return nil
}

func (c *binaryCells) place(n *editor.Node) editor.Place { return placeOfCells(n) }

// unbroken is base64 without the white space between its lines, most of which the
// decoder does not skip, and without the padding, which not all tools write.
type unbroken struct {
	text   pieces
	padded bool
}

func (u *unbroken) Read(b []byte) (n int, err error) {
	for n < len(b) && u.text.fill() {
		c := u.text.rest[0]
		switch {
		case source.IsSpace(c):
		case c == '=':
			u.padded = true
		case u.padded: // there is no padding then, and the decoder will say so
			b[n], u.padded = '=', false
			n++
			continue
		default:
			k := run(u.text.rest[:min(len(u.text.rest), len(b)-n)]) // in JSON a layer is one text of megabytes
			n += copy(b[n:], u.text.rest[:k])
			u.text.rest = u.text.rest[k:]
			continue
		}
		u.text.rest = u.text.rest[1:]
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// run returns how many bytes there are before one that is not base64.
func run(s string) int {
	for i := range len(s) {
		if s[i] == '=' || source.IsSpace(s[i]) {
			return i
		}
	}
	return len(s)
}
