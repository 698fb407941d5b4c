package unparse

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A holder is an object with nodes under their keys, see package compile. Nodes with a
// key are written in one if it says the same as a list would: the order of its members
// is theirs, and no two members have the same name.

// holder returns where nodes of a kind are under their keys: a name, format.NoKey for
// the outermost object, or "" for nowhere. other says that nodes of the slot must name
// their kind there.
func (sh *shape) holder(slot uint8) (name string, other bool) {
	switch {
	case sh.key == nil:
		return "", false
	case sh.Attr.JSON != "":
		return sh.Attr.JSON, slot > 0
	}
	return sh.Attr.Names[slot], false
}

// nodeKey returns the key of a node, if the node can be under that.
func (w *writer) nodeKey(at cell) (key string, ok bool, err error) {
	at.field = at.shape.key
	b := w.l.Row(at.shape.index, at.row)[at.field.Offset:][:at.field.Size()]
	if at.field == at.shape.id && at.field.Type != format.TypeStr && !w.wantsID(at, b) {
		return "", false, nil // the source did not give this number
	}
	text, _, err := w.scalar(w.text[:0], at, b)
	w.text = text
	return string(text), len(text) <= source.MaxName, err
}

// hold goes to the place of a node under its key, in the innermost open object, and
// reports whether it could. named says whether the node must name its kind there.
func (j *jsonSyntax) hold(at cell, slot uint8, typed bool) (ok, named bool, err error) {
	name, other := at.shape.holder(slot)
	if name == "" {
		return false, false, nil
	}
	key, ok, err := j.nodeKey(at)
	if !ok || err != nil {
		return false, false, err
	}
	o := &j.objects[len(j.objects)-1]
	fits := o.held != nil && !o.held[key] && len(o.held) < source.MaxMembers
	switch {
	case fits && name == o.key && (typed || !other):
		named = other
	case (typed || !other) && name != format.NoKey && !(j.rootsIn == inHolder && o.shape == nil) && j.isFree(o, name) && len(j.objects)-1 < j.lists:
		j.endList()
		j.lineMember(o, name)
		if err := j.openValue(at, '{'); err != nil {
			return false, false, err
		}
		o.keys = append(o.keys, name)
		o.closing, o.key, o.held = '}', name, map[string]bool{}
		named = other
	case fits && typed:
		named = true
	default:
		return false, false, nil
	}
	if len(o.held) > 0 {
		j.w.WriteByte(',')
	}
	o.held[key] = true
	j.line()
	j.label(key)
	return true, named, nil
}

// isFree reports whether a holder may begin under a name.
func (j *jsonSyntax) isFree(o *object, name string) bool {
	if name == j.o.KindMember || slices.Contains(o.keys, name) {
		return false
	}
	if o.shape == nil {
		return true
	}
	f, sub := o.shape.root.find(name)
	return f == nil && sub == nil && o.shape.root.rest == nil
}

// holdsRoots reports whether the outermost object can hold all outermost nodes.
func (j *jsonSyntax) holdsRoots() (bool, error) {
	keys := map[string]bool{}
	for _, n := range j.l.Nodes() {
		if n.Depth > 0 {
			continue
		}
		sh := j.shapes[n.Kind]
		if len(sh.Attr.Names) == 0 {
			return false, nil
		}
		name, other := sh.holder(sh.nameOf(n.Slot))
		if name == "" || (name != format.NoKey || other) && sh.untyped(j.o.KindMember) {
			return false, nil
		}
		key, ok, err := j.nodeKey(cell{sh, n.Row, nil})
		if !ok || err != nil || keys[key] || len(keys) == source.MaxMembers {
			return false, err
		}
		keys[key] = true
	}
	return len(keys) > 0, nil
}
