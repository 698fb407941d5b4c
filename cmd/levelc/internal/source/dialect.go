package source

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// dialects are the ends of names of files that may have what JSON5 adds to JSON. GameMaker
// writes a comma after each member.
var dialects = []string{".json5", ".jsonc", ".yy", ".yyp"}

// blameDialect gives other advice for such a file: what is found is not a slip, and there is
// more of it.
func blameDialect(d *diag.Diagnostic) {
	if slices.Contains(dialects, strings.ToLower(filepath.Ext(d.File))) {
		d.Hint = "levelc reads plain JSON, and a program that reads JSON5 can convert the whole file to it"
	}
}
