package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

// With a folder of the user's, the build of one level asks the go tool only if something has
// changed.
func TestTheTypesOfOneLevelAreRemembered(t *testing.T) {
	dir, own := leveltest.Module(t, "../../../.."), filepath.Join(t.TempDir(), "new", "folder")
	t.Chdir(dir)
	for _, kv := range leveltest.Offline() {
		name, value, _ := strings.Cut(kv, "=")
		t.Setenv(name, value)
	}
	write := func(field string) {
		text := fmt.Sprintf("package game\n\nimport \"github.com/levelc/levelc/store\"\n\ntype Body struct{ %s int32 }\n\n"+
			"type World struct {\n\tBodies store.Bulk[Body] `level:\"body\"`\n}\n", field)
		require.NoError(t, os.WriteFile("level.go", []byte(text), 0o666))
	}
	tool, spec := "this", "./.World"
	resolve := func(o Options) *resolved {
		o.Types, o.Identity = spec, func() (string, error) { return tool, nil }
		run := NewRun(o, Streams{}, nil)
		s, _, err := run.schemaOf(t.Context(), nil)
		require.NoError(t, err)
		require.Same(t, run.resolved.schema, s)
		return run.resolved
	}
	kept := func() string {
		files, err := filepath.Glob(filepath.Join(own, "*"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		return string(text)
	}
	field := func(r *resolved) string {
		return r.schema.Tables[len(r.schema.Tables)-1].Fields[0].Name
	}

	write("X")
	require.Equal(t, "x", field(resolve(Options{})))
	require.Equal(t, "x", field(resolve(Options{NoCache: true, OwnCache: own})))
	require.NoDirExists(t, own)
	first := resolve(Options{OwnCache: own})
	require.Equal(t, "x", field(first))
	before := kept()
	again := resolve(Options{OwnCache: own})
	require.Equal(t, first.file, again.file)
	require.Equal(t, first.depends, again.depends)
	require.Equal(t, before, kept(), "it was remembered")

	write("Y")
	require.Equal(t, "y", field(resolve(Options{OwnCache: own})))
	require.NotEqual(t, before, kept())

	files, _ := filepath.Glob(filepath.Join(own, "*"))
	for _, damage := range []string{"levelc-cache 1\nnothing", "some other file"} {
		require.NoError(t, os.WriteFile(files[0], []byte(damage), 0o666))
		require.Equal(t, "y", field(resolve(Options{OwnCache: own})), damage)
		before = kept()
		require.Equal(t, "y", field(resolve(Options{OwnCache: own})), damage)
		require.Equal(t, before, kept(), "it was remembered")
	}
	require.Equal(t, "y", field(resolve(Options{OwnCache: files[0]})), "no folder can be there")
	tool = "another"
	require.Equal(t, "y", field(resolve(Options{OwnCache: own})))
	files, _ = filepath.Glob(filepath.Join(own, "*"))
	require.Len(t, files, 2, "it asks for itself")

	here, err := os.Getwd()
	require.NoError(t, err)
	own, spec = t.TempDir(), here+"/.World"
	first = resolve(Options{OwnCache: own})
	require.Contains(t, first.depends, "level.go")
	before = kept()
	t.Chdir(t.TempDir())
	again = resolve(Options{OwnCache: own})
	require.Equal(t, before, kept(), "it was remembered, for it does not matter who asks for an absolute path")
	require.Equal(t, first.file, again.file)
	require.Contains(t, again.depends, filepath.Join(here, "level.go"))
}

func TestTheOldestFilesOfTypesGo(t *testing.T) {
	dir := t.TempDir()
	begin := time.Now().Add(-time.Hour)
	for i := range 11 {
		path := filepath.Join(dir, fmt.Sprint(ownPrefix, i))
		require.NoError(t, os.WriteFile(path, nil, 0o666))
		at := begin.Add(time.Duration(i*7%11) * time.Minute)
		require.NoError(t, os.Chtimes(path, at, at))
	}
	other := filepath.Join(dir, "notes")
	require.NoError(t, os.WriteFile(other, nil, 0o666))
	removeOldest(dir, 11)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 12)
	removeOldest(dir, 10)
	for i := range 11 {
		path := filepath.Join(dir, fmt.Sprint(ownPrefix, i))
		if i*7%11 < 6 {
			require.NoFileExists(t, path)
		} else {
			require.FileExists(t, path)
		}
	}
	require.FileExists(t, other)
}
