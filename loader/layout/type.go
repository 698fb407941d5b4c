package layout

import "strings"

// Kind is what a Go type is to a level. It is [Other], [Bool], [Uint8], [Int8],
// [Uint16], [Int16], [Uint32], [Int32], [Uint64], [Int64], [Float32], [Float64],
// [Array], [Struct], [Str], [Handle], [AnyHandle], [Span], [Nodes], [Elements] or
// [Strings].
type Kind uint8

const (
	Other Kind = iota // anything that a row cannot hold
	Bool
	Uint8
	Int8
	Uint16
	Int16
	Uint32
	Int32
	Uint64
	Int64
	Float32
	Float64
	Array
	Struct
	Str       // store.Str
	Handle    // store.Handle[Elem]
	AnyHandle // store.AnyHandle
	Span      // store.Span[Elem]
	Nodes     // store.Bulk[Elem]
	Elements  // store.Array[Elem]
	Strings   // store.Strings
)

// Type describes a Go type. Two descriptions are of the same type if their Keys are
// equal.
type Type struct {
	Name   string // as messages show it: game.Body
	Key    any
	Kind   Kind
	Size   uint32
	Len    int     // Array
	Fields []Field // Struct
	Doc    string

	// Derived is set for a Struct that is defined by a type of package store, as in
	// type Bodies store.Bulk[Body]. It is the kind of that type, of which it has the
	// fields, but not the methods.
	Derived Kind

	// Elem returns the element of an Array, the target of a pointer, the element of a
	// slice and the value of a map (which are Others), and the T of the generic types of
	// package store. It is a function because records refer to each other in cycles.
	Elem func() *Type
}

// Field is one field of a struct.
type Field struct {
	Name     string
	Type     *Type
	Offset   uint32
	Tag      string // the value of the key "level"
	Tagged   bool   // the tag is there, even if empty
	Slip     string // what should have been such a tag, and is none
	Exported bool
	Embedded bool
	Doc      string
	Pos      string // file:line:col in the Go source, if known
}

// isStore reports whether the type is a store that levels are loaded into.
func (t *Type) isStore() bool { return t.Kind == Nodes || t.Kind == Elements || t.Kind == Strings }

// holdsStores reports what the type holds that a loader would have to reach: it returns the
// path of the first store, from the type on, that is exported and not tagged "-". The
// path of a store itself is "". seen ends the cycles in which types point to each other.
func (t *Type) holdsStores(seen map[any]bool) (path string, ok bool) {
	switch {
	case t.isStore() || t.Derived == Nodes || t.Derived == Elements || t.Derived == Strings:
		return "", true
	case seen[t.Key]:
		return "", false
	}
	seen[t.Key] = true
	switch {
	case t.Kind == Struct:
		for _, f := range t.Fields {
			if tag, err := f.tag(); err != nil || tag.skip || !f.Exported && !f.Embedded {
				continue
			}
			if path, ok = f.Type.holdsStores(seen); ok {
				return "." + f.Name + path, true
			}
		}
	case t.Elem != nil && (t.Kind == Array || t.Kind == Other):
		path, ok = t.Elem().holdsStores(seen)
	}
	return path, ok
}

// form says what the type is, if that is not a struct: a pointer, say.
func (t *Type) form() string {
	switch {
	case t.Kind == Array:
		return "an array"
	case strings.HasPrefix(t.Name, "*"):
		return "a pointer"
	case strings.HasPrefix(t.Name, "[]"):
		return "a slice"
	case strings.HasPrefix(t.Name, "map["):
		return "a map"
	}
	return t.Name
}

func (k Kind) number() bool { return k >= Uint8 && k <= Float64 }

// unsigned reports whether values of the kind can be enum indexes or flags.
func (k Kind) unsigned() bool {
	return k == Uint8 || k == Uint16 || k == Uint32 || k == Uint64
}
