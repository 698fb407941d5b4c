package editor

import (
	"reflect"
	"strings"
	"sync"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

// SchemaOf returns a function that returns the schema of a world type of this module, which
// it makes once.
func SchemaOf(world reflect.Type) func() *format.Schema {
	return sync.OnceValue(func() *format.Schema {
		w, err := layout.Of(layout.FromReflect(world))
		if err != nil {
			panic(err) // a mistake in the types, which any test finds
		}
		return w.Schema
	})
}

// Reserved are the names that are a reader's own where its nodes stand, so that nothing in a
// level becomes a node of one of the game's kinds by them.
type Reserved struct {
	Kinds  map[string]bool // of the reader
	Fields map[string]bool // of its kind layer: an element of such a name in a layer is that
}

// ReservedIn returns a function that finds the names once.
func ReservedIn(schema func() *format.Schema) func() *Reserved {
	return sync.OnceValue(func() *Reserved {
		r := &Reserved{Kinds: map[string]bool{}, Fields: map[string]bool{}}
		for i := range schema().Tables {
			t := &schema().Tables[i]
			if t.Class != format.ClassNode {
				continue
			}
			r.Kinds[t.Name] = true
			for j := range t.Fields {
				if name, _, _ := strings.Cut(NameInXML(&t.Fields[j]), "/"); t.Name == "layer" {
					r.Fields[name] = true
				}
			}
		}
		return r
	})
}

// Has reports whether a name is one of them.
func (r *Reserved) Has(name string) bool { return r.Kinds[name] || r.Fields[name] }
