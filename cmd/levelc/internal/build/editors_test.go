package build

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/readers"
)

func TestTheFirstOfManyLevelsIsSaidToHaveAnEditorsTypes(t *testing.T) {
	var said bytes.Buffer
	b := NewRun(Options{}, Streams{Err: &said}, nil)
	for _, name := range []string{"b.ldtk", "c.ldtk", "a.ldtk"} { // as they come where several are built at once
		_, err := b.history.editors.plan(readers.All[1], name)
		require.NoError(t, err)
	}
	_, err := b.history.editors.plan(readers.All[0], "z.tmx")
	require.NoError(t, err)
	b.sayEditors()
	b.sayEditors()
	require.Equal(t, "levelc: no -types, and z.tmx is a map of Tiled, so the types are those of loader/tiled\n"+
		"levelc: no -types, and a.ldtk is a project of LDtk, so the types are those of loader/ldtk\n", said.String())
}
