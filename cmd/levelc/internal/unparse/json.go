package unparse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// jsonSyntax writes JSON. Scalars are on the line of their object's brace. A member
// with objects begins a line of its own.
//
// A node is in a list under a key that means nothing, and its member "type" says its
// kind. If the kind has a field of that name, the node is under its kind as the key
// instead. Nodes with a key are under that, if possible.
type jsonSyntax struct {
	*writer
	rootsIn place    // what the outermost nodes are in
	bare    bool     // a kind has no key, so these must not be inside an object that is no node
	roots   int      // outermost nodes so far, if they are in a list
	under   *field   // of the current row: the field that the key of the row gives
	lists   int      // objects at a smaller depth have their nodes in lists
	objects []object // the wrapper, if there is one, and the open nodes
}

// place is what nodes are in.
type place uint8

const (
	inNothing place = iota // there is only one node
	inWrapper              // an object that is no node
	inList
	inHolder // an object that holds them under their keys
)

// object is an open object that may contain nodes.
type object struct {
	shape   *shape // nil for the wrapper
	members int
	closing byte                    // of the open list, or of the open object with nodes under their keys; 0 if there is none
	key     string                  // of the list: the kind of its nodes, or "" if each gives its type; of the object: its own
	held    map[string]bool         // the members of the object, nil if none is open
	keys    []string                // kinds that were keys so far
	runs    int                     // lists of typed nodes so far
	props   map[string]format.Value // dynamic properties
}

func (j *jsonSyntax) begin(nodes []level.Node, roots int) error {
	inner, typed, keyed := 0, true, false
	for _, sh := range j.shapes {
		if sh.Class == format.ClassNode {
			inner = max(inner, sh.nesting())
			typed = typed && !sh.untyped(j.o.KindMember)
			j.bare = j.bare || sh.Attr.JSON == format.NoKey
			keyed = keyed || sh.Attr.JSON == format.NoKey && sh.key != nil
		}
	}
	holds := false
	if keyed {
		var err error
		if holds, err = j.holdsRoots(); err != nil {
			return err
		}
	}
	used := j.deepest(nodes, inner)
	switch {
	case holds:
		j.rootsIn, used = inHolder, used+1
		j.w.WriteByte('{')
		j.objects = append(j.objects, object{closing: '}', key: format.NoKey, held: map[string]bool{}})
	case j.bare && (roots != 1 || keyed && !typed):
		j.rootsIn, used = inList, used+1
		j.w.WriteByte('[')
	case !j.bare && (roots != 1 || !typed):
		j.rootsIn, used = inWrapper, used+2
		j.w.WriteByte('{')
		j.objects = append(j.objects, object{})
	}
	if j.rootsIn != inNothing {
		j.depth++
	}
	// If two values are allowed for each node, all nodes are in lists.
	j.lists = max(0, source.MaxDepth-used)
	return nil
}

// deepest returns the most values inside each other if each node spends one. inner is the
// most in a row, without properties.
func (j *jsonSyntax) deepest(nodes []level.Node, inner int) int {
	most, inProps := 0, 0
	for _, n := range nodes {
		most = max(most, int(n.Depth)+1+inner)
		if p := j.props[level.At(int(n.Kind), n.Row)]; p != nil {
			inProps = max(inProps, int(n.Depth)+height(format.Value(p)))
		}
	}
	for at, p := range j.props {
		if j.shapes[at.Table].Class != format.ClassNode { // the object around them is in inner
			inProps = max(inProps, most-1+height(format.Value(p)))
		}
	}
	return max(most, inProps)
}

// untyped reports whether the member for a kind could be one of the kind's own members.
func (sh *shape) untyped(member string) bool {
	f, sub := sh.root.find(member)
	return f != nil || sub != nil || sh.hasType
}

// nesting returns the most values inside each other in a row.
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
	switch j.rootsIn {
	case inHolder:
		j.endList()
	case inWrapper:
		j.endList()
		j.w.WriteByte('}')
	case inList:
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
	typed, held := !sh.untyped(j.o.KindMember), false
	name := sh.Attr.Names[n.Slot]
	var err error
	if len(j.objects) > 0 {
		var named bool
		if held, named, err = j.hold(at, n.Slot, typed); held {
			typed = named
		} else if err == nil {
			name, err = j.stand(at, n.Slot, typed)
		}
	} else {
		err = j.standOutermost(at, n.Slot, typed)
	}
	if err != nil {
		return err
	}
	if err := j.openValue(at, '{'); err != nil {
		return err
	}
	j.objects = append(j.objects, object{shape: sh})
	o := &j.objects[len(j.objects)-1]
	if typed {
		j.member(o, j.o.KindMember)
		j.quote([]byte(name))
	}
	if j.under = nil; held {
		j.under = sh.key
	}
	return j.scope(at, o, sh.root, j.l.Row(sh.index, n.Row))
}

func (j *jsonSyntax) closeNode(level.Node) error {
	j.endList()
	j.objects = j.objects[:len(j.objects)-1]
	j.closeValue('}')
	return nil
}

func (j *jsonSyntax) endList() {
	o := &j.objects[len(j.objects)-1]
	if o.closing != 0 {
		j.closeValue(o.closing)
		o.closing, o.held = 0, nil
	}
}

// standOutermost goes to the place of a node that is in no object.
func (j *jsonSyntax) standOutermost(at cell, slot uint8, typed bool) error {
	if j.bare && !typed && (at.shape.Attr.JSON != format.NoKey || slot > 0) {
		return at.errorf("its kind cannot be told by a type, since that is a field of it, and it stands under no key; " + otherMember)
	}
	if j.rootsIn == inList {
		if j.roots > 0 {
			j.w.WriteByte(',')
		}
		j.roots++
		j.line()
	}
	return nil
}

// otherMember says how a field is not in the way of a kind.
const otherMember = "XML can say it, and JSON with another --kind-member, or if json= gives the field another name"

// stand goes to the place of a node in the innermost open object: the open list, a new
// one, or a member of its own. It returns the name of its kind there.
func (j *jsonSyntax) stand(at cell, slot uint8, typed bool) (name string, err error) {
	o := &j.objects[len(j.objects)-1]
	key := ""
	if !typed {
		key = at.shape.Attr.Names[slot]
	}
	listed := o.closing == ']' && o.key == key
	if typed || !listed {
		if name, err = j.nameIn(at, o, slot, typed); err != nil {
			return "", err
		}
	}
	if listed {
		j.w.WriteByte(',')
		j.line()
		return name, nil
	}
	j.endList()
	member := name
	if typed {
		member = j.freeKey(o)
	} else {
		o.keys = append(o.keys, member)
	}
	j.lineMember(o, member)
	if len(j.objects)-1 < j.lists {
		if err := j.openValue(at, '['); err != nil {
			return "", err
		}
		o.closing, o.key = ']', key
		j.line()
	} else if held, _ := at.shape.holder(slot); member == held {
		return "", at.errorf("stands too deep for a list, and under the key %q an object holds nodes under their keys", member)
	}
	return name, nil
}

// nameIn returns a name of a node's kind that means the kind in an object. If it is not to
// be the node's type but a key, the object does not have it yet, and it is not the member
// for kinds.
func (j *jsonSyntax) nameIn(at cell, o *object, slot uint8, typed bool) (string, error) {
	sh := at.shape
	name := sh.Attr.Names[slot]
	err := j.mayStand(at, o, name, typed)
	if err == nil && (typed || j.isUnused(o, name)) {
		return name, nil
	}
	other := sh.Attr.JSON // as good as the first name
	if slot == 0 && other != "" && other != format.NoKey && j.mayStand(at, o, other, typed) == nil && (typed || j.isUnused(o, other)) {
		return other, nil
	}
	if err == nil {
		err = at.errorf("its kind cannot be told by a type, since that is a field of it, and the key %q is taken; "+otherMember, name)
	}
	return "", err
}

// isUnused reports whether a name may become the key of nodes in an object.
func (j *jsonSyntax) isUnused(o *object, name string) bool {
	return name != j.o.KindMember && !slices.Contains(o.keys, name)
}

// mayStand refuses a node whose name means something else in the object around it.
func (j *jsonSyntax) mayStand(at cell, o *object, name string, typed bool) error {
	if o.shape == nil {
		return nil
	}
	f, sub := o.shape.root.find(name)
	if sub != nil || o.shape.root.rest != nil || f != nil && !typed || f.takesObjects() {
		return at.errorf("an object of the kind %q would not be taken for a node here, but for a field of the %s around it; "+otherName, name, o.shape.Name)
	}
	return nil
}

// freeKey returns a key for typed nodes that nothing else in the object has.
func (j *jsonSyntax) freeKey(o *object) string {
	for {
		o.runs++
		key := "children"
		if o.runs > 1 {
			key += strconv.Itoa(o.runs)
		}
		if _, taken := o.props[key]; taken || j.kinds[key] {
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

// member begins a member on the current line.
func (j *jsonSyntax) member(o *object, name string) {
	if o.members > 0 {
		j.w.WriteString(", ")
	}
	o.members++
	j.label(name)
}

// lineMember begins a member on a line of its own.
func (j *jsonSyntax) lineMember(o *object, name string) {
	if o.members > 0 {
		j.w.WriteByte(',')
	}
	o.members++
	j.line()
	j.label(name)
}

func (j *jsonSyntax) label(name string) {
	j.quote([]byte(name))
	j.w.WriteString(": ")
}

// openValue begins an object or a list.
func (j *jsonSyntax) openValue(at cell, bracket byte) error {
	if err := j.nest(at); err != nil {
		return err
	}
	return j.w.WriteByte(bracket)
}

func (j *jsonSyntax) closeValue(bracket byte) {
	j.w.WriteByte(bracket)
	j.depth--
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
