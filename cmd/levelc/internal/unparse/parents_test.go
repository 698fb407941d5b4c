package unparse_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// Which kinds a parent field may name is not searched for each node around a node.
func TestAParentOfOneOfManyKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of kinds take memory")
	}
	const kinds, depth = 3200, 200
	s := &format.Schema{}
	for i := range kinds {
		name := fmt.Sprint("kind", i)
		s.Tables = append(s.Tables, format.Table{Name: name, Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{name}},
			Fields: []format.Field{{Name: "a", Type: format.TypeU32, Count: 1, Attr: format.Attr{Source: "a"}}}})
	}
	parent := format.Field{Name: "p", Type: format.TypeAnyRef, Count: 1, Offset: 4, Attr: format.Attr{Role: format.RoleParent}}
	for i := range s.Tables[2:] {
		parent.Symbols = append(parent.Symbols, s.Tables[2+i].Name)
	}
	s.Tables[0].Fields, s.Tables[0].Stride = append(s.Tables[0].Fields, parent), 16
	l := made(t, s, func(w *format.Writer) {
		for d := range depth {
			n, err := w.Node(first+1, d, 0)
			require.NoError(t, err)
			require.NoError(t, w.Put(first+1, n, u32(1)))
		}
		for range 20_000 {
			node(t, w, depth, u32(1, 0, 0, 0))
		}
	})
	start := time.Now()
	write(t, l, unparse.Options{Syntax: source.XML})
	require.Less(t, time.Since(start), 5*time.Second) // a fifth of one where nothing else runs
}
