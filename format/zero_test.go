package format

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNilSchemasAreToldOf(t *testing.T) {
	_, err := NewWriter(nil, WriterOptions{})
	require.ErrorIs(t, err, ErrWriter)
	require.ErrorContains(t, err, "the schema is nil")
	require.Empty(t, CheckEvolution(nil, nil))
	some := &Schema{Tables: []Table{{Name: "a", Class: ClassNode, Stride: 1, Fields: []Field{{Name: "x", Type: TypeU8, Count: 1}}}}}
	require.Equal(t, CheckEvolution(new(Schema), some), CheckEvolution(nil, some))
	require.Equal(t, CheckEvolution(some, new(Schema)), CheckEvolution(some, nil))
	for _, pair := range [][2]*Schema{{nil, some}, {some, nil}, {nil, nil}} {
		_, err := NewPlan(pair[0], 0, pair[1], 0)
		require.ErrorIs(t, err, ErrConvert)
		require.ErrorContains(t, err, "a schema is nil")
	}
	_, err = new(Planner).Plan(0, 0)
	require.ErrorIs(t, err, ErrConvert)
}

func TestTheZeroChunkReaderHasNoChunk(t *testing.T) {
	var c ChunkReader
	for range 2 {
		_, err := c.Next()
		require.ErrorIs(t, err, ErrRange)
		require.ErrorContains(t, err, "no chunk: Reset begins one")
	}
	require.ErrorIs(t, c.Reset(nil, 0), ErrRange)
	_, err := c.Next()
	require.ErrorIs(t, err, ErrRange)
}

func TestTheZeroFileHasNothing(t *testing.T) {
	var f File
	require.Nil(t, f.Schema())
	require.Empty(t, f.Chunks())
	require.Empty(t, f.Blocks())
	require.Zero(t, f.Rows(TableBytes))
	require.Empty(t, f.Meta())
	_, err := f.Label(0)
	require.ErrorIs(t, err, ErrRange)
	require.ErrorIs(t, new(ChunkReader).Reset(&f, 0), ErrRange)
}

// A negative bound is a mistake and not a bound of nothing.
func TestANegativeBudgetIsRefused(t *testing.T) {
	w, err := NewWriter(&Schema{Tables: []Table{{Name: "a", Class: ClassNode, Stride: 1, Fields: []Field{{Name: "x", Type: TypeU8, Count: 1}}}}}, WriterOptions{})
	require.NoError(t, err)
	var out Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	o := Options{MaxBytes: -1}
	_, err = NewReader(bytes.NewReader(out), o)
	require.ErrorIs(t, err, ErrOptions)
	require.ErrorContains(t, err, "MaxBytes: -1 is negative")
	_, err = OpenFile(bytes.NewReader(out), int64(len(out)), o)
	require.ErrorIs(t, err, ErrOptions)
	require.ErrorIs(t, Verify(bytes.NewReader(out), o), ErrOptions)
	require.ErrorIs(t, new(Reader).ResetBytes(out, o), ErrOptions)
}
