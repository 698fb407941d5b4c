package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The plan against a model that converts one value at a time, without tiles,
// words or joined copies.

// modelTypes are those that have no target.
var modelTypes = slices.DeleteFunc(allTypes(), func(t Type) bool { return t.IsRef() || t == TypeSpan })

// modelFields are up to n random fields with names from a to h.
func modelFields(rng *rand.Rand, n int) []Field {
	var fields []Field
	for _, i := range rng.Perm(8)[:n] {
		f := Field{Name: string(rune('a' + i)), Type: modelTypes[rng.IntN(len(modelTypes))], Count: uint32(1 + rng.IntN(3))}
		if rng.IntN(2) == 0 {
			f.Type = modelTypes[(i+rng.IntN(2))%len(modelTypes)] // so that the two sides often agree
		}
		if f.Type.IsEnum() || f.Type.IsFlags() {
			for _, k := range rng.Perm(5)[:4] {
				f.Symbols = append(f.Symbols, fmt.Sprint("s", k))
			}
		}
		if f.Type.IsEnum() {
			f.Attr.HasDefault, f.Attr.Default = true, f.Symbols[0]
			for k := 1; k < int(f.Count); k++ {
				f.Attr.Default += " " + f.Symbols[rng.IntN(4)]
			}
		}
		if f.Count > 1 && rng.IntN(2) == 0 {
			for _, k := range rng.Perm(4)[:f.Count] {
				f.Attr.Components = append(f.Attr.Components, string(rune('k'+k)))
			}
		}
		fields = append(fields, f)
	}
	return fields
}

// modelConvert is one value of the file as value n of the reader's, in little-endian.
func modelConvert(from, to *Field, n int, v []byte) []byte {
	var wide [8]byte
	copy(wide[:], v)
	u := binary.LittleEndian.Uint64(wide[:])
	shift := 64 - 8*from.Type.Size()
	i := int64(u<<shift) >> shift
	switch {
	case from.Type.IsEnum():
		k := slices.Index(to.Symbols, from.Symbols[u])
		if k < 0 {
			k = slices.Index(to.Symbols, strings.Fields(to.Attr.Default)[n])
		}
		u = uint64(k)
	case from.Type.IsFlags():
		bits := uint64(0)
		for k, name := range from.Symbols {
			if j := slices.Index(to.Symbols, name); j >= 0 && u>>k&1 != 0 {
				bits |= 1 << j
			}
		}
		u = bits
	case from.Type == to.Type:
	case from.Type == TypeF32:
		u = math.Float64bits(float64(math.Float32frombits(uint32(u))))
	case to.Type == TypeF32 && from.Type.isSigned():
		u = uint64(math.Float32bits(float32(i)))
	case to.Type == TypeF32:
		u = uint64(math.Float32bits(float32(u)))
	case to.Type == TypeF64 && from.Type.isSigned():
		u = math.Float64bits(float64(i))
	case to.Type == TypeF64:
		u = math.Float64bits(float64(u))
	case from.Type.isSigned():
		u = uint64(i)
	}
	return binary.LittleEndian.AppendUint64(nil, u)[:to.Type.Size()]
}

func modelRow(from, to *Table, row []byte) []byte {
	out := make([]byte, to.Stride)
	for i := range to.Fields {
		f := &to.Fields[i]
		size := f.Type.Size()
		def, err := DefaultBytes(f)
		if err != nil {
			panic(err)
		}
		copy(out[f.Offset:], def)
		if k := from.Field(f.Name); k >= 0 {
			old := &from.Fields[k]
			for n := range f.Count {
				from := int(n)
				if f.Attr.Components != nil && old.Attr.Components != nil {
					from = slices.Index(old.Attr.Components, f.Attr.Components[n])
				}
				if from >= 0 && from < int(old.Count) {
					copy(out[f.Offset+n*size:], modelConvert(old, f, int(n), row[int(old.Offset)+from*int(old.Type.Size()):][:old.Type.Size()]))
				}
			}
		}
		if !littleEndian {
			swapValues(out[f.Offset:f.Offset+f.Size()], f.Type)
		}
	}
	return out
}

// modelRows are valid rows of a table, little-endian.
func modelRows(rng *rand.Rand, t *Table, rows int) []byte {
	b := make([]byte, rows*int(t.Stride))
	for r := range rows {
		for i := range t.Fields {
			f := &t.Fields[i]
			for k := range f.Count {
				var wide [8]byte
				v := rng.Uint64()
				switch {
				case f.Type.IsEnum():
					v %= uint64(len(f.Symbols))
				case f.Type.IsFlags():
					v &= 1<<len(f.Symbols) - 1
				case f.Type == TypeBool:
					v &= 1
				case f.Type == TypeF32:
					v = uint64(math.Float32bits(float32(rng.NormFloat64())))
				case f.Type == TypeF64:
					v = math.Float64bits(rng.NormFloat64())
				}
				binary.LittleEndian.PutUint64(wide[:], v)
				copy(b[r*int(t.Stride)+int(f.Offset+k*f.Type.Size()):], wide[:f.Type.Size()])
			}
		}
	}
	return b
}

// planAgainstModel tries one pair of tables; it says whether there was a plan.
func planAgainstModel(t *testing.T, seed uint64) bool {
	rng := rand.New(rand.NewPCG(seed, 7))
	from, to := one(modelFields(rng, 1+rng.IntN(7))...), one(modelFields(rng, 1+rng.IntN(7))...)
	if rng.IntN(4) == 0 {
		to = one(append(modelFields(rng, 0), from.Tables[FixedTables].Fields...)...)
	}
	p, err := NewPlan(from, FixedTables, to, FixedTables)
	if err != nil {
		require.ErrorIs(t, err, ErrConvert)
		return false
	}
	a, b := &from.Tables[FixedTables], &to.Tables[FixedTables]
	rows := rng.IntN(3*convertTile + 1)
	src := modelRows(rng, a, rows)
	got := make([]byte, rows*int(b.Stride))
	for i := range got {
		got[i] = 0xAA
	}
	require.NoError(t, p.Convert(got, src, rows))
	for r := range rows {
		want := modelRow(a, b, src[r*int(a.Stride):(r+1)*int(a.Stride)])
		if got := got[r*int(b.Stride) : (r+1)*int(b.Stride)]; !bytes.Equal(want, got) {
			require.Equal(t, want, got, "row %d of %+v to %+v", r, a, b)
		}
	}
	return true
}

func TestPlanAgreesWithValueByValueConversion(t *testing.T) {
	plans, pairs := 0, uint64(3000)
	if testing.Short() {
		pairs = 600
	}
	for seed := range pairs {
		if planAgainstModel(t, seed) {
			plans++
		}
	}
	t.Logf("%d plans of %d pairs of tables", plans, pairs)
	require.Greater(t, plans, int(pairs/6))
}

func FuzzPlan(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { planAgainstModel(t, seed) })
}
