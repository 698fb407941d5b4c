//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
)

// Another process may have been stopped while it held the cache. Who waits for it says
// so, and one signal ends the waiting.
func TestOneSignalEndsTheWaitingForACache(t *testing.T) {
	dir := watchFolder(t)
	out := filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "levels", "a.xml"), []byte(scene("A")), 0o666))
	call := []string{"build", "--schema", filepath.Join(dir, "game.schema"), filepath.Join(dir, "levels"), "--outdir", out}
	code, text := levelcRun(call...)
	require.Zero(t, code, text)
	other, err := lockedfile.Edit(filepath.Join(out, build.CacheName))
	require.NoError(t, err)
	defer other.Close()
	for _, args := range [][]string{call, append([]string{"watch"}, call[1:]...), {"clean", out}} {
		cmd := exec.Command("levelc", args...)
		var text said
		cmd.Stderr = &text
		require.NoError(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		require.Eventually(t, func() bool {
			return strings.Contains(text.String(), "waiting for another process that uses "+filepath.Join(out, build.CacheName))
		}, 30*time.Second, time.Millisecond, args[0])
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			require.NoError(t, cmd.Process.Kill())
			require.Fail(t, "it is not ended", args[0])
		}
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if args[0] == "watch" { // a signal is how it ends
			require.Zero(t, status.ExitStatus(), text.String())
			continue
		}
		require.True(t, status.Signaled(), "exit code %d: %s", status.ExitStatus(), text.String())
		require.True(t, strings.HasSuffix(text.String(), "\nlevelc: interrupted\n"), text.String())
	}
	require.FileExists(t, filepath.Join(out, "a.lvl"))
}
