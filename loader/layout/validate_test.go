package layout_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// made is a field of a struct that is made here.
func made(name string, typ reflect.Type, tag string) reflect.StructField {
	return reflect.StructField{Name: name, Type: typ, Tag: reflect.StructTag(fmt.Sprintf("level:%q", tag))}
}

// lay lays out the world that has the fields.
func lay(fields ...reflect.StructField) error {
	world := standin.Describe(reflect.StructOf(fields))
	for i := range world.Fields {
		world.Fields[i].Pos = fmt.Sprintf("world.go:%d", i+1)
	}
	_, err := layout.Of(world)
	return err
}

type corner struct{ X, Y float32 }

type shape struct {
	Name    store.Str          `level:"name,id"`
	Outline store.Span[corner] `level:"outline"`
	Holes   store.Span[corner] `level:"hole"`
}

var (
	shapes  = reflect.TypeFor[standin.Bulk[shape]]()
	corners = reflect.TypeFor[standin.Array[corner]]()
	strs    = reflect.TypeFor[store.Strings]()
)

// The tag of a store, or of a nested struct, says nothing that would be left unheard.
func TestTagsOfWhatIsNoFieldTakeNoOptions(t *testing.T) {
	require.NoError(t, lay(made("S", shapes, "shape|form,json=shapes,alias=old"), made("C", corners, "shape.outline"), made("T", strs, "")))
	type value struct {
		A uint8
		B float32
	}
	for _, opt := range []string{"id", "ref", "ref=shape", "text", "default=1", "enum=a|b", "flags=a|b", "parent", "required", "any", "map", "key", "nonfinite", "json=k", "alias=k"} {
		key, _, valued := strings.Cut(opt, "=")
		if !valued || key != "json" && key != "alias" {
			require.ErrorContains(t, lay(made("S", shapes, "shape,"+opt), made("C", corners, ""), made("T", strs, "")),
				"world.go:1: struct{...}.S: the tag of a store takes names, json= and alias= only, not "+key)
		}
		require.ErrorContains(t, lay(made("S", shapes, "shape"), made("C", corners, "shape.outline,"+opt), made("T", strs, "")),
			"world.go:2: struct{...}.C: the tag of a store.Array takes the name of a span only, not "+key)
		require.ErrorContains(t, lay(made("S", shapes, "shape"), made("C", corners, ""), made("T", strs, ","+opt)),
			"world.go:3: struct{...}.T: the strings of a world have neither a name nor options")
		if key != "alias" {
			_, err := layout.Record(layout.FromReflect(reflect.StructOf([]reflect.StructField{made("In", reflect.TypeFor[value](), "in,"+opt)})))
			require.ErrorContains(t, err, "In: the tag of a nested struct takes a name and alias= only, not "+key)
		}
	}
	require.ErrorContains(t, lay(made("S", shapes, "shape"), made("C", corners, ""), made("T", strs, "texts")), "struct{...}.T: the strings of a world")
}

func TestArraysAreTaggedWithASpanThatThereIs(t *testing.T) {
	for tag, want := range map[string]string{
		"shape.outlin":             `world.go:2: struct{...}.C: "shape.outlin" is no Span of layout_test.corner; there is shape.outline, shape.hole`,
		"shape.outline|shape.hole": "world.go:2: struct{...}.C: the tag of a store.Array names one span",
	} {
		require.ErrorContains(t, lay(made("S", shapes, "shape"), made("C", corners, tag), made("T", strs, "")), want)
	}
	require.NoError(t, lay(made("S", shapes, "shape"), made("C", corners, "shape.hole"), made("D", corners, "shape.outline"), made("T", strs, "")))
}

// A store without a tag serves the spans that have no other, wherever it stands in the
// world.
func TestArrayWithoutTagServesTheRest(t *testing.T) {
	for _, tags := range [][]string{{"shape.outline", ""}, {"", "shape.outline"}} {
		w, err := layout.Of(standin.Describe(reflect.StructOf([]reflect.StructField{
			made("S", shapes, "shape"), made("C", corners, tags[0]), made("D", corners, tags[1]), made("T", strs, "")})))
		require.NoError(t, err, "%q", tags)
		for table, tag := range map[string]string{"shape.outline": "shape.outline", "shape.hole": ""} {
			want := []string{"C", "D"}[slices.Index(tags, tag)]
			require.Equal(t, want, w.Tables[w.Schema.Table(table)].Name, "%s, %q", table, tags)
		}
	}
	err := lay(made("S", shapes, "shape"), made("C", corners, ""), made("D", corners, ""), made("E", corners, "shape.outline"), made("T", strs, ""))
	require.ErrorContains(t, err, `C and D: tag one with "shape.hole"`)
	require.NotContains(t, err.Error(), `with "shape.outline"`)
}

// What no level can have is refused here, and not by the first save.
func TestWhatTheFormatRefusesIsRefused(t *testing.T) {
	long := strings.Repeat("x", 130)
	one := reflect.TypeFor[uint8]()
	wide := make([]reflect.StructField, 1025)
	for i := range wide {
		wide[i] = made(fmt.Sprint("F", i), one, "")
	}
	names := make([]string, format.MaxNames+1)
	for i := range names {
		names[i] = fmt.Sprint("n", i)
	}
	inner := reflect.StructOf([]reflect.StructField{made("A", one, long), made("B", reflect.TypeFor[float32](), "")})
	small := reflect.StructOf([]reflect.StructField{made("K", one, "k")})
	for _, c := range []struct {
		tag  string
		rec  reflect.Type
		want string
	}{
		{"k", reflect.StructOf([]reflect.StructField{made("K", one, "k,enum=a|"+long+long)}), "World.S.K: a symbol is longer than 255 bytes"},
		{"k", reflect.StructOf([]reflect.StructField{made("In", inner, long)}), "World.S.In.A: with those of the structs around it, a name of 261 bytes; at most 255"},
		{"k", reflect.StructOf(wide), "world.go:7: World.S: 1025 fields; at most 1024 are possible"},
		{strings.Join(names, "|"), small, "world.go:7: World.S: 257 names of one kind; at most 256"},
		{long + long[:120], reflect.TypeFor[shape](), "shape.Outline: the table of the elements has a name of 258 bytes, from the kind and the field; at most 255"},
		{" k", small, `world.go:7: World.S: name " k" has white space at an end`},
		{"k|form\u00a0", small, "has white space at an end"},
		{strings.Join(names[1:], "|"), small, ""},
	} {
		stores := 1
		if c.rec == reflect.TypeFor[shape]() {
			stores = 3
		}
		_, err := layout.Of(&layout.Type{Name: "World", Kind: layout.Struct, Fields: []layout.Field{
			{Name: "S", Exported: true, Tag: c.tag, Tagged: true, Pos: "world.go:7",
				Type: &layout.Type{Kind: layout.Nodes, Elem: func() *layout.Type { return layout.FromReflect(c.rec) }}},
			{Name: "C", Exported: true, Type: standin.Describe(corners)},
			{Name: "T", Exported: true, Type: layout.FromReflect(strs)},
		}[:stores]})
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.want)
	}
}

func TestTheZeroWorldHasNoPlaces(t *testing.T) {
	var w layout.World
	_, ok := w.Place("body", "name")
	require.False(t, ok)
	require.Empty(t, w.NestedDoc("body", "shape"))
}
