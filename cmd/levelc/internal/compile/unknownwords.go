package compile

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// The words for names that the schema does not know.

func didYouMean(near string) string { return fmt.Sprintf("did you mean %q?", near) }

// noKindIs says that a name is not that of a kind.
func noKindIs(name []byte) string { return quote(name) + " is no kind of node" }

// unknownWords says that a name is neither that of a field nor, if nodes may stand
// there, of a kind. isGuess says that the hint is a name that was probably meant.
func (c *compiler) unknownWords(f *frame, name []byte, nodes bool) (msg, hint string, isGuess bool) {
	msg = fmt.Sprintf("unknown name %s in %s", quote(name), f.scope.where())
	if now := c.renamed(f, name); now != "" {
		return msg, fmt.Sprintf("it is called %q now", now), false
	}
	if old, now := c.emptied(f, name); now != "" {
		return msg, fmt.Sprintf("%q is called %q now", old, now), false
	}
	known := c.stillFree(f, name)
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
	if owner := c.ownerOf(f.scope, name); owner != "" {
		return msg, fmt.Sprintf("put it into %q", owner), false
	}
	if near := c.nearest(name, known); near != "" {
		return msg, didYouMean(near), true
	}
	if c.Kind(key) && !strings.Contains(f.span.Name, ".") { // a map in a struct has other things in it
		return msg, fmt.Sprintf("%s is a kind, but a map takes what stands beside its fields, so no nodes can: make the map part of a struct, which has a name", key), false
	}
	if len(f.scope.names.list) == 0 {
		return msg, "", false
	}
	return msg, fmt.Sprintf("%s has %s", f.scope.where(), list(f.scope.names.list, "and")), false
}

// elementWords returns the words for elementProblem. isNamed says that they are about
// the name.
func (c *compiler) elementWords(f *frame, name []byte) (msg, hint string, isNamed bool) {
	holds, by := c.unknown.skipped.holds, c.unknown.skipped.by
	switch {
	case c.syntax == source.JSON && by != "":
		return noKind(name), fmt.Sprintf("the kind is looked for in the member %q; --kind-member=%s looks in %[2]q", c.member, by), false
	case holds != "" && f.what == inWrapper:
		return noKindIs(name), c.holdsKind(holds, string(name)), true
	case holds != "" && !c.isLaterItem(f):
		msg, _, _ = c.unknownWords(f, name, f.scope.nodes)
		return msg, c.holdsKind(holds, string(name)), true
	case len(name) == 0:
		return noKind(name), c.nameKind(), false
	case f.what == inWrapper:
		return c.outermostWords(name)
	case !f.scope.nodes && c.Kind(name):
		return fmt.Sprintf("a node cannot stand inside %s", f.scope.where()), "", true
	}
	msg, hint, isGuess := c.unknownWords(f, name, f.scope.nodes)
	switch {
	case c.syntax != source.JSON || isGuess:
	case c.isLaterItem(f): // nothing was wrong with the name before
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

// isLaterItem reports whether objects before this one in its list of JSON had a place in f.
func (c *compiler) isLaterItem(f *frame) bool {
	return f.scope.nodes && c.inList() && c.lists.Top().items > 1
}

// outermostWords is elementWords in the outermost element, which is no node either.
func (c *compiler) outermostWords(name []byte) (msg, hint string, isNamed bool) {
	if near := c.nearest(name, c.plan.kinds[c.syntax].names.list); near != "" {
		return noKindIs(name), didYouMean(near), true
	}
	if c.syntax == source.JSON {
		return noKind(name), c.nameKind(), false
	}
	return noKindIs(name), c.plan.theKinds(), true
}

// noKind says that an object under a key names no kind.
func noKind(key []byte) string {
	if len(key) == 0 {
		return "an object that names no kind"
	}
	return fmt.Sprintf("an object under %s that names no kind", quote(key))
}

// theKinds returns the hint for a name that should be that of a kind.
func (p *Plan) theKinds() string {
	return "the kinds are " + list(p.kinds[source.XML].names.list, "and")
}

// nameKind returns the hint for an object that should name its kind.
func (c *compiler) nameKind() string {
	return fmt.Sprintf("give it a member %q: ", c.member) + either(c.plan.kinds[source.XML].names.list)
}

// hasNo says, after what is wrong with an object's type, that its key is unknown too.
func (c *compiler) hasNo(f *frame, key []byte) string {
	if f.what == inWrapper || len(key) == 0 {
		return ""
	}
	return fmt.Sprintf(", and %s has no %s", f.scope.where(), quote(key))
}

// kindWord returns the name by which messages call a kind: that in a source may be the
// key of a list of them.
func (c *compiler) kindWord(name []byte) string {
	m := c.plan.kinds[c.syntax].find(name)
	return m.table.Attr.Names[m.slot]
}

// holdsKind is the hint for a name of something that holds nodes. If it is near to that of a
// kind, and not its plural, it was misspelt all the same.
func (c *compiler) holdsKind(kind, name string) string {
	near := c.nearest([]byte(name), c.plan.kinds[c.syntax].names.list)
	if near != "" && !strings.EqualFold(name, near+"s") && !strings.EqualFold(noun.Singular(name), near) {
		return didYouMean(near)
	}
	return fmt.Sprintf("it holds nodes of the kind %s: take %q away from around them, or make it a kind too, a store.Bulk that is tagged with it", kind, name)
}
