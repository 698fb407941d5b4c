package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

func TestResponseFilesGiveOneArgumentALine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a", []byte("\uFEFFone two\r\n\r\n  three\n@b\nlast"), 0o666))
	require.NoError(t, os.WriteFile("b", []byte("--\n@a\n"), 0o666))
	got, err := expandResponses(t.Context(), []string{"build", "@", "@a", "@b"})
	require.NoError(t, err)
	require.Equal(t, []string{"build", "@", "one two", "  three", "--", "@a", "last", "@b"}, got)

	got, err = expandResponses(t.Context(), []string{"__complete", "build", "@nowhere"})
	require.NoError(t, err)
	require.Equal(t, []string{"__complete", "build", "@nowhere"}, got)
}

// PowerShell writes UTF-16 by itself.
func TestResponseFilesMayBeInUTF16(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range leveltest.Encodings("levels/ä.xml\r\n-o\r\n'a b.lvl'\r\n") {
		require.NoError(t, os.WriteFile("r", []byte(text), 0o666))
		got, err := expandResponses(t.Context(), []string{"@r"})
		require.NoError(t, err, name)
		require.Equal(t, []string{"levels/ä.xml", "-o", "a b.lvl"}, got, name)
	}
	for text, say := range map[string]string{
		"\xFF\xFEa\x00b": "the response file r cannot be read: half a character of UTF-16; save it as UTF-8",
		"a\n\né\x00b":    "r:3:2: there is a NUL byte, which no argument can have; save the response file as UTF-8",
	} {
		require.NoError(t, os.WriteFile("r", []byte(text), 0o666))
		_, err := expandResponses(t.Context(), []string{"@r"})
		require.EqualError(t, err, say)
		require.True(t, fault.IsUsage(err), err)
	}
}

// ninja puts paths with a space, and others, in the quotes of the system's shell.
func TestQuotesAroundALineOfAResponseFileGo(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		`'levels/a b.xml'`: "levels/a b.xml", `'it'\''s.xml'`: "it's.xml", `"levels\a b.xml"`: `levels\a b.xml`, `"a \"b\".xml"`: `a "b".xml`,
		`'@c.xml'`: "@c.xml", `"--schema a"`: "--schema a", `''`: "", "'a": "'a", "a'": "a'", `'a' 'b'`: `'a' 'b'`, `"a" "b"`: `"a" "b"`, `"a'`: `"a'`, "'": "'",
	} {
		require.NoError(t, os.WriteFile("r", []byte(line+"\n"), 0o666))
		got, err := expandResponses(t.Context(), []string{"@r"})
		require.NoError(t, err, line)
		require.Equal(t, []string{want}, got, line)
	}
}

// A flag and its value in one line would be an unknown flag, or a value that begins
// with a space.
func TestAResponseFileWithTwoArgumentsInALineIsToldOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, say := range map[string]string{
		"--schema a b.lvl": `r:2: each line is one argument: put "a b.lvl" into the line below "--schema"`,
		"-o \tout.lvl":     `r:2: each line is one argument: put "out.lvl" into the line below "-o"`,
	} {
		require.NoError(t, os.WriteFile("r", []byte("check\n"+line+"\n"), 0o666))
		_, err := expandResponses(t.Context(), []string{"@r"})
		require.EqualError(t, err, say)
		require.True(t, fault.IsUsage(err), err)
	}
	for _, line := range []string{"--schema=a b", "-oa b.lvl", "-", "a -b c", "--\n--schema a b", "--schema\n -a b"} {
		require.NoError(t, os.WriteFile("r", []byte(line), 0o666))
		_, err := expandResponses(t.Context(), []string{"@r"})
		require.NoError(t, err, line)
	}
}

func TestResponseFilesAreBounded(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("round", []byte("@round\n@round\n"), 0o666))
	_, err := expandResponses(t.Context(), []string{"@round"})
	require.ErrorContains(t, err, "nested more than 16 deep")
	require.True(t, fault.IsUsage(err), err)
	require.NoError(t, os.WriteFile("long", nil, 0o666))
	require.NoError(t, os.Truncate("long", maxResponse+1))
	_, err = expandResponses(t.Context(), []string{"@long"})
	require.ErrorContains(t, err, "too long")
}
