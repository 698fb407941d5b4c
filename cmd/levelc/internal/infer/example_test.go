package infer_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

func ExampleFiles() {
	f, err := source.Spool(strings.NewReader(`<scene title="Orchard">
		<tree id="a" pos="1 2.5"/> <tree id="b" pos="4 0"/> <tree id="c" pos="7 1"/>
		<swing tree="a"/> <swing tree="b"/> <swing tree="c" speed="300"/>
	</scene>`), "orchard.xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	r, err := infer.Files(context.Background(), []*source.File{f}, infer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range r.Schema.Tables {
		fmt.Println(t.Name)
		for _, f := range t.Fields {
			fmt.Printf("  %s %v x %d\n", f.Name, f.Type, f.Count)
		}
	}
	// Output:
	// scene
	//   title str x 1
	// tree
	//   id str x 1
	//   pos f32 x 2
	// swing
	//   tree ref x 1
	//   speed u16 x 1
}
