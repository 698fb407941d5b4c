//go:build unix

package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A terminal that is closed ends a command as an interrupt does: with time to
// leave nothing behind.
func TestAClosedTerminalIsAnInterrupt(t *testing.T) {
	dir := watchFolder(t)
	var out said
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"watch", "--schema", dir + "/game.schema", dir + "/levels", "--outdir", dir + "/out"},
			streams{in: strings.NewReader(""), out: new(bytes.Buffer), err: &out})
	}()
	require.Eventually(t, func() bool { return strings.Contains(out.String(), "watching, until") }, 30*time.Second, time.Millisecond)
	require.NoError(t, syscall.Kill(syscall.Getpid(), syscall.SIGHUP))
	require.Zero(t, <-ended)
}
