package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// hostileCase is a file with one thing wrong. The sums are right, so that the
// one thing is what a reader meets.
type hostileCase struct {
	name   string
	rule   int
	err    error
	change func(a *anatomy)
	patch  func(b []byte) []byte // of the bytes, after they were put together
	packed bool                  // needs a codec to be understood
}

// headCases break rules 1, 2, 4 and 5.
func headCases() []hostileCase {
	cut := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:n] } }
	u32 := func(at int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[at:], v)
			binary.LittleEndian.PutUint64(b[56:], sum(b[:56]))
			return b
		}
	}
	return []hostileCase{
		{name: "empty", rule: 1, err: ErrTruncated, patch: cut(0)},
		{name: "header-cut", rule: 1, err: ErrTruncated, patch: cut(63)},
		{name: "schema-cut", rule: 1, err: ErrTruncated, patch: cut(200)},
		{name: "data-cut", rule: 1, err: ErrTruncated, patch: func(b []byte) []byte { return b[:len(b)-64] }},
		{name: "byte-more", rule: 1, err: ErrTrailing, patch: func(b []byte) []byte { return append(b, 0) }},
		{name: "text-mode", rule: 1, err: ErrMagic, patch: func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }},
		{name: "header-sum", rule: 1, err: ErrSum, patch: func(b []byte) []byte { b[56] ^= 1; return b }},
		{name: "major-2", rule: 1, err: ErrVersion, change: func(a *anatomy) { a.major = 2 }},
		{name: "required-flag", rule: 1, err: ErrFlags, change: func(a *anatomy) { a.flags = 1 << 15 }},
		{name: "schema-2mib", rule: 1, err: ErrHeader, patch: u32(24, 2<<20)},
		{name: "meta-2mib", rule: 1, err: ErrHeader, patch: u32(28, 2<<20)},
		{name: "chunks-4g", rule: 1, err: ErrHeader, patch: u32(32, math.MaxUint32)},
		{name: "blocks-4g", rule: 1, err: ErrHeader, patch: u32(36, math.MaxUint32)},
		{name: "blocks-1m-in-4k", rule: 1, err: ErrHeader, patch: u32(36, 1<<20)},
		{name: "align-5", rule: 1, err: ErrHeader, change: func(a *anatomy) { a.align = 5 }},
		{name: "align-17", rule: 1, err: ErrHeader, change: func(a *anatomy) { a.align = 17 }},
		{name: "align-255", rule: 1, err: ErrHeader, change: func(a *anatomy) { a.align = 255 }},
		{name: "header-not-zero", rule: 1, err: ErrPadding, change: func(a *anatomy) { a.zero = 1 }},
		{name: "file-len-2e63", rule: 1, err: ErrHeader, change: func(a *anatomy) { a.fileLen = 1 << 63 }},
		{name: "head-sum", rule: 2, err: ErrSum, patch: func(b []byte) []byte { b[100] ^= 1; return b }},
		{name: "head-padding", rule: 2, err: ErrPadding, change: func(a *anatomy) { a.headPad = 7 }},
		{name: "file-len-short", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.fileLen = 3000 }, patch: func(b []byte) []byte { return b[:3000] }},
		{name: "blocks-leave-bytes", rule: 4, err: ErrDirectory, patch: func(b []byte) []byte {
			b = append(b, make([]byte, 64)...)
			return u32(16, uint32(len(b)))(b)
		}},
		{name: "chunk-not-zero", rule: 4, err: ErrPadding, change: func(a *anatomy) { a.chunkZero = 1 }},
		{name: "chunks-claim-more", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.chunks[1].Blocks++ }},
		{name: "chunks-claim-4g", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.chunks[0].Blocks = math.MaxUint32 }},
		{name: "block-not-zero", rule: 4, err: ErrPadding, change: func(a *anatomy) { a.blocks[2].zero = 1 }},
		{name: "block-not-zero-2", rule: 4, err: ErrPadding, change: func(a *anatomy) { a.blocks[2].zero2 = 1 }},
		{name: "table-999", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[len(a.blocks)-1].table = 999 }},
		{name: "codec-3", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[2].codec = 3 }},
		{name: "rows-0", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[2].rows = 0 }},
		{name: "rows-4g", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[2].rows = math.MaxUint32 }},
		{name: "stored-is-not-raw", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[2].rows++ }},
		{name: "stored-past-the-end", rule: 4, err: ErrDirectory, change: func(a *anatomy) {
			a.blocks[0].length, a.blocks[0].rows = 15<<20, 15<<20
		}},
		{name: "sums-past-2e64", rule: 4, err: ErrDirectory, change: func(a *anatomy) {
			for i := range a.blocks {
				a.blocks[i].length, a.blocks[i].rows, a.blocks[i].codec = math.MaxUint32, math.MaxUint32, CodecLZ4
			}
		}},
		{name: "rows-of-a-table-past-2e32", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.bombs(257) }},
		{name: "rows-of-a-table-2e32-1", rule: 4, err: ErrDirectory, change: func(a *anatomy) {
			a.bombs(256)
			a.blocks[0].rows -= 1 + a.blocks[256].rows
		}},
		{name: "block-16mib-and-a-byte", rule: 4, err: ErrDirectory, change: func(a *anatomy) {
			a.bombs(1)
			a.blocks[0].rows++
		}},
		{name: "compressed-to-nothing", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[2].codec, a.blocks[2].stored = CodecLZ4, nil }},
		{name: "descending-tables", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.blocks[0], a.blocks[1] = a.blocks[1], a.blocks[0] }},
		{name: "chunk-nodes", rule: 4, err: ErrDirectory, change: func(a *anatomy) { a.chunks[0].Nodes++ }},
		{name: "rows-without-nodes", rule: 4, err: ErrDirectory, change: func(a *anatomy) {
			b := a.block(TableNode)
			b.stored = b.stored[:len(b.stored)-4]
			b.rows--
			a.chunks[0].Nodes--
		}},
		{name: "label-behind-the-last", rule: 4, err: ErrRange, change: func(a *anatomy) {
			a.chunks[1].Label = 0
			for _, b := range a.blocks {
				if b.table == TableStr {
					a.chunks[1].Label += b.rows
				}
			}
		}},
		{name: "label-range", rule: 4, err: ErrRange, change: func(a *anatomy) { a.chunks[1].Label = 1000 }},
		{name: "bomb-budget", rule: 5, err: ErrBudget, change: func(a *anatomy) { a.bombs(70) }},
	}
}

// bombs puts blocks of $bytes in front that claim 16 MiB each.
func (a *anatomy) bombs(n int) {
	bomb := rawBlock{table: TableBytes, codec: CodecLZ4, rows: maxRaw, stored: make([]byte, 64)}
	a.blocks = append(slices.Repeat([]rawBlock{bomb}, n), a.blocks...)
	a.chunks[0].Blocks += uint32(n)
}

// schemaCases break rule 3.
func schemaCases() []hostileCase {
	bad := func(name string, change func(s *Schema)) hostileCase {
		return hostileCase{name: "schema-" + name, rule: 3, err: ErrSchema, change: func(a *anatomy) { a.reschema(change) }}
	}
	raw := func(name string, change func(b []byte) []byte) hostileCase {
		return hostileCase{name: "schema-" + name, rule: 3, err: ErrSchema, change: func(a *anatomy) { a.schema = change(a.schema) }}
	}
	field := func(i int, change func(f *Field)) func(s *Schema) {
		return func(s *Schema) { change(&s.Tables[tBody].Fields[i]) }
	}
	return []hostileCase{
		raw("is-empty", func(b []byte) []byte { return nil }),
		raw("byte-more", func(b []byte) []byte { return append(b, 0xc0) }),
		raw("nesting-quadratic", func(b []byte) []byte { return bytes.Repeat([]byte{0xdd, 0, 0, 0x10, 0}, 4000) }),
		raw("4g-tables", func(b []byte) []byte { return []byte{0x91, 0xdd, 0xff, 0xff, 0xff, 0xff} }),
		raw("5000-tables", func(b []byte) []byte {
			return append([]byte{0x91, 0xdc, 0x13, 0x88}, bytes.Repeat([]byte{0xc0}, 5000)...)
		}),
		raw("not-canonical", func(b []byte) []byte { // the number of tables in 32 bits
			return append([]byte{0x91, 0xdd, 0, 0, 0, b[1] & 15}, b[2:]...)
		}),
		bad("fixed-table-changed", func(s *Schema) { s.Tables[TableNode].Stride = 8 }),
		bad("fixed-table-missing", func(s *Schema) { s.Tables = s.Tables[1:] }),
		bad("class-3", func(s *Schema) { s.Tables[tBody].Class = 3 }),
		bad("stride-0", func(s *Schema) { s.Tables[tBody].Stride = 0 }),
		bad("stride-64k", func(s *Schema) { s.Tables[tBody].Stride = 65544 }),
		bad("stride-unaligned", func(s *Schema) { s.Tables[tBody].Stride = 76 }),
		bad("table-twice", func(s *Schema) { s.Tables[tJoint].Name = "body" }),
		bad("name-empty", func(s *Schema) { s.Tables[tJoint].Name = "" }),
		bad("name-long", func(s *Schema) { s.Tables[tJoint].Name = strings.Repeat("x", 256) }),
		bad("name-not-utf8", func(s *Schema) { s.Tables[tJoint].Name = "j\xffint" }),
		bad("field-twice", field(3, func(f *Field) { f.Name = "rot" })),
		bad("field-overlaps", field(2, func(f *Field) { f.Offset = 12 })),
		bad("field-unaligned", field(1, func(f *Field) { f.Offset = 6; f.Count = 1 })),
		bad("field-past-stride", field(9, func(f *Field) { f.Offset = 72 })),
		bad("field-count-4g", field(9, func(f *Field) { f.Count = math.MaxUint32 })),
		bad("field-count-0", field(9, func(f *Field) { f.Count = 0 })),
		bad("field-type-99", field(9, func(f *Field) { f.Type = 99 })),
		bad("field-descends", func(s *Schema) { f := s.Tables[tBody].Fields; f[1], f[2] = f[2], f[1] }),
		bad("fields-1025", func(s *Schema) {
			s.Tables[tBody].Fields = nil
			for i := range 1025 {
				s.Tables[tBody].Fields = append(s.Tables[tBody].Fields, Field{Name: fmt.Sprint(i), Type: TypeU8, Offset: uint32(i), Count: 1})
			}
		}),
		bad("enum-without-symbols", field(3, func(f *Field) { f.Symbols = nil })),
		bad("enum8-of-257", field(3, func(f *Field) {
			f.Symbols = nil
			for i := range 257 {
				f.Symbols = append(f.Symbols, fmt.Sprint(i))
			}
		})),
		bad("symbol-twice", field(3, func(f *Field) { f.Symbols[1] = f.Symbols[0] })),
		bad("ref-to-nothing", field(8, func(f *Field) { f.Target = "light" })),
		bad("ref-to-array", field(8, func(f *Field) { f.Target = "body.parts" })),
		bad("span-to-kind", field(6, func(f *Field) { f.Target = "joint" })),
		bad("span-to-strings", field(6, func(f *Field) { f.Target = "$bytes" })),
		bad("span-array", func(s *Schema) { // takes the place of both spans
			f := s.Tables[tBody].Fields
			f[6].Count = 2
			s.Tables[tBody].Fields = append(f[:7:7], f[8:]...)
		}),
		bad("array-with-two-owners", field(7, func(f *Field) { f.Target = "body.outline" })),
		bad("array-without-owner", field(7, func(f *Field) { f.Type, f.Count, f.Target = TypeU32, 2, "" })),
		bad("arrays-in-a-ring", func(s *Schema) {
			f := s.Tables[tBody].Fields
			s.Tables[tBody].Fields = append(f[:7:7], f[8:]...)
			s.Tables[tTag].Stride, s.Tables[tTag].Fields = 8, []Field{{Name: "back", Type: TypeSpan, Count: 1, Target: "body.parts"}}
		}),
		{name: "meta-not-a-map", rule: 3, err: ErrMeta, change: func(a *anatomy) { a.meta = []byte{0xc0} }},
		{name: "meta-byte-more", rule: 3, err: ErrMeta, change: func(a *anatomy) { a.meta = append(a.meta, 0xc0) }},
		{name: "meta-key-twice", rule: 3, err: ErrMeta, change: func(a *anatomy) {
			a.meta = []byte{0x82, 0xa1, 'k', 1, 0xa1, 'k', 2}
		}},
	}
}

// rowCases break rules 7, 8 and 9.
func rowCases() []hostileCase {
	row := func(name string, rule int, err error, table, at int, v uint32) hostileCase {
		return hostileCase{name: name, rule: rule, err: err, change: func(a *anatomy) { a.put32(table, at, v) }}
	}
	byteOf := func(name string, rule int, err error, table, at int, v byte) hostileCase {
		return hostileCase{name: name, rule: rule, err: err, change: func(a *anatomy) { a.block(table).stored[at] = v }}
	}
	props := func(name string, payload []byte) hostileCase {
		return hostileCase{name: "prop-" + name, rule: 9, err: ErrProps, change: func(a *anatomy) { a.setProps(payload) }}
	}
	many := msgp.AppendMapHeader(nil, 40)
	for i := range 40 {
		many = msgp.AppendNil(msgp.AppendString(many, fmt.Sprint(i%39)))
	}
	return []hostileCase{
		byteOf("string-not-utf8", 7, ErrUTF8, TableBytes, 3, 0xff),
		{name: "string-splits-a-rune", rule: 7, err: ErrUTF8, change: func(a *anatomy) { // "K\xc3" "\xb6rper"
			s := a.block(TableStr).stored
			for at := 8; at < len(s); at += 8 {
				start, n := leU32(s[at:]), leU32(s[at+4:])
				if i := bytes.Index(a.block(TableBytes).stored[start:start+n], []byte("ö")); i >= 0 && at+8 < len(s) {
					cut := n - uint32(i) - 1
					binary.LittleEndian.PutUint32(s[at+4:], n-cut)
					binary.LittleEndian.PutUint32(s[at+8:], leU32(s[at+8:])-cut)
					binary.LittleEndian.PutUint32(s[at+12:], leU32(s[at+12:])+cut)
					return
				}
			}
		}},
		row("string-0-not-empty", 7, ErrSpan, TableStr, 4, 1),
		row("string-overlaps", 7, ErrSpan, TableStr, 16, 0),
		row("string-length-4g", 7, ErrSpan, TableStr, 12, math.MaxUint32),
		{name: "strings-leave-bytes", rule: 7, err: ErrSpan, change: func(a *anatomy) {
			s := a.block(TableStr).stored
			binary.LittleEndian.PutUint32(s[len(s)-4:], leU32(s[len(s)-4:])-1)
		}},
		row("str-range", 7, ErrRange, tBody, 0, 1000),
		byteOf("enum-range", 7, ErrRange, tBody, 32, 3),
		byteOf("bool-2", 7, ErrRange, tBody, 33, 2),
		byteOf("flags-unnamed", 7, ErrRange, tBody, 34, 8),
		row("float-nan", 7, ErrFinite, tBody, 8, 0x7fc00000),
		row("float-inf", 7, ErrFinite, tBody, 12, 0xff800000),
		row("double-nan", 7, ErrFinite, tBody, 68, 0x7ff80000),
		byteOf("gap-not-zero", 7, ErrGap, tBody, 62, 1),
		row("span-overlaps", 7, ErrSpan, tBody, 36, 1),
		row("span-4g", 7, ErrSpan, tBody, 40, math.MaxUint32),
		{name: "span-leaves-rows", rule: 7, err: ErrSpan, change: func(a *anatomy) {
			a.put32(tBody, 40, leU32(a.block(tBody).stored[40:])-1)
		}},
		row("ref-range", 7, ErrRange, tBody, 52, 1000),
		row("ref-4g", 7, ErrRange, tBody, 52, math.MaxUint32),
		row("ref-second-word", 7, ErrRange, tBody, 56, 1<<31),
		row("anyref-range", 7, ErrRange, tTrigger, 0, 1000),
		row("anyref-second-word", 7, ErrRange, tTrigger, 4, 1),
		row("anyref-table", 7, ErrRange, tTrigger, 8, tTrigger),
		row("anyref-table-64k", 7, ErrRange, tTrigger, 8, math.MaxUint16),
		row("anyref-gap", 7, ErrRange, tTrigger, 8, tBody|1<<16),
		row("anyref-table-2g", 7, ErrRange, tTrigger, 8, 1<<31),
		row("anyref-null-with-table", 7, ErrRange, tTrigger, 0, 0),
		byteOf("enum16-range", 7, ErrRange, tTrigger, 22, 2),
		row("flags64-unnamed", 7, ErrRange, tTrigger, 28, 1),
		byteOf("bool-in-array", 7, ErrRange, tTrigger, 20, 128),
		byteOf("node-first-depth", 8, ErrTree, TableNode, 2, 1),
		byteOf("node-depth-jumps", 8, ErrTree, TableNode, 6, 3),
		byteOf("node-kind-is-array", 8, ErrTree, TableNode, 0, tVertex),
		row("node-kind-64k", 8, ErrTree, TableNode, 0, math.MaxUint16),
		byteOf("node-kind-other", 8, ErrTree, TableNode, 4, tJoint),
		row("id-range", 7, ErrRange, TableIDs, 0, 1000),
		row("id-row-range", 9, ErrRange, TableIDs, 4, 1000),
		row("id-table-is-array", 9, ErrRange, TableIDs, 8, tVertex),
		row("id-gap", 7, ErrGap, TableIDs, 8, 7|1<<16),
		{name: "id-twice", rule: 9, err: ErrOrder, change: func(a *anatomy) { b := a.block(TableIDs).stored; copy(b[12:24], b[:12]) }},
		{name: "id-descends", rule: 9, err: ErrOrder, change: func(a *anatomy) {
			b := a.block(TableIDs).stored
			first := bytes.Clone(b[:12])
			copy(b, b[12:24])
			copy(b[12:], first)
		}},
		{name: "prop-descends", rule: 9, err: ErrOrder, change: func(a *anatomy) { b := a.block(TableProp).stored; copy(b[16:24], b[:8]) }},
		row("prop-row-elsewhere", 9, ErrRange, TableProp, 4, 3),
		row("prop-of-strings", 9, ErrRange, TableProp, 0, TableStr),
		row("prop-length-4g", 7, ErrSpan, TableProp, 12, math.MaxUint32),
		{name: "prop-of-no-bytes", rule: 9, err: ErrProps, change: func(a *anatomy) { // the last one
			p, b := a.block(TableProp), a.block(TablePropBytes)
			last := p.stored[len(p.stored)-16:]
			b.stored = b.stored[:leU32(last[8:])]
			b.rows = uint32(len(b.stored))
			clear(last[12:])
		}},
		{name: "prop-bytes-of-none", rule: 9, err: ErrProps, change: func(a *anatomy) {
			b := a.block(TablePropBytes)
			b.stored = append(b.stored, 0x80)
			b.rows++
		}},
		props("not-a-map", []byte{0x91, 0x01}),
		props("two-maps", []byte{0x80, 0x80}),
		props("cut", []byte{0x82, 0xa1, 'k', 1}),
		props("key-twice", []byte{0x82, 0xa1, 'k', 1, 0xa1, 'k', 2}),
		props("key-twice-of-many", many),
		props("key-a-number", []byte{0x81, 0x01, 0x02}),
		props("key-not-utf8", []byte{0x81, 0xa1, 0xff, 0x02}),
		props("text-not-utf8", []byte{0x81, 0xa1, 'k', 0xa1, 0xff}),
		props("deep", nested(64)),
		props("extension", []byte{0x81, 0xa1, 'k', 0xd4, 1, 2}),
		props("count-4g", []byte{0x81, 0xa1, 'k', 0xdd, 0xff, 0xff, 0xff, 0xff}),
		props("nesting-quadratic", append([]byte{0x81, 0xa1, 'k'}, bytes.Repeat([]byte{0xdd, 0, 0, 0x10, 0}, 1000)...)),
		{name: "src-descends", rule: 9, err: ErrOrder, change: func(a *anatomy) { b := a.block(TableSrc).stored; copy(b[20:28], b[:8]) }},
		row("src-row-elsewhere", 9, ErrRange, TableSrc, 4, 3),
		row("src-file-range", 7, ErrRange, TableSrc, 8, 1000),
	}
}

// blockCases break rule 6.
func blockCases() []hostileCase {
	// packed replaces the first block by a compressed one of the same rows.
	packed := func(name string, c Codec, stored func(raw []byte) []byte) hostileCase {
		return hostileCase{name: name, rule: 6, err: ErrCodec, packed: true, change: func(a *anatomy) {
			b := &a.blocks[0]
			b.codec, b.stored = c, stored(b.stored)
		}}
	}
	u32 := func(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }
	// zstd makes a frame of raw blocks by hand.
	zstd := func(desc byte, rest []byte, blocks ...[]byte) []byte {
		b := append(append(u32(zstdMagic), desc), rest...)
		for i, body := range blocks {
			h := uint32(len(body)) << 3
			if i == len(blocks)-1 {
				h |= 1
			}
			b = append(append(b, byte(h), byte(h>>8), byte(h>>16)), body...)
		}
		return b
	}
	rle := func(n uint32, last uint32) []byte {
		h := n<<3 | 1<<1 | last
		return []byte{byte(h), byte(h >> 8), byte(h >> 16), 'x'}
	}
	return []hostileCase{
		{name: "block-sum", rule: 6, err: ErrSum, patch: func(b []byte) []byte { b[len(b)-64] ^= 1; return b }},
		{name: "block-padding", rule: 6, err: ErrPadding, change: func(a *anatomy) { a.blocks[len(a.blocks)-1].pad = 1 }},
		packed("lz4-garbage", CodecLZ4, func(raw []byte) []byte { return bytes.Repeat([]byte{0xf0}, len(raw)/2) }),
		packed("lz4-too-little", CodecLZ4, func(raw []byte) []byte { return append([]byte{0x80}, raw[:8]...) }),
		packed("lz4-too-much", CodecLZ4, func(raw []byte) []byte { return []byte{0x1f, 'x', 1, 0, 200, 0, 0x50, 'x', 'x', 'x', 'x', 'x'} }),
		packed("lz4-nothing", CodecLZ4, func(raw []byte) []byte { return []byte{0} }),
		{name: "lz4-bomb", rule: 6, err: ErrCodec, packed: true, change: func(a *anatomy) { a.bombs(1) }},
		packed("zstd-garbage", CodecZstd, func(raw []byte) []byte { return raw[:len(raw)/2] }),
		packed("zstd-two-frames", CodecZstd, func(raw []byte) []byte {
			return append(zstd(0x20, []byte{byte(len(raw))}, nil)[:6], append(append(rle(uint32(len(raw)), 1), u32(zstdMagic)...), 0x20, 0, 1, 0, 0)...)
		}),
		packed("zstd-skippable", CodecZstd, func(raw []byte) []byte {
			skip := append(u32(0x184D2A50), u32(1)...)
			return append(append(skip, 0), zstd(0x20, []byte{byte(len(raw))}, nil)...)
		}),
		packed("zstd-dictionary", CodecZstd, func(raw []byte) []byte { return zstd(0x21, []byte{7, byte(len(raw))}, nil) }),
		packed("zstd-reserved-bit", CodecZstd, func(raw []byte) []byte { return zstd(0x28, []byte{byte(len(raw))}, nil) }),
		packed("zstd-window-3tib", CodecZstd, func(raw []byte) []byte { return zstd(0x00, []byte{0xff}, nil) }),
		packed("zstd-content-size", CodecZstd, func(raw []byte) []byte { return zstd(0x20, []byte{byte(len(raw)) + 1}, nil) }),
		packed("zstd-bomb", CodecZstd, func(raw []byte) []byte {
			return append(zstd(0x00, []byte{0})[:6], append(rle(128<<10, 0), rle(128<<10, 1)...)...)
		}),
		packed("zstd-too-little", CodecZstd, func(raw []byte) []byte { return zstd(0x20, []byte{byte(len(raw))}, raw[:4]) }),
		packed("zstd-cut", CodecZstd, func(raw []byte) []byte { return zstd(0x20, []byte{byte(len(raw))}, raw[:9])[:12] }),
		packed("zstd-block-type-3", CodecZstd, func(raw []byte) []byte {
			return append(append(u32(zstdMagic), 0x20, byte(len(raw))), 0x07, 0, 0)
		}),
	}
}

func hostileCases() []hostileCase {
	return slices.Concat(headCases(), schemaCases(), blockCases(), rowCases())
}

func (c *hostileCase) build(t testing.TB, base []byte) []byte {
	a := dissect(t, base)
	if c.change != nil {
		c.change(a)
	}
	b := a.assemble()
	if c.patch != nil {
		b = c.patch(b)
	}
	return b
}

// TestHostileCorpusIsRefusedAsItsIndexSays reads the committed files. The index
// has a line for each: name, rule, the whole error.
func TestHostileCorpusIsRefusedAsItsIndexSays(t *testing.T) {
	base := fullLevel(t, 4, WriterOptions{})
	require.NoError(t, Verify(bytes.NewReader(base), Options{}))
	var index bytes.Buffer
	index.WriteString("# file\trule\terror of the stream reader; written by go test ./format -run Hostile -update\n")
	seen := map[string]bool{}
	for _, c := range hostileCases() {
		require.False(t, seen[c.name], "%s twice", c.name)
		seen[c.name] = true
		built := c.build(t, base)
		golden(t, "hostile/"+c.name+".lvl", built)
		if c.packed && (canEncode(CodecLZ4) != nil || canEncode(CodecZstd) != nil) {
			continue
		}
		err := c.hold(t, built)
		fmt.Fprintf(&index, "%s.lvl\t%d\t%s\n", c.name, c.rule, err)
	}
	if canEncode(CodecLZ4) == nil && canEncode(CodecZstd) == nil && math.MaxInt > math.MaxInt32 {
		golden(t, "hostile/INDEX.tsv", index.Bytes())
	}
	names, err := filepath.Glob("../testdata/hostile/*.lvl")
	require.NoError(t, err)
	require.Len(t, names, len(seen), "a file that no case makes")
}

// hold reads a hostile file by both readers and returns the stream's error.
func (c *hostileCase) hold(t *testing.T, file []byte) error {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readWhole(file, Options{})
	runtime.ReadMemStats(&after)
	require.Error(t, err, c.name)
	var e *Error
	require.ErrorAs(t, err, &e, c.name)
	require.Equal(t, c.rule, e.Rule, "%s: %v", c.name, err)
	require.ErrorIs(t, err, c.err, c.name)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20), "%s allocates too much", c.name)
	_, err2 := readChunks(file, Options{})
	require.Error(t, err2, "%s: the random reader accepts", c.name)
	require.True(t, errors.As(err2, &e), "%s: %v", c.name, err2)
	return err
}

// TestHostileFilesAreAnnotatedUpToTheFault shows one of them as a golden dump.
func TestHostileFilesAreAnnotatedUpToTheFault(t *testing.T) {
	names, err := filepath.Glob("../testdata/hostile/*.lvl")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		var out bytes.Buffer
		err = Annotate(&out, bytes.NewReader(file), Options{})
		require.Error(t, err, name)
		require.Contains(t, out.String(), "! lvl: ", name)
		if base := strings.TrimSuffix(filepath.Base(name), ".lvl"); base == "string-splits-a-rune" || base == "node-depth-jumps" {
			golden(t, "golden/"+base+".txt", out.Bytes())
		}
	}
}
