package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A translation keeps what is asked for, and does not take the others for nothing.
func TestAllProblemsOfATranslationAreShown(t *testing.T) {
	const n = 2500
	var b strings.Builder
	b.WriteString(`<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="8" tileheight="8"><objectgroup id="1">` + "\n")
	for i := range n {
		fmt.Fprintf(&b, `<object id="%d"><properties><property name="to" type="object" value="9999"/></properties></object>`+"\n", i+1)
	}
	b.WriteString("</objectgroup></map>")
	path := filepath.Join(t.TempDir(), "many.tmx")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o666))
	for most, want := range map[int][2]int{0: {n, 0}, 20: {20, n - 20}, 1500: {1500, n - 1500}} {
		var out bytes.Buffer
		require.Equal(t, 1, run([]string{"check", "--max-errors", fmt.Sprint(most), path}, streams{out: &out, err: &out}))
		require.Equal(t, want[0], strings.Count(out.String(), "there is no object 9999"))
		if want[1] > 0 {
			require.Contains(t, out.String(), fmt.Sprintf("and %d more errors", want[1]))
		}
	}
}
