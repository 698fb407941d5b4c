package export_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// Editors show the comments of all that a level may have: of kinds, of values and lists,
// and of nested structs.
func TestSchemasForEditorsHaveComments(t *testing.T) {
	type vertex struct {
		X, Y float32
	}
	type door struct {
		To store.Str `level:"to,required"`
	}
	type room struct {
		Name   store.Str             `level:"name"`
		Words  store.Span[store.Str] `level:"word"`
		Path   store.Span[vertex]    `level:"path"`
		Doors  store.Span[door]      `level:"door"`
		Bounds struct {
			Low  [2]float32 `level:"low"`
			Deep struct {
				N int32 `level:"n,required"`
			} `level:"deep"`
		} `level:"bounds"`
	}
	s := leveltest.SchemaOf[struct {
		Rooms    standin.Bulk[room] `level:"room"`
		Doors    standin.Array[door]
		Vertices standin.Array[vertex]
		Words    standin.Array[store.Str]
		store.Strings
	}](t)
	s.Tables[0].Attr.Doc = "of room"
	for i := range s.Tables[0].Fields {
		f := &s.Tables[0].Fields[i]
		f.Attr.Doc = "of " + f.Name
	}
	o := strict
	o.NestedDoc = func(table, path string) string { return "of " + table + ": " + path }

	text, err := export.JSONSchema(s, o)
	require.NoError(t, err)
	require.Equal(t, []string{"of room", "of name", "of word", "of path", "of door", "of room: bounds", "of bounds.low", "of room: bounds/deep", "of bounds.deep.n"},
		all(`"description": "([^"]*)"`, text))
	text, err = export.XSD(s, o)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"of room", "of name", "of word", "of word", "of path", "of path", "of door", "of door", "of room: bounds", "of bounds.low", "of room: bounds/deep", "of bounds.deep.n"},
		all(`<xs:documentation>(of [^<]*)<`, text))
	valid := xmlValidator(t, s, o)
	require.NoError(t, valid(document(t, `<room path="1 2" word="a"><bounds low="1 2"><deep n="1"/></bounds><door to="a"/></room>`)))
	require.Error(t, valid(document(t, `<room><bounds><deep n="1"/></bounds><door/></room>`)))
}

// all returns what the group of a pattern finds in a text.
func all(pattern string, text []byte) []string {
	var out []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	return out
}
