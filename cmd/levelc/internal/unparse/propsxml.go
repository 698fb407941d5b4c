package unparse

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Dynamic properties in XML: attributes if possible, otherwise elements. For values
// that XML cannot express, there is an element that package compile knows.

const (
	escapeName  = "levelc:value"
	escapeSpace = "https://github.com/levelc/levelc" // what the prefix stands for, for other tools
	mostAttrs   = 50                                 // properties that are attributes of one element
)

// propertyAttributes writes the properties of a row that can be attributes, and reports
// whether others are left.
func (x *xmlSyntax) propertyAttributes(at cell) (more bool, err error) {
	p := x.propsOf(at)
	at.field = nil
	for key, v := range p.All() {
		if err := x.unknown(at, key, v); err != nil {
			return false, err
		}
	}
	return x.entryAttributes(at, p)
}

func (x *xmlSyntax) entryAttributes(at cell, p format.Props) (more bool, err error) {
	n := 0
	for key, v := range p.All() {
		if n == mostAttrs || !x.asAttr(key, v) {
			more = true
			continue
		}
		n++
		if err := x.attr(at, string(key)); err != nil {
			return false, err
		}
	}
	return more, nil
}

// entryElements writes the entries that entryAttributes has left.
func (x *xmlSyntax) entryElements(at cell, p format.Props) error {
	n := 0
	for key, v := range p.All() {
		if n < mostAttrs && x.asAttr(key, v) {
			n++
			continue
		}
		if err := x.property(at, string(key), v); err != nil {
			return err
		}
	}
	return nil
}

// asAttr puts a value into x.text if an attribute of that key can give it back.
func (x *xmlSyntax) asAttr(key []byte, v format.Value) bool {
	name := string(key)
	if !source.IsName(name) || source.ForTools(name) {
		return false
	}
	return x.plain(v)
}

// plain puts a scalar into x.text if that text alone can give it back.
func (x *xmlSyntax) plain(v format.Value) bool {
	switch v.Kind() {
	case format.Bool, format.Int, format.Uint, format.Float:
		x.text = appendScalar(x.text[:0], v)
		return string(x.text) != "null"
	case format.String:
		text, _ := v.Text()
		x.text = append(x.text[:0], text...)
		return source.IsText(text) && string(text) != "true" && string(text) != "false" && !source.IsJSONNumber(text)
	}
	return false
}

// property writes a value as an element, or as several if it is a list of more than
// one.
func (x *xmlSyntax) property(at cell, key string, v format.Value) error {
	at.field = nil
	if v.Kind() != format.List || v.Len() < 2 {
		return x.propertyElement(at, key, v, false)
	}
	for _, e := range v.All() {
		if err := x.propertyElement(at, key, e, false); err != nil {
			return err
		}
	}
	return nil
}

// propertyElement writes a value as one element. An item of a list needs no key.
func (x *xmlSyntax) propertyElement(at cell, key string, v format.Value, item bool) error {
	named := source.IsName(key) && key != escapeName
	if named && x.plain(v) && len(x.text) > 0 && trimmed(x.text) {
		return x.inner(at, key)
	}
	if m, ok := v.Map(); ok && named {
		if err := x.startTag(key, at); err != nil {
			return err
		}
		more, err := x.entryAttributes(at, m)
		if err != nil {
			return err
		}
		return x.content(key, more, func() error { return x.entryElements(at, m) })
	}
	return x.escape(at, key, v, item)
}

// content ends the start tag of an element. If there is more, it writes that and the
// end tag.
func (x *xmlSyntax) content(name string, more bool, write func() error) error {
	if !more {
		x.endEmpty()
		return nil
	}
	x.w.WriteByte('>')
	if err := write(); err != nil {
		return err
	}
	x.endTag(name)
	return nil
}

// escape writes a value as the element that can be anything.
func (x *xmlSyntax) escape(at cell, key string, v format.Value, item bool) error {
	if err := x.openTag(escapeName, at); err != nil {
		return err
	}
	if !item {
		if !source.IsText([]byte(key)) {
			return at.errorf("has a dynamic property under a key with characters that XML does not have; JSON can have it")
		}
		x.text = append(x.text[:0], key...)
		if err := x.attr(at, "key"); err != nil {
			return err
		}
	}
	switch v.Kind() {
	case format.Nil:
		x.w.WriteString(` null="true"`)
		x.endEmpty()
		return nil
	case format.String:
		text, _ := v.Text()
		if !source.IsText(text) {
			return at.errorf("has a dynamic property %q that is no text which XML could have; JSON can", clip([]byte(key)))
		}
		x.text = append(x.text[:0], text...)
		err := x.attr(at, "text")
		x.endEmpty()
		return err
	case format.List:
		x.w.WriteString(` list="true"`)
		return x.content(escapeName, v.Len() > 0, func() error {
			for _, e := range v.All() {
				if err := x.propertyElement(at, "item", e, true); err != nil {
					return err
				}
			}
			return nil
		})
	case format.Map:
		m, _ := v.Map()
		return x.content(escapeName, m.Len() > 0, func() error {
			for k, e := range m.All() {
				if err := x.property(at, string(k), e); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if !x.plain(v) {
		return at.errorf("has a dynamic property %q that no source can say", clip([]byte(key)))
	}
	return x.content(escapeName, true, func() error { x.ownText(); return nil })
}
