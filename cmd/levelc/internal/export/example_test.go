package export_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
)

const exampleFile = `{"levelc": "schema 1", "tables": [
	{"name": "door", "class": "node", "stride": 8, "names": ["door"], "fields": [
		{"name": "name", "type": "str", "offset": 0, "role": "id", "source": "name"},
		{"name": "state", "type": "enum8", "offset": 4, "symbols": ["shut", "open"], "source": "state"}
	]}
]}`

func ExampleGo() {
	s, err := export.ReadFile(strings.NewReader(exampleFile))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := export.Go(s, export.GoOptions{Package: "game"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, after, _ := strings.Cut(string(text), "// Door is")
	fmt.Print("// Door is", after)
	// Output:
	// // Door is a node of kind door.
	// type Door struct {
	// 	Name  store.Str `level:"name,id"`
	// 	State DoorState `level:"state,enum=shut|open"`
	// }
	//
	// // DoorState is one of the words below.
	// type DoorState uint8
	//
	// const (
	// 	DoorStateShut DoorState = iota // shut
	// 	DoorStateOpen                  // open
	// )
}

func ExampleWriteFile() {
	s, err := export.ReadFile(strings.NewReader(exampleFile))
	if err == nil {
		err = export.WriteFile(os.Stdout, s)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "levelc": "schema 1",
	//   "tables": [
	//     {"name": "door", "class": "node", "stride": 8, "names": ["door"], "fields": [
	//       {"name": "name", "type": "str", "offset": 0, "role": "id", "source": "name"},
	//       {"name": "state", "type": "enum8", "offset": 4, "symbols": ["shut", "open"], "source": "state"}
	//     ]}
	//   ]
	// }
}
