package leveltest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// Module makes a folder a game's module, which sees this one, in root, without a network.
// Without a Go tool it skips the test.
func Module(t *testing.T, root string) (dir string) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("the system cannot start processes")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go tool is not there")
	}
	dir = t.TempDir()
	require.NoError(t, WriteModule(dir, root))
	return dir
}

// WriteModule makes the folder dir a module as Module does.
func WriteModule(dir, root string) error {
	const name = "github.com/levelc/levelc"
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	mod = bytes.Replace(mod, []byte("module "+name), []byte("module game"), 1)
	mod = fmt.Appendf(mod, "\nrequire %s v0.0.0\n\nreplace %s => %s\n", name, name, filepath.ToSlash(root))
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666)
}

// Offline is what the environment of a Go tool has besides, so that it works in such a
// module.
func Offline() []string {
	return []string{"GOPROXY=off", "GOSUMDB=off", "GOFLAGS=" + os.Getenv("GOFLAGS") + " -mod=mod", "GOTOOLCHAIN=local", "GOWORK=off"}
}

// Undocumented returns a schema without its documentation, which Go types keep in
// another form.
func Undocumented(s *format.Schema) *format.Schema {
	out := &format.Schema{}
	for _, t := range s.Tables {
		t.Attr.Doc = ""
		t.Fields = append([]format.Field(nil), t.Fields...)
		for i := range t.Fields {
			t.Fields[i].Attr.Doc = ""
		}
		out.Tables = append(out.Tables, t)
	}
	return out
}
