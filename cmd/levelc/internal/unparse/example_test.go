package unparse_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

func Example() {
	schema := &format.Schema{Tables: []format.Table{{
		Name: "crate", Class: format.ClassNode, Stride: 8, Attr: format.TableAttr{Names: []string{"crate"}},
		Fields: []format.Field{
			{Name: "size", Type: format.TypeU32, Count: 1, Attr: format.Attr{Source: "size"}},
			{Name: "name", Type: format.TypeStr, Offset: 4, Count: 1, Attr: format.Attr{Source: "name", Role: format.RoleID}},
		},
	}}}
	w, err := format.NewWriter(schema, format.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	for depth, name := range []string{"outer", "inner"} {
		id, _ := w.String([]byte(name))
		row, _ := w.Node(format.FixedTables, depth, 0)
		b := binary.LittleEndian.AppendUint32(nil, uint32(3-depth))
		_ = w.Put(format.FixedTables, row, binary.LittleEndian.AppendUint32(b, id))
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
	if err := unparse.Write(os.Stdout, l, unparse.Options{Syntax: source.XML}); err != nil {
		fmt.Println(err)
	}
	if err := unparse.Write(os.Stdout, l, unparse.Options{Syntax: source.JSON}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <crate size="3" name="outer">
	//   <crate size="2" name="inner"/>
	// </crate>
	// {"type": "crate", "size": 3, "name": "outer",
	//  "children": [
	//   {"type": "crate", "size": 2, "name": "inner"}]}
}
