package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// leftOut returns the Go files in the folder of a package that the package is built without.
func leftOut(p *packages.Package) []string {
	files, _ := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	return slices.DeleteFunc(files, func(f string) bool { return slices.Contains(p.GoFiles, f) })
}

// hintLeftOut adds to the error of a type that is missing where a file that is left out
// declares it.
func (e *Error) hintLeftOut(name string, pkg *source, text *sourceText) {
	for _, file := range pkg.leftOut {
		f, err := parser.ParseFile(pkg.fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		msg := name + " is declared in a file that is not built; if that is because of a tag, GOFLAGS=-tags=TAG builds it"
		if strings.HasSuffix(file, "_test.go") {
			msg = name + " is declared in a test, which only tests know"
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				if s := s.(*ast.TypeSpec); s.Name.Name == name {
					e.Notes = append(e.Notes, noteAt(text.place(s.Name.Pos()), msg))
				}
			}
		}
	}
}
