package compile

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// wrapperValue handles an attribute or member of an outermost element that is not a
// node. One may name a kind.
func (c *compiler) wrapperValue(name []byte, v *source.Value) {
	switch isKind := string(name) == c.member; {
	case isKind && v.Kind == source.String:
		c.wrapper.Reset()
		c.wrapper.Append(v.Bytes[:min(len(v.Bytes), mostKind)]...)
	case isKind && c.syntax == source.JSON && v.Kind != source.Null:
		c.wrapperOdd = got(v.Kind, v.Bytes)
	case c.belongsElsewhere(name):
	default:
		c.wrapperHas = true
		if len(name) == 0 || v.Kind == source.Null || v.Kind == source.List && allNull(v.Items) {
			return // a file that is one value, or a member without any
		}
		if c.passed.n++; c.passed.n == 1 {
			c.passed.name, c.passed.at = string(name), v.At
		}
	}
}

// passed is what an outermost element that is no node has of its own, which is not read.
type passed struct {
	name string // of the first
	at   int64
	n    int
}

// sayPassed reports it.
func (c *compiler) sayPassed() {
	p := &c.passed
	if p.n == 0 {
		return
	}
	one := problem{file: c.file, pos: source.Pos{Off: p.at, Member: p.name, Name: true}, warning: true, msg: p.name + " is passed over: "}
	if p.n > 1 {
		one.msg = fmt.Sprintf("%s and %d more are passed over: ", p.name, p.n-1)
	}
	if c.syntax == source.JSON {
		one.msg += "the outermost object is no node"
		one.hint = "a kind with json=. in its tag makes it one, and --unknown=ignore says nothing"
	} else {
		one.msg += string(c.wrapper.Slice()) + " is no kind of node"
		one.hint = "a kind of that name takes it, and --unknown=ignore says nothing"
	}
	c.problems.add(one)
}

// closeWrapper checks an outermost element that is not a node. If there is no node in
// it, or if its name is a slip for that of a kind, something has gone wrong, except in a
// list: <doors> around <door>s.
func (c *compiler) closeWrapper(f *frame) {
	kinds := c.plan.kinds[c.syntax].names.list
	name := string(c.wrapper.Slice())
	near := c.nearest(c.wrapper.Slice(), kinds)
	one := problem{file: c.file, pos: source.Pos{Off: f.at}, warning: c.policy.warns()}
	if near != "" {
		one.hint = fmt.Sprintf("did you mean %q?", near)
	}
	switch {
	case c.policy == UnknownIgnore:
		return
	case c.nodes == c.nodesBefore && c.problems.errors == c.errorsBefore:
		if c.wrapperOdd != "" {
			c.sayOddKind(f, source.Pos{Off: f.at, Member: c.member}, c.wrapperOdd, nil)
			return
		}
		one.msg = "no node in the file"
		if c.wrapper.Len() > 0 {
			one.msg += ": " + quote(c.wrapper.Slice()) + " is no kind, and nothing inside it is"
		}
		if near == "" {
			one.hint = c.theKinds()
		}
	case near != "" && spell.IsSlip(name, near) && (c.wrapperHas || !strings.EqualFold(name, near+"s")):
		one.msg, one.warning = quote(c.wrapper.Slice())+" is no kind of node: only what stands inside it is read", true
	default:
		c.sayPassed()
		return
	}
	c.problems.add(one)
}
