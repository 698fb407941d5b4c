//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A terminal that is closed ends a command as an interrupt does: with time to
// leave nothing behind.
func TestAClosedTerminalIsAnInterrupt(t *testing.T) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP) // even if the tests were started by nohup
	defer signal.Stop(heard)
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

// An interrupted command ends by the signal and not by an exit code: only so does
// a shell know that its loop is meant as well.
func TestAnInterruptEndsTheShellsLoopToo(t *testing.T) {
	schema, err := filepath.Abs(filepath.Join(watchFolder(t), "game.schema"))
	require.NoError(t, err)
	for _, c := range []struct {
		sig  syscall.Signal
		args []string // before the source
	}{
		{syscall.SIGINT, []string{"build", "--schema", schema, "-o", "x.lvl"}},
		{syscall.SIGTERM, []string{"build", "--schema", schema, "--format", "json", "-o", "x.lvl"}},
		{syscall.SIGTERM, []string{"check", "--schema", schema, "--format", "json"}},
		{syscall.SIGTERM, []string{"check", "--one-level", "--format", "sarif"}},
		{syscall.SIGTERM, []string{"infer"}},
		{syscall.SIGTERM, []string{"dump"}},
	} {
		dir := t.TempDir()
		pipe := filepath.Join(dir, "quiet.xml")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		cmd := exec.Command("levelc", append(c.args, pipe)...)
		cmd.Dir = dir
		var out said // an interrupt is no diagnostic
		cmd.Stdout, cmd.Stderr = &out, &out
		require.NoError(t, cmd.Start())
		w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until levelc reads; it then waits for us
		require.NoError(t, err)
		defer w.Close()
		require.NoError(t, cmd.Process.Signal(c.sig))
		require.Error(t, cmd.Wait())
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		require.True(t, status.Signaled(), "exit code %d: %s", status.ExitStatus(), out.String())
		require.Equal(t, c.sig, status.Signal())
		require.Equal(t, "levelc: interrupted\n", out.String(), "%q", c.args)
		require.NoFileExists(t, filepath.Join(dir, "x.lvl"))
	}
}

func init() { commands["slow-to-end"] = slowToEnd }

// slowToEnd is a command that takes a while to leave nothing behind, and then hangs.
func slowToEnd() {
	ctx, _ := untilInterrupted()
	fmt.Println("begun")
	<-ctx.Done()
	fmt.Println("told")
	time.Sleep(onceWithin / 2)
	fmt.Println("cleared")
	time.Sleep(time.Minute)
}

// timeout sends its signal twice. A later one is meant: it ends what hangs.
func TestASignalThatComesTwiceAtOnceIsOne(t *testing.T) {
	cmd := exec.Command("slow-to-end")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	says := func(want string) {
		require.True(t, lines.Scan(), "ended before it was %s", want)
		require.Equal(t, want, lines.Text())
	}
	says("begun")
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	says("told")
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	says("cleared")
	time.Sleep(2 * onceWithin)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Error(t, cmd.Wait())
	require.Equal(t, syscall.SIGTERM, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal())
}
