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
