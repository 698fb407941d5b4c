package format

import "fmt"

// The codecs are in files of their own. The build tags nolz4, nozstd, or nocodecs for
// both, leave them out of a program that does not need them. Such a program refuses
// blocks that it cannot decode with ErrCodecMissing.

// decoder decodes blocks into memory that it reuses. Before the code of another module
// sees a block, the block has passed its checksum, and it is known that it cannot
// decode to more than the directory says.
type decoder struct {
	buf  []byte
	zstd zstdDecoder
}

// decode returns exactly raw bytes, valid until the next call, and uses up all of b.
// The error is an *Error or one of the package's sentinels.
func (d *decoder) decode(c Codec, b []byte, raw int) ([]byte, error) {
	most := uint64(len(b)) * lz4Ratio
	if c == CodecZstd {
		var err error
		if most, err = zstdFrame(b, raw); err != nil {
			return nil, err
		}
	}
	if most < uint64(raw) {
		return nil, badBlock("%d bytes of %s cannot decode to %d", len(b), c, raw)
	}
	if cap(d.buf) < raw {
		d.buf = make([]byte, max(raw, min(2*cap(d.buf), maxRaw), stageFirst+1))
	}
	to := d.buf[:raw:raw]
	if c == CodecLZ4 {
		return to, lz4Decode(to, b)
	}
	return to, d.zstd.decode(to, b)
}

func badBlock(format string, args ...any) error {
	return errAt(6, -1, ErrCodec, fmt.Sprintf(format, args...))
}

// lz4Ratio is the most bytes that one byte of an LZ4 block can decode to: each further
// byte of a match's length counts 255.
const lz4Ratio = 255

const (
	zstdMagic     = 0xFD2FB528
	zstdBlock     = 128 << 10 // the most that a block decodes to
	zstdMaxWindow = maxRaw
)

// zstdFrame walks over the blocks of a zstd frame (RFC 8878, section 3.1.1) without
// decoding them, and returns how much they can decode to at most. It refuses what
// version 1 does not allow: anything but exactly one frame, a dictionary, a window
// beyond 16 MiB, or a content size other than raw.
func zstdFrame(b []byte, raw int) (most uint64, err error) {
	b, sumLen, err := zstdHeader(b, raw)
	if err != nil {
		return 0, err
	}
	loose := false // most is an upper bound: a compressed block may decode to less
	for last := false; !last; {
		if len(b) < 3 {
			return 0, badBlock("the zstd frame ends early")
		}
		h := littleNumber(b[:3])
		b = b[3:]
		size := int(h >> 3)
		last = h&1 != 0
		stored := size
		switch h >> 1 & 3 {
		case 0:
			most += uint64(size)
		case 1:
			stored = 1
			most += uint64(size)
		case 2:
			most += zstdBlock
			loose = true
		case 3:
			return 0, badBlock("a zstd block of a reserved type")
		}
		if size > zstdBlock || stored > len(b) {
			return 0, badBlock("a zstd block of %d bytes", size)
		}
		b = b[stored:]
		if !loose && most > uint64(raw) {
			return 0, badBlock("the zstd frame decodes to %d bytes or more, the directory says %d", most, raw)
		}
	}
	if len(b) != sumLen {
		return 0, badBlock("%d bytes after the zstd frame", len(b)-sumLen)
	}
	return most, nil
}

// zstdHeader reads a frame's header. It returns the blocks and the number of checksum
// bytes behind them.
func zstdHeader(b []byte, raw int) (blocks []byte, sumLen int, err error) {
	if len(b) < 5 || littleNumber(b[:4]) != zstdMagic {
		return nil, 0, badBlock("not a zstd frame")
	}
	desc := b[4]
	b = b[5:]
	single, sumLen := desc>>5&1 != 0, int(desc>>2&1)*4
	if desc&0x08 != 0 {
		return nil, 0, badBlock("a reserved bit of the zstd frame is set")
	}
	if desc&3 != 0 {
		return nil, 0, badBlock("the zstd frame needs a dictionary")
	}
	sizeLen := [4]int{0, 2, 4, 8}[desc>>6]
	if single && sizeLen == 0 {
		sizeLen = 1
	}
	if !single && len(b) > 0 {
		window := uint64(1) << (10 + b[0]>>3)
		if window += window / 8 * uint64(b[0]&7); window > zstdMaxWindow {
			return nil, 0, badBlock("a zstd window of %d bytes", window)
		}
		b = b[1:]
	}
	if len(b) < sizeLen {
		return nil, 0, badBlock("the zstd frame ends early")
	}
	size := littleNumber(b[:sizeLen])
	if sizeLen == 2 {
		size += 256
	}
	if sizeLen > 0 && size != uint64(raw) {
		return nil, 0, badBlock("the zstd frame says %d bytes, the directory %d", size, raw)
	}
	return b[sizeLen:], sumLen, nil
}

// littleNumber returns a little-endian number of any length up to 8.
func littleNumber(b []byte) uint64 {
	v := uint64(0)
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}

// encoder is the opposite of decoder. Its output depends on nothing but its input. It
// allocates its working memory, some hundred KiB, when it first needs it.
type encoder struct {
	lz4  lz4Encoder
	zstd zstdEncoder
}

// encode appends the encoded bytes of b to dst. If b does not shrink, it may append
// nothing.
func (e *encoder) encode(c Codec, small bool, dst, b []byte) ([]byte, error) {
	if c == CodecLZ4 {
		return e.lz4.encode(small, dst, b)
	}
	return e.zstd.encode(small, dst, b)
}

// canEncode returns an error if this program does not have the codec.
func canEncode(c Codec) error {
	if c == CodecLZ4 && !haveLZ4 || c == CodecZstd && !haveZstd {
		return errAt(0, -1, ErrCodecMissing, c.String())
	}
	return nil
}
