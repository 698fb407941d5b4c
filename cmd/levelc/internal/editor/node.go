package editor

import (
	"iter"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Node is an element or an object, with everything in it. There are millions of Nodes
// and Members, so what few of them have is kept apart.
type Node struct {
	Doc     *Doc
	Name    string // of the element; for an object, its key or that of its list
	At      int64
	Members []Member // attributes, or scalars and lists of scalars, in their order
	Nodes   []*Node  // elements, or objects, in their order, except for packed ones
	rare    *rare    // or nil
	Listed  bool     // in JSON, it is an item of a list
}

// rare is what few Nodes have.
type rare struct {
	text   []string // its pieces
	textAt int64    // of the first one
	packed []batch
}

// Member is an attribute, or a member of an object that is not itself an object.
type Member struct {
	Name string
	Value
}

// Value is the value of a member.
type Value struct {
	Text  string   // of a scalar; for a list of only numbers, the numbers with commas between, or the first of Pieces
	items *[]Value // or nil; for a list of only numbers, the other pieces
	At    int64    // as in source.Value
	Kind  source.ValueKind
	// Mixed is set for a Member that is an item, but not an object, of a list with
	// objects. Before is how many Nodes of the Node stand before it. If its list is
	// packed, it counts the packed ones.
	Mixed  bool
	Before int32
}

// Shown returns the value as a message shows it.
func (v *Value) Shown() string {
	switch v.Kind {
	case source.String:
		return strconv.Quote(Clip(v.Text))
	case source.List:
		return "a list"
	case source.Null:
		return "null"
	}
	return Clip(v.Text)
}

// Items returns the items of a list that is not in Text.
func (v *Value) Items() []Value {
	if v.items == nil || v.IsNumbers() {
		return nil
	}
	return *v.items
}

// Pieces returns the Text of a list of numbers. A long one has many pieces; all but the
// last end with a comma.
func (v *Value) Pieces() []string {
	all := []string{v.Text}
	if v.items != nil && v.IsNumbers() {
		for i := range *v.items {
			all = append(all, (*v.items)[i].Text)
		}
	}
	return all
}

// Numbers returns the items of a list of only numbers, each as it is written.
func (v *Value) Numbers() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, piece := range v.Pieces() {
			for text := range strings.SplitSeq(strings.TrimSuffix(piece, ","), ",") {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// size returns the bytes that the value takes besides itself.
func (v *Value) size() int {
	n := len(v.Text)
	if v.items != nil {
		for i := range *v.items {
			n += sizeOfMember + (*v.items)[i].size()
		}
	}
	return n
}

// IsNumbers reports whether a list has only numbers; then it is in Text.
func (v *Value) IsNumbers() bool { return v.Kind == source.List && v.Text != "" }

// IsEmpty reports whether it is a list of nothing.
func (v *Value) IsEmpty() bool { return v.Kind == source.List && v.Text == "" && v.items == nil }

// Type returns the member "type" of an object, if that is a string, or "".
func (n *Node) Type() string {
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == "type" && m.Kind == source.String {
			return m.Text
		}
	}
	return ""
}

// Text returns the text of an element: its pieces, joined.
func (n *Node) Text() string { return strings.Join(n.Pieces(), "") }

// Pieces returns the pieces of Text. A long text has many, divided anywhere.
func (n *Node) Pieces() []string {
	if n.rare == nil {
		return nil
	}
	return n.rare.text
}

// HasText reports whether Text is not empty.
func (n *Node) HasText() bool { return len(n.Pieces()) > 0 }

// rarely returns n.rare, to be set.
func (n *Node) rarely() *rare {
	if n.rare == nil {
		n.rare = new(rare)
	}
	return n.rare
}

// Place is a place in one of a level's files.
type Place struct {
	Doc *Doc
	Pos source.Pos
}

// Place returns where the node is.
func (n *Node) Place() Place { return Place{n.Doc, source.Pos{Off: n.At}} }

// PlaceOf returns where the value of a member is, or the node if it has none.
func (n *Node) PlaceOf(name string) Place {
	if m := n.Member(name); m != nil {
		return n.PlaceIn(m)
	}
	return n.Place()
}

// PlaceIn returns where a member of the node is.
func (n *Node) PlaceIn(m *Member) Place { return Place{n.Doc, source.Pos{Off: m.At, Member: m.Name}} }

// PlaceOfList returns where a list is that has no value of its own: it is packed, empty or null.
func (n *Node) PlaceOfList(name string) Place {
	return Place{n.Doc, source.Pos{Off: n.At, Member: name}}
}

// Item returns where an item of the list at p is, from 1 on.
func (p Place) Item(i int) Place {
	p.Pos.Item = int32(i)
	return p
}

// PlaceOfText returns where the text of an element is.
func (n *Node) PlaceOfText() Place {
	if !n.HasText() {
		return n.Place()
	}
	return Place{n.Doc, source.Pos{Off: n.rare.textAt}}
}

// Member finds a member, or returns nil. A member that is null does not count.
func (n *Node) Member(name string) *Member {
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == name && !m.Mixed && m.Kind != source.Null {
			return m
		}
	}
	return nil
}

// Has reports whether there is such a member, even if it is null.
func (n *Node) Has(name string) bool {
	for i := range n.Members {
		if n.Members[i].Name == name {
			return true
		}
	}
	return false
}

// HasAny reports whether there is a member or a node under a name, of whatever sort, that is
// not null.
func (n *Node) HasAny(name string) bool { return n.Member(name) != nil || n.Child(name) != nil }

// String returns the text of a member that is a scalar, or "".
func (n *Node) String(name string) string {
	if m := n.Member(name); m != nil && m.Kind != source.List {
		return m.Text
	}
	return ""
}

// Child returns the first node of a name in n, or nil.
func (n *Node) Child(name string) *Node {
	for _, c := range n.Nodes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// IsListed reports whether the nodes of a name in n are a list of JSON, and not one object
// under that name.
func (n *Node) IsListed(name string) bool {
	if c := n.Child(name); c != nil {
		return c.Listed
	}
	packed := n.Cursor(name)
	return packed.listed
}

// Form says what n is, for a message about a place where something else should be.
func (n *Node) Form() string {
	if n.Listed {
		return "a list"
	}
	return "an object"
}

// Children returns the nodes of a name in n, in their order. If they are packed (see
// Reader.Packed), each is valid until the next one, and the last until the loop is over.
func (n *Node) Children(name string) func(yield func(*Node) bool) {
	return func(yield func(*Node) bool) {
		for _, c := range n.Nodes {
			if c.Name == name && !yield(c) {
				return
			}
		}
		if !n.HasPacked(name) {
			return
		}
		packed := n.Cursor(name)
		packed.nodes, n.Doc.spare = n.Doc.spare, nil
		for c := packed.Next(); c != nil; c = packed.Next() {
			if !yield(c) {
				return // it may be kept
			}
		}
		if len(packed.nodes) <= mostSpare {
			n.Doc.spare = packed.nodes
		}
	}
}

// mostSpare is how many Nodes are used again for the next loop: enough for an object.
const mostSpare = 64
