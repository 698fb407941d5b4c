package levelc_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// go doc shows only the first constant of a group, so who asks it for a type learns what
// the values are from the type's own words.
func TestTypesNameTheirConstants(t *testing.T) {
	n := 0
	for _, dir := range []string{"format", "loader", "loader/layout", "loader/ldtk", "loader/tiled", "loader/watch", "smallalloc", "smallalloc/inline", "store"} {
		for _, typ := range documented(t, dir).Types {
			for _, group := range typ.Consts {
				if len(group.Names) == 1 {
					continue
				}
				for _, name := range group.Names {
					if ast.IsExported(name) {
						n++
						require.Contains(t, typ.Doc, "["+name+"]", "%s.%s", dir, typ.Name)
					}
				}
			}
		}
	}
	require.Greater(t, n, 100)
}

// documented is the documentation of a package.
func documented(t *testing.T, dir string) *doc.Package {
	t.Helper()
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	require.NoError(t, err)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "github.com/levelc/levelc/"+dir)
	require.NoError(t, err)
	return p
}
