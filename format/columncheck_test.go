package format

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
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
			for _, long := range []int{0, patternFrom * p.period} {
				require.True(t, c.scan.cols.prepare(p, c.have[TableStr], c.total, long))
				require.Equal(t, long > 0 && vectors, len(c.scan.cols.pattern) > 0)
				require.Equal(t, plain(), c.scan.cols.hold(rows), "stride %d, %#x at %d, pattern %v", stride, v, at, long > 0)
			}
			if plain() {
				held++
			} else {
				binary.LittleEndian.PutUint32(rows[at:], was)
			}
		}
		require.Positive(t, held)
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
		bench("columns", func() bool { return c.scan.cols.prepare(p, 1000, c.total, 0) && c.scan.cols.hold(rows) })
		bench("pattern", func() bool { return c.scan.cols.prepare(p, 1000, c.total, len(rows)) && c.scan.cols.hold(rows) })
	}
}
