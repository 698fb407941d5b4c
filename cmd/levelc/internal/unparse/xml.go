package unparse

import (
	"fmt"
	"maps"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// xmlSyntax writes XML. A line ends before a tag and not after it, so that nothing
// comes between a text and the tags around it: white space there would be part of the
// text.
type xmlSyntax struct {
	*writer
	tight   bool // the last thing written was a text
	wrapped string
	leaves  []bool   // by open node: it contains no nodes and is closed already
	later   []*field // stack: fields of open elements that become elements of their own
}

const (
	maxAttributes = 200 // of one element; further fields become elements
	shortList     = 32  // the longest list that is an attribute
	listRun       = 256 // how many values of a longer one are in one element
)

func (x *xmlSyntax) begin(_ []level.Node, roots int) error {
	x.w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	if roots == 1 {
		return nil
	}
	x.wrapped = Wrapper(x.kinds)
	x.depth++
	x.put("\n<", x.wrapped, x.declarations(new(scope)), ">")
	return nil
}

// Wrapper returns a name for the element around several roots. kinds are the elements
// that are nodes. The name must not be one of those, or nearly, because that would look
// like a mistake.
func Wrapper(kinds map[string]bool) string {
	names := slices.Collect(maps.Keys(kinds))
	for _, name := range []string{"level", "document", "contents", "roots"} {
		if !kinds[name] && spell.Nearest([]byte(name), names) == "" {
			return name
		}
	}
	name := "wrapper"
	for kinds[name] {
		name += "_"
	}
	return name
}

func (x *xmlSyntax) end() error {
	if x.wrapped != "" {
		x.put("\n</", x.wrapped, ">")
	}
	x.w.WriteByte('\n')
	return nil
}

func (x *xmlSyntax) openNode(n level.Node, sh *shape, leaf bool) error {
	at := cell{sh, n.Row, nil}
	name := sh.Attr.Names[n.Slot]
	if err := x.mayStand(at, name); err != nil {
		return err
	}
	x.leaves = append(x.leaves, leaf)
	return x.element(name, at, sh.root, x.l.Row(sh.index, n.Row), !leaf)
}

// mayStand refuses a node whose name means something else in the node around it.
func (x *xmlSyntax) mayStand(at cell, name string) error {
	if len(x.open) == 0 {
		return nil
	}
	outer := x.shapes[x.open[len(x.open)-1].Kind]
	f, sub := outer.root.find(name)
	if f == nil && sub == nil && outer.root.rest == nil {
		return nil
	}
	hint := otherName
	if sub == nil && outer.root.rest == nil && !f.takesObjects() { // then an object is no value of it
		hint = "--as json can say it, or " + hint
	}
	return at.errorf("an element <%s> would not be taken for a node here, but for a field of the %s around it; %s", name, outer.Name, hint)
}

// otherName says how no field is in a node's way.
const otherName = "give the field or the kind another name in its tag"

func (x *xmlSyntax) closeNode(n level.Node) error {
	leaf := x.leaves[len(x.leaves)-1]
	x.leaves = x.leaves[:len(x.leaves)-1]
	if !leaf {
		x.endTag(x.shapes[n.Kind].Attr.Names[n.Slot])
	}
	return nil
}

// line begins a new line for a tag.
func (x *xmlSyntax) line() {
	if x.tight {
		x.tight = false
		return
	}
	x.w.WriteByte('\n')
	for range x.depth - 1 {
		x.w.WriteString("  ")
	}
}

func (x *xmlSyntax) put(texts ...string) {
	for _, s := range texts {
		x.w.WriteString(s)
	}
}

// startTag writes a start tag up to its attributes.
func (x *xmlSyntax) startTag(name string, at cell) error {
	if !source.IsName(name) {
		return at.errorf("%q is no name that an XML element can have; --as json can say it", name)
	}
	if name == escapeName {
		return at.errorf(escapeTaken, name)
	}
	return x.openTag(name, at)
}

// escapeTaken is the error for what the level calls escapeName itself.
const escapeTaken = "%q is the name by which an XML element says what it could not otherwise; --as json can say it"

// openTag is startTag for a name that an element may have.
func (x *xmlSyntax) openTag(name string, at cell) error {
	if err := x.nest(at); err != nil {
		return err
	}
	x.line()
	x.put("<", name)
	return nil
}

func (x *xmlSyntax) endTag(name string) {
	x.line()
	x.put("</", name, ">")
	x.depth--
}

// endEmpty ends the start tag of an element with nothing in it.
func (x *xmlSyntax) endEmpty() {
	x.w.WriteString("/>")
	x.depth--
}

// attr writes an attribute whose value is in x.text.
func (x *xmlSyntax) attr(at cell, name string) error {
	if !source.IsName(name) {
		return at.errorf("%q is no name that an XML attribute can have; --as json can say it", name)
	}
	if name == escapeName && at.field != nil { // elements of the name would be this field's
		return at.errorf(escapeTaken, name)
	}
	x.put(" ", name, `="`)
	x.buf = appendEscaped(x.buf[:0], x.text, &inAttr)
	x.w.Write(x.buf)
	x.w.WriteByte('"')
	return nil
}

// inner writes an element that has only x.text in it.
func (x *xmlSyntax) inner(at cell, name string) error {
	if err := x.startTag(name, at); err != nil {
		return err
	}
	x.preserve()
	x.w.WriteByte('>')
	x.ownText()
	x.endTag(name)
	return nil
}

// spaceName is the attribute that says whether white space is meant, whatever field is called so.
const spaceName = "xml:space"

// preserve says in the start tag of an element that white space at the ends of x.text
// is meant, if there is any and the text would be trimmed.
func (x *xmlSyntax) preserve() {
	if !trimmed(x.text) {
		x.put(" ", spaceName, `="preserve"`)
	}
}

// ownText writes x.text as the text of the open element.
func (x *xmlSyntax) ownText() {
	text := x.text
	if blank(text) && len(text) > 0 {
		// Text that is only white space counts if some of it is a reference.
		fmt.Fprintf(x.w, "&#%d;", text[0])
		text = text[1:]
	}
	x.buf = appendEscaped(x.buf[:0], text, &inText)
	x.w.Write(x.buf)
	x.tight = true
}

// element writes the element of a row, or of a nested struct in it. It stays open if
// there is more to come.
func (x *xmlSyntax) element(name string, at cell, sc *scope, row []byte, more bool) error {
	if err := x.startTag(name, at); err != nil {
		return err
	}
	base := len(x.later)
	defer func() { x.later = x.later[:base] }()
	if err := x.attributes(at, sc, row); err != nil {
		return err
	}
	if x.depth == 1 && x.wrapped == "" {
		x.w.WriteString(x.declarations(sc))
	}
	others := false // properties that are elements
	if sc == at.shape.root {
		var err error
		if others, err = x.propertyAttributes(at); err != nil {
			return err
		}
	}
	own, err := x.ownValue(at, sc, row)
	if err != nil {
		return err
	}
	if own && at.shape.scalar {
		if others && !trimmed(x.text) {
			at.field = sc.own
			return at.errorf("is %q, and white space at its ends would be lost beside elements of its properties; --as json can say it", clip(x.text))
		}
		x.preserve()
	}
	full := more || own || others || len(x.later) > base || x.entries(sc, row) > 0
	if !full {
		if full, err = x.anyFilled(at, sc.subs, row); err != nil {
			return err
		}
	}
	if !full {
		x.endEmpty()
		return nil
	}
	x.w.WriteByte('>')
	if own {
		x.ownText()
	}
	if err := x.children(at, sc, row, base); err != nil {
		return err
	}
	if others {
		if err := x.propertyElements(at); err != nil {
			return err
		}
	}
	if !more {
		x.endTag(name)
	}
	return nil
}

// children writes the elements of a scope: fields that are no attributes, which stand in
// x.later from base on, nested structs, and those of a map.
func (x *xmlSyntax) children(at cell, sc *scope, row []byte, base int) error {
	for i := base; i < len(x.later); i++ {
		if err := x.child(cell{at.shape, at.row, x.later[i]}, row); err != nil {
			return err
		}
	}
	for _, sub := range sc.subs {
		filled, err := x.filled(at, sub, row)
		if err == nil && filled {
			err = x.element(sub.label, at, sub, row, false)
		}
		if err != nil {
			return err
		}
	}
	return x.mapEntries(sc, row)
}

// attributes writes the fields that can be attributes, and keeps the others for later.
func (x *xmlSyntax) attributes(at cell, sc *scope, row []byte) error {
	crowded := len(sc.fields) > maxAttributes
	n := 0
	for _, f := range sc.fields {
		at.field = f
		yes, err := x.wants(at, row)
		if err != nil {
			return err
		}
		if !yes {
			continue
		}
		if f.label != spaceName && n < maxAttributes && !(crowded && n >= maxAttributes/2 && !f.isText()) {
			fits, err := x.asAttribute(at, row)
			if err != nil {
				return err
			}
			if fits {
				if err := x.attr(at, f.label); err != nil {
					return err
				}
				n++
				continue
			}
		}
		x.later = append(x.later, f)
	}
	return nil
}

// mapEntries writes the elements of a map, each under its key.
func (x *xmlSyntax) mapEntries(sc *scope, row []byte) error {
	if sc.rest == nil {
		return nil
	}
	elems := sc.rest.elems
	start, n := level.Span(row[sc.rest.Offset:])
	for i := start; i < start+n; i++ {
		in := cell{elems, i, nil}
		key := x.entryKey(elems, i)
		if f, sub := sc.find(key); f != nil || sub != nil {
			return in.errorf("its key %q is the name of a field", key)
		}
		if err := x.element(key, in, elems.root, x.l.Row(elems.index, i), false); err != nil {
			return err
		}
	}
	return nil
}
