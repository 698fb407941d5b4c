package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestACancelledBuildLeavesNothing(t *testing.T) {
	plan := gamePlan(t)
	out := t.TempDir()
	source := filepath.Join(t.TempDir(), "level.xml")
	text := "<scene title=\"T\">" + strings.Repeat("<body pos=\"1 2\"/>\n", 5000) + "</scene>"
	require.NoError(t, os.WriteFile(source, []byte(text), 0o666))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := newBuilder(streams{err: new(bytes.Buffer)})
	files, _ := b.open(t.Context(), []string{source})
	defer closeAll(files)
	_, err := b.build(ctx, plan, files, filepath.Join(out, "level.lvl"), nil)
	require.EqualError(t, err, "interrupted")
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestTypesMayHaveOneDash(t *testing.T) {
	require.Equal(t, []string{"build", "--types", "./g.W", "--types=x", "a.xml", "-o", "y", "--", "-types"},
		longFlags([]string{"build", "-types", "./g.W", "-types=x", "a.xml", "-o", "y", "--", "-types"}))
}

// An output gets its name when it is complete; what fails before that leaves
// the folder as it was.
func TestOutputIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level.lvl")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))

	o, err := create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	spool, err := o.openSpool()
	require.NoError(t, err)
	_, err = spool.WriteAt([]byte("rows"), 100)
	require.NoError(t, err)
	require.NoError(t, o.close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))

	o, err = create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	require.NoError(t, o.commit())
	require.NoError(t, o.close())
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// A name may be as long as the file system lets it be, whatever it is made of.
func TestAnOutputMayHaveALongName(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 251), strings.Repeat("日", 83)} {
		path := filepath.Join(t.TempDir(), name+".lvl")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Skip("the file system has shorter names")
		}
		o, err := create(path)
		require.NoError(t, err)
		_, err = o.openSpool()
		require.NoError(t, err)
		require.True(t, utf8.ValidString(o.temp.Name()))
		require.NoError(t, o.commit())
		require.NoError(t, o.close())
	}
}
