package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
)

var someID = strings.Join([]string{"abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST", "0123456789-_01234567", "zyxwvutsrqponmlkjihg"}, "/")

func TestABuildIDIsReadFromTheFirstBytes(t *testing.T) {
	elf := "\x7fELF...\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00" + someID + "\x00code"
	text := "MZ...\xff Go build ID: \"" + someID + "\"\n \xffcode"
	for _, head := range []string{elf, text, "Go\x00\x00Go\x00\x00no " + elf} {
		require.Equal(t, someID, buildID([]byte(head)))
	}
	for i := range elf[:strings.Index(elf, someID)+idLen] {
		require.Empty(t, buildID([]byte(elf[:i])))
	}
}

func TestABuildIDThatSomebodyChoseIsNone(t *testing.T) {
	for _, id := range []string{
		"", "redacted", strings.Repeat("x", idLen), strings.Replace(someID, "/", "//", 1)[:idLen], strings.Replace(someID, "a", "+", 1),
	} {
		require.Empty(t, buildID([]byte("Go\x00\x00"+id+"\x00\x00\x00\x00")), id)
	}
}

// What is built of other code is another levelc, whatever else is the same. What
// has no build ID of the go command's is told by its bytes.
func TestTheIdentityIsThatOfTheCode(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o666))
	built := func(code string, flags ...string) (path string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() { println("+code+") }\n"), 0o666))
		path = filepath.Join(dir, "m.exe")
		cmd := exec.Command(tool, append(append([]string{"build"}, flags...), "-o", path, ".")...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return path
	}
	identity := func(path string) string {
		id, err := identityOf(path)
		require.NoError(t, err)
		return id
	}
	one := identity(built("1"))
	require.True(t, isBuildID([]byte(one)), one)
	require.NotEqual(t, one, identity(built("2")))
	require.Equal(t, one, identity(built("1")))

	path := built("1", "-ldflags=-buildid=chosen")
	sum, _, err := cache.SumFile(path)
	require.NoError(t, err)
	require.Equal(t, sum.String(), identity(path))
	require.NotEqual(t, sum.String(), identity(built("2", "-ldflags=-buildid=chosen")))
}
