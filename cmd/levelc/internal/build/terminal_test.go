package build

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProgressIsForTerminalsOnly(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	defer f.Close()
	require.Nil(t, (&Run{Streams: Streams{Err: f}}).progress(100))
	require.Nil(t, (&Run{Streams: Streams{Err: new(bytes.Buffer)}}).progress(100))
}
