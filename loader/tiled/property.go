package tiled

import (
	"iter"

	"github.com/levelc/levelc/store"
)

// PropertyType says which field of a Property has its value. It is [StringProperty],
// [IntProperty], [FloatProperty], [BoolProperty], [ColorProperty], [FileProperty],
// [ObjectProperty], [ClassProperty] or [ListProperty].
type PropertyType uint8

const (
	StringProperty PropertyType = iota // String
	IntProperty                        // Int; if it is an enum stored as numbers, String has its symbols
	FloatProperty                      // Float
	BoolProperty                       // Bool
	ColorProperty                      // Color
	FileProperty                       // String: the path from the level's folder
	ObjectProperty                     // Object
	ClassProperty                      // its members follow it
	ListProperty                       // its items follow it, without names
)

// Property is a custom property, or a member or item of one. All of an owner are
// in one span: each one is followed by the Nested members or items in it, and
// those by theirs. Members and top-level properties are sorted by name.
// World.PropertiesOf finds one's way through them.
type Property struct {
	Int    int64           `level:"int"`
	Float  float64         `level:"float"`
	Name   store.Str       `level:"name"`  // "" of an item of a list
	Class  store.Str       `level:"class"` // name of the enum or class, if it is one
	String store.Str       `level:"string,text"`
	Object store.AnyHandle `level:"object,ref"` // an Object, or a record of the game's own
	Nested uint32          `level:"nested"`     // how many of the properties behind it are in it
	Color  Color           `level:"color"`
	Bool   bool            `level:"bool"`
	Type   PropertyType    `level:"type,json=valueType,enum=string|int|float|bool|color|file|object|class|list"` // JSON: an object of the type "object" would be a node
	_      [6]byte
}

// Properties are properties of one owner: all, or the members or items of one of
// them. It is a view of the world's memory and costs nothing.
type Properties struct {
	list []Property
	w    *World
}

// PropertiesOf returns the properties of a record.
func (w *World) PropertiesOf(s store.Span[Property]) Properties {
	return Properties{w.Properties.Slice(s), w}
}

// All returns the properties, members or items in p, each with what is in it.
func (p Properties) All() iter.Seq2[*Property, Properties] {
	return func(yield func(*Property, Properties) bool) {
		for i := 0; i < len(p.list); {
			one := &p.list[i]
			end := p.end(i)
			if !yield(one, Properties{p.list[i+1 : end], p.w}) {
				return
			}
			i = end
		}
	}
}

// end returns the index behind the i-th of p.list and all in it.
func (p Properties) end(i int) int {
	behind := len(p.list) - i - 1
	return i + 1 + int(min(uint64(p.list[i].Nested), uint64(behind))) // a 32-bit int may not hold Nested
}

// Find finds a property or member by its name, and what is in it.
func (p Properties) Find(name string) (*Property, Properties, bool) {
	for i := 0; i < len(p.list); i = p.end(i) {
		if one := &p.list[i]; p.w.Strings.Get(one.Name) == name {
			return one, Properties{p.list[i+1 : p.end(i)], p.w}, true
		}
	}
	return nil, Properties{}, false
}

// In returns the members of a class, or the items of a list, of that name.
func (p Properties) In(name string) Properties {
	_, in, _ := p.Find(name)
	return in
}

// Len returns how many properties, members or items there are in p.
func (p Properties) Len() int {
	n := 0
	for i := 0; i < len(p.list); i = p.end(i) {
		n++
	}
	return n
}

// find is Find for a property of a type.
func (p Properties) find(name string, t PropertyType) *Property {
	if one, _, ok := p.Find(name); ok && one.Type == t {
		return one
	}
	return nil
}

// String returns a property that is a string or the path of a file, or otherwise if
// there is none of that name.
func (p Properties) String(name, otherwise string) string {
	if one, _, ok := p.Find(name); ok && (one.Type == StringProperty || one.Type == FileProperty) {
		return p.w.Strings.Get(one.String)
	}
	return otherwise
}

// Int returns an int property.
func (p Properties) Int(name string, otherwise int64) int64 {
	if one := p.find(name, IntProperty); one != nil {
		return one.Int
	}
	return otherwise
}

// Float returns a float property, or an int one as a float.
func (p Properties) Float(name string, otherwise float64) float64 {
	switch one, _, ok := p.Find(name); {
	case ok && one.Type == FloatProperty:
		return one.Float
	case ok && one.Type == IntProperty:
		return float64(one.Int)
	}
	return otherwise
}

// Bool returns a bool property.
func (p Properties) Bool(name string, otherwise bool) bool {
	if one := p.find(name, BoolProperty); one != nil {
		return one.Bool
	}
	return otherwise
}

// Color returns a color property.
func (p Properties) Color(name string, otherwise Color) Color {
	if one := p.find(name, ColorProperty); one != nil {
		return one.Color
	}
	return otherwise
}

// Object returns what an object property names, or nil.
func (p Properties) Object(name string) store.AnyHandle {
	if one := p.find(name, ObjectProperty); one != nil {
		return one.Object
	}
	return store.AnyHandle{}
}
