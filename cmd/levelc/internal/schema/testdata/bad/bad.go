// Package bad has types that no level can have.
package bad

import "github.com/levelc/levelc/store"

// Body has fields that a row cannot hold.
type Body struct {
	Name string
	Next *Body
}

// World would be a world.
type World struct {
	Bodies store.Bulk[Body] `level:"body"`
}

// Pointed has a store that no level would reach.
type Pointed struct {
	Bodies store.Bulk[struct{ N int32 }] `level:"body"`
	Lamps  *store.Bulk[Body]             `level:"lamp"`
}
