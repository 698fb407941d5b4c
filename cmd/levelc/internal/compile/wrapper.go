package compile

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// outermost is an outermost element that is no node.
type outermost struct {
	odd    string // what its type is, if that is not a string
	own    bool   // it has something of its own
	passed int    // how many values of its own, none of which is read
	first  string // the name of the first of these
	at     int64  // its place
	meant  bool   // it was told of as a misspelt kind
}

// wrapperMeant is hasMeant for the outermost element. It reports the kind when it first
// matters.
func (c *compiler) wrapperMeant(f *frame, place func(*scope) bool) bool {
	kinds := &c.plan.kinds[c.syntax]
	near := c.guessFor(matter{nil, "outermost=" + string(c.wrapper.Slice())}, c.wrapper.Slice(), func() []string { return kinds.names.list })
	if near == "" || !place(kinds.find([]byte(near)).table.scopes[c.syntax]) {
		return false
	}
	if out := &c.unknown.outermost; !out.meant {
		out.meant = true
		c.report(source.Pos{Off: f.at}, noKindIs(c.wrapper.Slice()), didYouMean(near))
	}
	return true
}

// wrapperValue handles an attribute or member of an outermost element that is not a
// node. One may name a kind.
func (c *compiler) wrapperValue(name []byte, v *source.Value) {
	switch isKind := string(name) == c.member; {
	case isKind && v.Kind == source.String:
		c.wrapper.Reset()
		c.wrapper.Append(v.Bytes[:min(len(v.Bytes), format.MaxName)]...)
	case isKind && c.syntax == source.JSON && v.Kind != source.Null:
		c.unknown.outermost.odd = got(v.Kind, v.Bytes)
	case c.belongsElsewhere(name):
	default:
		out := &c.unknown.outermost
		out.own = true
		if len(name) == 0 || v.Kind == source.Null || v.Kind == source.List && allNull(v.Items) {
			return // a file that is one value, or a member without any
		}
		if out.passed++; out.passed == 1 {
			out.first, out.at = string(name), v.At
		}
	}
}

// sayPassed reports what an outermost element that is no node has of its own.
func (c *compiler) sayPassed() {
	out := &c.unknown.outermost
	if out.passed == 0 {
		return
	}
	one := problem{file: c.file, pos: source.Pos{Off: out.at, Member: out.first, Name: true}, warning: true, msg: out.first + " is passed over: "}
	if out.passed > 1 {
		one.msg = fmt.Sprintf("%s and %d more are passed over: ", out.first, out.passed-1)
	}
	if c.syntax == source.JSON && c.wrapper.Len() == 0 {
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
	one := problem{file: c.file, pos: source.Pos{Off: f.at}, warning: c.policy != UnknownError}
	if c.syntax == source.JSON && name != "" {
		one.pos.Member = c.member
	}
	if near != "" {
		one.hint = didYouMean(near)
	}
	switch {
	case c.unknown.outermost.meant:
		return
	case c.nodes == c.nodesBefore && c.problems.errors == c.errorsBefore:
		if odd := c.unknown.outermost.odd; odd != "" {
			c.sayOddKind(f, source.Pos{Off: f.at, Member: c.member}, odd, nil)
			return
		}
		one.msg, one.met = "no node in the file", atEnd
		if c.wrapper.Len() > 0 {
			one.msg += ": " + quote(c.wrapper.Slice()) + " is no kind, and nothing directly in it is"
		}
		if near == "" {
			one.hint = c.plan.theKinds()
		}
	case c.policy == UnknownIgnore:
		return
	case near != "" && spell.IsSlip(name, near) && (c.unknown.outermost.own || !strings.EqualFold(name, near+"s")):
		one.msg, one.warning = noKindIs(c.wrapper.Slice())+": only what stands inside it is read", true
	default:
		c.sayPassed()
		return
	}
	c.problems.add(one)
}
