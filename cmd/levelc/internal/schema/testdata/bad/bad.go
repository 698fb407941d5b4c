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

// Recur has elements of its own type.
type Recur struct {
	X    int32
	Kids store.Span[Recur] `level:"kid"`
}

// Endless would need a table in each table.
type Endless struct {
	Bodies store.Bulk[struct{ K store.Span[Recur] }] `level:"body"`
	Kids   store.Array[Recur]
}

// Ping and Pong hold each other, in a struct and in an embedded one.
type Ping struct {
	X  int32
	In struct{ Pongs store.Span[Pong] }
}

// Pong is an element of Ping.
type Pong struct{ Back }

// Back leads back.
type Back struct{ Pings store.Span[Ping] }

// Mutual is endless by two types in turn.
type Mutual struct {
	Bodies store.Bulk[struct{ P store.Span[Ping] }] `level:"body"`
	Pings  store.Array[Ping]
	Pongs  store.Array[Pong]
}

// Bodies is a store only by what is in it.
type Bodies store.Bulk[struct{ N int32 }]

// Name is a store.Str only by what is in it.
type Name store.Str

// Derived has both.
type Derived struct {
	Bodies Bodies `level:"body"`
	Lamps  store.Bulk[struct {
		N    int32
		Name Name
	}] `level:"lamp"`
}

// Behind has stores that no level would reach.
type Behind struct {
	*Pointed
	Lists  []store.Bulk[Body]
	Bodies store.Bulk[struct{ N int32 }] `level:"body"`
	inner  struct{ Lamps store.Bulk[Body] }
}

// Len uses the unexported field.
func (b *Behind) Len() int { return b.inner.Lamps.Len() }
