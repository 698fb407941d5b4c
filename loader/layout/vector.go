package layout

import (
	"fmt"
	"strings"
)

// vector reports whether the type is a struct that a level writes as one list:
// numbers of one type, exported, untagged, without gaps.
func (t *Type) vector() (elem *Type, ok bool) {
	if t.Kind != Struct || len(t.Fields) < 2 {
		return nil, false
	}
	elem = t.Fields[0].Type
	for i, f := range t.Fields {
		if !f.Exported || f.Tagged || f.Embedded || !f.Type.Kind.number() || f.Type.Kind != elem.Kind || f.Offset != uint32(i)*elem.Size {
			return nil, false
		}
	}
	return elem, uint32(len(t.Fields))*elem.Size == t.Size
}

// leaves returns how many fields of a schema a struct has at most. It stops counting
// when there are enough.
func (t *Type) leaves(enough int) (n int) {
	for i := 0; i < len(t.Fields) && n < enough; i++ {
		if f := t.Fields[i].Type; f.Size == 0 {
			continue
		} else if f.Kind != Struct {
			n++
		} else if _, vector := f.vector(); vector {
			n++
		} else {
			n += f.leaves(enough - n)
		}
	}
	return n
}

// flat returns what a list of the type's values consists of, and how many there are.
func (t *Type) flat() (elem *Type, count int) {
	count = 1
	for {
		e, n := t.row()
		if n < 0 || count > maxCount {
			return t, count
		}
		count *= n
		t = e
	}
}

// row returns the element and the length of an array or a vector; of another type the
// length is -1.
func (t *Type) row() (elem *Type, length int) {
	if e, ok := t.vector(); ok {
		return e, len(t.Fields)
	}
	if t.Kind == Array {
		return t.Elem(), t.Len
	}
	return t, -1
}

// shape returns the lengths of an array of arrays or vectors, or nil of a plain one. It
// leaves out those of 1.
func (t *Type) shape() []uint32 {
	var lengths []uint32
	for e, n := t.row(); n >= 0; e, n = e.row() {
		if n > 1 {
			lengths = append(lengths, uint32(n))
		}
	}
	if len(lengths) < 2 {
		return nil
	}
	return lengths
}

// components names the values of a short vector, so that a source may write
// them one by one.
func (t *Type) components() []string {
	if _, ok := t.vector(); ok {
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = NameOf(f.Name)
		}
		return names
	}
	if t.Kind == Array && t.Len >= 2 && t.Len <= 4 && t.Elem().Kind.number() {
		return []string{"x", "y", "z", "w"}[:t.Len]
	}
	return nil
}

// pointer returns a part of the type that is known to hold a pointer, or nil. It does
// not look into named types that are not structs; the store will find what they hide.
func (t *Type) pointer() *Type {
	switch {
	case t.Kind == Struct:
		for _, f := range t.Fields {
			if p := f.Type.pointer(); p != nil {
				return p
			}
		}
	case t.Kind == Array && t.Len > 0:
		return t.Elem().pointer()
	case t.Kind == Other && (t.Elem != nil || t.Name == "string" || strings.HasPrefix(t.Name, "[]") || strings.HasPrefix(t.Name, "map[")):
		return t
	}
	return nil
}

// refusal says why a row cannot hold the type, and what to use instead.
func (t *Type) refusal() string {
	switch {
	case t.Derived != Other:
		return fmt.Sprintf("%s is defined by a type of package store and is not that type, for it lacks the methods; use the type itself, or an alias, type A = B", t.Name)
	case t.Kind == Struct:
		return fmt.Sprintf("an array of %s structs; use a store.Span[%s]", t.Name, t.Name)
	case t.Kind == Nodes || t.Kind == Elements || t.Kind == Strings:
		return fmt.Sprintf("a %s belongs into the world, not into a record", t.Name)
	case t.Name == "int" || t.Name == "uint" || t.Name == "uintptr":
		return fmt.Sprintf("the size of %s varies; use int32, int64 or another fixed size", t.Name)
	case t.Name == "string":
		return "a string holds a pointer; use store.Str"
	case strings.HasPrefix(t.Name, "[]"):
		return fmt.Sprintf("a slice holds a pointer; use %s", instead(t.Name))
	case strings.HasPrefix(t.Name, "map["):
		return "a map holds pointers; use a store.Span tagged map, of structs with a key"
	case strings.HasPrefix(t.Name, "*"):
		return fmt.Sprintf("records hold no pointers; use %s", instead(t.Name))
	}
	return fmt.Sprintf("a record cannot hold %s; it takes numbers, bool, arrays and structs of those, store.Str, store.Handle, store.AnyHandle and store.Span", t.Name)
}

// instead returns the name of the type to use in place of one that holds pointers.
func instead(name string) string {
	switch elem := strings.TrimPrefix(name, "*"); {
	case strings.HasPrefix(name, "[]"):
		return "store.Span[" + instead(name[2:]) + "]"
	case name == "string":
		return "store.Str"
	case name == "int" || name == "uint":
		return name + "32"
	case elem == name:
		return name
	case strings.Contains(elem, ".") && !strings.HasPrefix(elem, "[") && !strings.HasPrefix(elem, "*"):
		return "store.Handle[" + elem + "]"
	default: // not a record but the value itself
		return instead(elem)
	}
}
