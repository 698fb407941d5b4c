package build

import (
	"bytes"
	"errors"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// typesError returns a FoundError in place of a schema.Error that knows where in the Go files
// the mistakes are: they are diagnostics as those of sources are.
func typesError(err error) error {
	var of *schema.Error
	if !errors.As(err, &of) {
		return err
	}
	found := &FoundError{List: new(diag.List)}
	rest := schema.Error{Spec: of.Spec, Msg: of.Msg} // what has no place
	for _, n := range of.Notes {
		if n.File == "" {
			rest.Notes = append(rest.Notes, n)
			continue
		}
		found.List.Add(diag.Diagnostic{File: n.File, Line: n.Line, Col: n.Col, Message: n.Msg, Source: goLine(n)})
	}
	if len(rest.Notes) == len(of.Notes) {
		return err
	}
	if rest.Notes != nil {
		found.List.Add(diag.Diagnostic{Message: rest.Error()})
	}
	return found
}

// mostOfLine is how long a line of Go may be to be shown.
const mostOfLine = 1000

// goLine returns the source line of a note, or nothing if the file has none such.
func goLine(n schema.Note) diag.Excerpt {
	text, err := os.ReadFile(n.File)
	if err != nil {
		return diag.Excerpt{}
	}
	for i := 1; i < n.Line; i++ {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) > mostOfLine || n.Col > len(line)+1 {
		return diag.Excerpt{}
	}
	return diag.Excerpt{Text: string(line), At: n.Col - 1}
}
