package source_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// outline prints what it is told.
type outline struct{ indent string }

func (o *outline) Kind(name []byte) bool { return string(name) == "body" }

func (o *outline) Open(name []byte, _ int64) bool {
	fmt.Printf("%s%s\n", o.indent, name)
	o.indent += "  "
	return true
}

func (o *outline) Value(name []byte, v *source.Value) bool {
	fmt.Printf("%s%s =", o.indent, name)
	if v.Kind != source.List {
		fmt.Printf(" %s", v.Bytes)
	}
	for _, item := range v.Items {
		fmt.Printf(" %s", item.Bytes)
	}
	fmt.Println()
	return true
}

func (o *outline) Text(v *source.Value) bool {
	fmt.Printf("%s%q\n", o.indent, v.Bytes)
	return true
}

func (o *outline) Close(int64) bool {
	o.indent = o.indent[2:]
	return true
}

func ExampleReader_XML() {
	var r source.Reader
	err := r.XML(strings.NewReader(`<body pos="1 2"><mass>3</mass></body>`), &outline{}, source.Options{})
	fmt.Println(err)
	// Output:
	// body
	//   pos = 1 2
	//   mass
	//     "3"
	// <nil>
}

func ExampleReader_JSON() {
	var r source.Reader
	text := strings.NewReader(`{"pos":[1,2], "shapes":[{"r":4}], "type":"body"}`)
	err := r.JSON(text, text.Size(), &outline{}, source.Options{})
	fmt.Println(err)
	// Output:
	// body
	//   pos = 1 2
	//   shapes
	//     r = 4
	// <nil>
}

func ExampleFile() {
	f, err := source.Spool(strings.NewReader("<scene>\n  <body pos='1 2' pos='3'/>\n</scene>"), "scene.xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	var r source.Reader
	var l diag.List
	if err := f.Read(&r, quiet{}, source.Options{}); err != nil {
		l.Add(f.Diagnose(err))
	}
	_ = diag.Write(os.Stdout, &l, diag.Options{})
	// Output:
	// scene.xml:2:19: the attribute pos is written twice
	//       <body pos='1 2' pos='3'/>
	//                       ^
	//     hint: remove one of them
	//   scene.xml:2:9: it stands here as well
}

// quiet takes everything.
type quiet struct{}

func (quiet) Kind([]byte) bool                 { return false }
func (quiet) Open([]byte, int64) bool          { return true }
func (quiet) Value([]byte, *source.Value) bool { return true }
func (quiet) Text(*source.Value) bool          { return true }
func (quiet) Close(int64) bool                 { return true }
