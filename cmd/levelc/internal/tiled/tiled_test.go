package tiled_test

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// built is what became of a level.
type built struct {
	xml      string
	lvl      []byte
	messages string // of the translation and of the compiler
	errors   int
}

// builtin is the plan for most levels here.
var builtin = sync.OnceValues(func() (*compile.Plan, error) { return compile.NewPlan(reader.Schema()) })

// planned is the plan that was made last for another schema. Many levels have the same.
var planned struct {
	schema *format.Schema
	plan   *compile.Plan
}

func planOf(s *format.Schema) (*compile.Plan, error) {
	if planned.schema == s {
		return planned.plan, nil
	}
	plan, err := compile.NewPlan(s)
	planned.schema, planned.plan = s, plan
	if err != nil {
		planned.schema = nil
	}
	return plan, err
}

// build translates a file and compiles what becomes of it.
func build(t testing.TB, path string, o editor.Options) built {
	t.Helper()
	if o.Schema == nil {
		o.Schema = reader.Schema()
	}
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	level, err := editor.Translate(context.Background(), f, path, reader.Reader, o)
	require.NoError(t, err)
	defer level.Close()
	var b built
	found := level.Found
	if level.File != nil {
		var text strings.Builder
		text.Grow(int(level.File.Size()))
		_, err := io.Copy(&text, io.NewSectionReader(level.File, 0, math.MaxInt64))
		require.NoError(t, err)
		b.xml = text.String()
		plan, err := builtin()
		if o.Schema != reader.Schema() {
			plan, err = planOf(o.Schema)
		}
		require.NoError(t, err)
		var out format.Buffer
		result, _, err := plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, compile.Options{Lost: level.Lost})
		if result != nil {
			for _, d := range result.Diagnostics.All() {
				found.Add(d)
			}
		}
		if err == nil {
			b.lvl = out
		}
	}
	b.errors = found.Count(diag.Error)
	var said strings.Builder
	require.NoError(t, diag.Write(&said, &found, diag.Options{}))
	b.messages = strings.ReplaceAll(said.String(), filepath.Dir(path)+string(filepath.Separator), "")
	return b
}

// load loads a level that was built without errors.
func load(t testing.TB, b built, world any) *loader.Level {
	t.Helper()
	require.Zero(t, b.errors, b.messages)
	require.NotNil(t, b.lvl, b.messages)
	binding, err := loader.Bind(world)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, binding.Close()) }) // 32 bits have addresses for some dozens of worlds
	level, err := binding.LoadBytes(context.Background(), b.lvl)
	require.NoError(t, err)
	return level
}

// write writes files, each a name and a text, and returns the path of the first.
func write(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(files[i+1]), 0o666))
	}
	return filepath.Join(dir, filepath.FromSlash(files[0]))
}
