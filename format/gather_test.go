package format

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomPlan is a plan between tables of the same fields in other orders, some
// of them wider, some missing on one side or the other.
func randomPlan(t *testing.T, r *rand.Rand) *Plan {
	wider := map[Type][]Type{
		TypeU8: {TypeU8, TypeU16, TypeU32, TypeU64}, TypeU16: {TypeU16, TypeU32, TypeU64, TypeF32}, TypeU32: {TypeU32, TypeU64, TypeF64},
		TypeI16: {TypeI16, TypeI32}, TypeF32: {TypeF32, TypeF64}, TypeU64: {TypeU64}, TypeBool: {TypeBool},
	}
	types := []Type{TypeU8, TypeU16, TypeU32, TypeU32, TypeI16, TypeF32, TypeF32, TypeU64, TypeBool}
	var from, to []Field
	for i := range 1 + r.IntN(24) {
		f := Field{Name: fmt.Sprint("f", i), Type: types[r.IntN(len(types))], Count: 1}
		if r.IntN(4) == 0 {
			f.Count = 1 + r.Uint32N(12)
		}
		if r.IntN(8) > 0 {
			from = append(from, f)
		}
		f.Type = wider[f.Type][r.IntN(len(wider[f.Type]))]
		if r.IntN(8) > 0 {
			if f.Type == TypeU32 && f.Count == 1 && r.IntN(2) == 0 {
				f.Attr.HasDefault, f.Attr.Default = true, "305419896"
			}
			to = append(to, f)
		}
	}
	if len(from) == 0 || len(to) == 0 {
		return randomPlan(t, r)
	}
	r.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	r.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
	a, z := one(from...), one(to...)
	require.NoError(t, a.Validate())
	require.NoError(t, z.Validate())
	p, err := NewPlan(a, FixedTables, z, FixedTables)
	require.NoError(t, err)
	return p
}

// A plan gives the same rows with vectors and without, in any number, and
// writes nothing beside them.
func TestGatheredRowsAreThoseOfTheLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 13))
	did, mixed := 0, 0
	rounds := 600
	if testing.Short() {
		rounds = 100
	}
	for range rounds {
		p := randomPlan(t, r)
		plain := *p
		plain.vec = gather{}
		some, all := false, true
		for i := range p.ops {
			some, all = some || p.ops[i].gathered, all && p.ops[i].gathered
		}
		for _, n := range []int{1, 2, 9, 1 + r.IntN(3*convertTile), convertTile} {
			src := make([]byte, n*p.from)
			for i := range src {
				src[i] = byte(r.Uint32())
			}
			const guard = 64
			got, want := make([]byte, n*p.to+guard), make([]byte, n*p.to)
			for i := range got {
				got[i] = 0xa5
			}
			require.NoError(t, p.Convert(got[:n*p.to], src, n))
			require.NoError(t, plain.Convert(want, src, n))
			require.Equal(t, want, got[:n*p.to], "%d rows of %d bytes from %d: %+v", n, p.to, p.from, p.ops)
			for _, b := range got[n*p.to:] {
				if b != 0xa5 {
					require.Equal(t, byte(0xa5), b, "written behind the rows")
				}
			}
		}
		if some {
			did++
			if !all {
				mixed++
			}
		}
	}
	require.Equal(t, vectors, did > rounds/4, "%d plans with vectors", did)
	require.Equal(t, vectors, mixed > rounds/20, "%d plans with both", mixed)
}
