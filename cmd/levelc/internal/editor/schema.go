package editor

import (
	"reflect"
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
