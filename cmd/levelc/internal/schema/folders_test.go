package schema

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFoldersOfPackagesCompiledWithTrimmedPaths(t *testing.T) {
	needGo(t)
	cfg, _ := Options{}.config(context.Background(), "./testdata/remarks")
	f := newFolders(cfg)
	const shapes = "github.com/levelc/levelc/cmd/levelc/internal/schema/testdata/remarks/shapes"
	for range 2 { // asked for, and known
		path := f.file(shapes+"/shapes.go", shapes)
		require.True(t, filepath.IsAbs(path), path)
		require.FileExists(t, path)
		require.Equal(t, "example.com/none/a.go", f.file("example.com/none/a.go", "example.com/none"))
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	require.Equal(t, here, f.file(here, shapes))
}
