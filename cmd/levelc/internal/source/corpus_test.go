package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// corpus returns a folder of the test data that is not part of this
// repository: $LEVELC_CORPUS, else ../shared beside the module.
func corpus(t testing.TB, sub string) string {
	t.Helper()
	dir := os.Getenv("LEVELC_CORPUS")
	if dir == "" {
		wd, err := os.Getwd()
		require.NoError(t, err)
		for {
			if _, err := os.Stat(filepath.Join(wd, "go.mod")); err == nil {
				break
			}
			up := filepath.Dir(wd)
			if up == wd {
				t.Skip("no go.mod above this folder, so no corpus beside it")
			}
			wd = up
		}
		dir = filepath.Join(wd, "..", "shared")
	}
	dir = filepath.Join(dir, sub)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus at %s", dir)
	}
	return dir
}
