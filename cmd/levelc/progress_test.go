package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressIsOneLineThatFits(t *testing.T) {
	p := newProgress(new(bytes.Buffer), 1000, func() int { return 40 })
	for range 120 {
		p.begin("levels/some/where/deep/below/a-long-name.xml")
		p.end()
	}
	line := p.line(2 * time.Second)
	require.Equal(t, "\r\x1b[K 120/1000  60/s  …below/a-long-name.xml", line)
	require.LessOrEqual(t, len([]rune(strings.TrimPrefix(line, "\r\x1b[K"))), 40)
	p.width = func() int { return 10 }
	require.NotContains(t, p.line(time.Second), "xml")
	p.begin("evil\x1b[2J.xml")
	p.width = func() int { return 80 }
	require.NotContains(t, p.line(time.Second)[1:], "\x1b[2J")
}

func TestProgressLeavesNothingBehind(t *testing.T) {
	var out said
	p := newProgress(&out, 10, func() int { return 80 })
	p.stopped.Go(p.run)
	p.begin("a.xml")
	for end := time.Now().Add(20 * time.Second); !strings.Contains(out.String(), "a.xml"); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "nothing is shown")
	}
	p.stop()
	require.True(t, strings.HasSuffix(out.String(), "\r\x1b[K"))

	var none *progress // what is not shown costs no question
	none.begin("a")
	none.end()
	none.stop()
}

func TestProgressIsForTerminalsOnly(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	defer f.Close()
	require.Nil(t, (&Run{Streams: Streams{Err: f}}).progress(100))
	require.Nil(t, (&Run{Streams: Streams{Err: new(bytes.Buffer)}}).progress(100))
}

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
