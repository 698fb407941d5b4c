package ldtk_test

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/testdata/standin"
)

// schemas and plans are what was made before, as many levels have the same.
var (
	schemas = map[reflect.Type]*format.Schema{}
	plans   = map[*format.Schema]*compile.Plan{}
)

func planOf(s *format.Schema) (*compile.Plan, error) {
	if plans[s] == nil {
		plan, err := compile.NewPlan(s)
		if err != nil {
			return nil, err
		}
		plans[s] = plan
	}
	return plans[s], nil
}

// schemaOf is the schema of a world's type, whose stores may be stand-ins; nil is the
// built-in one.
func schemaOf(t testing.TB, world any) *format.Schema {
	t.Helper()
	if world == nil {
		return ldtk.Schema()
	}
	typ := reflect.TypeOf(world).Elem()
	if schemas[typ] == nil {
		types, err := layout.Of(standin.Describe(typ))
		require.NoError(t, err)
		schemas[typ] = types.Schema
	}
	return schemas[typ]
}

// result is what became of a project.
type result struct {
	xml      string
	level    format.Buffer // nil if there are errors
	found    []string      // file:line:col: message; hint
	others   []string
	warnings int
	errors   int
}

// build translates a file and compiles what came of it.
func build(t testing.TB, schema *format.Schema, path string, o compile.Options) *result {
	t.Helper()
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	level, err := editor.Translate(context.Background(), f, path, ldtk.Reader, editor.Options{Schema: schema})
	require.NoError(t, err)
	defer level.Close()
	res := &result{others: level.Others}
	list := &level.Found
	if list.Count(diag.Error) == 0 {
		b, err := io.ReadAll(io.NewSectionReader(level.File, 0, math.MaxInt64))
		require.NoError(t, err)
		res.xml = string(b)
		plan, err := planOf(schema)
		require.NoError(t, err)
		var out format.Buffer
		found, _, err := plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, o)
		if err == nil {
			res.level = out
		} else {
			require.ErrorIs(t, err, compile.ErrLevel)
		}
		for _, d := range found.Diagnostics.All() {
			list.Add(d)
		}
	}
	for _, d := range list.All() {
		var b strings.Builder
		one := new(diag.List)
		one.Add(d)
		require.NoError(t, diag.Write(&b, one, diag.Options{}))
		line := filepath.Base(d.File) + ":" + place(d) + ": " + d.Message
		if d.Hint != "" {
			line += "; " + d.Hint
		}
		res.found = append(res.found, line)
	}
	res.errors, res.warnings = list.Count(diag.Error), list.Count(diag.Warning)
	return res
}

func place(d diag.Diagnostic) string {
	return strings.Trim(strings.Join([]string{strconv.Itoa(d.Line), strconv.Itoa(d.Col)}, ":"), " ")
}

// compileFile builds a file that has nothing wrong.
func compileFile(t testing.TB, world any, path string) []byte {
	t.Helper()
	res := build(t, schemaOf(t, world), path, compile.Options{})
	require.Empty(t, res.found)
	require.NotNil(t, res.level)
	return res.level
}

// files writes files to a folder and returns the path of the first.
func files(t testing.TB, list ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(list); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(list[i]))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(list[i+1]), 0o666))
	}
	return filepath.Join(dir, list[0])
}
