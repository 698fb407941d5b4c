package compile

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Policy says what happens to names that the schema does not know. Unless it is kept,
// what stands under such a name is skipped.
type Policy uint8

const (
	UnknownError Policy = iota
	UnknownWarn
	UnknownIgnore
	UnknownKeep // as dynamic properties; what is in no node is a warning
)

func (p Policy) warns() bool { return p == UnknownWarn || p == UnknownKeep }

// unknowns is what a compiler remembers of names that the schema does not know. Only
// messages depend on it.
type unknowns struct {
	skipped   skipped
	outermost outermost
	hidden    map[string]struct{} // possible ids of nodes that were skipped
	lost      map[string]bool     // Options.Lost
	meant     []meant
	waiting   waiting
}

// leave forgets what is open in a source.
func (u *unknowns) leave() {
	u.skipped.forget()
	u.meant = u.meant[:0]
	u.waiting = u.waiting[:0]
}

// sayUnknownName reports a name that no field of f has. member says that it is the name of
// an attribute or member, and not of an element or object.
func (c *compiler) sayUnknownName(f *frame, name []byte, at int64, member bool) {
	c.unknownProblem(f, name, func() problem {
		pos := c.nameAt(f, name, at)
		if member {
			pos = source.Pos{Off: at, Member: string(name), Name: true}
		}
		msg, hint, _ := c.unknownWords(f, name, false)
		return problem{pos: pos, met: at, msg: msg, hint: hint}
	})
}

// unknownProblem reports an unknown name in f when it is first met in a scope. Only then
// the problem is made.
func (c *compiler) unknownProblem(f *frame, name []byte, say func() problem) {
	if c.policy != UnknownIgnore {
		c.tell(f.scope, unknownName+string(name), c.policy.warns(), say)
	}
}

// nameAt returns the place of the name of an element or object at that offset in f. The
// name of an object is its key, also if it stands in a list.
func (c *compiler) nameAt(f *frame, name []byte, at int64) source.Pos {
	if c.syntax == source.JSON && len(name) > 0 {
		return source.Pos{Off: f.at, Member: string(name), Name: true}
	}
	return source.Pos{Off: at}
}

// kindAt is nameAt for what could be a node but for where it stands. typed says that the
// name is its type.
func (c *compiler) kindAt(f *frame, name []byte, at int64, typed bool) source.Pos {
	if typed {
		return source.Pos{Off: at, Member: c.member}
	}
	return c.nameAt(f, name, at)
}

// unknownOnce reports something else that is unknown in f. what is as in matter.
func (c *compiler) unknownOnce(f *frame, what string, pos source.Pos, say func() (msg, hint string)) {
	if c.policy != UnknownIgnore {
		c.tellOnce(f, what, pos, c.policy.warns(), say)
	}
}

// unknownElement handles an element or object that is neither a kind nor a field. typed
// says that the name is its type.
func (c *compiler) unknownElement(f *frame, name []byte, at int64, typed bool) {
	if c.keeps(f) {
		if f.scope.nodes || !c.Kind(name) {
			c.keepElement(f, name, at)
		} else {
			c.report(c.kindAt(f, name, at, typed), fmt.Sprintf("a node cannot stand inside %s", f.scope.where()), "")
		}
		return
	}
	if c.hasMeant(f, func(s *scope) bool { return s.names.find(name) >= 0 }) {
		return
	}
	if c.syntax == source.JSON && c.policy != UnknownIgnore && f.scope.nodes {
		c.unknown.skipped.begin(toldTyped, name, at)
		return
	}
	if c.policy == UnknownIgnore && f.scope.nodes && len(name) > 0 {
		c.unknown.skipped.begin(toldGroup, name, at)
		return
	}
	if !c.Kind(name) && c.strays(f, name, at, false) {
		return
	}
	told := len(c.problems.kept)
	c.sayUnknownElement(f, name, at, typed)
	if f.scope.nodes && len(c.problems.kept) > told {
		c.unknown.skipped.begin(toldFirst, name, at)
		c.unknown.skipped.index = told
	}
}

func (c *compiler) sayUnknownElement(f *frame, name []byte, at int64, typed bool) {
	c.mean(f, name, nil)
	c.unknownProblem(f, name, func() problem { return c.elementProblem(f, name, at, typed) })
}

// elementProblem says that an element or object is neither a kind nor a field. What is
// wrong is its name or, if that may be right, the object.
func (c *compiler) elementProblem(f *frame, name []byte, at int64, typed bool) problem {
	msg, hint, isNamed := c.elementWords(f, name)
	one := problem{pos: source.Pos{Off: at}, met: at, msg: msg, hint: hint}
	if isNamed {
		one.pos = c.kindAt(f, name, at, typed)
	}
	return one
}

// unknownItem handles a value beside objects in a list that no field has.
func (c *compiler) unknownItem(f *frame, name []byte, v *source.Value) {
	c.unknownOnce(f, "item="+string(name), c.inListAt(name, v), func() (string, string) {
		msg := "expected an object like the others in the list, got " + got(v.Kind, v.Bytes)
		if len(name) > 0 {
			msg = string(name) + ": " + msg
		}
		return msg, ""
	})
}

// unknownValue handles an attribute or member that no field has.
func (c *compiler) unknownValue(f *frame, name []byte, v *source.Value) {
	switch {
	case v.Mixed && f.scope.nodes && (!c.keeps(f) || v.Kind == source.List && len(v.Items) == 0 && c.isKindIn(f, name)):
		if v.Kind == source.Null {
			c.nullNode(f, name, v)
		} else {
			c.unknownItem(f, name, v)
		}
	case f.what == inWrapper:
		c.wrapperValue(name, v)
	case f.what == inNode && f.typed && string(name) == c.member: // it is written twice, which the reader reports
	case c.belongsElsewhere(name):
	case c.syntax == source.JSON && isNothing(v) && f.scope.nodes && !c.keeps(f) && string(name) != c.member: // no children, whatever they would have been
	case c.syntax == source.JSON && c.isKindIn(f, name):
		if v.Mixed && v.Kind == source.Null {
			c.nullNode(f, name, v)
		} else if v.Kind != source.Null && !(v.Kind == source.List && allNull(v.Items)) {
			c.report(source.Pos{Off: v.At, Member: string(name)},
				fmt.Sprintf("%s: expected an object, got %s", name, got(v.Kind, v.Bytes)), "")
		}
	case c.keeps(f):
		c.keepValue(f, name, v)
	case c.isGeneral(name):
		c.unknownGeneral(f, name, v.At)
	case c.strays(f, name, v.At, true):
	case c.isOtherKind(f, name, v), c.hasMeant(f, func(s *scope) bool { return s.names.find(name) >= 0 }):
	default:
		c.mean(f, name, v)
		c.sayUnknownName(f, name, v.At, true)
	}
}

func (c *compiler) unknownText(f *frame, v *source.Value) {
	if c.keeps(f) {
		c.keepText(f, v)
		return
	}
	if c.hasMeant(f, func(s *scope) bool { return s.text != nil }) {
		return
	}
	c.unknownOnce(f, "text", source.Pos{Off: v.At}, func() (string, string) {
		return fmt.Sprintf("unknown text in %s: %s", f.scope.where(), quote(source.Trim(v.Bytes))), "remove it, or give the kind a field for its text"
	})
}

// belongsElsewhere reports whether a name is meant for XML tools and editors, never for
// a game.
func (c *compiler) belongsElsewhere(name []byte) bool {
	if c.syntax == source.JSON {
		return string(name) == "$schema"
	}
	return source.ForTools(name)
}

// isGeneral reports whether a name is one that attributes of any XML document may have.
// Without a field for it, it is not a mistake.
func (c *compiler) isGeneral(name []byte) bool {
	return c.syntax == source.XML && (bytes.HasPrefix(name, []byte("xml:")) || bytes.HasPrefix(name, []byte("xsi:")))
}

// unknownGeneral warns that such an attribute is ignored.
func (c *compiler) unknownGeneral(f *frame, name []byte, at int64) {
	if c.policy == UnknownIgnore {
		return
	}
	pos := source.Pos{Off: at, Member: string(name), Name: true}
	c.tellOnce(f, unknownName+string(name), pos, true, func() (string, string) {
		return fmt.Sprintf("%s is passed over: %s has no field of that name", name, f.scope.where()),
			fmt.Sprintf("a field with the tag `level:%q` takes it, --unknown=keep keeps it as a property, and --unknown=ignore says nothing", name)
	})
}
