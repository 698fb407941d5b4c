package diff

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// plan says how the rows of two matching tables are compared.
type plan struct {
	a, b   int // tables
	fields []pair
}

// pair is two fields that are compared.
type pair struct {
	a, b  *format.Field
	how   how
	elems *plan // of spans
	id    bool  // it is the id of the node
}

type how uint8

const (
	byBytes how = iota
	byString
	byRef
	bySpan
	byText // they have different types
)

// plans pairs the tables and fields of two schemas. It returns the plan of each table
// of both, or nil if the other has no counterpart.
func plans(a, b *format.Schema) (ofA, ofB []*plan) {
	match := format.Match(a, b)
	ofA, ofB = make([]*plan, len(a.Tables)), make([]*plan, len(b.Tables))
	for i := format.FixedTables; i < len(a.Tables); i++ {
		if j := match[i]; j >= 0 && a.Tables[i].Class == b.Tables[j].Class {
			ofA[i] = &plan{a: i, b: j}
			ofB[j] = ofA[i]
		}
	}
	for _, p := range ofA {
		if p == nil {
			continue
		}
		for _, f := range fieldPairs(&a.Tables[p.a], &b.Tables[p.b]) {
			if f.a == nil || f.b == nil {
				continue
			}
			f.how = comparison(f.a, f.b)
			f.id = f.b.Attr.Role.IsID() && b.Tables[p.b].Class == format.ClassNode
			if f.how == bySpan {
				target := a.Table(f.a.Target)
				if f.elems = ofA[target]; f.elems == nil || b.Tables[f.elems.b].Name != f.b.Target {
					continue // reported as a difference of the schemas
				}
			}
			p.fields = append(p.fields, f)
		}
	}
	return ofA, ofB
}

// fieldPairs lists the fields of two tables side by side: in the order of a, then those
// that only b has. As a loader does, it takes for a field of b the one of a with the same
// name, or else with the first of its aliases that no field of b has for a name.
func fieldPairs(a, b *format.Table) []pair {
	inA, inB := fieldsByName(a), fieldsByName(b)
	out := make([]pair, len(a.Fields))
	for i := range a.Fields {
		out[i].a = &a.Fields[i]
	}
	for i := range b.Fields {
		g := &b.Fields[i]
		k, ok := inA[g.Name]
		for _, alias := range g.Attr.Aliases {
			if _, taken := inB[alias]; !ok && !taken {
				k, ok = inA[alias]
			}
		}
		if ok && out[k].b == nil {
			out[k].b = g
		} else {
			out = append(out, pair{b: g})
		}
	}
	return out
}

func fieldsByName(t *format.Table) map[string]int {
	out := make(map[string]int, len(t.Fields))
	for i := range t.Fields {
		out[t.Fields[i].Name] = i
	}
	return out
}

func comparison(a, b *format.Field) how {
	switch {
	case a.Type == format.TypeSpan && b.Type == format.TypeSpan:
		return bySpan
	case a.Count != b.Count:
		return byText
	case a.Type.IsRef() && b.Type.IsRef():
		return byRef
	case a.Type != b.Type:
		return byText
	case a.Type == format.TypeStr:
		return byString
	case !slices.Equal(a.Symbols, b.Symbols):
		return byText
	}
	return byBytes
}
