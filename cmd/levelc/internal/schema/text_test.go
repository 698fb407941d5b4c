package schema

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// A comment is of what is declared under it or before it, and of nothing else in its line.
func TestACommentIsOfOneDeclaration(t *testing.T) {
	needGo(t)
	w, err := Load(context.Background(), "./testdata/remarks.World", Options{})
	require.NoError(t, err)
	got := map[string]string{}
	for _, table := range w.Schema.Tables[:2] {
		got[table.Name] = table.Attr.Doc
		for _, f := range table.Fields {
			got[table.Name+": "+f.Name] = f.Attr.Doc
		}
	}
	require.Equal(t, map[string]string{
		"room": "Room is a room.", "room: bounds.low": "", "room: bounds.high": "", "room: exit.way": "of a door", "room: exit.cost": "",
		"room: a": "both", "room: c": "both", "room: twice.twice.low": "", "room: r": "", "room: g": "", "room: b": "",
		"room: size.size": "", "room: size.depth": "", "room: vertices": "all corners", "room: way.length": "", "room: way.end.at": "",
		"room.vertices": "Vertex is a corner.", "room.vertices: x": "", "room.vertices: y": "",
	}, got)
}

// A nested struct's comment, or else its type's, is beside the schema.
func TestNestedStructsHaveComments(t *testing.T) {
	needGo(t)
	w, err := Load(context.Background(), "./testdata/remarks.World", Options{})
	require.NoError(t, err)
	for path, want := range map[string]string{"bounds": "Bounds are where it is.", "size": "how large", "twice": "", "twice/twice": "", "exit": "", "way": "Way is out.", "way/end": "where it ends"} {
		require.Equal(t, want, w.NestedDoc("room", path), path)
	}
	require.Empty(t, w.NestedDoc("door", "bounds"))
}
