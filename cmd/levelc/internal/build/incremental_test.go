package build

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
)

func TestChangesOfFlagsAreNamed(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{`a="1" b="x y"`, `a="1" b="x y"`, ""},
		{`a="1"`, `a="2"`, "--a 2, was 1"},
		{`a="x, \"y"`, `a=""`, `--a not set, was "x, \"y"`},
		{`a="1" gone="2"`, `a="1" new="3"`, `--gone was 2, --new 3, was not set`},
		{`not a list`, `a="1"`, `--a 1, was not set`},
	} {
		require.Equal(t, c.want, FlagChanges(c.old, c.now))
	}
}

// A level that is built from a remembered schema is the one that is built from
// the types.
func TestARememberedSchemaIsTheSchema(t *testing.T) {
	b := &Run{Options: Options{Types: "../../../../testdata/game.World"}, history: NewHistory(), store: cache.Memory(), tool: "this"}
	require.NoError(t, b.resolve(context.Background()))
	first := b.resolved
	b.resolved = nil
	require.NoError(t, b.resolve(context.Background()))
	require.NotSame(t, first.schema, b.resolved.schema)
	require.Equal(t, first.sum, b.resolved.sum)
	require.Equal(t, first.depends, b.resolved.depends)
	again, err := resolvedOf(b.resolved.schema)
	require.NoError(t, err)
	require.Equal(t, first.file, again.file)
	s, err := export.ReadFile(bytes.NewReader(first.file))
	require.NoError(t, err)
	require.Equal(t, s, b.resolved.schema)
}

// To find what types depend on takes as long as to load them, so it waits for somebody who
// wants to know: a depfile, a cache, a watch.
func TestWhatTypesDependOnIsFoundForWhoAsks(t *testing.T) {
	for _, c := range []struct {
		name string
		run  Run
		asks bool
	}{
		{"a check", Run{history: &History{}}, false},
		{"a depfile", Run{Options: Options{Depfile: "x.d"}, history: &History{}}, true},
		{"a watch without a cache", Run{history: NewHistory()}, true},
		{"a cache", Run{history: &History{}, store: cache.Memory()}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.run.Types = "../../../../testdata/game.World"
			require.NoError(t, c.run.resolve(t.Context()))
			require.Equal(t, c.asks, c.run.resolved.depends != nil)
		})
	}
}

// factOf is a job that is up to date, with its fact.
func factOf(t *testing.T) (*incremental, Job, cache.Level) {
	t.Helper()
	dir := t.TempDir()
	j := Job{sources: []string{filepath.Join(dir, "a.xml")}, Out: filepath.Join(dir, "a.lvl")}
	require.NoError(t, os.WriteFile(j.sources[0], []byte("<x/>"), 0o666))
	require.NoError(t, os.WriteFile(j.Out, []byte("level"), 0o666))
	l := cache.Level{Out: "a.lvl", Source: j.sources[0], SourceSum: cache.SumOf([]byte("<x/>")), Flags: `best="false"`,
		Tool: "this", Sum: cache.SumOf([]byte("level")), Size: 5}
	b := NewRun(Options{Outdir: dir, Jobs: 2, MaxErrors: 20, Flags: l.Flags}, Streams{}, nil)
	b.store, b.tool = cache.Memory(), "this"
	inc := &incremental{run: b, jobs: []Job{j}, states: make([]state, 1), schema: l.Schema}
	return inc, j, l
}

func TestALevelIsBuiltForAReason(t *testing.T) {
	for want, change := range map[string]func(inc *incremental, j *Job, l *cache.Level){
		"":                       func(*incremental, *Job, *cache.Level) {},
		"levelc changed":         func(_ *incremental, _ *Job, l *cache.Level) { l.Tool = "other" },
		"the schema changed":     func(_ *incremental, _ *Job, l *cache.Level) { l.Schema[0]++ },
		"the source changed":     func(_ *incremental, _ *Job, l *cache.Level) { l.SourceSum[0]++ },
		"the output was changed": func(_ *incremental, _ *Job, l *cache.Level) { l.Size++ },
		"the output is missing":  func(_ *incremental, j *Job, _ *cache.Level) { os.Remove(j.Out) },
		"the output cannot be read": func(_ *incremental, j *Job, _ *cache.Level) {
			os.Remove(j.Out)
			os.Mkdir(j.Out, 0o777)
		},
		"the source cannot be compared": func(_ *incremental, j *Job, _ *cache.Level) { os.Remove(j.sources[0]) },
		"the flags changed: --best false, was true, --x was 1": func(_ *incremental, _ *Job, l *cache.Level) {
			l.Flags = `best="true" x="1"`
		},
		"--max-errors asks for more warnings than are kept": func(_ *incremental, _ *Job, l *cache.Level) {
			l.More, l.Warnings = 1, make([]diag.Diagnostic, 19)
		},
	} {
		inc, j, l := factOf(t)
		change(inc, &j, &l)
		require.NoError(t, inc.run.store.PutLevel(l))
		inc.look(0)
		inc.reason(0)
		require.Equal(t, want, inc.states[0].reasons)
	}
}

// A source that is written while its level is built may be the one that was
// summed or another: nothing is learnt from it. But a failure is that of what was opened, as
// long as that is still there.
func TestNothingIsLearntOfASourceThatChanged(t *testing.T) {
	inc, j, _ := factOf(t)
	source, was := j.sources[0], j.sources[0]+".was"
	inc.run.history.failures = &failures{tried: map[string]attempt{}, said: map[string]string{}}
	learns := func(failure bool, meanwhile, afterwards func()) bool {
		t.Helper()
		inc.look(0)
		meanwhile()
		files, _, err := Open(t.Context(), nil, j.sources)
		require.NoError(t, err)
		CloseAll(files)
		afterwards()
		inc.learn(0, result{files: files, made: &made{}, found: new(diag.List)})
		_, known := inc.run.store.Level("a.lvl")
		inc.learn(0, result{files: files, failed: true})
		require.Equal(t, failure, inc.run.history.failures.same(inc, 0), "a failure")
		return known
	}
	write := func(text string) func() {
		return func() { require.NoError(t, os.WriteFile(source, []byte(text), 0o666)) }
	}
	move := func(from, to string) { require.NoError(t, os.Rename(from, to)) }
	nothing := func() {}
	require.False(t, learns(true, write("<y/>"), nothing))
	require.False(t, learns(false, nothing, write("<z/>")))
	require.False(t, learns(false, func() { move(source, was) }, nothing)) // it is gone
	move(was, source)
	require.False(t, learns(false, func() { move(source, was) }, func() { move(was, source) }))
	require.False(t, learns(false, // another for a moment
		func() { move(source, was); write("<other/>")() }, func() { move(was, source) }))
	require.True(t, learns(true, nothing, nothing))
}
