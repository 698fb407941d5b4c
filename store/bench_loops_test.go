package store

import (
	"fmt"
	"math/bits"
	"testing"
)

// The loops of BenchmarkIterate, the same for each size of record. A run is a
// slice and is summed by the slice's own loop: one of four instructions takes
// one cycle or two depending on where the linker happens to put it.

//go:noinline
func slice8(s []rec8) (sum uint64) {
	for i := range s {
		sum += s[i][0]
	}
	return sum
}

var sum8 = sums[rec8]{
	slice: slice8,
	raw: func(b *Bulk[rec8]) (sum uint64) {
		rows := b.slots.one.rows
		for w, m := range b.slots.live[:wordsFor(b.slots.known)] {
			for ; m != 0; m &= m - 1 {
				sum += elemAt[rec8](rows, uint32(w<<6+bits.TrailingZeros64(m)))[0]
			}
		}
		return sum
	},
	seq: func(b *Bulk[rec8]) (sum uint64) {
		for _, p := range b.All() {
			sum += p[0]
		}
		return sum
	},
	runs: func(b *Bulk[rec8]) (sum uint64) {
		for _, rows := range b.Runs() {
			sum += slice8(rows)
		}
		return sum
	},
	cursor: func(b *Bulk[rec8]) (sum uint64) {
		c := b.Cursor()
		for c.Next() {
			sum += c.Row()[0]
		}
		return sum
	},
}

//go:noinline
func slice32(s []rec32) (sum uint64) {
	for i := range s {
		sum += s[i][0]
	}
	return sum
}

var sum32 = sums[rec32]{
	slice: slice32,
	raw: func(b *Bulk[rec32]) (sum uint64) {
		rows := b.slots.one.rows
		for w, m := range b.slots.live[:wordsFor(b.slots.known)] {
			for ; m != 0; m &= m - 1 {
				sum += elemAt[rec32](rows, uint32(w<<6+bits.TrailingZeros64(m)))[0]
			}
		}
		return sum
	},
	seq: func(b *Bulk[rec32]) (sum uint64) {
		for _, p := range b.All() {
			sum += p[0]
		}
		return sum
	},
	runs: func(b *Bulk[rec32]) (sum uint64) {
		for _, rows := range b.Runs() {
			sum += slice32(rows)
		}
		return sum
	},
	cursor: func(b *Bulk[rec32]) (sum uint64) {
		c := b.Cursor()
		for c.Next() {
			sum += c.Row()[0]
		}
		return sum
	},
}

//go:noinline
func slice64(s []rec64) (sum uint64) {
	for i := range s {
		sum += s[i][0]
	}
	return sum
}

var sum64 = sums[rec64]{
	slice: slice64,
	raw: func(b *Bulk[rec64]) (sum uint64) {
		rows := b.slots.one.rows
		for w, m := range b.slots.live[:wordsFor(b.slots.known)] {
			for ; m != 0; m &= m - 1 {
				sum += elemAt[rec64](rows, uint32(w<<6+bits.TrailingZeros64(m)))[0]
			}
		}
		return sum
	},
	seq: func(b *Bulk[rec64]) (sum uint64) {
		for _, p := range b.All() {
			sum += p[0]
		}
		return sum
	},
	runs: func(b *Bulk[rec64]) (sum uint64) {
		for _, rows := range b.Runs() {
			sum += slice64(rows)
		}
		return sum
	},
	cursor: func(b *Bulk[rec64]) (sum uint64) {
		c := b.Cursor()
		for c.Next() {
			sum += c.Row()[0]
		}
		return sum
	},
}

//go:noinline
func slice256(s []rec256) (sum uint64) {
	for i := range s {
		sum += s[i][0]
	}
	return sum
}

var sum256 = sums[rec256]{
	slice: slice256,
	raw: func(b *Bulk[rec256]) (sum uint64) {
		rows := b.slots.one.rows
		for w, m := range b.slots.live[:wordsFor(b.slots.known)] {
			for ; m != 0; m &= m - 1 {
				sum += elemAt[rec256](rows, uint32(w<<6+bits.TrailingZeros64(m)))[0]
			}
		}
		return sum
	},
	seq: func(b *Bulk[rec256]) (sum uint64) {
		for _, p := range b.All() {
			sum += p[0]
		}
		return sum
	},
	runs: func(b *Bulk[rec256]) (sum uint64) {
		for _, rows := range b.Runs() {
			sum += slice256(rows)
		}
		return sum
	},
	cursor: func(b *Bulk[rec256]) (sum uint64) {
		c := b.Cursor()
		for c.Next() {
			sum += c.Row()[0]
		}
		return sum
	},
}

// BenchmarkHoles iterates over stores in which stretches of 100 records and holes of one
// length take turns, with both ways to skip the holes.
func BenchmarkHoles(b *testing.B) {
	const n = 1 << 20
	for _, length := range []uint32{100, 1e3, 1e4, 1e5} {
		for _, skip := range []Skipper{Bitmap, RunLength} {
			var s Bulk[rec32]
			if err := s.Init(Skip(skip)); err != nil {
				b.Fatal(err)
			}
			if _, err := s.AppendRange(touched[rec32](n)); err != nil {
				b.Fatal(err)
			}
			for i := uint32(1); i < n; i++ {
				if i%(100+length) >= 100 {
					s.RemoveRow(i, s.slots.gen(i))
				}
			}
			run := func(how string, sum func(*Bulk[rec32]) uint64) {
				b.Run(fmt.Sprintf("record=32/n=%d/length=%d/skip=%v/how=%s", n, length, skip, how), func(b *testing.B) {
					for b.Loop() {
						sink += sum(&s)
					}
					perRecord(b, s.Len())
				})
			}
			run("seq", sum32.seq)
			run("runs", sum32.runs)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
