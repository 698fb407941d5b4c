//go:build !js

package schema_test

import (
	"context"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

func ExampleLoad() {
	w, err := schema.Load(context.Background(), "github.com/levelc/levelc/testdata/game.World", schema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	t := &w.Schema.Tables[w.Schema.Table("light")]
	fmt.Println(w.Tables[w.Schema.Table("light")].Name, t.Attr.Names, t.Stride)
	for _, f := range t.Fields[:3] {
		fmt.Println(f.Attr.Source, f.Type, f.Count)
	}
	// Output:
	// Lights [light lamp] 32
	// name str 1
	// pos f32 3
	// color u8 4
}
