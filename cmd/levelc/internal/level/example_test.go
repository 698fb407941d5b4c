package level_test

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

func Example() {
	schema := &format.Schema{Tables: []format.Table{{Name: "crate", Class: format.ClassNode, Stride: 1}}}
	w, err := format.NewWriter(schema, format.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	for depth, name := range []string{"outer", "middle", "inner"} {
		id, _ := w.String([]byte(name))
		row, _ := w.Node(format.FixedTables, depth, 0)
		_ = w.Put(format.FixedTables, row, []byte{0})
		_ = w.ID(id, format.FixedTables, row)
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
	for _, n := range l.Nodes() {
		id, _ := l.ID(int(n.Kind), n.Row)
		fmt.Printf("%*s%s[%d] %s\n", 2*int(n.Depth), "", l.Schema.Tables[n.Kind].Name, n.Row, id)
	}
	// Output:
	// crate[0] outer
	//   crate[1] middle
	//     crate[2] inner
}
