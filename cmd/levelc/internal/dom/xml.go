package dom

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// element is any element of an XML document.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (w *walk) xml(src []byte) error {
	var root element
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = !w.o.Lenient
	if err := d.Decode(&root); err != nil {
		return err
	}
	if t := w.kinds[root.XMLName.Local]; t != nil {
		return w.xmlNode(t, &root)
	}
	return w.xmlNodes(root.Children)
}

// xmlNodes walks the elements that are kinds.
func (w *walk) xmlNodes(list []element) error {
	for i := range list {
		if t := w.kinds[list[i].XMLName.Local]; t != nil {
			if err := w.xmlNode(t, &list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *walk) xmlNode(t *table, e *element) error {
	defer w.leave()
	return w.xmlElement(t, w.enter(t), e)
}

// xmlElement fills a row that an element stands for.
func (w *walk) xmlElement(t *table, row int, e *element) error {
	given := new(uint64)
	if err := w.xmlRow(t, row, t.inside, e, given); err != nil {
		return err
	}
	return w.late(t, row, given)
}

// xmlRow reads the values in an element.
func (w *walk) xmlRow(t *table, row int, in *names, e *element, given *uint64) error {
	for _, a := range e.Attrs {
		if f := in.fields[a.Name.Local]; f != nil {
			*given |= f.late
			if err := w.set(t, row, f, a.Value); err != nil {
				return err
			}
		} else if in.rest != nil && a.Name.Space == "" && a.Name.Local != "xmlns" {
			if err := w.entry(t, row, in.rest, a.Name.Local, func(elem int) error {
				return w.entryText(in.rest.elems, elem, a.Value)
			}); err != nil {
				return err
			}
		}
	}
	if f := in.text; f != nil && (strings.Trim(e.Text, blank) != "" || e.Text != "" && len(e.Children) == 0 && unwrap(e.Text) != "") {
		text := e.Text
		if (t.scalar() || t.key != nil && f == t.entryValue()) && f.Type == format.TypeStr {
			text = unwrap(text)
		}
		*given |= f.late
		if err := w.set(t, row, f, text); err != nil {
			return err
		}
	}
	for i := range e.Children {
		if err := w.xmlChild(t, row, in, &e.Children[i], given); err != nil {
			return err
		}
	}
	return nil
}

// unwrap takes off the white space at an end of a text that breaks the line there, or of
// a text of several lines the empty lines.
func unwrap(s string) string {
	several := strings.Contains(strings.Trim(s, blank), "\n")
	if text := strings.TrimLeft(s, blank); strings.Contains(s[:len(s)-len(text)], "\n") {
		if several {
			text = s[strings.LastIndex(s[:len(s)-len(text)], "\n")+1:]
		}
		s = text
	}
	if text := strings.TrimRight(s, blank); strings.Contains(s[len(text):], "\n") {
		if several {
			text = s[:len(text)+strings.Index(s[len(text):], "\n")]
		}
		s = text
	}
	return s
}

// components returns the values of an array that are attributes.
func components(f *field, attrs []xml.Attr) []string {
	items := make([]string, len(f.Attr.Components))
	for _, a := range attrs {
		if i := slices.Index(f.Attr.Components, a.Name.Local); i >= 0 {
			items[i] = a.Value
		}
	}
	return items
}

func (w *walk) xmlChild(t *table, row int, in *names, c *element, given *uint64) error {
	name := c.XMLName.Local
	if nested, ok := in.nested[name]; ok {
		return w.xmlRow(t, row, nested, c, given)
	}
	if f := in.fields[name]; f != nil {
		*given |= f.late
		if f.elems == nil {
			text := strings.Trim(c.Text, blank)
			if text == "" && len(f.Attr.Components) > 0 && len(c.Attrs) > 0 {
				return w.items(t, row, f, components(f, c.Attrs))
			}
			if f.Type == format.TypeStr && f.Count == 1 && f != t.id {
				text = unwrap(c.Text)
			}
			return w.set(t, row, f, text)
		}
		if f.elems.scalar() {
			v := &f.elems.fields[0]
			plain := v.Type != format.TypeStr && len(v.targets) == 0 && v.elems == nil && !v.Type.IsFlags()
			if items := split(c.Text); plain && len(items) > int(v.Count) { // many elements in one
				return w.values(t, row, f, items)
			}
		}
		return w.xmlElement(f.elems, w.element(t, row, f), c)
	}
	if in.rest != nil {
		return w.entry(t, row, in.rest, name, func(elem int) error {
			return w.xmlElement(in.rest.elems, elem, c)
		})
	}
	if kind := w.kinds[name]; kind != nil {
		return w.xmlNode(kind, c)
	}
	return nil
}
