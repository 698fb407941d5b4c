package compile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
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
	unnamed   unnamed
	around    around
	outermost outermost
	hidden    map[string]struct{} // possible ids of nodes that were skipped
	meant     []meant
	waiting   waiting
}

// leave forgets what is open in a source.
func (u *unknowns) leave() {
	u.unnamed.on = false
	u.around.forget()
	u.meant = u.meant[:0]
	u.waiting = u.waiting[:0]
}

// hide remembers a possible id of a node that is skipped with an error: references to
// it are not reported until that error is corrected.
func (u *unknowns) hide(id []byte) {
	if len(id) > format.MaxName || len(u.hidden) >= mostTold {
		return
	}
	if u.hidden == nil {
		u.hidden = map[string]struct{}{}
	}
	u.hidden[string(id)] = struct{}{}
}

func (u *unknowns) isHidden(id []byte) bool {
	_, hidden := u.hidden[string(id)]
	return hidden
}

// unknownAt reports an unknown name in f when it is first met in a scope. Only then the
// message and hint are made. member says that it is the name of an attribute or member,
// and not of an element or object.
func (c *compiler) unknownAt(f *frame, name []byte, at int64, member bool, say func() (msg, hint string)) {
	c.unknownProblem(f, name, func() problem {
		pos := c.nameAt(f, name, at)
		if member {
			pos = source.Pos{Off: at, Member: string(name), Name: true}
		}
		msg, hint := say()
		return problem{pos: pos, from: at, msg: msg, hint: hint}
	})
}

// unknownProblem is unknownAt for a problem at any place.
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

// unknownOnce is unknownAt for a place that is known. what is as in matter.
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
			c.report(c.kindAt(f, name, at, typed), fmt.Sprintf("a node cannot stand inside %s", f.scope.where), "")
		}
		return
	}
	if c.isMeant(f, func(s *scope) bool { return s.names.find(name) >= 0 }) || c.unknown.hasName(f, name, c.syntax) {
		return
	}
	if c.syntax == source.JSON && c.policy != UnknownIgnore && f.scope.nodes {
		c.unknown.unnamed = unnamed{on: true, at: at, key: append(c.unknown.unnamed.key[:0], name...)}
		c.unknown.around.on = len(name) > 0
		return
	}
	if c.policy == UnknownIgnore && f.scope.nodes && len(name) > 0 {
		c.unknown.around.ignore(name, at)
		return
	}
	if !c.Kind(name) && c.strays(f, name, at, false) {
		return
	}
	told := len(c.problems.kept)
	c.sayUnknownElement(f, name, at, typed)
	if f.scope.nodes && len(c.problems.kept) > told {
		a := &c.unknown.around
		*a = around{on: true, told: len(c.problems.kept), name: string(name), key: a.key}
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
	one := problem{pos: source.Pos{Off: at}, from: at, msg: msg, hint: hint}
	if isNamed {
		one.pos = c.kindAt(f, name, at, typed)
	}
	return one
}

// elementWords returns the words for elementProblem. isNamed says that they are about
// the name.
func (c *compiler) elementWords(f *frame, name []byte) (msg, hint string, isNamed bool) {
	holds, by := c.unknown.around.holds, c.unknown.unnamed.by
	switch {
	case c.syntax == source.JSON && by != "":
		return noKind(name), fmt.Sprintf("the kind is looked for in the member %q; --kind-member=%s looks in %[2]q", c.member, by), false
	case holds != "" && f.what == inWrapper:
		return quote(name) + " is no kind of node", c.holdsKind(holds, string(name)), true
	case holds != "":
		msg, _, _ = c.unknownWords(f, name, f.scope.nodes)
		return msg, c.holdsKind(holds, string(name)), true
	case len(name) == 0:
		return noKind(name), c.nameKind(), false
	case f.what == inWrapper:
		return c.outermostWords(name)
	case !f.scope.nodes && c.Kind(name):
		return fmt.Sprintf("a node cannot stand inside %s", f.scope.where), "", true
	}
	msg, hint, isGuess := c.unknownWords(f, name, f.scope.nodes)
	switch {
	case c.syntax != source.JSON || isGuess:
	case f.scope.nodes && c.inList() && c.lists.Top().items > 1: // nothing was wrong with the name before
		return noKind(name), c.nameKind(), false
	case f.what == inNode && f.table.id != nil && f.table.Attr.JSON != "" && !c.isAnyGiven(f):
		// It is not in a node, it seems, but in an object that holds nodes under
		// their ids.
		hint = fmt.Sprintf("if %q is the id of a node, the field %q takes it with the option key, `level:\"%[2]s,id,key\"`", name, f.table.id.label[source.JSON])
	case f.scope.nodes:
		if hint != "" {
			hint += "; "
		}
		hint += fmt.Sprintf("a node names its kind by a member %q", c.member)
	}
	return msg, hint, true
}

// outermostWords is elementWords in the outermost element, which is no node either.
func (c *compiler) outermostWords(name []byte) (msg, hint string, isNamed bool) {
	if near := c.nearest(name, c.plan.kinds[c.syntax].names.list); near != "" {
		return quote(name) + " is no kind of node", fmt.Sprintf("did you mean %q?", near), true
	}
	if c.syntax == source.JSON {
		return noKind(name), c.nameKind(), false
	}
	return quote(name) + " is no kind of node", c.theKinds(), true
}

// noKind says that an object under a key names no kind.
func noKind(key []byte) string {
	if len(key) == 0 {
		return "an object that names no kind"
	}
	return fmt.Sprintf("an object under %s that names no kind", quote(key))
}

// unnamed is an object of JSON that is skipped where a node could stand, because
// neither its key nor its type is known. It is reported when its type or its end has
// been seen: a list of nodes often has a key that means nothing, so the mistake is
// mostly in the type.
type unnamed struct {
	on  bool
	at  int64
	key []byte
	by  string // another member that names a kind
	odd string // what the member for the kind is, if it is not a string
}

// unnamedMember handles a member of c.unknown.unnamed.
func (c *compiler) unnamedMember(name []byte, v *source.Value) {
	is := string(name) == c.member
	switch {
	case v.Kind != source.String && is && v.Kind != source.Null:
		c.unknown.unnamed.odd = got(v.Kind, v.Bytes)
	case v.Kind != source.String:
	case is:
		c.sayUnnamed(v)
	case c.unknown.unnamed.by == "" && c.Kind(v.Bytes):
		c.unknown.unnamed.by = string(name)
	}
}

// theKinds returns the hint for a name that should be that of a kind.
func (c *compiler) theKinds() string {
	return "the kinds are " + list(c.plan.kinds[source.XML].names.list, "and")
}

// nameKind returns the hint for an object that should name its kind.
func (c *compiler) nameKind() string {
	return fmt.Sprintf("give it a member %q: ", c.member) + either(c.plan.kinds[source.XML].names.list)
}

// sayUnnamed reports c.unknown.unnamed, which has the type v, or none.
func (c *compiler) sayUnnamed(v *source.Value) {
	u, f := &c.unknown.unnamed, c.frames.Top()
	u.on = false
	isKnown := func() bool { // or nearly known
		return c.guess(f.scope, u.key, func() []string {
			known := f.scope.names.list
			return append(known[:len(known):len(known)], c.plan.kinds[source.JSON].names.list...)
		}) != ""
	}
	near := ""
	if v != nil {
		near = c.guess(nil, v.Bytes, func() []string { return c.plan.kinds[source.XML].names.list })
	}
	if v == nil || len(v.Bytes) == 0 || near == "" && len(u.key) > 0 && isKnown() {
		if u.odd != "" && !isKnown() {
			c.sayOddKind(f, source.Pos{Off: u.at, Member: c.member}, u.odd, u.key)
			return
		}
		c.sayUnknownElement(f, u.key, u.at, false)
		return
	}
	c.unknownOnce(f, "type="+string(v.Bytes[:min(len(v.Bytes), format.MaxName)]), source.Pos{Off: u.at, Member: c.member}, func() (string, string) {
		msg := quote(v.Bytes) + " is no kind of node"
		if near != "" {
			return msg, fmt.Sprintf("did you mean %q?", near)
		}
		return msg + c.hasNo(f, u.key), c.theKinds()
	})
}

// sayOddKind reports that the member at pos names no kind, because it is not a string.
// It is in an object under key.
func (c *compiler) sayOddKind(f *frame, pos source.Pos, odd string, key []byte) {
	c.unknownOnce(f, "type of "+string(key), pos, func() (string, string) {
		msg := fmt.Sprintf("%s: expected a kind of node in quotes, got %s", c.member, odd)
		return msg + c.hasNo(f, key), c.theKinds()
	})
}

// hasNo says, after what is wrong with an object's type, that its key is unknown too.
func (c *compiler) hasNo(f *frame, key []byte) string {
	if f.what == inWrapper || len(key) == 0 {
		return ""
	}
	return fmt.Sprintf(", and %s has no %s", f.scope.where, quote(key))
}

// hide is unknowns.hide for a value, if its name is that of an id.
func (c *compiler) hide(name []byte, v *source.Value) {
	if !slices.ContainsFunc(c.plan.idNames[c.syntax], func(id string) bool { return id == string(name) }) {
		return
	}
	c.hideValue(v)
}

func (c *compiler) hideValue(v *source.Value) {
	text := v.Bytes
	if v.Kind == source.Text {
		text = source.Trim(text)
	}
	c.unknown.hide(text)
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
	case v.Mixed && f.scope.nodes && (!c.keeps(f) || v.Kind == source.List && len(v.Items) == 0 && c.isKind(name, f)):
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
	case c.syntax == source.JSON && c.isKind(name, f):
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
	case c.isOtherKind(f, name, v), c.unknown.hasName(f, name, c.syntax):
	default:
		c.mean(f, name, v)
		c.unknownAt(f, name, v.At, true, func() (string, string) {
			msg, hint, _ := c.unknownWords(f, name, false)
			return msg, hint
		})
	}
}

func (c *compiler) unknownText(f *frame, v *source.Value) {
	if c.keeps(f) {
		c.keepText(f, v)
		return
	}
	if c.isMeant(f, func(s *scope) bool { return s.text != nil }) {
		return
	}
	c.unknownAt(f, nil, v.At, false, func() (string, string) {
		return fmt.Sprintf("unknown text in %s: %s", f.scope.where, quote(source.Trim(v.Bytes))), "remove it, or give the kind a field for its text"
	})
}

// unknownWords says that a name is neither that of a field nor, if nodes may stand
// there, of a kind. isGuess says that the hint is a name that was probably meant.
func (c *compiler) unknownWords(f *frame, name []byte, nodes bool) (msg, hint string, isGuess bool) {
	msg = fmt.Sprintf("unknown name %s in %s", quote(name), f.scope.where)
	if now := c.renamed(f, name); now != "" {
		return msg, fmt.Sprintf("it is called %q now", now), false
	}
	if old, now := c.emptied(f, name); now != "" {
		return msg, fmt.Sprintf("%q is called %q now", old, now), false
	}
	known := c.stillFree(f)
	if nodes {
		known = append(known[:len(known):len(known)], c.plan.kinds[c.syntax].names.list...)
	}
	var key []byte // under which it stands in a map
	if f.what == inElement && f.table.key != nil {
		key = c.sink.Text(getUint32(c.inRow(f, f.table.key)))
	}
	if len(key) > 0 && string(key) == f.span.label[c.syntax] {
		return msg, fmt.Sprintf("a map takes what stands beside its fields: for what stands in %q, make that a struct with the map in it", key), false
	}
	if f.what == inElement && f.table.scalar {
		return msg, "an element of it is " + expected(&f.table.fields[0], false), false
	}
	if near := c.nearest(name, known); near != "" {
		return msg, fmt.Sprintf("did you mean %q?", near), true
	}
	if c.Kind(key) && !strings.Contains(f.span.Name, ".") { // a map in a struct has other things in it
		return msg, fmt.Sprintf("%s is a kind, but a map takes what stands beside its fields, so no nodes can: make the map part of a struct, which has a name", key), false
	}
	if len(f.scope.names.list) == 0 {
		return msg, "", false
	}
	return msg, fmt.Sprintf("%s has %s", f.scope.where, list(f.scope.names.list, "and")), false
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
		return fmt.Sprintf("%s is passed over: %s has no field of that name", name, f.scope.where),
			fmt.Sprintf("a field with the tag `level:%q` takes it, --unknown=keep keeps it as a property, and --unknown=ignore says nothing", name)
	})
}
