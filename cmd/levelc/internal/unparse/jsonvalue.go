package unparse

import (
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

const (
	longList  = 1 << 16  // values, or
	longBytes = 4 << 20  // bytes of strings; with more, elements are objects, of which there may be any number
	longRows  = 12 << 20 // bytes of rows of numbers, if each is long; lists of single numbers may have any length
	lineItems = 16       // of a list on one line
)

// scope writes the members of an object: those of a row, or of a nested struct in it.
func (j *jsonSyntax) scope(at cell, o *object, sc *scope, row []byte) error {
	for _, f := range sc.fields {
		if f == j.under {
			continue
		}
		at.field = f
		yes, err := j.wants(at, row)
		if err == nil && yes {
			err = j.fieldMember(at, o, row)
		}
		if err != nil {
			return err
		}
	}
	for _, sub := range sc.subs {
		yes, err := j.filled(at, sub, row)
		if err != nil {
			return err
		}
		if !yes {
			continue
		}
		j.member(o, sub.label)
		text, err := j.onlyText(at, sub, row)
		switch {
		case err != nil:
		case text != nil:
			err = j.value(cell{at.shape, at.row, text}, row[text.Offset:], sub.label)
		default:
			err = j.object(at, sub, row)
		}
		if err != nil {
			return err
		}
	}
	if sc == at.shape.root {
		if err := j.properties(at, o); err != nil {
			return err
		}
	}
	return j.mapEntries(at, o, sc, row)
}

// onlyText returns the text of a nested struct that has nothing else to be written, if
// that is one value: it may stand in place of the object.
func (j *jsonSyntax) onlyText(at cell, sc *scope, row []byte) (text *field, err error) {
	if len(sc.subs) > 0 || sc.rest != nil || sc.label == j.o.KindMember {
		return nil, nil
	}
	for _, f := range sc.fields {
		at.field = f
		yes, err := j.wants(at, row)
		switch {
		case err != nil:
			return nil, err
		case !yes:
		case text != nil || f.Attr.Role != format.RoleText || f.Count > 1 || f.Type == format.TypeSpan || f.Type.IsFlags():
			return nil, nil
		default:
			text = f
		}
	}
	return text, nil
}

// object writes an object that contains no nodes.
func (j *jsonSyntax) object(at cell, sc *scope, row []byte) error {
	if err := j.openValue(at, '{'); err != nil {
		return err
	}
	if err := j.scope(at, new(object), sc, row); err != nil {
		return err
	}
	j.closeValue('}')
	return nil
}

func (j *jsonSyntax) fieldMember(at cell, o *object, row []byte) error {
	f := at.field
	b := row[f.Offset:]
	if f.Type == format.TypeSpan {
		return j.span(at, o, b)
	}
	j.member(o, f.label)
	return j.value(at, b, f.label)
}

// value writes the value or values of a field.
func (j *jsonSyntax) value(at cell, b []byte, label string) error {
	f := at.field
	switch {
	case f.Count > 1:
		return j.list(at, b)
	case f.Type.IsFlags():
		if err := j.openValue(at, '['); err != nil {
			return err
		}
		n := 0
		level.Flags(f.Field, b, func(name string, _ int) bool {
			if n++; n > 1 {
				j.w.WriteString(", ")
			}
			j.quote([]byte(name))
			return true
		})
		j.closeValue(']')
		return nil
	}
	text, k, err := j.scalar(j.text[:0], at, b)
	j.text = text
	if err != nil {
		return err
	}
	if label == j.o.KindMember && (k == word || k == phrase) && j.kinds[string(text)] {
		return at.errorf("is %q under the name %q, which would make the object a node; XML can say it, and JSON with another --kind-member", text, label)
	}
	j.put(text, k)
	return nil
}

func (j *jsonSyntax) put(text []byte, k kind) {
	if k == numeral || k == boolean {
		j.w.Write(text)
		return
	}
	j.quote(text)
}

// list writes the values of an inline array.
func (j *jsonSyntax) list(at cell, b []byte) error {
	if err := j.openValue(at, '['); err != nil {
		return err
	}
	for k := range int(at.field.Count) {
		if k > 0 {
			j.w.WriteString(", ")
		}
		if err := j.item(at, b[k*at.field.size:]); err != nil {
			return err
		}
	}
	j.closeValue(']')
	return nil
}

// item writes a value in a list.
func (j *jsonSyntax) item(at cell, b []byte) error {
	text, k, err := j.scalar(j.text[:0], at, b)
	j.text = text
	if err == nil && k == flags {
		err = flagNames(at, b)
	}
	if err == nil {
		j.put(text, k)
	}
	return err
}

// span writes a span: a list of values, or one of objects.
func (j *jsonSyntax) span(at cell, o *object, b []byte) error {
	f := at.field
	start, n := level.Span(b)
	if f.elems.group && !j.long(f.elems, start, n) {
		j.member(o, f.label)
		return j.values(at, start, n)
	}
	if n == 0 {
		j.member(o, f.label)
		if err := j.openValue(at, '['); err != nil {
			return err
		}
		j.closeValue(']')
		return nil
	}
	j.lineMember(o, f.label)
	if j.areLists(f.elems, start, n) {
		return j.nestedLists(at, start, n)
	}
	return j.elements(at, start, n)
}

// elements writes rows of an array table as a list of objects.
func (j *jsonSyntax) elements(at cell, start, n uint32) error {
	elems := at.field.elems
	return j.lines(at, start, n, func(i uint32) error { return j.element(cell{elems, i, nil}) })
}

// mixed is elements with the items of a property behind them, which stand on the last line.
func (j *jsonSyntax) mixed(at cell, start, n uint32, list format.Value) error {
	return j.lines(at, start, n, func(i uint32) error {
		if err := j.element(cell{at.field.elems, i, nil}); err != nil || i < start+n-1 {
			return err
		}
		for _, e := range list.All() {
			j.w.WriteString(", ")
			if err := j.property(at, e, 0, false); err != nil {
				return err
			}
		}
		return nil
	})
}

// lines writes a list with one of n rows on each line.
func (j *jsonSyntax) lines(at cell, start, n uint32, item func(row uint32) error) error {
	if err := j.openValue(at, '['); err != nil {
		return err
	}
	for i := start; i < start+n; i++ {
		if i > start {
			j.w.WriteByte(',')
		}
		j.line()
		if err := item(i); err != nil {
			return err
		}
	}
	j.closeValue(']')
	return nil
}

// element writes one element as an object. The value of a scalar element is always
// written: without it, the object would lack it.
func (j *jsonSyntax) element(at cell) error {
	row := j.l.Row(at.shape.index, at.row)
	if !at.shape.scalar {
		return j.object(at, at.shape.root, row)
	}
	if err := j.openValue(at, '{'); err != nil {
		return err
	}
	at.field = &at.shape.fields[0]
	o := new(object)
	if err := j.fieldMember(at, o, row); err != nil {
		return err
	}
	if err := j.properties(at, o); err != nil {
		return err
	}
	j.closeValue('}')
	return nil
}

// long reports whether the elements are too many for one list.
func (j *jsonSyntax) long(elems *shape, start, n uint32) bool {
	if j.anyProps(elems, start, n) {
		return true
	}
	value := &elems.fields[0]
	if value.Type.IsNumber() && (value.Count == 1 || value.Count >= source.LongList && uint64(n)*uint64(value.Count)*mostDigits(value.Type) <= longRows) {
		return false // a build reads them without a value for each
	}
	if uint64(n)*uint64(value.Count) > longList {
		return true
	}
	if value.Type != format.TypeStr {
		return false
	}
	size := 0
	for i := start; i < start+n; i++ {
		row := j.l.Row(elems.index, i)
		for k := range int(value.Count) {
			size += len(j.l.Text(uint32(level.Uint(format.TypeU32, row[int(value.Offset)+4*k:]))))
		}
	}
	return size > longBytes
}

// mostDigits returns how long a number of the type can be in a source.
func mostDigits(t format.Type) uint64 {
	if t.IsFloat() {
		return uint64(t.Size())*3 + 4
	}
	return uint64(t.Size())*5/2 + 2
}

// values writes the elements of a span of values.
func (j *jsonSyntax) values(at cell, start, n uint32) error {
	elems := at.field.elems
	value := &elems.fields[0]
	if err := j.openValue(at, '['); err != nil {
		return err
	}
	write, perLine := j.item, uint32(lineItems)
	if value.Count > 1 {
		write = j.list
	}
	if value.Count > lineItems {
		perLine = 1
	}
	for i := start; i < start+n; i++ {
		switch k := i - start; {
		case k > 0 && k%perLine == 0:
			j.w.WriteByte(',')
			j.line()
		case k > 0:
			j.w.WriteString(", ")
		}
		if err := write(cell{elems, i, value}, j.l.Row(elems.index, i)[value.Offset:]); err != nil {
			return err
		}
	}
	j.closeValue(']')
	return nil
}

// mapEntries writes the elements of a map as members under their keys. Neighbours with
// the same key become a list, in which a property of that key stands as well.
func (j *jsonSyntax) mapEntries(at cell, o *object, sc *scope, row []byte) error {
	if sc.rest == nil {
		return nil
	}
	elems := sc.rest.elems
	start, n := level.Span(row[sc.rest.Offset:])
	seen := make(map[string]bool)
	for i := start; i < start+n; {
		in := cell{elems, i, nil}
		key := j.entryKey(elems, i)
		f, sub := sc.find(key)
		if f != nil || sub != nil {
			return in.errorf("its key %q is the name of a field", key)
		}
		if seen[key] {
			return in.errorf("its key %q has come before, with others in between", key)
		}
		seen[key] = true
		end := i + 1
		for end < start+n && j.entryKey(elems, end) == key {
			end++
		}
		in.field = sc.rest
		if list, ok := o.props[key]; ok {
			if err := besideEntries(at, key, list); err != nil {
				return err
			}
			j.lineMember(o, key)
			if err := j.mixed(in, i, end-i, list); err != nil {
				return err
			}
		} else if end-i > 1 {
			j.lineMember(o, key)
			if err := j.elements(in, i, end-i); err != nil {
				return err
			}
		} else if err := j.entry(o, key, cell{elems, i, elems.value}); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// entry writes one member of a map: as a value if its elements have only one, otherwise
// as an object.
func (j *jsonSyntax) entry(o *object, key string, at cell) error {
	row := j.l.Row(at.shape.index, at.row)
	if at.field != nil && at.field.Type != format.TypeSpan && !at.field.Type.IsFlags() && key != j.o.KindMember && key != "$schema" &&
		j.propsOf(at) == nil {
		yes, err := j.wants(at, row)
		if err != nil {
			return err
		}
		if yes {
			j.member(o, key)
			return j.value(at, row[at.field.Offset:], key)
		}
	}
	at.field = nil
	j.lineMember(o, key)
	return j.object(at, at.shape.root, row)
}
