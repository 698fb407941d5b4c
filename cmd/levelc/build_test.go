package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A chunk has a block for each kind in it, so that a file may have too many of these
// before it has too many chunks.
func TestABuildOfTooManyChunksSaysWhatToDo(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million chunks take too long")
	}
	const chunks = 1<<19 + 1
	var level bytes.Buffer
	level.WriteString("<level>\n")
	for i := range chunks {
		fmt.Fprintf(&level, "<room id=\"r%d\"/>\n", i)
	}
	level.WriteString("</level>\n")
	source := filepath.Join(t.TempDir(), "level.xml")
	require.NoError(t, os.WriteFile(source, level.Bytes(), 0o666))
	var said bytes.Buffer
	out := filepath.Join(t.TempDir(), "level.lvl")
	code := run([]string{"build", source, "--chunk-by", "room", "-o", out}, streams{out: &said, err: &said})
	require.Equal(t, 1, code)
	require.Contains(t, said.String(), "level.lvl cannot be written: its chunks have more blocks than a level can have; name kinds in --chunk-by of which there are fewer\n")
	require.NoFileExists(t, out)
	said.Reset()
	code = run([]string{"check", source, "--chunk-by", "room"}, streams{out: &said, err: &said})
	require.Equal(t, 1, code)
	require.Contains(t, said.String(), "its chunks have more blocks than a level can have")
}

func TestTypesMayHaveOneDash(t *testing.T) {
	names := flagsOfAll(newRoot(streams{}))
	args, err := longFlags([]string{"build", "-types", "./g.W", "-types=x", "a.xml", "-o", "y", "-j4", "-olevel.lvl", "-osrc", "-qn", "--", "-types"}, names)
	require.NoError(t, err)
	require.Equal(t, []string{"build", "--types", "./g.W", "--types=x", "a.xml", "-o", "y", "-j4", "-olevel.lvl", "-osrc", "-qn", "--", "-types"}, args)
	_, err = longFlags([]string{"__complete", "build", "-type"}, names)
	require.NoError(t, err, "a shell asks about what is being typed")
}
