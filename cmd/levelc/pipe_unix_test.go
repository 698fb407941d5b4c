//go:build unix

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// pipeOf is the name of a pipe out of which data comes, once, as a shell makes it of
// <(command).
func pipeOf(t *testing.T, data []byte) string {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	go func() {
		if w, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			_, _ = w.Write(data) // fails if not all of it is read
			w.Close()
		}
	}()
	return path
}

func TestPipesAreReadOnce(t *testing.T) {
	types, err := os.ReadFile(gameSchemaFile(t))
	require.NoError(t, err)
	level := compiled(t, "../../testdata/levels/bridge.xml")
	out := filepath.Join(t.TempDir(), "out.lvl")
	for _, c := range []struct {
		verb   []string
		pipes  [][]byte
		code   int
		output string
	}{
		{[]string{"verify"}, [][]byte{level}, 0, ""},
		{[]string{"diff"}, [][]byte{level, level}, 0, ""},
		{[]string{"diff"}, [][]byte{types, types}, 0, ""},
		{[]string{"diff", "--schema"}, [][]byte{level, types}, 0, ""},
		{[]string{"schema", "export", "-o", out}, [][]byte{level}, 0, ""},
		{[]string{"strip", "-o", out}, [][]byte{level}, 0, ""},
		{[]string{"recompress", "--compress", "lz4", "-o", out}, [][]byte{level}, 0, ""},
		{[]string{"check", "../../testdata/levels/bridge.xml", "--schema"}, [][]byte{types}, 0, ""},
		{[]string{"clean"}, [][]byte{level}, 1, ": is not a folder"},
		{[]string{"bench"}, [][]byte{level}, 1, "is no file; bench reads it many times, for which it keeps only standard input (-)"},
	} {
		args := c.verb
		for _, data := range c.pipes {
			args = append(args, pipeOf(t, data))
		}
		code, said := levelcRun(args...)
		require.Equal(t, c.code, code, "%q: %s", c.verb, said)
		require.Contains(t, said, c.output, "%q", c.verb)
	}
}

// What a pipe has comes once, and no depfile may wait for more of it.
func TestALevelOutOfAPipeHasADepfile(t *testing.T) {
	dir := t.TempDir()
	for _, also := range [][]string{{}, {"--no-cache"}} {
		pipe, dep := pipeOf(t, []byte("<a n='1'/>")), filepath.Join(dir, "d")
		file := filepath.Join(dir, "b.xml")
		require.NoError(t, os.WriteFile(file, []byte("<a n='2'/>"), 0o666))
		cmd := exec.Command("levelc", append([]string{"build", "-q", pipe, file, "--outdir", dir, "--depfile", dep}, also...)...)
		stop := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		said, err := cmd.CombinedOutput()
		require.True(t, stop.Stop(), "it waits for ever")
		require.NoError(t, err, string(said))
		text, err := os.ReadFile(dep)
		require.NoError(t, err)
		require.Contains(t, string(text), "pipe.lvl: \\\n "+pipe+"\n")
	}
}

// Whoever reads standard output may go early, as head does, and the system then ends levelc.
// By then a level has its name, and no temporary file is left.
func TestAReaderThatIsGoneLeavesNoTemporaryFile(t *testing.T) {
	plain := compiled(t, "../../testdata/levels/bridge.xml")
	for _, args := range [][]string{
		{"recompress", "--compress", "zstd"},
		{"strip", "--compress", "zstd"},
		{"bench", "--time", "1ns", "--schema", gameSchemaFile(t), "../../testdata/levels/bridge.xml"},
	} {
		dir := t.TempDir()
		level := filepath.Join(dir, "a.lvl")
		require.NoError(t, os.WriteFile(level, plain, 0o666))
		if args[0] != "bench" {
			args = append(args, level)
		}
		r, w, err := os.Pipe()
		require.NoError(t, err)
		r.Close()
		cmd := exec.Command("levelc", args...)
		cmd.Stdout, cmd.Env = w, append(os.Environ(), "TMPDIR="+dir)
		require.Error(t, cmd.Run(), "%q", args)
		w.Close()
		require.Equal(t, syscall.SIGPIPE, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(), "%q", args)
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "%q", args)
		now, err := os.ReadFile(level)
		require.NoError(t, err)
		require.Equal(t, args[0] == "bench", bytes.Equal(plain, now), "%q", args)
	}
}

// Who reads standard output may stop without being gone, as a pager does. An interrupt ends
// levelc nevertheless.
func TestAnInterruptEndsTheWaitForAReader(t *testing.T) {
	dir := t.TempDir()
	source, level := filepath.Join(dir, "b.xml"), filepath.Join(dir, "b.lvl")
	many := "<a>" + strings.Repeat("<b n='1'/>", 20_000) + "</a>" // more than a pipe takes
	require.NoError(t, os.WriteFile(source, []byte(many), 0o666))
	code, text := levelcRun("build", "-q", source, "-o", level)
	require.Zero(t, code, text)
	for _, both := range []bool{false, true} {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		defer r.Close()
		var said bytes.Buffer
		cmd := exec.Command("levelc", "dump", level)
		cmd.Stdout, cmd.Stderr = w, &said
		if both {
			cmd.Stderr = w
		}
		require.NoError(t, cmd.Start())
		w.Close()
		_, err = r.Read(make([]byte, 1))
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		stop := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		require.Error(t, cmd.Wait())
		require.True(t, stop.Stop(), "it waits for ever")
		require.Equal(t, syscall.SIGTERM, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal())
		if !both {
			require.Equal(t, "levelc: interrupted\n", said.String())
		}
	}
}

// Nobody may ever write to a pipe. So levelc watch does not read it to see whether it is the
// depfile that it would write.
func TestWatchDoesNotWaitForADepfile(t *testing.T) {
	dir := watchFolder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "levels", "a.xml"), []byte(scene("A")), 0o666))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "deps"), 0o600))
	args := []string{"--schema", filepath.Join(dir, "game.schema"), filepath.Join(dir, "levels"), "--outdir", filepath.Join(dir, "out")}
	code, text := levelcRun(append([]string{"build"}, args...)...)
	require.Zero(t, code, text)
	w := startWatch(t, dir, append(args, "--depfile", "$/deps")...)
	w.says("deps cannot be written: no file that could be replaced")
	w.says("until an interrupt")
}

// What can be read once, or never to its end, is not watched. Nothing of it is read.
func TestWatchRefusesPipes(t *testing.T) {
	dir := watchFolder(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("a.xml"), []byte(scene("A")), 0o666))
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o600))
	require.NoError(t, os.Symlink("pipe", in("link")))
	t.Chdir(dir) // a socket's path has to be short
	socket, err := net.Listen("unix", "socket")
	require.NoError(t, err)
	defer socket.Close()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--schema", "game.schema", "pipe", "-o", "x.lvl"}, "pipe: is a pipe and cannot be watched\n    hint: levelc build reads it once\n"},
		{[]string{"--schema", "game.schema", "a.xml", "link", "--outdir", "out"}, "link: is a pipe and"},
		{[]string{"--schema", "pipe", "a.xml", "--outdir", "out"}, "pipe: is a pipe and"},
		{[]string{"--project", "pipe", "a.xml", "--outdir", "out"}, "pipe: is a pipe and"},
		{[]string{"socket", "-o", "x.lvl"}, "socket: is a socket and"},
		{[]string{"/dev/null", "-o", "x.lvl"}, "/dev/null: is a device and"},
		{[]string{"--format", "json", "pipe", "-o", "x.lvl"}, `"message":"is a pipe and cannot be watched"`},
	} {
		cmd := exec.Command("levelc", append([]string{"watch"}, c.args...)...)
		stop := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		said, _ := cmd.CombinedOutput()
		require.True(t, stop.Stop(), "%q: it waits for ever", c.args)
		require.Equal(t, 1, cmd.ProcessState.ExitCode(), "%q: %s", c.args, said)
		require.Contains(t, string(said), c.says, "%q", c.args)
	}
}

// A source or schema that becomes a pipe is an error of that build. It ends neither the watch
// nor the other levels.
func TestWatchGoesOnAfterPipes(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("a.xml", scene("A"))
	w.put("b.xml", scene("B"))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/a.xml", "$/b.xml", "--outdir", "$/out")
	w.says(`2 levels built in`)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	w.rename("pipe", "a.xml")
	w.says(`a.xml: is a pipe and cannot be watched`)
	w.says(`1 level up to date, 1 failed in`)
	w.put("b.xml", scene("better"))
	w.says(`1 level built, 1 failed in`)
	w.has("out/b.lvl", "better")
	w.replace("a.xml", scene("a file again"))
	w.has("out/a.lvl", "a file again")
	require.Equal(t, 1, w.settled("a.xml: is a pipe"), w.out.String())

	w.rename("game.schema", "kept.schema")
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	w.rename("pipe", "game.schema")
	w.says(`game.schema is a pipe and cannot be watched`)
	w.rename("kept.schema", "game.schema")
	w.put("b.xml", scene("best"))
	w.has("out/b.lvl", "best")
}
