package infer

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// named is a value that may be the id of an open element, or say it again.
type named struct {
	field *field // nil if it is the key of an object in JSON
	hash  uint64
}

// refer keeps the value as a possible id or reference.
func (g *gatherer) refer(e *element, f *field, v *source.Value) {
	g.ask(e, f)
	switch word := idWord(v); {
	case len(word) > 0:
		g.name(f, word)
	case v.Kind == source.List || v.Kind == source.Numbers || v.Kind == source.Bool:
		f.saysOther = f.saysOther || f.id == nil
	}
	g.level.place(e, f)
	f.refs.add(f.name, v, &g.budget)
}

// name keeps the word of a field that could be an id, or that may say one again.
func (g *gatherer) name(f *field, word []byte) {
	switch {
	case f.id != nil:
		g.level.id(f.id)
		f.id.addWord(word, &g.budget)
	case f.saysOther || f.refs.off:
		return
	}
	g.named = append(g.named, named{f, hash(word)})
}

// ask finds out whether a field of e can be an id.
func (g *gatherer) ask(e *element, f *field) {
	if f.asked {
		return
	}
	f.asked = true
	if idRank(f.name) >= 0 || f.key {
		f.id = g.makeIDSpace(e, f)
	}
}

// makeIDSpace returns what the values of f, a possible id, are to be kept with.
func (g *gatherer) makeIDSpace(e *element, f *field) *idSpace {
	kind := e.name
	if g.json {
		kind = noun.Singular(kind)
	}
	at := [2]string{kind, f.name}
	id := g.idSpaces[at]
	if id == nil {
		id = &idSpace{kind: kind, at: len(g.idSpaces)}
		g.idSpaces[at] = id
	}
	return id
}

// compareNames looks for values of one element that are not said by another of its ids,
// or by its key. It changes the order of the values.
func compareNames(of []named) {
	slices.SortFunc(of, func(a, b named) int { return cmp.Compare(a.hash, b.hash) })
	for len(of) > 0 {
		n := 1
		for n < len(of) && of[n].hash == of[0].hash {
			n++
		}
		compareSame(of[:n])
		of = of[n:]
	}
}

// compareSame is compareNames for fields of one value.
func compareSame(of []named) {
	isID := func(n named) bool { return n.field == nil || n.field.id != nil }
	one := slices.IndexFunc(of, isID)
	several := one >= 0 && slices.ContainsFunc(of, func(n named) bool { return isID(n) && n.field != of[one].field })
	for _, n := range of {
		if f := n.field; f != nil && !f.saysOther {
			f.saysID = several || one >= 0 && f != of[one].field
			f.saysOther = !f.saysID
		}
	}
}
