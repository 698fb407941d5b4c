package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A source line is no wider than the terminal, which would break it and put the
// caret below somewhere else.
func TestExcerptsFitTheTerminal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "long.xml")
	require.NoError(t, os.WriteFile(path, []byte(`<scene title="`+strings.Repeat("long ", 50)+`" nowhere="1" `+strings.Repeat(" ", 90)+`/>`), 0o644))
	for _, columns := range []int{40, 80, 300} {
		us, them := pseudoTerminal(t, columns)
		cmd := exec.Command("levelc", "check", "--schema", filepath.Join(watchFolder(t), "game.schema"), path)
		cmd.Stderr, cmd.Env = them, append(os.Environ(), "NO_COLOR=1")
		require.Error(t, cmd.Run())
		them.Close()
		out, _ := io.ReadAll(us) // it ends with an error, as terminals do
		lines := strings.Split(strings.ReplaceAll(string(out), "\r\n", "\n"), "\n")
		require.Contains(t, lines[1], "nowhere=")
		width := utf8.RuneCountInString(lines[1])
		require.Less(t, width, columns)
		require.Greater(t, width, min(columns, 100)-10)
		require.Equal(t, strings.Index(lines[2], "^"), utf8.RuneCountInString(lines[1][:strings.Index(lines[1], "nowhere")]))
	}
}

// pseudoTerminal makes a terminal of so many columns: the end that shows, and the
// one to write to.
func pseudoTerminal(t *testing.T, columns int) (us, them *os.File) {
	t.Helper()
	us, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { us.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(us.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(us.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	them, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(them.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}))
	return us, them
}
