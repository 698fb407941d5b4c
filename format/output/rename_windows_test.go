package output

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A game that is loading the level holds its file only so long.
func TestAFileThatIsOpenIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	game, err := os.Open(path)
	require.NoError(t, err)
	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	time.AfterFunc(100*time.Millisecond, func() { game.Close() })
	require.NoError(t, o.Commit())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
}
