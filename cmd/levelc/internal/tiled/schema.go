package tiled

import (
	"reflect"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	types "github.com/levelc/levelc/loader/tiled"
)

// Schema returns the schema of the Go types in loader/tiled alone. It must not be modified.
var Schema = editor.SchemaOf(reflect.TypeFor[types.World]())

// reserved are the names that the class of an object cannot mean.
var reserved = editor.ReservedIn(Schema)
