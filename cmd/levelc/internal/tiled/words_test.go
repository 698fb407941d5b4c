package tiled_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
)

// The words that the reader knows are the symbols of loader/tiled, which a level can have. A
// test of package loader holds the names that these print against them.
func TestWordsAreSymbols(t *testing.T) {
	symbols := map[string][][]string{} // of fields, by name
	for _, table := range reader.Schema().Tables {
		for _, f := range table.Fields {
			if len(f.Symbols) > 0 {
				symbols[f.Name] = append(symbols[f.Name], f.Symbols)
			}
		}
	}
	fields := map[string]string{"objectalignment": "align", "tilerendersize": "rendersize"} // that are called otherwise
	paths, err := filepath.Glob("*.go")
	require.NoError(t, err)
	calls := 0
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if fun, ok := call.Fun.(*ast.SelectorExpr); !ok || fun.Sel.Name != "word" {
				return true
			}
			calls++
			var words []string
			for _, arg := range call.Args[1:] {
				word, err := strconv.Unquote(arg.(*ast.BasicLit).Value)
				require.NoError(t, err)
				words = append(words, word)
			}
			name := words[0]
			if name == "storageType" { // of an enum of a project, which is in no level
				return true
			}
			if other := fields[name]; other != "" {
				name = other
			}
			require.NotEmpty(t, symbols[name], name)
			for _, of := range symbols[name] {
				if name != "type" || len(of) == len(words)-1 { // several things have types
					require.ElementsMatch(t, words[1:], of, "%s: %s", path, name)
				}
			}
			return true
		})
	}
	require.GreaterOrEqual(t, calls, 10)
}
