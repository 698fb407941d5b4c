package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// Folder returns a folder of the corpus, or skips the test if it is not there.
func Folder(t testing.TB, name string) string {
	t.Helper()
	dir, ok := Find(t, name)
	if !ok {
		t.Skipf("there is no corpus at %s; LEVELC_CORPUS says where it is", dir)
	}
	return dir
}

// Find returns a folder of the corpus, and whether it is there.
func Find(t testing.TB, name string) (dir string, ok bool) {
	t.Helper()
	root := os.Getenv("LEVELC_CORPUS")
	if root == "" {
		root = filepath.Join(moduleRoot(t), "..", "shared")
	}
	dir = filepath.Join(root, name)
	_, err := os.Stat(dir)
	return dir, err == nil
}

// moduleRoot returns the folder of the go.mod above the test.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
