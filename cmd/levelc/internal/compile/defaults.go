package compile

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// link resolves what a table says about others, and makes its fresh row.
func (b *planner) link(t *table) {
	t.fresh = make([]byte, t.Stride)
	for i := range t.fields {
		f := &t.fields[i]
		switch f.Type {
		case format.TypeRef:
			f.targets = b.ids(t, f, f.Target)
		case format.TypeAnyRef:
			f.targets = b.ids(t, f, f.Symbols...)
		case format.TypeSpan:
			f.elems = b.byName[f.Target]
			if (f.Attr.Role == format.RoleMap) != (f.elems.key != nil) {
				b.errorf(t.Table, f.Field, "a map's elements have a field for the key, and others do not")
			}
			if f.any && f.elems.scalar {
				f.elems.fields[0].any = true
			}
		}
		b.setForms(f)
		for j := range f.parts {
			f.parts[j].targets, f.parts[j].forms, f.parts[j].noNone = f.targets, f.forms, f.noNone
		}
		if f.Attr.HasDefault {
			b.preset(t, f)
		}
	}
}

// ids returns the tables that a reference may name. A kind without ids can be a parent,
// but nothing can refer to it.
func (b *planner) ids(t *table, f *field, names ...string) []int {
	var out []int
	known := false
	for _, name := range names {
		out = append(out, b.byName[name].index)
		known = known || b.byName[name].id != nil
	}
	if !known && f.Attr.Role != format.RoleParent {
		b.errorf(t.Table, f.Field, "it refers to %s by id, but no field there has the option id, as in level:\"name,id\"", either(names))
	}
	return out
}

// preset puts a default into the fresh row, or keeps it for the build.
func (b *planner) preset(t *table, f *field) {
	text := []byte(f.Attr.Default)
	switch {
	case f.Attr.Role.IsID():
		b.errorf(t.Table, f.Field, "an id cannot have a default: it would not be the only one")
	case f.Attr.Default == "" && f.Type != format.TypeSpan && !plain(f.Type): // as if there were none
	case f.Type == format.TypeStr:
		for i, s := range b.items(t, f) {
			t.strings = append(t.strings, fill{f.Offset + uint32(i)*f.size, s})
		}
	case f.Type.IsRef() && len(f.parts) > 0:
		for i, id := range b.items(t, f) {
			if id != noItem {
				f.parts[i].Attr.Default = id
			}
		}
		t.late = append(t.late, f)
	case !plain(f.Type):
		t.late = append(t.late, f)
	default:
		dst := t.fresh[f.Offset:][:f.size*f.Count]
		ft, n, wrong := fine, 0, text
		if f.Count == 1 {
			ft = scalar(f, dst, source.Text, text)
		} else if isHexColour(f, source.Text, text) {
			ft = hexColour(dst, text)
		} else if n, wrong, ft = array(f, dst, text); ft == fine && n != int(f.Count) {
			ft = wrongCount
		}
		if ft != fine {
			m := mistake{fault: ft, field: f, kind: source.Text, text: wrong, item: n > 0, count: n}
			b.badDefault(t, f, &m)
		}
	}
}

// items returns the default of one string or reference, or of each of several: a source may
// give only some of the components.
func (b *planner) items(t *table, f *field) (items []string) {
	if f.Count == 1 {
		return []string{f.Attr.Default}
	}
	ft := fine
	it := source.Split([]byte(f.Attr.Default))
	for it.Next() {
		items = append(items, string(it.Item()))
	}
	switch {
	case it.Err() != nil:
		ft = emptyItem
	case len(items) != int(f.Count):
		ft = wrongCount
	default:
		return items
	}
	m := mistake{fault: ft, field: f, kind: source.Text, count: len(items)}
	b.badDefault(t, f, &m)
	return nil
}

// badDefault notes a default that the field cannot have, in the words in which the Bind of
// the game says it, if it does.
func (b *planner) badDefault(t *table, f *field, m *mistake) {
	hint := inBrackets(m.advise())
	if !f.Type.IsRef() {
		if m.fault == noSymbol && m.advise() == takes(f) {
			hint = "" // the error lists them
		}
		_, err := format.DefaultBytes(f.Field)
		if e := (*format.Error)(nil); errors.As(err, &e) {
			b.errorf(t.Table, f.Field, "%s%s", e.Detail, hint)
			return
		}
	}
	b.errorf(t.Table, f.Field, "default %q: %s%s", f.Attr.Default, m.describe(f.label[source.XML]), hint)
}

// array fills an inline array of plain values from a list. It returns how many values
// the list has. After a fault it returns the number of the wrong value, and that value.
func array(f *field, dst []byte, b []byte) (n int, wrong []byte, ft fault) {
	it := source.Split(b)
	for it.Next() {
		if n < int(f.Count) {
			if ft = scalar(f, dst[uint32(n)*f.size:][:f.size], source.Text, it.Item()); ft != fine {
				return n + 1, it.Item(), ft
			}
		}
		n++
	}
	if it.Err() != nil {
		return n + 1, nil, emptyItem
	}
	return n, nil, fine
}

// inBrackets puts a hint behind a message that cannot have one.
func inBrackets(hint string) string {
	if hint == "" {
		return ""
	}
	return " (" + hint + ")"
}
