package format

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// flagsField is a field of n flags of a type, in the order that the numbers say.
func flagsField(t Type, count uint32, names []int) Field {
	f := Field{Name: "f", Type: t, Count: count, Attr: Attr{HasDefault: true}}
	for _, k := range names {
		f.Symbols = append(f.Symbols, fmt.Sprint("s", k))
	}
	return f
}

// Each flag of the file goes where the reader has its name, or is gone; so are bits that
// have no name, in a file that nobody has checked.
func TestFlagsGoWhereTheirNamesAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	types := []Type{TypeFlags8, TypeFlags16, TypeFlags32, TypeFlags64}
	for range 2000 {
		ft, tt := types[rng.IntN(4)], types[rng.IntN(4)]
		from := flagsField(ft, 1, rng.Perm(70)[:1+rng.IntN(int(8*ft.Size()))])
		to := flagsField(tt, 1, rng.Perm(70)[:1+rng.IntN(int(8*tt.Size()))])
		c, why := flagBits(conversion{}, &from, &to)
		require.Empty(t, why)
		if c.step == stepSame {
			continue
		}
		v := make([]uint64, 9)
		for i := range v {
			v[i] = rng.Uint64() >> (64 - 8*ft.Size())
		}
		got := slices.Clone(v)
		c.flags(got)
		for i, x := range v {
			want := uint64(0)
			for k, name := range from.Symbols {
				if j := slices.Index(to.Symbols, name); j >= 0 {
					want |= x >> k & 1 << j
				}
			}
			require.Equal(t, want, got[i], "%v, %v to %v", x, from.Symbols, to.Symbols)
		}
	}
}

// BenchmarkFlags converts rows of 200 flags that the reader has in another order.
func BenchmarkFlags(b *testing.B) {
	for _, typ := range []Type{TypeFlags8, TypeFlags16, TypeFlags64} {
		n := int(8 * typ.Size())
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		schema := func(names []int) *Schema {
			f := flagsField(typ, 200, names)
			f.Attr = Attr{}
			return (&Schema{Tables: []Table{{Name: "k", Class: ClassNode, Stride: f.Size(), Fields: []Field{f}}}}).Complete()
		}
		from := schema(order)
		slices.Reverse(order)
		to := schema(order)
		p, err := NewPlan(from, FixedTables, to, FixedTables)
		if err != nil {
			b.Fatal(err)
		}
		const rows = 1000
		src := make([]byte, rows*int(from.Tables[FixedTables].Stride))
		rng := rand.New(rand.NewPCG(1, 1))
		for i := 0; i+8 <= len(src); i += 8 {
			binary.LittleEndian.PutUint64(src[i:], rng.Uint64())
		}
		dst := make([]byte, len(src))
		b.Run("type="+typ.String(), func(b *testing.B) {
			for b.Loop() {
				if err := p.Convert(dst, src, rows); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows/200, "ns/value")
		})
	}
}
