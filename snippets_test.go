package levelc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/doc/comment"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// page is a text with Go in it, and what that takes for granted.
type page struct {
	from    string // README.md, or the folder of a package
	game    string // the package game; by default that of README.md
	prelude string // declarations in front of each piece
	least   int    // how many pieces there are at least
}

const usual = `
	var (
		ctx context.Context
		w   game.World
		b   *loader.Binding
		lvl *loader.Level
		file, f *os.File
		running bool
		err     error
	)`

var pages = []page{
	{from: "README.md", least: 11, prelude: usual + `
		var r io.Reader
		var size int64
		var embedded []byte
		func drawFrame()
		func spawn(store.Handle[game.Body], store.AnyHandle)`},
	{from: "loader", least: 2, prelude: usual},
	{from: "loader/watch", least: 1, prelude: usual + `
		func frame()`},
	{from: "loader/tiled", least: 3, prelude: `
		var ctx context.Context
		var file *os.File
		var size int64
		var x, y int
		var b *loader.Binding
		var w game.World
		var layer *tiled.Layer
		func near(x, y int32) bool`,
		game: `
		type Door struct{}
		type World struct {
			tiled.World
			Doors store.Bulk[Door]
		}`},
	{from: "loader/ldtk", least: 3, prelude: `
		type Item uint8
		var ctx context.Context
		var file *os.File
		var w ldtk.World
		var e ldtk.Entity
		var layer ldtk.Layer
		func draw(*ldtk.Layer, ldtk.Tile)
		func walk(ldtk.Vec)`},
	{from: "loader/layout", least: 6, prelude: `
		type Body struct{}
		type Light struct{}
		type Vertex struct{}
		type Group struct{}
		type Room struct{}`},
	{from: "smallalloc", least: 1, prelude: `
		type Node struct{}`},
	{from: "smallalloc/inline", least: 2, prelude: `
		type Vertex struct{}
		type Shape struct{}
		var shape *Shape
		var x Vertex`},
	{from: "store"}, // drawings only
	{from: "format"},
}

// What the README and the pages of packages show as Go is Go that compiles, where a
// reader would put it: in a file, in a function or in a struct.
func TestTheGoInTextsCompiles(t *testing.T) {
	c := newChecker(t)
	game := goBlocks(t, "README.md")[0]
	for _, p := range pages {
		t.Run(strings.ReplaceAll(p.from, "/", "-"), func(t *testing.T) {
			c.game = c.check(t, "game", game)
			if p.game != "" {
				c.game = c.check(t, "game", strings.Replace(imports, "package text", "package game", 1)+p.game)
			}
			declarations, rest := divide(goBlocks(t, p.from))
			for _, text := range declarations {
				c.check(t, "text", imports+p.prelude+"\n"+text)
			}
			for _, text := range rest {
				file, ok := whole(text, p.prelude+"\n"+strings.Join(declarations, "\n"))
				require.True(t, ok, "this is no Go:\n%s", text)
				c.check(t, "text", file)
			}
			require.GreaterOrEqual(t, len(declarations)+len(rest), p.least)
		})
	}
}

// goBlocks are the blocks of Go in the README, or in the page of a package, where they
// stand among drawings and tables.
func goBlocks(t *testing.T, from string) (blocks []string) {
	t.Helper()
	if from == "README.md" {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1) {
			blocks = append(blocks, string(m[1]))
		}
		return blocks
	}
	for _, block := range new(comment.Parser).Parse(documented(t, from).Doc).Content {
		code, ok := block.(*comment.Code)
		if !ok {
			continue
		}
		text := command.ReplaceAllString(code.Text, "")
		if strings.TrimSpace(text) == "" {
			continue
		}
		if _, ok := whole(text, ""); ok || looksLikeGo.MatchString(text) {
			blocks = append(blocks, text)
		}
	}
	return blocks
}

var (
	command     = regexp.MustCompile(`(?m)^\$ .*$`)
	looksLikeGo = regexp.MustCompile(`(?m)^(type|func|var) \w|:= |^if .*\{$`)
	dots        = regexp.MustCompile(`(?m)(^|\s)\.\.\.(\s|$)`) // something is left out
)

// imports is what the texts may use.
const imports = `package text
import (
	"context"; "fmt"; "io"; "log"; "os"; "time"
	"example.com/game"
	"github.com/levelc/levelc/format"; "github.com/levelc/levelc/loader"; "github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/ldtk"; "github.com/levelc/levelc/loader/tiled"; "github.com/levelc/levelc/loader/watch"
	"github.com/levelc/levelc/smallalloc"; "github.com/levelc/levelc/smallalloc/inline"; "github.com/levelc/levelc/store"
)
`

// divide returns the blocks that declare something, which the others of a page may use.
// If a block is declarations and other things by turns, each of its paragraphs counts.
func divide(blocks []string) (declarations, rest []string) {
	for _, text := range blocks {
		parts := []string{text}
		if _, ok := whole(text, ""); !ok {
			parts = strings.Split(text, "\n\n")
		}
		for _, part := range parts {
			part = dots.ReplaceAllString(part, "$1$2")
			if isGo(imports + part) {
				declarations = append(declarations, part)
			} else {
				rest = append(rest, part)
			}
		}
	}
	return declarations, rest
}

// whole makes a file of a piece of Go, and reports whether its syntax is right.
func whole(text, prelude string) (file string, ok bool) {
	text = dots.ReplaceAllString(text, "$1$2")
	for _, around := range [][2]string{
		{"", ""},
		{imports + prelude + "\n", "\n"},
		{imports + prelude + "\ntype _ struct {\n", "\n}\n"},
		{imports + prelude + "\nfunc _() error {\n", "\nreturn nil\n}\n"},
	} {
		if file := around[0] + text + around[1]; isGo(file) {
			return file, true
		}
	}
	return "", false
}

func isGo(file string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", file, parser.SkipObjectResolution)
	return err == nil && !bare(f)
}

// bare reports whether a file has a lone name or text for a statement, as a drawing may.
func bare(f *ast.File) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.ExprStmt); ok {
			_, isCall := s.X.(*ast.CallExpr)
			found = found || !isCall
		}
		return true
	})
	return found
}

// checker finds the types of what texts import.
type checker struct {
	fset     *token.FileSet
	compiled types.Importer
	game     *types.Package
}

func (c *checker) Import(name string) (*types.Package, error) {
	if name == "example.com/game" {
		if c.game == nil {
			return nil, errors.New("package game is not there yet")
		}
		return c.game, nil
	}
	return c.compiled.Import(name)
}

// newChecker asks the go tool for what it has compiled.
func newChecker(t *testing.T) *checker {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", imports, parser.ImportsOnly)
	require.NoError(t, err)
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, spec := range f.Imports {
		if name := strings.Trim(spec.Path.Value, `"`); name != "example.com/game" {
			args = append(args, name)
		}
	}
	out, err := exec.Command("go", args...).Output()
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, errors.ErrUnsupported) {
		t.Skip("the go tool is not there: ", err)
	}
	require.NoError(t, err)
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct{ ImportPath, Export string }
		require.NoError(t, d.Decode(&p))
		exports[p.ImportPath] = p.Export
	}
	c := &checker{fset: token.NewFileSet()}
	c.compiled = importer.ForCompiler(c.fset, "gc", func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) })
	return c
}

// check type-checks a file. A text may declare what it does not use, and may declare it
// again further down.
func (c *checker) check(t *testing.T, name, text string) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(c.fset, "", text, 0)
	require.NoError(t, err, text)
	var wrong []error
	conf := types.Config{Importer: c, Error: func(err error) {
		if e := (types.Error{}); !errors.As(err, &e) || !e.Soft {
			wrong = append(wrong, err)
		}
	}}
	p, _ := conf.Check("example.com/"+name, c.fset, []*ast.File{f}, nil)
	require.Empty(t, wrong, "in\n%s", text)
	return p
}

var benchmarkName = regexp.MustCompile(`\b(Benchmark[A-Z]\w*)((?:/[a-z]+=\w+)*)(?:` + "`?" + `\s+(?:in\s+\[|of package |of )([\w/]*))?`)

// A figure is worth what can be measured again: the benchmarks that texts name exist.
func TestTextsNameBenchmarksThatThereAre(t *testing.T) {
	declared := map[string]map[string]string{} // by name, and by folder: the file
	texts := map[string]string{}
	require.NoError(t, eachFile(func(name, text string) {
		texts[name] = text
		for _, m := range regexp.MustCompile(`(?m)^func (Benchmark\w+)\(`).FindAllStringSubmatch(text, -1) {
			if declared[m[1]] == nil {
				declared[m[1]] = map[string]string{}
			}
			declared[m[1]][path.Dir(name)] = text
		}
	}))
	n := 0
	for name, text := range texts {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range benchmarkName.FindAllStringSubmatch(text, -1) {
			n++
			in := declared[m[1]]
			require.NotEmpty(t, in, "%s names %s", name, m[1])
			source, ok := in[path.Dir(name)]
			for dir, text := range in { // or of the package that it names
				if m[3] != "" && (path.Base(dir) == m[3] || dir == m[3]) {
					source, ok = text, true
				}
			}
			require.True(t, ok, "%s: the package of %s is to be named", name, m[0])
			for _, part := range strings.FieldsFunc(m[2], func(r rune) bool { return r == '/' }) {
				key, value, _ := strings.Cut(part, "=")
				require.Contains(t, source, key+"=", "%s: %s", name, m[0])
				require.Contains(t, source, value, "%s: %s", name, m[0])
			}
		}
	}
	require.Greater(t, n, 30)
}

// eachFile calls do for the Go files and the Markdown of the module.
func eachFile(do func(name, text string)) error {
	module := os.DirFS(".")
	return fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipFolder(module, name)
		}
		if ext := path.Ext(name); ext != ".go" && ext != ".md" {
			return nil
		}
		text, err := fs.ReadFile(module, name)
		do(name, string(text))
		return err
	})
}
