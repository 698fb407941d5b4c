package format_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

func TestALevelThatWasCopiedAsTextIsKnown(t *testing.T) {
	text, lfs := "copy it as binary", "git lfs pull"
	for begin, hint := range map[string]string{
		"\x89LVL\n\x1a\n":                          text,
		"\tLVL\r\n\x1a\n":                          text,
		"\xc2\x89LVL\r\n\x1a\n":                    text,
		"\xef\xbf\xbdLVL\r\n\x1a\n":                text,
		"version https://git-lfs.github.com/spec/": lfs,
		"<LVL/>":                  "it looks like XML, of which levelc build makes a level",
		"\xef\xbb\xbf\r\n <LVL/>": "it looks like XML",
		"{\n  \"levelc\": \"schema 1\",\n  \"tables\": [": "it is a schema file, which --schema takes",
		"{\"type\":\"LVL\"}":                              "it looks like JSON, of which levelc build makes a level",
		"[1, 2, 3, 4]":                                    "it looks like JSON",
		"version 1":                                       "",
	} {
		for _, rest := range []int{0, 100} {
			file := append([]byte(begin), make([]byte, rest)...)
			_, stream := format.NewReader(bytes.NewReader(file), format.Options{})
			_, random := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
			for _, err := range []error{stream, random} {
				require.ErrorIs(t, err, format.ErrMagic, "%q", begin)
				if hint == "" {
					require.EqualError(t, err, "lvl: offset 0: not a .lvl file")
				} else {
					require.ErrorContains(t, err, hint, "%q", begin)
				}
			}
		}
	}
}

// The beginning of a level stands in one place, which tools ask.
func TestALevelIsKnownByItsBeginning(t *testing.T) {
	w, err := format.NewWriter(&format.Schema{}, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	var level format.Buffer
	_, err = w.Finish(&level)
	require.NoError(t, err)
	for n := range len(level) + 1 {
		require.Equal(t, n >= 4, format.IsLevel(level[:n]), "%d bytes", n)
	}
	require.True(t, format.IsLevel([]byte("\x89LVL\n\x1a\n")), "a copy as text")
	for _, other := range []string{"", "<LVL/>", "\tLVL\r\n", "LVL\r\n", "\x89PNG\r\n", "\x89LV\x00"} {
		require.False(t, format.IsLevel([]byte(other)), "%q", other)
	}
}

func TestASourceThatHasBeenReadIsToldOf(t *testing.T) {
	file := bytes.NewReader(nil)
	_, stream := format.NewReader(file, format.Options{})
	_, random := format.OpenFile(file, 0, format.Options{})
	for _, err := range []error{stream, random} {
		require.ErrorIs(t, err, format.ErrTruncated)
		require.EqualError(t, err, "lvl: offset 0: the file ends early: it is empty, or was read to its end before")
	}
	_, cut := format.OpenFile(bytes.NewReader([]byte("\x89LV")), 100, format.Options{})
	require.EqualError(t, cut, "lvl: offset 3: the file ends early")
}
