package format

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPropertiesAndPositionsAreFoundByRow(t *testing.T) {
	file := fullLevel(t, 50, WriterOptions{BlockBytes: 256})
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	require.Greater(t, len(r.Chunks()), 2, "so that the rows have to be sorted")
	var props PropTable
	var srcs SrcTable
	var strs StringTable
	require.Nil(t, props.Get(tBody, 0))
	for {
		b, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NoError(t, strs.Add(b))
		props.Add(b)
		srcs.Add(b)
	}
	for _, table := range []int{tBody, tTrigger, tPart} {
		for row := range r.Rows(table) {
			at, ok := srcs.Get(table, row)
			require.True(t, ok)
			require.Equal(t, "scene.xml", string(strs.Get(at.File)))
			p := props.Get(table, row)
			if table != tPart { // rows of parts move when bodies nest
				require.Equal(t, row+1, at.Line)
				require.Equal(t, row%2 == 0, p != nil)
			}
			if p != nil {
				speed, ok := p.Get("speed").Float()
				require.True(t, ok)
				require.Equal(t, float64(at.Line)/4, speed, "properties and positions move together")
			}
		}
	}
	require.Nil(t, props.Get(tJoint, 0))
	require.Nil(t, props.Get(-1, 0))
	_, ok := srcs.Get(tBody, r.Rows(tBody))
	require.False(t, ok)
}
