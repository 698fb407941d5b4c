package format

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// oddTable is a table of rows that are not made of words.
func oddTable(stride uint32) *Schema {
	t := Table{Name: "k", Class: ClassNode, Stride: stride}
	end := uint32(0)
	for i := 0; end < stride; i++ {
		f := Field{Name: fmt.Sprint("f", i), Offset: end, Count: uint32(1 + i%5)}
		switch k := i + int(stride); {
		case stride%2 == 0 && end%2 == 0 && k%5 == 0:
			f.Type, f.Symbols = TypeEnum16, []string{"a", "b", "c"}
		case stride%2 == 0 && end%2 == 0 && k%5 == 1:
			f.Type, f.Symbols = TypeFlags16, []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
		case k%5 == 2:
			f.Type, f.Symbols = TypeEnum8, []string{"a", "b"}
		case k%5 == 3:
			f.Type, f.Symbols = TypeFlags8, []string{"a", "b", "c"}
		case i%13 == 12: // a gap
			end++
			continue
		default:
			f.Type = TypeBool
		}
		if f.Size() > stride-end {
			f.Type, f.Symbols, f.Count = TypeBool, nil, 1
		}
		t.Fields = append(t.Fields, f)
		end += f.Size()
	}
	return (&Schema{Tables: []Table{t}}).Complete()
}

// Rows that are not made of words are checked as those that are, and the first wrong one is
// told as it is without.
func TestOddRowsAreThePlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for stride := uint32(1); stride <= 1100; stride = stride*9/8 + 1 {
		if stride%4 == 0 {
			continue
		}
		s := oddTable(stride)
		require.NoError(t, s.Validate())
		wide, plain := newSchemaPlan(s), newSchemaPlan(s)
		p := &plain.rows[FixedTables]
		p.wide, p.period = nil, 0
		for i := range p.ops {
			p.ops[i].wide = false
		}
		require.Equal(t, stride <= widestRow, len(wide.rows[FixedTables].wide) > 0, "stride %d", stride)
		for range 60 {
			n := 1 + rng.IntN(3*tileBytes/int(stride)+200)
			rows := make([]byte, n*int(stride))
			for range rng.IntN(3) {
				rows[rng.IntN(len(rows))] = 1 << rng.IntN(8)
			}
			b := BlockInfo{Table: FixedTables, Rows: uint32(n), Stored: len(rows), Raw: len(rows), Offset: 1000}
			var errs [2]error
			for i, p := range []*schemaPlan{plain, wide} {
				c := checker{plan: p, have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
				c.have[FixedTables], c.total[FixedTables] = uint64(n), uint64(n)
				errs[i] = c.checkRows(&b, rows, nil)
			}
			require.Equal(t, errs[0], errs[1], "stride %d, %d rows", stride, n)
		}
	}
}

// A schema of many tables does not take columns for all of them.
func TestColumnsAreNotTooMany(t *testing.T) {
	var s Schema
	for i := range 1100 {
		s.Tables = append(s.Tables, Table{Name: fmt.Sprint("k", i), Class: ClassNode, Stride: 1023, Fields: []Field{{Name: "f", Type: TypeBool, Count: 1023}}})
	}
	p := newSchemaPlan(s.Complete())
	require.LessOrEqual(t, p.wide*sizeOf[column](), 5<<20)
	require.NotEmpty(t, p.rows[FixedTables].wide)
	require.Empty(t, p.rows[len(p.rows)-1].wide)
}

// BenchmarkOddRows is rule 7 on rows that are not made of words, beside some that are.
func BenchmarkOddRows(b *testing.B) {
	for _, stride := range []uint32{1, 3, 4, 199, 200, 203} {
		s := oddTable(stride)
		rows := make([]byte, 1<<20/stride*stride)
		info := BlockInfo{Table: FixedTables, Rows: uint32(len(rows)) / stride, Stored: len(rows), Raw: len(rows)}
		c := checker{plan: newSchemaPlan(s), have: make([]uint64, len(s.Tables)), total: make([]uint64, len(s.Tables))}
		b.Run(fmt.Sprintf("stride=%d", stride), func(b *testing.B) {
			b.SetBytes(int64(len(rows)))
			for b.Loop() {
				if err := c.checkRows(&info, rows, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
