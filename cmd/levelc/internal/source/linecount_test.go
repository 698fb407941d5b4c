package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// wideText is a text in UTF-16, with its byte order mark.
func wideText(s string) string {
	b := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func TestLinesAreThoseOfPosition(t *testing.T) {
	long := "<a>\r\n<b c='é'/>\n\n  <d/>" + strings.Repeat("<e/>\n x", 20_000) + strings.Repeat(" ", 70_000) + "<f/></a>"
	for _, text := range []string{"<a/>", "\xEF\xBB\xBF<a>\n<b/></a>", long, wideText("<a>\n é <b/>\n</a>"),
		westernText(t, "windows-1252", "\n<a>\n é <b/>\n</a>")} {
		path := filepath.Join(t.TempDir(), "a.xml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		f, err := Open(path)
		require.NoError(t, err)
		defer f.Close()
		c, err := f.Lines()
		require.NoError(t, err)
		check := func(off int64) {
			line, col, err := c.At(off)
			require.NoError(t, err)
			p, err := f.Position(Pos{Off: off, Name: true})
			require.NoError(t, err)
			require.Equal(t, []int{p.Line, p.Col}, []int{line, col}, off)
		}
		step := max(1, f.end/300)
		for off := int64(0); off < f.end; off += step {
			check(off)
		}
		check(f.end - 1)
		check(0)
		check(f.end / 2)
	}
}
