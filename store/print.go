package store

import (
	"fmt"
	"reflect"
)

// What a pointer to a store prints as, in logs and in the messages of tests: its type,
// how many records it has, and the bytes that it has from the system or from Go's heap.
// A store that is printed as a field is printed as the struct that it is, for which
// nothing in it may lead to memory that must not be touched; see tract.

// storeText is the text for a store of what, a type with its parameter, if any.
func storeText(what string, state state, records, bytes int) string {
	if state == closed {
		return what + ", closed"
	}
	return fmt.Sprintf("%s of %d, %d bytes", what, records, bytes)
}

func typeText(what string, of reflect.Type) string { return fmt.Sprintf("%s[%v]", what, of) }

func (s *slots) text(what string) string { return storeText(what, s.state, s.count, s.bytesTaken()) }

func (a *spans) text(what string) string {
	return storeText(what, a.state, int(a.used), a.bytesTaken())
}

// String says what the Bulk is and how much it holds.
func (b *Bulk[T]) String() string {
	return b.slots.text(typeText("Bulk", reflect.TypeFor[T]()))
}

// GoString is String: all of a store would be too much.
func (b *Bulk[T]) GoString() string { return b.String() }

// String says what the Packed is and how much it holds.
func (p *Packed[T]) String() string {
	return storeText(typeText("Packed", reflect.TypeFor[T]()), p.ids.slots.state, p.Len(), p.bytesTaken())
}

// GoString is String: all of a store would be too much.
func (p *Packed[T]) GoString() string { return p.String() }

// String says what the Groups is and how much it holds.
func (g *Groups[T]) String() string {
	return storeText(typeText("Groups", reflect.TypeFor[T]()), g.ids.slots.state, g.Len(), g.bytesTaken())
}

// GoString is String: all of a store would be too much.
func (g *Groups[T]) GoString() string { return g.String() }

// String says what the Arena is and how much it holds.
func (a *Arena[T]) String() string {
	return storeText(typeText("Arena", reflect.TypeFor[T]()), open, a.Len(), a.bytesTaken())
}

// GoString is String: all of a store would be too much.
func (a *Arena[T]) GoString() string { return a.String() }

// String says what the Array is and how much it holds.
func (a *Array[T]) String() string {
	return a.spans.text(typeText("Array", reflect.TypeFor[T]()))
}

// GoString is String: all of a store would be too much.
func (a *Array[T]) GoString() string { return a.String() }

// String says how many strings there are and how much memory they take.
func (s *Strings) String() string {
	return storeText("Strings", s.entries.state, s.Len(), s.bytesTaken())
}

// GoString is String: all of a store would be too much.
func (s *Strings) GoString() string { return s.String() }
