package diag_test

import (
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

func ExampleWrite() {
	var l diag.List
	l.Add(diag.Diagnostic{File: "scene.xml", Line: 12, Col: 9, Message: "the attribute mas is not known", Hint: "did you mean mass?",
		Source: diag.Excerpt{Text: `  <body mas="3"/>`, At: 8}})
	l.Add(diag.Diagnostic{File: "scene.xml", Line: 3, Col: 1, Severity: diag.Warning, Message: "the element old is not used"})
	_ = diag.Write(os.Stdout, &l, diag.Options{})
	// Output:
	// scene.xml:3:1: warning: the element old is not used
	// scene.xml:12:9: the attribute mas is not known
	//       <body mas="3"/>
	//             ^
	//     hint: did you mean mass?
}
