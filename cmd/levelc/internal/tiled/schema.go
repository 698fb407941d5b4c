package tiled

import (
	"reflect"
	"sync"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	types "github.com/levelc/levelc/loader/tiled"
)

// Marker is the kind that a schema has which is for this reader.
const Marker = "tilemap"

// Schema is that of the Go types in loader/tiled alone.
func Schema() *format.Schema { return builtin() }

var builtin = sync.OnceValue(func() *format.Schema {
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[types.World]()))
	if err != nil {
		panic(err) // the types are this module's own; a test makes it
	}
	return w.Schema
})

// own are the reader's kinds, which no object's class can mean.
var own = map[string]bool{
	"worldfile": true, Marker: true, "tileset": true, "tile": true, "wangset": true, "layer": true, "chunk": true, "object": true,
}
