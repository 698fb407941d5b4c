package build

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// planOfGame is the plan of the game's types, without the go tool's help.
func planOfGame(t testing.TB) *compile.Plan {
	t.Helper()
	plan, err := compile.NewPlan(leveltest.GameSchema(t))
	require.NoError(t, err)
	return plan
}

func TestACancelledBuildLeavesNothing(t *testing.T) {
	plan := planOfGame(t)
	out := t.TempDir()
	path := filepath.Join(t.TempDir(), "level.xml")
	text := "<scene title=\"T\">" + strings.Repeat("<body pos=\"1 2\"/>\n", 5000) + "</scene>"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := NewRun(Options{}, Streams{Err: new(bytes.Buffer)}, nil)
	files, _, err := Open(t.Context(), nil, []string{path})
	require.NoError(t, err)
	defer CloseAll(files)
	_, _, err = b.build(ctx, plan, files, filepath.Join(out, "level.lvl"))
	require.EqualError(t, err, "interrupted")
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}

// A source that is written to between the time that it is opened and the time
// that it has been read is worth nothing, whatever it seems to say.
func TestASourceThatChangesIsNoLevel(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.xml")
	require.NoError(t, os.WriteFile(path, []byte("<scene title=\"T\">"+strings.Repeat("<body pos=\"1 2\"/>", 10)+"</scene>"), 0o666))
	out := filepath.Join(dir, "out")
	require.NoError(t, os.Mkdir(out, 0o777))
	b := NewRun(Options{}, Streams{Err: new(bytes.Buffer)}, nil)
	files, list, err := Open(t.Context(), nil, []string{path})
	require.NoError(t, err)
	defer CloseAll(files)
	require.Empty(t, list.All())
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString("<!-- more -->")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	list, _, err = b.build(context.Background(), planOfGame(t), files, filepath.Join(out, "a.lvl"))
	require.Error(t, err)
	require.Len(t, list.All(), 1)
	require.Equal(t, path, list.All()[0].File)
	require.Equal(t, "changed while it was read", list.All()[0].Message)
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}

// A source may be written between the look at it and the build. What that says is not said
// again by the next look, which finds the file that has failed.
func TestASourceWrittenBeforeItsBuildFailsOnceForWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	require.NoError(t, os.WriteFile(path, nil, 0o666))
	run := NewRun(Options{Schema: "game.schema", Jobs: 1, Identity: func() (string, error) { return "test", nil }}, Streams{Err: new(bytes.Buffer)}, NewHistory())
	run.store = cache.Memory()
	plan := planOfGame(t)
	var err error
	run.resolved, err = resolvedOf(plan.Schema())
	require.NoError(t, err)
	judge := func() []Job {
		_, todo, err := run.judge(t.Context(), []Job{{sources: []string{path}, Out: path + ".lvl"}}, new(diag.List))
		require.NoError(t, err)
		return todo
	}
	todo := judge()
	require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"><bodi/></scene>`), 0o666))
	list, tally, err := run.runJobs(t.Context(), plan, todo)
	require.NoError(t, err)
	require.Equal(t, Tally{Failed: 1}, tally)
	require.NotEmpty(t, list.All())
	require.Empty(t, judge())
	require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"/>`), 0o666))
	require.Len(t, judge(), 1)
}

// levelc watch looks again at a source that an editor is still writing to. So what it
// would say of one half of the file is not said, and the job has not failed.
func TestAChangingSourceIsNoNewsForWatch(t *testing.T) {
	for name, want := range map[string]struct {
		history *History
		tally   Tally
		found   int
	}{
		"build": {nil, Tally{Failed: 1}, 1},
		"watch": {NewHistory(), Tally{Changing: 1}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "a.xml")
			require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"><bo`), 0o666))
			file, err := source.Open(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"></scene>`), 0o666))
			run := NewRun(Options{Jobs: 1, Identity: func() (string, error) { return "test", nil }}, Streams{Err: new(bytes.Buffer)}, want.history)
			jobs := []Job{{sources: []string{path}, spool: file, Out: filepath.Join(dir, "a.lvl")}}
			list, tally, err := run.runJobs(t.Context(), planOfGame(t), jobs)
			require.NoError(t, err)
			require.Equal(t, want.tally, tally)
			require.Len(t, list.All(), want.found)
		})
	}
}
