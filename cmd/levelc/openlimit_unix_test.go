//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// However few files may be open, any number of levels is built from any number of
// sources, all of which the inferred schema knows.
func TestFewOpenFilesSuffice(t *testing.T) {
	const sources = 70
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "levels"), 0o777))
	var all []string
	for i := range sources {
		name := filepath.Join(dir, "levels", fmt.Sprintf("%d.json", i))
		require.NoError(t, os.WriteFile(name, fmt.Appendf(nil, `{"thing": [{"n%d": 1}]}`, i), 0o666))
		all = append(all, name)
	}
	for _, c := range []struct {
		name  string
		args  []string
		made  string
		count int
	}{
		{"folder", []string{"build", filepath.Join(dir, "levels"), "-j", "8", "--outdir", filepath.Join(dir, "out")}, "out/*.lvl", sources},
		{"one level", append([]string{"build", "-o", filepath.Join(dir, "one.lvl")}, all...), "one.lvl", 1},
		{"one level of few sources", append([]string{"build", "-o", filepath.Join(dir, "few.lvl")}, all[:12]...), "few.lvl", 1},
		{"types", append([]string{"infer", "-o", filepath.Join(dir, "types.go")}, all...), "types.go", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The system says how many are too few; the tests' own process may have more.
			cmd := exec.Command("sh", append([]string{"-c", `ulimit -n 20 && exec levelc "$@"`, "sh"}, c.args...)...)
			text, err := cmd.CombinedOutput()
			require.NoError(t, err, string(text))
			require.NotContains(t, string(text), "open files")
			if strings.Contains(string(text), "inferred from") && c.count > 1 {
				require.Contains(t, string(text), fmt.Sprintf("inferred from %d sources", sources))
			}
			made, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(c.made)))
			require.NoError(t, err)
			require.Len(t, made, c.count)
		})
	}
}
