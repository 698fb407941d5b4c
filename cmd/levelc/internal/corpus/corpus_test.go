package corpus_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// files counts what was compiled, loaded and found right.
var files struct {
	sync.Mutex
	of    map[string]int
	total int
}

func counted(t *testing.T, source string, n int) {
	t.Helper()
	files.Lock()
	defer files.Unlock()
	if files.of == nil {
		files.of = make(map[string]int)
	}
	files.of[source] += n
	files.total += n
}

func TestMain(m *testing.M) {
	code := m.Run()
	if files.total > 0 {
		fmt.Printf("corpus: real levels: %d files compiled and loaded (", files.total)
		comma := ""
		for _, source := range []string{"urho3d", "sumo", "gazebo", "ldtk"} {
			fmt.Printf("%s%s %d", comma, source, files.of[source])
			comma = ", "
		}
		fmt.Println(")")
	}
	os.Exit(code)
}

// corpusFile finds a file of the corpus, or skips the test.
func corpusFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(corpus.Folder(t, "levels"), filepath.FromSlash(name))
	require.FileExists(t, path)
	return path
}

// load compiles files into one level with the types of a world and loads it
// into that world. Names that the types do not have are left out.
func load(t *testing.T, world any, paths ...string) *loader.Level {
	t.Helper()
	types, err := layout.Of(layout.FromReflect(reflect.TypeOf(world).Elem()))
	require.NoError(t, err)
	plan, err := compile.NewPlan(types.Schema)
	require.NoError(t, err)
	var sources []*source.File
	for _, path := range paths {
		f, err := source.Open(path)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		sources = append(sources, f)
	}
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), sources, &out, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownIgnore})
	if found != nil && len(found.Diagnostics.All()) > 0 {
		var said strings.Builder
		require.NoError(t, diag.Write(&said, &found.Diagnostics, diag.Options{Max: 10}))
		require.Fail(t, said.String())
	}
	require.NoError(t, err)
	requireSameByAllWays(t, paths[0], out)
	b, err := loader.Bind(world)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	level, err := b.Load(context.Background(), bytes.NewReader(out))
	require.NoError(t, err)
	require.Equal(t, found.Nodes, level.Nodes())
	return level
}

// get is the record that a handle names.
func get[T any](t *testing.T, bulk *store.Bulk[T], h store.Handle[T]) *T {
	t.Helper()
	p, ok := bulk.Get(h)
	require.True(t, ok, "%v names nothing", h)
	return p
}
