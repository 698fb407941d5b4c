package loader_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// twoWords is a schema of one kind, whose only field has two values and a role that such a
// field cannot have.
func twoWords(typ format.Type, role format.Role) *format.Schema {
	f := format.Field{Name: "x", Type: typ, Count: 2, Attr: format.Attr{Role: role}}
	if typ == format.TypeRef {
		f.Target = "k"
	}
	return &format.Schema{Tables: []format.Table{{Name: "k", Class: format.ClassNode, Stride: f.Size(), Fields: []format.Field{f}}}}
}

// rootsFile is a level of roots of the only kind of a schema.
func rootsFile(t *testing.T, s *format.Schema, rows ...[]byte) []byte {
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	for _, data := range rows {
		row, err := w.Node(format.FixedTables, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(format.FixedTables, row, data))
	}
	var b format.Buffer
	_, err = w.Finish(&b)
	require.NoError(t, err)
	return b
}

// words is a row of two numbers of size bytes.
func words(size int, a, b uint32) []byte {
	row := make([]byte, 2*size)
	binary.LittleEndian.PutUint32(row, a)
	binary.LittleEndian.PutUint32(row[size:], b)
	return row
}

// A save nests nodes by what a load takes for a parent, and by nothing else.
func TestAFieldOfTwoParentsIsNone(t *testing.T) {
	s := twoWords(format.TypeRef, format.RoleParent)
	b, _, err := loader.BindSchema(s, loader.KeepNodes())
	require.NoError(t, err)
	file := rootsFile(t, s, words(8, 2, 0), words(8, 0, 0))
	l, err := b.LoadBytes(ctx, file)
	require.NoError(t, err)
	require.Equal(t, "k\nk\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
}

// What cannot be an id is compared as any other field when a reload looks for nodes that
// are alike.
func TestAFieldOfTwoIDsIsNone(t *testing.T) {
	s := twoWords(format.TypeU32, format.RoleID)
	b, _, err := loader.BindSchema(s, loader.Reloadable())
	require.NoError(t, err)
	l, err := b.LoadBytes(ctx, rootsFile(t, s, words(4, 1, 1), words(4, 2, 2), words(4, 3, 3)))
	require.NoError(t, err)
	changes, err := l.Reload(ctx, bytes.NewReader(rootsFile(t, s, words(4, 2, 2), words(4, 3, 3))))
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.Equal(t, loader.Removed, changes[0].What)
}
