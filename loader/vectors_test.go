package loader

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// randomReloc scatters fields over a row of some words.
func randomReloc(rng *rand.Rand, stride uint) []relocation {
	kinds := []format.Type{format.TypeStr, format.TypeRef, format.TypeSpan, format.TypeAnyRef}
	size := map[format.Type]uint{format.TypeStr: 1, format.TypeRef: 2, format.TypeSpan: 2, format.TypeAnyRef: 3}
	var list []relocation
	for off := uint(rng.IntN(3)); off < stride; off += uint(rng.IntN(5)) * uint(rng.IntN(2)) {
		kind := kinds[rng.IntN(len(kinds)-rng.IntN(2))]
		n := uint(1 + rng.IntN(3)*rng.IntN(2))
		if kind == format.TypeSpan || kind == format.TypeAnyRef {
			n = 1
		}
		if off+n*size[kind] > stride {
			break
		}
		list = append(list, relocation{kind: kind, off: off, count: int(n), target: rng.IntN(4)})
		off += n * size[kind]
	}
	return list
}

func randomWords(rng *rand.Rand, n int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		if rng.IntN(3) > 0 {
			w[i] = rng.Uint32() >> rng.IntN(32)
		}
	}
	return w
}

// Vectors do to rows of any layout just what the loops do, and nothing beside them.
func TestVectorsAreTheLoops(t *testing.T) {
	if !canVector {
		t.Skip("this processor, or this build, has no vectors of 16 words")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	planned, times := 0, 20000
	if testing.Short() {
		times = 3000
	}
	for range times {
		stride := uint(1 + rng.IntN(50))
		if rng.IntN(200) == 0 {
			stride = 1500 // more fields than one plan takes
		}
		reloc := randomReloc(rng, stride)
		p := planVectors(reloc, stride)
		if p == nil {
			continue
		}
		planned++
		b := &bases{first: randomWords(rng, 4), gen: randomWords(rng, 4), kind: []uint16{1, 2, 0, 4}, str: rng.Uint32()}
		rows, guard := rng.IntN(40), 16
		around := randomWords(rng, guard+rows*int(stride)+guard)
		want := slices.Clone(around)
		inner := func(w []uint32) []uint32 { return w[guard : len(w)-guard : len(w)-guard] }
		for i := range reloc {
			reloc[i].apply(inner(want), stride, b)
		}

		words := inner(around)
		var codes []vectorCode
		for i := range p.pieces {
			codes = append(codes, p.pieces[i].code(b))
		}
		others := p.relocate(words, stride, codes)
		require.Less(t, len(others), int(p.rows*stride))
		for i := range p.rest {
			p.rest[i].apply(words[:len(words)-len(others)], stride, b)
		}
		for i := range reloc {
			reloc[i].apply(others, stride, b)
		}
		if slices.Equal(want, around) {
			continue
		}
		require.Equal(t, want, around, "%d rows of %d words: %+v", rows, stride, reloc)
	}
	require.Greater(t, planned, times/2)
}

// A row with more fields than a plan takes has vectors for the first ones.
func TestVeryWideRowsHaveVectors(t *testing.T) {
	if !canVector {
		t.Skip("this processor, or this build, has no vectors of 16 words")
	}
	str := format.TypeStr
	p := planVectors([]relocation{{kind: str, off: 0, count: 200}, {kind: str, off: 200, count: 100}, {kind: str, off: 300, count: 1}}, 301)
	require.NotNil(t, p)
	require.Len(t, p.pieces, mostParts/vectorWords)
	require.Equal(t, []relocation{{kind: str, off: mostParts, count: 300 - mostParts, target: 0}, {kind: str, off: 300, count: 1}}, p.rest)
}

// BenchmarkRelocate relocates rows that stay in the cache, by the loops and by
// vectors.
func BenchmarkRelocate(b *testing.B) {
	str, ref, span := format.TypeStr, format.TypeRef, format.TypeSpan
	for _, c := range []struct {
		name   string
		stride uint
		reloc  []relocation
	}{
		{"refs", 6, []relocation{{kind: ref, off: 0, count: 2}}},
		{"body", 16, []relocation{{kind: str, off: 0, count: 1}, {kind: ref, off: 1, count: 1}, {kind: str, off: 12, count: 1}}},
		{"shape", 14, []relocation{{kind: ref, off: 0, count: 1}, {kind: str, off: 9, count: 1}, {kind: span, off: 10, count: 1}, {kind: span, off: 12, count: 1}}},
		{"wide", 40, []relocation{{kind: str, off: 0, count: 3}, {kind: ref, off: 36, count: 2}}},
		{"verywide", 320, []relocation{{kind: str, off: 0, count: 300}}},
	} {
		const rows = 512
		words := randomWords(rand.New(rand.NewPCG(2, 2)), rows*int(c.stride))
		level := &bases{first: []uint32{1000}, gen: []uint32{1}, kind: []uint16{1}, str: 5}
		run := func(how string, relocate func()) {
			b.Run(fmt.Sprintf("rows=%s/how=%s", c.name, how), func(b *testing.B) {
				b.SetBytes(int64(4 * len(words)))
				for b.Loop() {
					relocate()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			})
		}
		run("loops", func() {
			for i := range c.reloc {
				c.reloc[i].apply(words, c.stride, level)
			}
		})
		if p := planVectors(c.reloc, c.stride); p != nil {
			var codes []vectorCode
			for i := range p.pieces {
				codes = append(codes, p.pieces[i].code(level))
			}
			run("vectors", func() {
				p.relocate(words, c.stride, codes)
				for i := range p.rest {
					p.rest[i].apply(words, c.stride, level)
				}
			})
		}
	}
}
