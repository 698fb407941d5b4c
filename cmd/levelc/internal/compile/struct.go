package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A nested struct has one element or object, so that two of them, which a game may mean
// as two things, do not become one in silence. The row has a word for each of its
// structs, with the offset of that element plus one, or 0 if there was none.

// openStruct begins the element or object of a nested struct of the row of top.
func (c *compiler) openStruct(e *entry, top *frame, name []byte, at int64) {
	if !c.giveStruct(e, top, name, source.Pos{Off: at}) {
		c.skip = 1
		return
	}
	c.push(inStruct, e.sub, top, at)
}

// valueForStruct takes a value of JSON in place of a struct whose text it is, as
// <name>value</name> in XML.
func (c *compiler) valueForStruct(e *entry, top *frame, name []byte, v *source.Value) {
	if v.Mixed && !c.giveStruct(e, top, name, c.inListAt(name, v)) {
		return
	}
	c.here, c.instead = here{at: v.At, member: hereStruct}, append(c.instead[:0], name...)
	c.set(top, e.sub.value, v)
}

// giveStruct notes that a nested struct was given at pos, and reports false if it was
// before.
func (c *compiler) giveStruct(e *entry, top *frame, name []byte, pos source.Pos) bool {
	first := &c.given.Slice()[int(top.given)+e.word]
	if *first == 0 {
		*first = uint64(pos.Off) + 1
		return true
	}
	c.sayTwice(top, name, pos, int64(*first-1))
	return false
}

// giveAll marks the fields of a nested struct as given that has something else in its
// place.
func (c *compiler) giveAll(f *frame, s *scope) {
	for i := range s.entries {
		if e := &s.entries[i]; e.sub != nil {
			c.giveAll(f, e.sub)
		} else {
			c.give(f, e.field.bit)
		}
	}
}

// sayTwice reports that a nested struct stands at pos, and before that at first.
func (c *compiler) sayTwice(f *frame, name []byte, pos source.Pos, first int64) {
	c.tell(f.scope, "twice="+string(name), false, func() problem {
		was := source.Pos{Off: first}
		if first == f.at {
			was.Member = string(name) // a value in place of the struct
		}
		return problem{pos: pos,
			msg:     fmt.Sprintf("%s stands twice in %s", name, f.scope.where()),
			hint:    "the types have room for one, a struct: give it all of its fields at once, or make it a store.Span, which takes several",
			related: []note{{file: c.file, pos: was, msg: "it stands here as well"}}}
	})
}

func (c *compiler) structHint(s *scope) string {
	if len(s.names.list) == 0 {
		return ""
	}
	if c.syntax == source.JSON {
		hint := fmt.Sprintf("write an object with %s", list(s.names.list, "and"))
		if s.value != nil {
			hint += ", or a single value in its place"
		}
		return hint
	}
	return fmt.Sprintf("write an element with %s", list(s.names.list, "and"))
}
