package view_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
)

func ExampleDump() {
	// A level of two doors, each a number.
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{{
		Name: "door", Class: format.ClassNode, Stride: 1,
		Fields: []format.Field{{Name: "number", Type: format.TypeU8, Count: 1}},
		Attr:   format.TableAttr{Names: []string{"door"}},
	}}}, format.WriterOptions{})
	if err != nil {
		panic(err)
	}
	for number := range 2 {
		row, err := w.Node(format.FixedTables, 0, 0)
		if err != nil {
			panic(err)
		}
		if err := w.Put(format.FixedTables, row, []byte{byte(7 + number)}); err != nil {
			panic(err)
		}
	}
	var level format.Buffer
	if _, err := w.Finish(&level); err != nil {
		panic(err)
	}

	var out strings.Builder
	if err := view.Dump(&out, bytes.NewReader(level), view.Options{Name: "doors.lvl"}); err != nil {
		panic(err)
	}
	_, rows, _ := strings.Cut(out.String(), "\nrows\n")
	fmt.Print(rows)
	// Output:
	//   $str[0] ""
	//   $node[0] door[0]
	//   $node[1] door[1]
	//   door[0] number=7
	//   door[1] number=8
}
