package tiled

import (
	"reflect"
	"strings"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	types "github.com/levelc/levelc/loader/tiled"
)

// Schema returns the schema of the Go types in loader/tiled alone. It must not be modified.
var Schema = editor.SchemaOf(reflect.TypeFor[types.World]())

// reserved are the kinds of this reader, which the class of an object cannot mean.
var reserved = map[string]bool{
	"worldfile": true, "tilemap": true, "tileset": true, "tile": true, "wangset": true, "layer": true, "chunk": true, "object": true,
}

// inLayer are the names of what a layer has. An element of such a name in it is that, and
// no node of one of the game's kinds.
var inLayer = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	t := &Schema().Tables[Schema().Table("layer")]
	for i := range t.Fields {
		name, _, _ := strings.Cut(editor.NameInXML(&t.Fields[i]), "/")
		names[name] = true
	}
	return names
})
