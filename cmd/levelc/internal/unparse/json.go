package unparse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// jsonSyntax writes JSON. Scalars stand in one line with the brace of their
// object; what has objects in it begins a line of its own.
//
// A node stands in a list under a key that means nothing, and its member "type"
// says its kind. Where the kind has a field of that name, it stands under its
// kind as the key instead.
type jsonSyntax struct {
	*writer
	wrapped bool     // around the roots is an object that is no node
	bare    bool     // a kind stands under no key, so that no object may be wrapped around the roots
	listed  bool     // then: they are in a list
	roots   int      // in the list so far
	lists   int      // objects less deep than this have the nodes in them in lists
	objects []object // the wrapper, if there is one, and the open nodes
}

// object is one that is open and in which nodes may stand.
type object struct {
	shape   *shape // nil for the wrapper
	members int
	inList  bool
	key     string   // of the list: the kind of its nodes, "" where each says its type
	keys    []string // kinds that were keys so far
	runs    int      // lists of typed nodes so far
	props   []string // keys of dynamic properties
}

func (j *jsonSyntax) begin(roots, deepest int) error {
	inner, typed := 0, true
	for _, sh := range j.shapes {
		if sh.Class == format.ClassNode {
			inner = max(inner, sh.nesting())
			typed = typed && !sh.untyped(j.o.KindMember)
			j.bare = j.bare || sh.Attr.JSON == format.NoKey
		}
	}
	used := deepest + 1 + inner
	switch {
	case j.bare && roots != 1:
		j.listed = true
		j.depth++
		used++
		j.w.WriteByte('[')
	case !j.bare && (roots != 1 || !typed):
		j.wrapped = true
		j.depth++
		used += 2
		j.w.WriteByte('{')
		j.objects = append(j.objects, object{})
	}
	// Where there is room for two values a node, all nodes are in lists.
	j.lists = max(0, maxNesting-used)
	return nil
}

// untyped reports whether the member of a kind's objects that says their kind could
// be one of their own.
func (sh *shape) untyped(member string) bool {
	f, sub := sh.root.find(member)
	return f != nil || sub != nil || sh.root.rest != nil || sh.hasType
}

// nesting is how many values a row has inside each other at most.
func (sh *shape) nesting() int {
	most := 0
	for i := range sh.fields {
		f := &sh.fields[i]
		n := 2 + strings.Count(f.Attr.Source+f.Attr.JSON, "/") // a list, of lists
		if f.elems != nil {
			n += f.elems.nesting()
		}
		most = max(most, n)
	}
	return most
}

func (j *jsonSyntax) end() error {
	if j.wrapped {
		j.endList()
		j.w.WriteByte('}')
	}
	if j.listed {
		j.w.WriteByte(']')
	}
	j.w.WriteByte('\n')
	return nil
}

// line begins a new line.
func (j *jsonSyntax) line() {
	j.w.WriteByte('\n')
	for range j.depth {
		j.w.WriteByte(' ')
	}
}

func (j *jsonSyntax) openNode(n level.Node, sh *shape, _ bool) error {
	at := cell{sh, n.Row, nil}
	typed := !sh.untyped(j.o.KindMember)
	if len(j.objects) > 0 {
		if err := j.stand(at, n.Slot, typed); err != nil {
			return err
		}
	} else if err := j.standOutermost(at, typed); err != nil {
		return err
	}
	if err := j.nest(at); err != nil {
		return err
	}
	j.w.WriteByte('{')
	j.objects = append(j.objects, object{shape: sh})
	o := &j.objects[len(j.objects)-1]
	if typed {
		j.member(o, j.o.KindMember)
		j.quote([]byte(sh.Attr.Names[n.Slot]))
	}
	return j.scope(at, o, sh.root, j.l.Row(sh.index, n.Row))
}

func (j *jsonSyntax) closeNode(level.Node) error {
	j.endList()
	j.objects = j.objects[:len(j.objects)-1]
	j.w.WriteByte('}')
	j.depth--
	return nil
}

func (j *jsonSyntax) endList() {
	o := &j.objects[len(j.objects)-1]
	if o.inList {
		j.w.WriteByte(']')
		j.depth--
		o.inList = false
	}
}

// standOutermost goes to where a node has its place if no object is around it.
func (j *jsonSyntax) standOutermost(at cell, typed bool) error {
	if j.bare && !typed && at.shape.Attr.JSON != format.NoKey {
		return at.errorf("its kind cannot be told by a type, since that is a field of it, and it stands under no key")
	}
	if j.listed {
		if j.roots > 0 {
			j.w.WriteByte(',')
		}
		j.roots++
		j.line()
	}
	return nil
}

// stand goes to where a node has its place in the innermost open object: the
// list that is open, a new one, or a member of its own.
func (j *jsonSyntax) stand(at cell, slot uint8, typed bool) error {
	o := &j.objects[len(j.objects)-1]
	name, key := at.shape.Attr.Names[slot], ""
	if !typed {
		key = name
	}
	if err := j.mayStand(at, o, name, typed); err != nil {
		return err
	}
	if o.inList && o.key == key {
		j.w.WriteByte(',')
		j.line()
		return nil
	}
	j.endList()
	member := ""
	if typed {
		member = j.freeKey(o)
	} else if member = unusedKey(o, at.shape, slot); member == "" {
		return at.errorf("its kind cannot be told by a type, since that is a field of it, and the key %q is taken by nodes before it; json= in the field's tag would give it another name in JSON", name)
	} else {
		o.keys = append(o.keys, member)
	}
	j.lineMember(o, member)
	if len(j.objects)-1 < j.lists {
		if err := j.nest(at); err != nil {
			return err
		}
		o.inList, o.key = true, key
		j.w.WriteByte('[')
		j.line()
	}
	return nil
}

// mayStand refuses a node whose name means something else in the object
// around it.
func (j *jsonSyntax) mayStand(at cell, o *object, name string, typed bool) error {
	if o.shape == nil {
		return nil
	}
	f, sub := o.shape.root.find(name)
	if sub != nil || o.shape.root.rest != nil || f != nil && (!typed || f.elems != nil || len(f.Attr.Components) > 0) {
		return at.errorf("an object of the kind %q would not be taken for a node here", name)
	}
	return nil
}

// freeKey is a key for typed nodes that nothing else in the object has.
func (j *jsonSyntax) freeKey(o *object) string {
	for {
		o.runs++
		key := "children"
		if o.runs > 1 {
			key += strconv.Itoa(o.runs)
		}
		if j.kinds[key] || slices.Contains(o.props, key) {
			continue
		}
		if o.shape != nil {
			if f, sub := o.shape.root.find(key); f != nil || sub != nil {
				continue
			}
		}
		return key
	}
}

// unusedKey is a key that stands for a kind and that the object does not have
// yet, "" where there is none.
func unusedKey(o *object, sh *shape, slot uint8) string {
	names := []string{sh.Attr.Names[slot]}
	if slot == 0 && sh.Attr.JSON != "" && sh.Attr.JSON != format.NoKey {
		names = append(names, sh.Attr.JSON)
	}
next:
	for _, name := range names {
		for _, k := range o.keys {
			if k == name {
				continue next
			}
		}
		return name
	}
	return ""
}

// member begins a member in the line that is open.
func (j *jsonSyntax) member(o *object, name string) {
	if o.members > 0 {
		j.w.WriteString(", ")
	}
	o.members++
	j.quote([]byte(name))
	j.w.WriteString(": ")
}

// lineMember begins a member in a line of its own.
func (j *jsonSyntax) lineMember(o *object, name string) {
	if o.members > 0 {
		j.w.WriteByte(',')
	}
	o.members++
	j.line()
	j.quote([]byte(name))
	j.w.WriteString(": ")
}

func (j *jsonSyntax) quote(b []byte) {
	j.buf = appendQuoted(j.buf[:0], b)
	j.w.Write(j.buf)
}

// appendQuoted appends a JSON string.
func appendQuoted(to, b []byte) []byte {
	const hex = "0123456789abcdef"
	to = append(to, '"')
	for _, c := range b {
		switch {
		case c == '"' || c == '\\':
			to = append(to, '\\', c)
		case c == '\n':
			to = append(to, '\\', 'n')
		case c == '\t':
			to = append(to, '\\', 't')
		case c == '\r':
			to = append(to, '\\', 'r')
		case c < ' ' || c == 0x7f:
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			to = append(to, c)
		}
	}
	return append(to, '"')
}
