package infer_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// What to do about a source without nodes depends on what it is.
func TestTheHintForASourceWithoutNodes(t *testing.T) {
	const (
		object = "give an object a member with a value, or say with -types or --schema what objects there are"
		list   = `put the list into an object, as in {"rows": [[1, 2], [3, 4]]}`
		single = `put the value into an object, as in {"count": 5}`
	)
	for text, hint := range map[string]string{
		`"str"`: single, ` 5`: single, `null`: single, `true`: single, `[]`: list, `[1,"x"]`: list, `[[1],[2]]`: list, `[null]`: list,
		`{}`:   object,
		`<a/>`: "give an element an attribute or a text, or say with -types or --schema what elements there are",
	} {
		name := filepath.Join(t.TempDir(), "level.json")
		if text[0] == '<' {
			name = filepath.Join(t.TempDir(), "level.xml")
		}
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		file, err := source.Open(name)
		require.NoError(t, err)
		defer file.Close()
		_, err = infer.Files(context.Background(), []*source.File{file}, infer.Options{})
		require.ErrorIs(t, err, infer.ErrNothing, text)
		var e *source.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, hint, e.Hint, text)
		require.GreaterOrEqual(t, e.Off, int64(0), text)
	}
}
