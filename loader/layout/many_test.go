package layout

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a handle or a span leads to is not looked for among all stores of the world.
func TestManyKinds(t *testing.T) {
	const n = 1000
	asked := 0
	element := func(of *Type) func() *Type {
		return func() *Type { asked++; return of }
	}
	world := &Type{Name: "World", Kind: Struct}
	store := func(kind Kind, of *Type) {
		world.Fields = append(world.Fields, Field{Name: fmt.Sprint("S", len(world.Fields)), Exported: true, Type: &Type{Kind: kind, Elem: element(of)}})
	}
	dots := make([]*Type, n)
	for i := range n {
		dots[i] = &Type{Name: fmt.Sprint("Dot", i), Key: i, Kind: Struct, Size: 4, Fields: []Field{
			{Name: "X", Exported: true, Type: &Type{Name: "float32", Key: "float32", Kind: Float32, Size: 4}}}}
		store(Elements, dots[i])
	}
	records := make([]*Type, n)
	for i := range records {
		records[i] = &Type{Name: fmt.Sprint("Record", i), Key: n + i, Kind: Struct, Size: 16}
	}
	for i, r := range records {
		r.Fields = []Field{
			{Name: "To", Exported: true, Type: &Type{Key: "to", Kind: Handle, Size: 8, Elem: element(records[n-1-i])}},
			{Name: "Dots", Exported: true, Offset: 8, Type: &Type{Key: "dots", Kind: Span, Size: 8, Elem: element(dots[i])}},
		}
		store(Nodes, r)
	}
	w, err := Of(world)
	require.NoError(t, err)
	require.Len(t, w.Tables, 2*n)
	last := w.Schema.Tables[n-1]
	require.Equal(t, "record999", last.Name)
	require.Equal(t, "record0", last.Fields[0].Target)
	require.Equal(t, "record999.dots", last.Fields[1].Target)
	require.Less(t, asked, 20*n, "questions what something is of, in a world of %d stores", 2*n)
}
