package stat_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

func Example() {
	schema := &format.Schema{Tables: []format.Table{{
		Name: "crate", Class: format.ClassNode, Stride: 24,
		Fields: []format.Field{
			{Name: "open", Type: format.TypeBool, Count: 1},
			{Name: "weight", Type: format.TypeF64, Offset: 8, Count: 1},
			{Name: "side", Type: format.TypeU16, Offset: 16, Count: 1},
		},
	}}}
	w, err := format.NewWriter(schema, format.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	for range 1000 {
		row, _ := w.Node(format.FixedTables, 0, 0)
		_ = w.Put(format.FixedTables, row, make([]byte, 24))
	}
	var out format.Buffer
	if _, err := w.Finish(&out); err != nil {
		fmt.Println(err)
		return
	}
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := stat.Of(context.Background(), l, stat.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range r.Tables {
		if t.Gap.Saves > 0 {
			fmt.Printf("%s: %v would save %d bytes\n", t.Name, t.Gap.Order, t.Gap.Saves)
		}
	}
	// Output:
	// crate: [weight side open] would save 8000 bytes
}
