package tiled

import (
	"reflect"
	"sync"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	types "github.com/levelc/levelc/loader/tiled"
)

// Schema returns the schema of the Go types in loader/tiled alone.
func Schema() *format.Schema { return builtin() }

var builtin = sync.OnceValue(func() *format.Schema {
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[types.World]()))
	if err != nil {
		panic(err) // the types belong to this module, and a test makes it
	}
	return w.Schema
})

// reserved are the kinds of this reader, which the class of an object cannot mean.
var reserved = map[string]bool{
	"worldfile": true, "tilemap": true, "tileset": true, "tile": true, "wangset": true, "layer": true, "chunk": true, "object": true,
}
