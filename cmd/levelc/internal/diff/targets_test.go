package diff_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
)

// Two nodes of one path are told apart in a reference that has changed.
func TestReferencesToLongIDs(t *testing.T) {
	long := strings.Repeat("x", 200)
	crates := `<body name="` + long + `1" pos="0 0"/><body name="` + long + `2" pos="1 0"/>`
	end := `body "…` + strings.Repeat("x", 60)
	require.Equal(t, []string{`changed  scene "s"/joint[0] a: ` + end + `1" -> ` + end + `2"`, "1 changed"},
		lines(t, scene(crates+`<joint a="`+long+`1" b="`+long+`1"/>`), scene(crates+`<joint a="`+long+`2" b="`+long+`1"/>`)))
}

func TestReferencesToNodesOfOnePath(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		{Name: "m", Class: format.ClassNode, Stride: 16, Fields: []format.Field{{Name: "to", Type: format.TypeRef, Target: "n", Count: 2}}},
		{Name: "n", Class: format.ClassNode, Stride: 4, Fields: []format.Field{{Name: "x", Type: format.TypeU32, Count: 1}}},
	}}
	make := func(ns ...uint32) *level.Level {
		w, err := format.NewWriter(s, format.WriterOptions{})
		require.NoError(t, err)
		defer w.Close()
		ref := make([]byte, 16)
		ref[8] = 1 // to[1] is the first n
		for i, x := range append([]uint32{0}, ns...) {
			row, kind := ref, format.FixedTables
			if i > 0 {
				row, kind = binary.LittleEndian.AppendUint32(nil, x), format.FixedTables+1
			}
			n, err := w.Node(kind, 0, 0)
			require.NoError(t, err)
			require.NoError(t, w.Put(kind, n, row))
		}
		var out format.Buffer
		_, err = w.Finish(&out)
		require.NoError(t, err)
		return leveltest.Read(t, out)
	}
	said := func(a, b *level.Level) (out []string) {
		diff.Levels(a, b, func(c diff.Change) { out = append(out, c.String()) })
		return out
	}
	require.Equal(t, []string{`changed  m[0] to[1]: n[0] (now n[1]) -> n[0] (added)`, `added    n[0]`}, said(make(7), make(6, 7)))
	require.Equal(t, []string{`changed  m[0] to[1]: n[0] (removed) -> n[0] (was n[1])`, `removed  n[0]`}, said(make(6, 7), make(7)))
}

func TestKeysOfPropertiesAreCutOff(t *testing.T) {
	long := strings.Repeat("k", 1000)
	var got []string
	diff.Levels(keep(t, leveltest.GameSchema(t), `<scene title="T" `+long+`="1"/>`), keep(t, leveltest.GameSchema(t), `<scene title="T" `+long+`="2"/>`),
		func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{`changed  scene[0] {` + strings.Repeat("k", 120) + `…}: 1 -> 2`}, got)
}
