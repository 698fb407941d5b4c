package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type movedWorld struct {
	N standin.Bulk[moved] `level:"n"`
	S store.Strings
}

type moved struct {
	Body struct {
		Mass int32     `level:"mass,alias=weight|/mass"`
		Drag [2]uint16 `level:"drag"`
	} `level:"body,alias=in"`
	Hot  uint32 `level:"hot,alias=/in/hot|warm"`
	Rows [3][2]float32
}

// Earlier names in other structs are paths, and rows stay rows.
func TestGoTypesKeepEarlierNamesAndRows(t *testing.T) {
	text, err := export.Go(leveltest.SchemaOf[movedWorld](t), export.GoOptions{Package: "p"})
	require.NoError(t, err)
	for _, want := range []string{`alias=weight|/mass|/in/mass|/in/weight`, `alias=/in/drag`, `alias=/in/hot|warm`, `[3][2]float32`} {
		require.Contains(t, string(text), want)
	}
}

func TestASchemaFileHasShapesOfItsArrays(t *testing.T) {
	var b strings.Builder
	s := leveltest.SchemaOf[movedWorld](t)
	require.NoError(t, export.WriteFile(&b, s))
	again, err := export.ReadFile(strings.NewReader(b.String()))
	require.NoError(t, err)
	require.Equal(t, s.Complete(), again)
	for _, shape := range []string{"[3, 3]", "[4294967295, 4294967295]", "[0]"} {
		_, err = export.ReadFile(strings.NewReader(strings.Replace(b.String(), "[3, 2]", shape, 1)))
		require.ErrorIs(t, err, export.ErrFile)
		require.ErrorContains(t, err, "is not of 6 values")
	}
}
