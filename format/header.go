package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

const (
	headerLen = 64
	chunkLen  = 16
	blockLen  = 24

	major, minor = 1, 0

	maxBlocks = 1 << 20
	maxRaw    = 16 << 20  // decoded bytes of a block
	maxRows   = 1<<32 - 2 // of a table, so that row+1 fits 32 bits
	minAlign  = 6         // log2
	maxAlign  = 16        // log2
	pageAlign = 4 << 10   // blocks aligned to this or more are meant to be mapped
)

// magic begins with a byte that no text begins with. It contains both kinds of line end
// and the DOS end-of-file character, so a copy in text mode breaks it.
const magic = begin + "\r\n\x1a\n"

const begin = "\x89LVL"

// IsLevel reports whether a file with this beginning, of four bytes or more, is a .lvl file.
// It may still be damaged: one whose line ends a copy as text has changed is a .lvl file, too,
// of which a reader says what is wrong.
func IsLevel(head []byte) bool { return len(head) >= len(begin) && string(head[:len(begin)]) == begin }

// header is the 64 bytes at the start of a file.
type header struct {
	minor     uint16
	flags     uint32
	fileLen   uint64
	schemaLen uint32
	metaLen   uint32
	chunks    uint32
	blocks    uint32
	align     uint8 // log2
	headSum   uint64
}

// sum returns the checksum of format version 1.
func sum(b []byte) uint64 { return xxh3.Hash(b) }

func leU32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// pad rounds n up to a multiple of 1<<log2.
func pad(n uint64, log2 uint8) uint64 {
	m := uint64(1)<<log2 - 1
	return (n + m) &^ m
}

// These positions follow from the lengths, which parseHeader has checked against their
// limits, so nothing overflows here.
func (h *header) metaPos() uint64 { return headerLen + pad(uint64(h.schemaLen), minAlign) }
func (h *header) dirPos() uint64  { return h.metaPos() + pad(uint64(h.metaLen), minAlign) }
func (h *header) dirEnd() uint64 {
	return h.dirPos() + chunkLen*uint64(h.chunks) + blockLen*uint64(h.blocks)
}
func (h *header) dataPos() uint64 { return pad(h.dirEnd(), h.align) }

// headerOf returns the header of a file to be written, as far as it is known before its
// blocks are.
func headerOf(schema, meta []byte, d *directory, align uint8) header {
	return header{minor: minor, schemaLen: uint32(len(schema)), metaLen: uint32(len(meta)),
		chunks: uint32(len(d.chunks)), blocks: uint32(len(d.blocks)), align: align}
}

// append appends the header's bytes; headSum must be set.
func (h *header) append(b []byte) []byte {
	at := len(b)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint16(b, major)
	b = binary.LittleEndian.AppendUint16(b, h.minor)
	b = binary.LittleEndian.AppendUint32(b, h.flags)
	b = binary.LittleEndian.AppendUint64(b, h.fileLen)
	b = binary.LittleEndian.AppendUint32(b, h.schemaLen)
	b = binary.LittleEndian.AppendUint32(b, h.metaLen)
	b = binary.LittleEndian.AppendUint32(b, h.chunks)
	b = binary.LittleEndian.AppendUint32(b, h.blocks)
	b = append(b, h.align, 0, 0, 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, h.headSum)
	return binary.LittleEndian.AppendUint64(b, sum(b[at:]))
}

// shortHeader returns the error for a file that ends within its header; b is what there
// is of it. A text of a few bytes was never a level.
func shortHeader(b []byte, err error) error {
	if n := min(len(b), len(magic)); errors.Is(err, ErrTruncated) && string(b[:n]) != magic[:n] {
		return notALevel(b)
	}
	if e := (*Error)(nil); errors.As(err, &e) && e.Err == ErrTruncated && e.Offset == 0 {
		return errAt(1, 0, ErrTruncated, "it is empty, or was read to its end before")
	}
	return err
}

// textMagics are the beginnings of levels that were copied as text: with other line
// ends, without the highest bits, with Latin-1 turned into UTF-8, or with invalid UTF-8
// replaced.
var textMagics = []string{begin, "\x09LVL", "\xc2\x89LVL", "\xef\xbf\xbdLVL"}

// notALevel returns the error for bytes that do not begin like a level. It recognises
// the two ways in which version control loses levels, and a source that was passed in
// place of the level.
func notALevel(b []byte) error {
	begins := func(with string) bool { return strings.HasPrefix(string(b), with) }
	hint := ""
	switch {
	case slices.ContainsFunc(textMagics, begins):
		hint = "it was one, and a copy as text has changed it: copy it as binary (in .gitattributes: *.lvl binary)"
	case begins("version https://git-lfs"):
		hint = "it is a pointer of Git LFS: git lfs pull brings the level"
	case bytes.Contains(b, []byte(`"levelc": "schema `)):
		hint = "it is a schema file, which --schema takes"
	default:
		if source := sourceOf(b); source != "" {
			hint = "it looks like " + source + ", of which levelc build makes a level"
		}
	}
	return errAt(1, 0, ErrMagic, hint)
}

// sourceOf guesses from its beginning what kind of source a text is.
func sourceOf(b []byte) string {
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case len(b) == 0:
	case b[0] == '<':
		return "XML"
	case b[0] == '{' || b[0] == '[':
		return "JSON"
	}
	return ""
}

// parseHeader checks rule 1 on the first 64 bytes.
func parseHeader(b []byte) (h header, err error) {
	bad := func(off int64, sentinel error, format string, args ...any) (header, error) {
		return h, errAt(1, off, sentinel, fmt.Sprintf(format, args...))
	}
	if string(b[:8]) != magic {
		return h, notALevel(b)
	}
	le := binary.LittleEndian
	if le.Uint64(b[56:]) != sum(b[:56]) {
		return h, errAt(1, 56, ErrSum, "of the header")
	}
	if v := le.Uint16(b[8:]); v != major {
		return bad(8, ErrVersion, "%d; this reader knows %d", v, major)
	}
	h = header{minor: le.Uint16(b[10:]), flags: le.Uint32(b[12:]), fileLen: le.Uint64(b[16:]), schemaLen: le.Uint32(b[24:]),
		metaLen: le.Uint32(b[28:]), chunks: le.Uint32(b[32:]), blocks: le.Uint32(b[36:]), align: b[40], headSum: le.Uint64(b[48:])}
	switch {
	case h.flags&0xffff != 0:
		return bad(12, ErrFlags, "%#04x", h.flags&0xffff)
	case h.schemaLen > MaxSchema:
		return bad(24, ErrHeader, "schema of %d bytes; at most 1 MiB is possible", h.schemaLen)
	case h.metaLen > maxMeta:
		return bad(28, ErrHeader, "metadata of %d bytes; at most 1 MiB is possible", h.metaLen)
	case h.chunks > MaxChunks:
		return bad(32, ErrHeader, "%d chunks; at most 2^20 are possible", h.chunks)
	case h.blocks > maxBlocks:
		return bad(36, ErrHeader, "%d blocks; at most 2^20 are possible", h.blocks)
	case h.align < minAlign || h.align > maxAlign:
		return bad(40, ErrHeader, "alignment 2^%d; 2^6 to 2^16 is possible", h.align)
	case b[41]|b[42]|b[43]|b[44]|b[45]|b[46]|b[47] != 0:
		return bad(41, ErrPadding, "in the header")
	case h.fileLen > math.MaxInt:
		return bad(16, ErrHeader, "a file of %d bytes does not fit this machine's int", h.fileLen)
	case h.dataPos() > h.fileLen:
		return bad(16, ErrHeader, "a file of %d bytes has no room for its own directory, which ends at %d", h.fileLen, h.dataPos())
	}
	return h, nil
}
