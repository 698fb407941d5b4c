package unparse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// This file decides the form of a field in XML, and puts its text into x.text.

// one appends a value to x.text and returns its kind.
func (x *xmlSyntax) one(at cell, b []byte) (value []byte, k kind, err error) {
	start := len(x.text)
	x.text, k, err = x.scalar(x.text, at, b)
	if err == nil && !source.IsText(x.text[start:]) {
		err = at.errorf("has a character that XML has not: %q; --as json can say it", clip(x.text[start:]))
	}
	if err == nil && k == flags {
		err = flagNames(at, b)
	}
	return x.text[start:], k, err
}

// alone is one for a value that no others stand beside. It refuses one that would lose
// white space at its ends, which only strings keep.
func (x *xmlSyntax) alone(at cell, b []byte) (value []byte, k kind, err error) {
	value, k, err = x.one(at, b)
	if err == nil && k != phrase && !trimmed(value) {
		err = at.errorf("is %q, and white space at its ends would be lost; --as json can say it", clip(value))
	}
	return value, k, err
}

func clip(b []byte) []byte { return terse.Cut(b, 40) }

// flagNames refuses flags that cannot be told apart in a text.
func flagNames(at cell, b []byte) (err error) {
	level.Flags(at.field.Field, b, func(name string, _ int) bool {
		if strings.ContainsAny(name, "|, \t\r\n") {
			err = at.errorf("has a flag %q, which is no word", name)
		}
		return err == nil
	})
	return err
}

// asAttribute reports whether a field can be an attribute.
func (x *xmlSyntax) asAttribute(at cell, row []byte) (bool, error) {
	x.text = x.text[:0]
	f := at.field
	if f.Type == format.TypeSpan {
		return x.spanAttribute(at, row)
	}
	if f.Count > 1 {
		ok, err := x.list(at, row[f.Offset:])
		x.bracket()
		return ok, err
	}
	_, _, err := x.alone(at, row[f.Offset:])
	return true, err
}

// list appends the values of an inline array, and reports whether they can be in a
// list.
func (x *xmlSyntax) list(at cell, b []byte) (bool, error) {
	f := at.field
	for k := range int(f.Count) {
		if len(x.text) > 0 {
			x.text = append(x.text, ' ')
		}
		v, what, err := x.one(at, b[k*f.size:])
		if err != nil {
			return false, err
		}
		if (what == flags || f.Type.IsRef() && len(f.Attr.Components) == 0) && len(v) == 0 {
			x.text = append(x.text, noItem) // no flags, or no reference, but still an item
			continue
		}
		if !item(v) || f.Type.IsRef() && string(v) == string(noItem) {
			return false, nil
		}
	}
	return true, nil
}

// notInList says which values list leaves out.
func (c cell) notInList() error {
	what := "is empty, or"
	if c.field.Type.IsRef() {
		what = fmt.Sprintf("is %c, or", noItem)
	}
	return c.errorf("has a value that cannot stand in a list: one that %s has a space or comma in it; --as json can say it", what)
}

// noItem is the item of a list that is no flags, or no reference.
const noItem = '|'

// spanAttribute reports whether the elements of a span can be an attribute:
// short lists of values.
func (x *xmlSyntax) spanAttribute(at cell, row []byte) (bool, error) {
	f := at.field
	start, n := level.Span(row[f.Offset:])
	if n == 0 {
		return true, nil
	}
	if !f.elems.group || f.elems.hasWords() || x.anyProps(f.elems, start, n) || uint64(n)*uint64(f.elems.fields[0].Count) > shortList {
		return false, nil
	}
	value := &f.elems.fields[0]
	for i := start; i < start+n; i++ {
		ok, err := x.list(cell{f.elems, i, value}, x.l.Row(f.elems.index, i)[value.Offset:])
		if !ok || err != nil {
			return false, err
		}
	}
	x.bracket()
	return true, nil
}

// bracket puts brackets around the list in x.text if its own would be taken for such,
// and not for part of its first and last value.
func (x *xmlSyntax) bracket() {
	t := x.text
	if n := len(t); n > 0 && (t[0] == '(' && t[n-1] == ')' || t[0] == '[' && t[n-1] == ']') {
		x.text = append(slices.Insert(t, 0, '['), ']')
	}
}

// child writes a field as one or more elements.
func (x *xmlSyntax) child(at cell, row []byte) error {
	f := at.field
	if f.Type == format.TypeSpan {
		return x.spanElements(at, row)
	}
	x.text = x.text[:0]
	if f.Count > 1 {
		ok, err := x.list(at, row[f.Offset:])
		if err != nil {
			return err
		}
		if !ok {
			return x.components(at, row)
		}
		x.bracket()
	} else if _, _, err := x.alone(at, row[f.Offset:]); err != nil {
		return err
	}
	return x.inner(at, f.label)
}

// components writes an inline array as an element with an attribute for each value,
// because they cannot be in a list.
func (x *xmlSyntax) components(at cell, row []byte) error {
	f := at.field
	if len(f.Attr.Components) != int(f.Count) {
		return at.notInList()
	}
	if err := x.startTag(f.label, at); err != nil {
		return err
	}
	for k, name := range f.Attr.Components {
		x.text = x.text[:0]
		if _, _, err := x.alone(at, row[int(f.Offset)+k*f.size:]); err != nil {
			return err
		}
		if err := x.attr(at, name); err != nil {
			return err
		}
	}
	x.endEmpty()
	return nil
}

// spanElements writes a span as repeated elements.
func (x *xmlSyntax) spanElements(at cell, row []byte) error {
	f := at.field
	start, n := level.Span(row[f.Offset:])
	if value := f.elems.run(); value != nil && !x.anyProps(f.elems, start, n) {
		return x.runs(at, value, start, n)
	}
	for i := start; i < start+n; i++ {
		if err := x.element(f.label, cell{f.elems, i, nil}, f.elems.root, x.l.Row(f.elems.index, i), false); err != nil {
			return err
		}
	}
	return nil
}

// run returns the field of elements of which many can be in one element: numbers, bools
// and symbols.
func (sh *shape) run() *field {
	if !sh.group || sh.hasWords() {
		return nil
	}
	f := &sh.fields[0]
	if f.Type == format.TypeStr || f.Type.IsRef() || f.Type.IsFlags() {
		return nil
	}
	return f
}

// hasWords reports whether elements are symbols of which one may be several words. A list of
// such symbols could be taken for one of them.
func (sh *shape) hasWords() bool {
	f := &sh.fields[0]
	return f.Type.IsEnum() && f.Count == 1 && slices.ContainsFunc(f.Symbols, func(s string) bool { return !item([]byte(s)) })
}

func (x *xmlSyntax) runs(at cell, value *field, start, n uint32) error {
	elems := at.field.elems
	x.text = x.text[:0]
	for i, held := start, uint32(0); i < start+n; i++ {
		ok, err := x.list(cell{elems, i, value}, x.l.Row(elems.index, i)[value.Offset:])
		if err != nil {
			return err
		}
		if !ok {
			return cell{elems, i, value}.notInList()
		}
		if held += value.Count; held < listRun && i+1 < start+n {
			continue
		}
		x.bracket()
		if err := x.inner(at, at.field.label); err != nil {
			return err
		}
		x.text, held = x.text[:0], 0
	}
	return nil
}

// ownValue puts the text of an element into x.text, or returns false if it has none.
func (x *xmlSyntax) ownValue(at cell, sc *scope, row []byte) (bool, error) {
	f := sc.own
	if f == nil {
		return false, nil
	}
	at.field = f
	if !at.shape.scalar {
		if yes, err := x.wants(at, row); !yes || err != nil {
			return false, err
		}
	}
	x.text = x.text[:0]
	b := row[f.Offset:]
	switch {
	case f.Type == format.TypeSpan:
		if err := x.spanText(at, b); err != nil {
			return false, err
		}
	case f.Count > 1:
		ok, err := x.list(at, b)
		if err != nil {
			return false, err
		}
		if !ok {
			return false, at.notInList()
		}
		x.bracket()
	default:
		v, k, err := x.alone(at, b)
		if err != nil {
			return false, err
		}
		if k == flags && len(v) == 0 {
			x.text = append(x.text, noItem)
		}
	}
	if blank(x.text) && !at.shape.scalar && (len(x.text) == 0 || f.Type != format.TypeStr) {
		if needed, err := x.needs(at, row); !needed {
			return false, err
		}
		return false, at.errorf("is %q, which an element's text cannot be: it would be taken for none", clip(x.text))
	}
	return len(x.text) > 0, nil
}

// spanText puts the elements of a span into a text, value after value.
func (x *xmlSyntax) spanText(at cell, b []byte) error {
	elems := at.field.elems
	start, n := level.Span(b)
	for i := start; i < start+n; i++ {
		row := x.l.Row(elems.index, i)
		for j := range elems.fields {
			f := &elems.fields[j]
			in := cell{elems, i, f}
			if f.Type == format.TypeSpan || !elems.scalar && !f.Type.IsNumber() {
				return in.errorf("cannot stand in a text")
			}
			ok, err := x.list(in, row[f.Offset:])
			if err != nil {
				return err
			}
			if !ok {
				return in.notInList()
			}
		}
	}
	x.bracket()
	return nil
}
