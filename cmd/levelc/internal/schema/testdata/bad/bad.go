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

// Twice has two fields of one name, in a record without a name.
type Twice struct {
	Bodies store.Bulk[struct {
		X int32
		Y int32 `level:"x"`
	}] `level:"body"`
}

// Slipped has a tag that package reflect does not read.
type Slipped struct {
	Bodies store.Bulk[struct {
		X int32 `level: "x"`
	}] `level:"body"`
}
