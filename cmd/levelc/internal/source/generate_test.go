package source

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// madeOf says that all of a text was made of one place.
type madeOf struct {
	f  *File
	at Pos
}

func (m madeOf) Origin(int64) (*File, Pos) { return m.f, m.at }

func TestPlacesOfAGeneratedTextAreThoseOfItsOrigin(t *testing.T) {
	tmp := t.TempDir()
	map1 := fileOf(t, "map.json", `{"a": {"name": [1, 2]}}`)
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp)
	const text = `<level a="1"/>`
	write := func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	for _, c := range []struct {
		origin, p Pos
		col       int
	}{
		{Pos{Off: 6}, Pos{Off: 1}, 7},
		{Pos{Off: 6}, Pos{Off: 10, Member: "a", Name: true}, 7},
		{Pos{Off: 6, Member: "name"}, Pos{Off: 1}, 16},
		{Pos{Off: 6, Member: "name"}, Pos{Off: 10, Member: "a"}, 16},
		{Pos{Off: 6, Member: "name"}, Pos{Off: 10, Member: "name", Name: true}, 8},
		{Pos{Off: 6, Member: "name"}, Pos{Off: 10, Member: "a", Name: true}, 16}, // the name was made of a value
		{Pos{Off: 6, Member: "name", Name: true}, Pos{Off: 1}, 8},
	} {
		f, err := Generate("level.xml", madeOf{map1, c.origin}, write)
		require.NoError(t, err)
		require.True(t, f.IsGenerated())
		require.True(t, f.IsSame())
		b, err := f.Bytes()
		require.NoError(t, err)
		require.Equal(t, text, string(b))
		var d diag.Diagnostic
		require.NoError(t, f.Locate(&d, c.p))
		require.Equal(t, map1.Name, d.File)
		require.Equal(t, c.col, d.Col, "%+v of %+v", c.p, c.origin)
		if c.p.Member == "" {
			name, at, err := f.Where(c.p.Off)
			require.NoError(t, err)
			require.Equal(t, map1.Name, name)
			require.Equal(t, c.col, at.Col)
		}
		require.NoError(t, f.Close())
	}
	boom := errors.New("boom")
	for _, wrong := range []func(io.Writer) error{
		func(io.Writer) error { return boom },
		func(w io.Writer) error { w.Write(make([]byte, 1<<20)); return boom },
	} {
		_, err := Generate("level.xml", madeOf{map1, Pos{}}, wrong)
		require.ErrorIs(t, err, boom)
		require.ErrorContains(t, err, "level.xml")
	}
	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)
}
