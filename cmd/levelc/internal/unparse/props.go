package unparse

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Dynamic properties are what a source has under names that are not in the schema. They
// are written under these names, and become properties again if the source is built
// with --unknown=keep.

func (w *writer) propsOf(at cell) format.Props {
	if len(w.props) == 0 {
		return nil
	}
	return w.props[level.At(at.shape.index, at.row)]
}

// anyProps reports whether any of some rows has properties.
func (w *writer) anyProps(sh *shape, start, n uint32) bool {
	if len(w.props) == 0 {
		return false
	}
	for i := start; i < start+n; i++ {
		if _, ok := w.props[level.At(sh.index, i)]; ok {
			return true
		}
	}
	return false
}

// unknown refuses a property of a row that a build would take for something else. alone
// says that there is no element or object under its key.
func (w *writer) unknown(at cell, key []byte, v format.Value, alone bool) error {
	root, json := at.shape.root, w.o.Syntax == source.JSON
	f, sub := root.find(string(key))
	text, isText := v.Text()
	taken := f != nil || sub != nil || json && isText && string(key) == w.o.KindMember && w.kinds[string(text)]
	switch {
	case root.rest != nil:
		taken = taken || !alone || w.isEntry(root.rest.elems, key, v)
	case w.kinds[string(key)] && at.shape.Class == format.ClassNode:
		taken = taken || json || !alone
	case w.kinds[string(key)]: // no node can stand in an element
		taken = taken || json && !alone
	}
	if taken {
		at.field = nil
		return at.errorf("has a dynamic property %q, which would be taken for something else", clip(key))
	}
	return nil
}

// isEntry reports whether a value would not be kept beside the elements of a map, but be one
// itself or nothing. In XML it is an attribute.
func (w *writer) isEntry(elems *shape, key []byte, v format.Value) bool {
	switch {
	case elems.value != nil:
		return true
	case w.o.Syntax == source.XML:
		return bytes.HasPrefix(key, []byte("xml:")) || bytes.HasPrefix(key, []byte("xsi:"))
	case v.Kind() == format.List:
		return v.Len() == 0
	}
	return v.Kind() == format.Nil || slices.ContainsFunc(elems.root.fields, func(f *field) bool { return f.Attr.Role == format.RoleText })
}

// hasObject reports whether there is an object in a value that is in no other one.
func hasObject(v format.Value) bool {
	if v.Kind() == format.List {
		for _, e := range v.All() {
			if hasObject(e) {
				return true
			}
		}
	}
	return v.Kind() == format.Map
}

// height returns how many lists and maps of a value stand inside each other.
func height(v format.Value) (n int) {
	switch v.Kind() {
	case format.List:
		for _, e := range v.All() {
			n = max(n, height(e))
		}
	case format.Map:
		m, _ := v.Map()
		for _, e := range m.All() {
			n = max(n, height(e))
		}
	default:
		return 0
	}
	return n + 1
}

// findTypes marks the kinds that have the member for kinds among their properties or the
// keys of their map, so that it cannot tell their kind.
func (w *writer) findTypes() {
	for _, sh := range w.shapes {
		if sh.Class != format.ClassNode || sh.root.rest == nil {
			continue
		}
		elems := sh.root.rest.elems
		for row := range w.l.Rows(elems.index) {
			sh.hasType = sh.hasType || w.entryKey(elems, uint32(row)) == w.o.KindMember
		}
	}
	for at, p := range w.props {
		if w.shapes[at.Table].Class == format.ClassNode && p.Get(w.o.KindMember) != nil {
			w.shapes[at.Table].hasType = true
		}
	}
}

// properties writes dynamic properties as members, except those that mapEntries writes
// beside the elements of the same key.
func (j *jsonSyntax) properties(at cell, o *object) error {
	props := j.propsOf(at)
	if props == nil {
		return nil
	}
	entries := j.entryKeys(at)
	o.props = make(map[string]format.Value)
	for key, v := range props.All() {
		if err := cmp.Or(j.unknown(at, key, v, !hasObject(v)), forTools(at, key)); err != nil {
			return err
		}
		o.props[string(key)] = v
		if entries[string(key)] {
			continue
		}
		j.member(o, string(key))
		if err := j.property(at, v, 0, false); err != nil {
			return err
		}
	}
	return nil
}

// entryKeys returns the keys of the elements of a row's map.
func (j *jsonSyntax) entryKeys(at cell) map[string]bool {
	rest := at.shape.root.rest
	if rest == nil {
		return nil
	}
	keys := make(map[string]bool)
	start, n := level.Span(j.l.Row(at.shape.index, at.row)[rest.Offset:])
	for i := start; i < start+n; i++ {
		keys[j.entryKey(rest.elems, i)] = true
	}
	return keys
}

// besideEntries refuses what a build would leave out of the property of a key that elements
// of the map have as well. It has to be a list, whose items stand behind these.
func besideEntries(at cell, key string, list format.Value) error {
	taken := list.Kind() != format.List
	for _, e := range list.All() {
		taken = taken || e.Kind() == format.Nil || e.Kind() == format.List && e.Len() == 0
	}
	if taken {
		at.field = nil
		return at.errorf("has a dynamic property %q, which would be lost beside the elements of that key", clip([]byte(key)))
	}
	return nil
}

// property writes a value. It refuses one that no JSON value stands for, and an object
// that would be taken for a node, except inside another property.
func (j *jsonSyntax) property(at cell, v format.Value, depth int, inside bool) error {
	at.field = nil
	switch v.Kind() {
	case format.Bytes, format.NoValue:
		return at.errorf("has a dynamic property that is no JSON value")
	case format.List, format.Map:
	default:
		return j.scalarProperty(at, v)
	}
	if j.depth+depth >= source.MaxDepth { // it would be a value in these
		return at.errorf("has a dynamic property deeper than %d levels, which no source may have", source.MaxDepth)
	}
	n := 0
	if v.Kind() == format.List {
		j.w.WriteByte('[')
		for _, e := range v.All() {
			if n++; n > 1 {
				j.w.WriteString(", ")
			}
			if err := j.property(at, e, depth+1, inside); err != nil {
				return err
			}
		}
		j.w.WriteByte(']')
		return nil
	}
	m, _ := v.Map()
	o := new(object)
	j.w.WriteByte('{')
	for key, e := range m.All() {
		if text, ok := e.Text(); ok && !inside && string(key) == j.o.KindMember && j.kinds[string(text)] {
			return at.errorf("has a dynamic property that would be taken for a node")
		}
		if err := forTools(at, key); err != nil {
			return err
		}
		j.member(o, string(key))
		if err := j.property(at, e, depth+1, true); err != nil {
			return err
		}
	}
	j.w.WriteByte('}')
	return nil
}

// forTools refuses the key that a compiler leaves to other tools in any JSON object.
func forTools(at cell, key []byte) error {
	at.field = nil
	if string(key) == "$schema" {
		return at.errorf("has a dynamic property %q, which in JSON is for other tools; XML can say it", key)
	}
	return nil
}

func (j *jsonSyntax) scalarProperty(at cell, v format.Value) error {
	b := appendScalar(nil, v)
	if v.Kind() == format.Float && string(b) == "null" {
		return at.errorf("has a dynamic property that is not finite, and no source can say that")
	}
	j.w.Write(b)
	return nil
}

// appendScalar appends a scalar as JSON. It never writes a float like an integer,
// because it would come back as one.
func appendScalar(b []byte, v format.Value) []byte {
	start := len(b)
	b = v.AppendJSON(b)
	if v.Kind() == format.Float && !bytes.ContainsAny(b[start:], ".eEn") {
		b = append(b, ".0"...)
	}
	return b
}
