package store

import "math/bits"

// The loops of BenchmarkIterate, the same for each size of record.

var sum8 = sums[rec8]{
	slice: func(s []rec8) (sum uint64) {
		for i := range s {
			sum += s[i][0]
		}
		return sum
	},
	raw: func(b *Bulk[rec8]) (sum uint64) {
		rows := rowsOf[rec8](b.one)
		for w, m := range b.live[:wordsFor(b.known)] {
			for ; m != 0; m &= m - 1 {
				sum += rows.at(uint32(w<<6 + bits.TrailingZeros64(m)))[0]
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
			for i := range rows {
				sum += rows[i][0]
			}
		}
		return sum
	},
	cursor: func(b *Bulk[rec8]) (sum uint64) {
		for c := b.Cursor(); c.Next(); {
			sum += c.Row()[0]
		}
		return sum
	},
}

var sum32 = sums[rec32]{
	slice: func(s []rec32) (sum uint64) {
		for i := range s {
			sum += s[i][0]
		}
		return sum
	},
	raw: func(b *Bulk[rec32]) (sum uint64) {
		rows := rowsOf[rec32](b.one)
		for w, m := range b.live[:wordsFor(b.known)] {
			for ; m != 0; m &= m - 1 {
				sum += rows.at(uint32(w<<6 + bits.TrailingZeros64(m)))[0]
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
			for i := range rows {
				sum += rows[i][0]
			}
		}
		return sum
	},
	cursor: func(b *Bulk[rec32]) (sum uint64) {
		for c := b.Cursor(); c.Next(); {
			sum += c.Row()[0]
		}
		return sum
	},
}

var sum64 = sums[rec64]{
	slice: func(s []rec64) (sum uint64) {
		for i := range s {
			sum += s[i][0]
		}
		return sum
	},
	raw: func(b *Bulk[rec64]) (sum uint64) {
		rows := rowsOf[rec64](b.one)
		for w, m := range b.live[:wordsFor(b.known)] {
			for ; m != 0; m &= m - 1 {
				sum += rows.at(uint32(w<<6 + bits.TrailingZeros64(m)))[0]
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
			for i := range rows {
				sum += rows[i][0]
			}
		}
		return sum
	},
	cursor: func(b *Bulk[rec64]) (sum uint64) {
		for c := b.Cursor(); c.Next(); {
			sum += c.Row()[0]
		}
		return sum
	},
}

var sum256 = sums[rec256]{
	slice: func(s []rec256) (sum uint64) {
		for i := range s {
			sum += s[i][0]
		}
		return sum
	},
	raw: func(b *Bulk[rec256]) (sum uint64) {
		rows := rowsOf[rec256](b.one)
		for w, m := range b.live[:wordsFor(b.known)] {
			for ; m != 0; m &= m - 1 {
				sum += rows.at(uint32(w<<6 + bits.TrailingZeros64(m)))[0]
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
			for i := range rows {
				sum += rows[i][0]
			}
		}
		return sum
	},
	cursor: func(b *Bulk[rec256]) (sum uint64) {
		for c := b.Cursor(); c.Next(); {
			sum += c.Row()[0]
		}
		return sum
	},
}
