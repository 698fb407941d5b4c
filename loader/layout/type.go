package layout

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

	// Elem returns the element of an Array, the target of a pointer (which is an
	// Other), and the T of the generic types of package store. It is a function because
	// records refer to each other in cycles.
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

func (k Kind) number() bool { return k >= Uint8 && k <= Float64 }

// unsigned reports whether values of the kind can be enum indexes or flags.
func (k Kind) unsigned() bool {
	return k == Uint8 || k == Uint16 || k == Uint32 || k == Uint64
}
