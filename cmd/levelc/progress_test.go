package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// In a real terminal, with the variables that turn it off and without. The
// second source is a pipe that stays empty for a while once it is open.
func TestProgressInATerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil || runtime.GOOS != "linux" || testing.Short() {
		t.Skip("it needs the script of util-linux, and a while")
	}
	dir := manyLevels(t, 1)
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "levelc"))) // the test binary acts as the command of that name
	show := func(env string, args string) string {
		t.Helper()
		line := "rm -f p.xml && mkfifo p.xml && (exec 3>p.xml; sleep 0.45; cat levels/0000.xml >&3) & " +
			"while [ ! -p p.xml ]; do :; done; ./levelc build --schema game.schema levels/0000.xml p.xml --outdir out -j 1 " + args
		cmd := exec.Command(script, "-qec", line, "/dev/null")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=")
		cmd.Env = append(cmd.Env, env)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.NoError(t, os.Remove(filepath.Join(dir, "p.xml")))
		return string(out)
	}
	text := show("A=b", "--no-cache")
	if !strings.Contains(text, "levels built") {
		t.Skip("this script shows nothing")
	}
	require.Regexp(t, `\r\x1b\[K1/2  \d+/s  p\.xml\r`, text)
	require.Regexp(t, `\r\x1b\[Klevelc: 2 levels built\r\n$`, text)
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		require.NotContains(t, show(env, "--no-cache"), "\x1b", env)
	}
	require.Empty(t, show("A=b", "--no-cache --quiet"))
}
