package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// skipped is the outermost unknown element or object, as it is skipped where a node could
// stand. What is said of it depends on what is in it.
//
// If nodes are in it, its name is mostly not misspelt, but that of a group that the types
// lack. Then the hint is another one, and it is told of even where unknown names are ignored.
// In JSON a list of nodes often has a key that means nothing, so the mistake is mostly in the
// type, which may stand anywhere in the object.
//
// Invariant: it is zero, but for the room in name, unless something is skipped.
type skipped struct {
	told  toldWhen
	name  []byte // in JSON the key
	at    int64
	index int    // toldFirst: of its problem in problems.kept
	holds string // the first kind in it
	odd   string // JSON: what the member for the kind is, if that is not a string
	by    string // JSON: another member that names a kind
}

// toldWhen says when something that is skipped is told of.
type toldWhen uint8

const (
	toldNot   toldWhen = iota // or was told of, and what is in it changes nothing
	toldFirst                 // was told of at its beginning; a node in it changes the hint
	toldTyped                 // is told of when its type or its end has been seen
	toldGroup                 // is ignored, unless a node is in it
)

// forget ends it.
func (s *skipped) forget() { *s = skipped{name: s.name[:0]} }

// begin makes it an element or object under a name.
func (s *skipped) begin(told toldWhen, name []byte, at int64) {
	*s = skipped{told: told, name: append(s.name[:0], name...), at: at}
}

// openSkipped takes the name of an element or object inside it, at any depth.
func (c *compiler) openSkipped(name []byte) {
	s := &c.unknown.skipped
	if s.holds != "" || len(s.name) == 0 || !c.Kind(name) {
		return
	}
	s.holds = c.kindWord(name)
	switch s.told {
	case toldFirst:
		c.problems.kept[s.index].hint = c.holdsKind(s.holds, string(s.name))
	case toldGroup:
		f := c.frames.Top()
		c.tell(f.scope, "holds="+string(s.name), true, func() problem { return c.elementProblem(f, s.name, s.at, false) })
	}
}

// skippedMember takes a member of it, if it is told of by its type.
func (c *compiler) skippedMember(name []byte, v *source.Value) {
	s := &c.unknown.skipped
	switch isType := string(name) == c.member; {
	case isType && v.Kind == source.String:
		c.tellTyped(v)
	case isType && v.Kind != source.Null:
		s.odd = got(v.Kind, v.Bytes)
	case v.Kind == source.String && s.by == "" && c.Kind(v.Bytes):
		s.by = string(name)
	}
}

// closeSkipped ends it.
func (c *compiler) closeSkipped() {
	if c.unknown.skipped.told == toldTyped {
		c.tellTyped(nil)
	}
	c.unknown.skipped.forget()
}

// tellTyped reports an object that has the type v, or none.
func (c *compiler) tellTyped(v *source.Value) {
	s, f := &c.unknown.skipped, c.frames.Top()
	s.told = toldNot
	isKnown := func() bool { // or nearly known
		return c.guess(f.scope, s.name, func() []string {
			known := f.scope.names.list
			return append(known[:len(known):len(known)], c.plan.kinds[source.JSON].names.list...)
		}) != ""
	}
	near := ""
	if v != nil {
		near = c.guess(nil, v.Bytes, func() []string { return c.plan.kinds[source.XML].names.list })
	}
	if v == nil || len(v.Bytes) == 0 || near == "" && len(s.name) > 0 && isKnown() {
		if s.odd != "" && !isKnown() {
			c.sayOddKind(f, source.Pos{Off: s.at, Member: c.member}, s.odd, s.name)
			return
		}
		c.sayUnknownElement(f, s.name, s.at, false)
		return
	}
	c.unknownOnce(f, "type="+string(v.Bytes[:min(len(v.Bytes), format.MaxName)]), source.Pos{Off: s.at, Member: c.member}, func() (string, string) {
		if near != "" {
			return noKindIs(v.Bytes), didYouMean(near)
		}
		return noKindIs(v.Bytes) + c.hasNo(f, s.name), c.plan.theKinds()
	})
}

// sayOddKind reports that the member at pos names no kind, because it is not a string.
// It is in an object under key.
func (c *compiler) sayOddKind(f *frame, pos source.Pos, odd string, key []byte) {
	c.unknownOnce(f, "type of "+string(key), pos, func() (string, string) {
		msg := fmt.Sprintf("%s: expected a kind of node in quotes, got %s", c.member, odd)
		return msg + c.hasNo(f, key), c.plan.theKinds()
	})
}
