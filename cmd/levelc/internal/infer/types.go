package infer

import (
	"math/bits"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// types tells the objects of one element apart by their member "type".
type types struct {
	n    uint64 // objects that have one
	list []typed
	at   map[string]int // in list
	many bool           // there are more than that
	odd  bool           // one that cannot be the name of a kind
}

// typed is the objects of one type.
type typed struct {
	name    string
	n       uint64
	members []member
	at      map[string]int // in members
}

// member is a member that objects of a type have.
type member struct {
	name  string
	n     uint64 // how many of the objects have it
	last  uint64 // the last of these objects, counted from 1
	forms form   // all that it had
}

// memberForm is a member of an object that may have a type.
type memberForm struct {
	name string
	form form
}

// form is how JSON writes a member, a bit for each way.
type form uint8

const (
	formValue  form = 1 << iota
	formList        // of values; then of such lists, and so on
	formObject form = 1 << 7
)

// formOf returns the form of a value, or 0 if that fits any. A list is of the form of its
// first item: if others differ, no type helps.
func formOf(v *source.Value) form {
	f := formValue
	for ; f < formObject>>1; f <<= 1 {
		switch {
		case v.Kind == source.Null:
			return 0
		case v.Kind == source.Numbers:
			return f << 1
		case v.Kind != source.List:
			return f
		case len(v.Items) == 0:
			return 0
		}
		v = &v.Items[0]
	}
	return f
}

// noteMember remembers a member of the innermost object.
func (g *gatherer) noteMember(name string, as form) {
	f := &g.frames[len(g.frames)-1]
	if g.json && len(g.members)-f.begins.members < mostMembers {
		g.members = append(g.members, memberForm{name, as})
	}
}

// Objects of one element are told apart by this many types, and by this many members of
// each. A game's definitions may well be one list with a hundred types in it.
const (
	mostTypes   = 1 << 10
	mostMembers = 1 << 8
)

// add counts an object and its members, some of which may have come twice.
func (t *types) add(name string, members []memberForm, lim *usage) {
	t.n++
	if name == "" || !isSymbol([]byte(name)) {
		t.odd = true
		return
	}
	one := find(t, name)
	if one == nil {
		if lim.types >= mostElements {
			t.many = true
			return
		}
		if one = t.get(name); one == nil {
			return
		}
		lim.types++
	}
	one.n++
	one.count(members, lim)
}

// count counts the members of the last object. They mostly come in the order of the
// first object's members.
func (o *typed) count(members []memberForm, lim *usage) {
	next := 0
	for _, one := range members {
		name := one.name
		if next == len(o.members) || o.members[next].name != name {
			i, met := o.at[name]
			if !met {
				if len(o.members) == mostMembers || lim.members >= mostFields {
					continue
				}
				lim.members++
				i = o.member(name)
			}
			next = i
		}
		m := &o.members[next]
		m.forms |= one.form
		if m.last != o.n {
			m.last = o.n
			m.n++
		}
		next++
	}
}

// member makes room for a new member.
func (o *typed) member(name string) int {
	i := len(o.members)
	o.members = append(o.members, member{name: name})
	o.at[name] = i
	return i
}

// name returns the name of a type: one that is known without making a string of it.
func (t *types) name(b []byte) string {
	if one := find(t, b); one != nil {
		return one.name
	}
	return string(b)
}

// fewTypes are found faster one by one.
const fewTypes = 8

// find returns the objects of a type, or nil.
func find[T string | []byte](t *types, name T) *typed {
	if len(t.list) <= fewTypes {
		for i := range t.list {
			if t.list[i].name == string(name) {
				return &t.list[i]
			}
		}
	} else if i, ok := t.at[string(name)]; ok {
		return &t.list[i]
	}
	return nil
}

// get is find, but for a type that may be new. It returns nil if there are too many.
func (t *types) get(name string) *typed {
	if one := find(t, name); one != nil {
		return one
	}
	if len(t.list) >= mostTypes {
		t.many = true
		return nil
	}
	if t.at == nil {
		t.at = map[string]int{}
	}
	t.at[name] = len(t.list)
	t.list = append(t.list, typed{name: name, at: map[string]int{}})
	return &t.list[len(t.list)-1]
}

func (t *types) has(name string) bool { return find(t, name) != nil }

func (t *types) merge(o *types) {
	t.n += o.n
	t.many = t.many || o.many
	t.odd = t.odd || o.odd
	for i := range o.list {
		other := &o.list[i]
		if one := t.get(other.name); one != nil {
			one.n += other.n
			for _, m := range other.members {
				i, met := one.at[m.name]
				if !met {
					i = one.member(m.name)
				}
				one.members[i].n += m.n
				one.members[i].forms |= m.forms
			}
		}
	}
}

// differ reports whether at least half of the types have a member that others
// do not have.
func (t *types) differ() bool {
	in := map[string]int{} // how many types have a member
	for i := range t.list {
		for _, m := range t.list[i].members {
			in[m.name]++
		}
	}
	own := 0
	for i := range t.list {
		a := &t.list[i]
		if slices.ContainsFunc(a.members, func(m member) bool { return 10*m.n >= 9*a.n && in[m.name] < len(t.list) }) {
			own++
		}
	}
	return 2*own >= len(t.list)
}

// decideForm reports whether the type of an object decides the form of a member: objects of one
// type have it in one form, and there are several.
func (t *types) decideForm(name string) bool {
	var all form
	for i := range t.list {
		if k, met := t.list[i].at[name]; met {
			forms := t.list[i].members[k].forms
			if bits.OnesCount8(uint8(forms)) > 1 {
				return false
			}
			all |= forms
		}
	}
	return bits.OnesCount8(uint8(all)) > 1
}
