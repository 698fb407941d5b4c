package format

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// columnTable is a table with what columns can tell, of a given stride.
func columnTable(stride uint32) *Schema {
	t := Table{Name: "k", Class: ClassNode, Stride: stride}
	add := func(f Field) {
		f.Name, f.Count = fmt.Sprint("f", len(t.Fields)), max(1, f.Count)
		if len(t.Fields) > 0 {
			last := &t.Fields[len(t.Fields)-1]
			f.Offset = last.Offset + last.Size()
		}
		f.Offset = (f.Offset + f.Type.Align() - 1) &^ (f.Type.Align() - 1)
		if f.Offset+f.Size() <= stride {
			t.Fields = append(t.Fields, f)
		}
	}
	add(Field{Type: TypeStr})
	add(Field{Type: TypeF32, Attr: Attr{Finite: true}})
	add(Field{Type: TypeRef, Target: "k"})
	add(Field{Type: TypeEnum8, Symbols: []string{"a", "b", "c"}})
	add(Field{Type: TypeBool})
	add(Field{Type: TypeEnum16, Symbols: []string{"a"}})
	if stride%8 == 0 {
		add(Field{Type: TypeF64, Attr: Attr{Finite: true}})
		add(Field{Type: TypeFlags64, Symbols: []string{"a", "b"}})
	}
	add(Field{Type: TypeEnum32, Symbols: []string{"a", "b"}})
	add(Field{Type: TypeF32, Count: (stride - 4) / 16, Attr: Attr{Finite: true}})
	return (&Schema{Tables: []Table{t}}).Complete()
}

// Columns, with a pattern and without, say of any row what the plain loops say.
func TestColumnsAreThePlainLoops(t *testing.T) {
	if !littleEndian {
		t.Skip("a big-endian machine has the plain loops only")
	}
	for _, long := range slices.Compact([]bool{false, longVectors}) {
		defer func(was bool) { longVectors = was }(longVectors)
		longVectors = long
		t.Run(fmt.Sprintf("vectors=%v/long=%v", vectors, long), columnsAreThePlainLoops)
	}
}

func columnsAreThePlainLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for stride := uint32(4); stride <= 256; stride += 4 {
		s := columnTable(stride)
		require.NoError(t, s.Validate())
		p := &newSchemaPlan(s).rows[FixedTables]
		require.NotEmpty(t, p.wide)
		c := checker{have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		c.have[TableStr], c.total[FixedTables] = 1000, 500
		const n = 140
		rows := make([]byte, n*p.stride)
		plain := func() bool {
			w := c.scan.words(rows, p.stride)
			for i := range p.ops {
				for k := range p.ops[i].n {
					if op := &p.ops[i]; op.wide && !c.run(op, p.stride, op.off+k*op.step, rows, w) {
						return false
					}
				}
			}
			return true
		}
		require.True(t, plain())
		held := 0
		for range rounds {
			at := r.IntN(len(rows)/4) * 4
			was := binary.LittleEndian.Uint32(rows[at:])
			v := r.Uint32() >> r.UintN(32)
			if r.IntN(4) == 0 {
				v = []uint32{999, 1000, 500, 501, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fefffff, 0x7ff00000, 1 << 31, 2, 3}[r.IntN(12)]
			}
			binary.LittleEndian.PutUint32(rows[at:], v)
			holds := plain()
			for _, some := range [][]byte{rows[:p.period], rows} {
				long := len(some) >= patternFrom*p.period
				if !c.scan.cols.prepare(p, c.have[TableStr], c.total, some) || len(c.scan.cols.pattern) > 0 != (long && vectors) {
					require.Fail(t, "not the pattern", "stride %d, %v", stride, long)
				}
				if c.scan.cols.hold(rows) != holds {
					require.Fail(t, "not what the plain loops say", "stride %d, %#x at %d, pattern %v: %v", stride, v, at, long, holds)
				}
			}
			if holds {
				held++
			} else {
				binary.LittleEndian.PutUint32(rows[at:], was)
			}
		}
		require.Positive(t, held)
	}
}

// More rows than columns can tell apart are left to the plain loops.
func TestLimitsAboveAColumnsBitsAreHeld(t *testing.T) {
	s := columnTable(16)
	p := &newSchemaPlan(s).rows[FixedTables]
	rows := make([]byte, 4*p.stride)
	for _, n := range []uint64{1<<31 - 2, 1<<31 - 1, 1 << 31, 1<<31 + 1, maxRows} {
		c := checker{plan: newSchemaPlan(s), have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		c.have[TableStr], c.total[FixedTables] = n, n
		for at, limit := range map[int]uint64{0: n, 8: n + 1} { // a string, a reference
			for _, v := range []uint64{0, limit - 1, limit, 1 << 31, 1<<32 - 1} {
				binary.LittleEndian.PutUint32(rows[p.stride+at:], uint32(v))
				c.scan.look(&c, &BlockInfo{Table: FixedTables}, rows, nil)
				require.Equal(t, v < limit, c.scan.ok, "%d of %d at %d", v, limit, at)
			}
			binary.LittleEndian.PutUint32(rows[p.stride+at:], 0)
		}
	}
}

// Rows that stay where they are read to need not begin where a word does.
func TestRowsBetweenTwoWordsAreChecked(t *testing.T) {
	s := columnTable(12)
	p := newSchemaPlan(s)
	c := checker{plan: p, have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
	c.have[TableStr], c.total[FixedTables] = 1000, 500
	memory := make([]byte, 8+12*5000)
	for _, from := range []int{0, 4} {
		rows := memory[from:][: 12*5000 : 12*5000]
		for _, bad := range []int{-1, 0, 4999} {
			clear(rows)
			if bad >= 0 {
				binary.LittleEndian.PutUint32(rows[12*bad:], 1000)
			}
			b := BlockInfo{Table: FixedTables, Rows: 5000, Stored: len(rows), Raw: len(rows)}
			var settled settler
			c.scan.look(&c, &b, rows, &settled)
			require.Equal(t, bad < 0, c.scan.ok)
			require.Equal(t, bad < 0, c.scan.settled)
			require.Equal(t, c.scan.good, int(settled))
			if bad < 0 {
				require.Equal(t, len(rows), c.scan.good)
			} else {
				require.LessOrEqual(t, c.scan.good, 12*bad)
				require.ErrorIs(t, c.checkRows(&b, rows, &c.scan.scanResult), ErrRange)
			}
		}
	}
}

// A scan says of rows what each value says alone, however many rows there are, wherever
// they lie, and whether columns, loops or both hold them.
func TestAScanIsThePlainLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, stride := range []uint32{12, 20, 28, 44, 56, 100} {
		s := columnTable(stride)
		k := &s.Tables[FixedTables]
		k.Fields = append(k.Fields, Field{Name: "any", Type: TypeAnyRef, Offset: stride, Count: 4, Symbols: []string{"k"}})
		k.Stride += 48
		require.NoError(t, s.Validate())
		c := checker{plan: newSchemaPlan(s), have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		c.have[TableStr], c.total[FixedTables] = 1000, 500
		p := &c.plan.rows[FixedTables]
		seen := map[bool]int{}
		for range 300 {
			n := 1 + r.IntN(9)
			rows := make([]byte, 1+n*p.stride)[r.IntN(2):][:n*p.stride]
			for row := range n { // references that are not null
				if at := row*p.stride + int(stride) + 12*r.IntN(4); r.IntN(2) == 0 {
					rows[at], rows[at+8] = 1, FixedTables
				}
			}
			at := r.IntN(len(rows)/4) * 4
			binary.LittleEndian.PutUint32(rows[at:], []uint32{1, 2, 500, 1000, FixedTables, 0x7f800000, 0x7ff00000, 1 << 16}[r.IntN(8)])
			holds := true
			w := new(rowScan).words(rows, p.stride)
			for row := range n {
				for i := range p.ops {
					op := &p.ops[i]
					for k := range op.n {
						at := row * p.stride
						holds = holds && c.run(op, p.stride, op.off+k*op.step, rows[at:][:p.stride], w[at/4:][:p.stride/4])
					}
				}
			}
			c.scan.look(&c, &BlockInfo{Table: FixedTables}, rows, nil)
			require.Equal(t, holds, c.scan.ok, "%d rows, a word at %d", n, at)
			err := c.checkRows(&BlockInfo{Table: FixedTables}, rows, nil)
			require.Equal(t, holds, err == nil, "%v", err)
			seen[holds]++
		}
		require.Greater(t, min(seen[false], seen[true]), 20)
	}
}

// settler counts the bytes that it is told.
type settler int

func (s *settler) Place(int, uint32, uint32) []byte { return nil }

func (s *settler) Settle(_ int, rows []byte) bool {
	*s += settler(len(rows))
	return true
}

// What is compressed has no offset of its own.
func TestAWrongByteIsPlacedInAPlainBlockOnly(t *testing.T) {
	s := columnTable(64)
	rows := make([]byte, 64*3)
	rows[64+17] = 2 // a bool, in the middle of a word
	for codec, want := range map[Codec]int64{CodecNone: 1000 + 64 + 17, CodecLZ4: 1000} {
		c := checker{plan: newSchemaPlan(s), have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		c.have[TableStr] = 1
		err := c.checkRows(&BlockInfo{Table: FixedTables, Rows: 3, Stored: len(rows), Raw: len(rows), Offset: 1000, Codec: codec}, rows, nil)
		require.Equal(t, &Error{Rule: 7, Offset: want, Table: "k", Row: 1, Field: "f4", Err: ErrRange, Detail: "byte 17 of the row is 0x02"}, err, "%v", codec)
	}
}

// BenchmarkColumns is rule 7 on rows in the cache: the plain loops, columns of
// 64-bit words, and columns as patterns of vectors.
func BenchmarkColumns(b *testing.B) {
	for _, stride := range []uint32{16, 28, 64} {
		s := columnTable(stride)
		p := &newSchemaPlan(s).rows[FixedTables]
		c := checker{have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		c.have[TableStr], c.total[FixedTables] = 1000, 500
		rows := make([]byte, 64<<10/p.period*p.period)
		bench := func(how string, f func() bool) {
			b.Run(fmt.Sprintf("stride=%d/how=%s", stride, how), func(b *testing.B) {
				b.SetBytes(int64(len(rows)))
				for b.Loop() {
					if !f() {
						b.Fatal("zero rows are valid")
					}
				}
			})
		}
		bench("loops", func() bool {
			ok, w := true, c.scan.words(rows, p.stride)
			for i := range p.ops {
				for k := range p.ops[i].n {
					ok = ok && c.run(&p.ops[i], p.stride, p.ops[i].off+k*p.ops[i].step, rows, w)
				}
			}
			return ok
		})
		if !littleEndian {
			continue // a big-endian machine has the plain loops only
		}
		bench("columns", func() bool { return c.scan.cols.prepare(p, 1000, c.total, rows[:p.period]) && c.scan.cols.hold(rows) })
		bench("pattern", func() bool { return c.scan.cols.prepare(p, 1000, c.total, rows) && c.scan.cols.hold(rows) })
	}
}
