package diff_test

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/format"
)

func ExampleSchemas() {
	schema := func(health format.Type) *format.Schema {
		return &format.Schema{Tables: []format.Table{{
			Name: "body", Class: format.ClassNode, Stride: 4,
			Fields: []format.Field{{Name: "health", Type: health, Count: 1}},
		}}}
	}
	n := diff.Schemas(schema(format.TypeI16), schema(format.TypeI32), func(c diff.Change) { fmt.Println(c) })
	fmt.Println(n)
	// Output:
	// changed  schema body health: i16 -> i32
	// 1
}
