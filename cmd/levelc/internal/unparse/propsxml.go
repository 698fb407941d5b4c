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
	mostAttrs   = 50                                 // properties that are attributes of one element, except those that must be
)

// propertyAttributes writes the properties of a row that can be attributes, and reports
// whether others are left.
func (x *xmlSyntax) propertyAttributes(at cell) (more bool, err error) {
	at.field = nil
	err = x.eachEntry(x.propsOf(at), func(key string, v format.Value, fits bool) error {
		return x.unknown(at, []byte(key), v, fits)
	})
	if err != nil {
		return false, err
	}
	return x.entryAttributes(at, x.propsOf(at))
}

// propertyElements writes the properties that propertyAttributes has left. A name of a kind
// is no name of an element.
func (x *xmlSyntax) propertyElements(at cell) error {
	at.field = nil
	return x.eachEntry(x.propsOf(at), func(key string, v format.Value, fits bool) error {
		if fits {
			return nil
		}
		return x.property(at, key, v, x.kinds[key])
	})
}

// eachEntry calls do for the entries of a map. fits says that one can be an attribute, whose
// value is then in x.text. There is no limit for names of kinds, because an element of such a
// name would be a node.
func (x *xmlSyntax) eachEntry(p format.Props, do func(key string, v format.Value, fits bool) error) error {
	n := 0
	for key, v := range p.All() {
		fits := (n < mostAttrs || x.kinds[string(key)]) && x.asAttr(key, v)
		if fits {
			n++
		}
		if err := do(string(key), v, fits); err != nil {
			return err
		}
	}
	return nil
}

func (x *xmlSyntax) entryAttributes(at cell, p format.Props) (more bool, err error) {
	err = x.eachEntry(p, func(key string, _ format.Value, fits bool) error {
		if fits {
			return x.attr(at, key)
		}
		more = true
		return nil
	})
	return more, err
}

// entryElements writes the entries that entryAttributes has left.
func (x *xmlSyntax) entryElements(at cell, p format.Props) error {
	return x.eachEntry(p, func(key string, v format.Value, fits bool) error {
		if fits {
			return nil
		}
		return x.property(at, key, v, false)
	})
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
// one. taken says that an element of the name is something else.
func (x *xmlSyntax) property(at cell, key string, v format.Value, taken bool) error {
	at.field = nil
	write := x.propertyElement
	if taken {
		write = x.escape
	}
	if v.Kind() != format.List || v.Len() < 2 {
		return write(at, key, v, false)
	}
	for _, e := range v.All() {
		if err := write(at, key, e, false); err != nil {
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
				if err := x.property(at, string(k), e, false); err != nil {
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
