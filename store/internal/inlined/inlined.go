// Package inlined calls what must inline, for a test that asks the compiler
// whether it did.
package inlined

import "github.com/levelc/levelc/store"

// Row is a record.
type Row struct{ A, B float64 }

// Get looks a handle up.
func Get(b *store.Bulk[Row], h store.Handle[Row]) float64 {
	if p, ok := b.Get(h); ok {
		return p.A
	}
	return 0
}

// All sums over the records.
func All(b *store.Bulk[Row]) (sum float64) {
	for _, p := range b.All() {
		sum += p.A
	}
	return sum
}

// Runs sums over the records.
func Runs(b *store.Bulk[Row]) (sum float64) {
	for _, rows := range b.Runs() {
		for i := range rows {
			sum += rows[i].A
		}
	}
	return sum
}

// Cursor sums over the records.
func Cursor(b *store.Bulk[Row]) (sum float64) {
	c := b.Cursor()
	for c.Next() {
		sum += c.Row().A
	}
	return sum
}
