package unparse_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

func refLevel(t testing.TB, id format.Type, ids ...uint32) *level.Level {
	s := simple(format.Field{Name: "id", Type: id, Attr: format.Attr{Role: format.RoleID}}, format.Field{Name: "to", Type: format.TypeRef, Target: "n"})
	if id == format.TypeInvalid {
		s = simple(format.Field{Name: "pad", Type: format.TypeU32}, format.Field{Name: "to", Type: format.TypeRef, Target: "n", Attr: format.Attr{Role: format.RoleParent}})
	}
	return made(t, s, func(w *format.Writer) {
		for i, n := range ids {
			str := uint32(0)
			if id == format.TypeStr && n > 0 {
				var err error
				str, err = w.String([]byte(fmt.Sprint("name ", n)))
				require.NoError(t, err)
				n = str
			}
			row := node(t, w, 0, u32(n, uint32(len(ids)-i), 0))
			if str > 0 {
				require.NoError(t, w.ID(str, first, row))
			}
		}
	})
}

func TestNodesThatAreReferredToGetIDs(t *testing.T) {
	text := write(t, refLevel(t, format.TypeStr, 5, 0, 6), unparse.Options{Syntax: source.XML})
	require.Contains(t, text, `<n id="n.1" to="n.1"/>`)
	require.Contains(t, text, `<n id="name 5" to="name 6"/>`)
	require.Equal(t, `n[1].to: refers to n[1], which has no id, and a number cannot be made up for it`, refusal(t, refLevel(t, format.TypeU32, 1, 0, 2), source.JSON))
}

// A text that is equal to it may be an id, or become one.
func TestAnIDThatIsMadeUpIsNoTextOfTheLevel(t *testing.T) {
	s := simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}}, format.Field{Name: "said", Type: format.TypeStr}, format.Field{Name: "to", Type: format.TypeRef, Target: "n"})
	l := made(t, s, func(w *format.Writer) {
		id, err := w.String([]byte("n.1"))
		require.NoError(t, err)
		said, err := w.String([]byte("n.1'"))
		require.NoError(t, err)
		require.NoError(t, w.ID(id, first, node(t, w, 0, u32(id, said, 2, 0))))
		node(t, w, 0, u32(0, 0, 2, 0))
	})
	for syntax, want := range map[source.Format]string{source.XML: `<n id="n.1''" to="n.1''"/>`, source.JSON: `"id": "n.1''", "to": "n.1''"`} {
		require.Contains(t, write(t, l, unparse.Options{Syntax: syntax}), want)
	}
}

// A game may have saved what no source may say.
func TestARequiredReferenceToNothingIsRefused(t *testing.T) {
	for attr, want := range map[string]string{
		"":  "n[0].to: is required, and refers to nothing",
		"x": `n[0].to: refers to nothing, which would be taken for its default, "x"`,
	} {
		to := format.Attr{Required: attr == "", HasDefault: attr != "", Default: attr}
		s := simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}}, format.Field{Name: "to", Type: format.TypeRef, Target: "n", Attr: to})
		l := made(t, s, func(w *format.Writer) { node(t, w, 0, u32(0, 0, 0)) })
		for _, syntax := range syntaxes {
			require.Equal(t, want, refusal(t, l, syntax))
		}
	}
}

// JSON takes a string as it is, and XML would trim it, wherever it stands.
func TestAnIDWithSpaceAtItsEndsIsRefusedInXML(t *testing.T) {
	l := made(t, simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}}), func(w *format.Writer) {
		str, err := w.String([]byte(" a"))
		require.NoError(t, err)
		require.NoError(t, w.ID(str, first, node(t, w, 0, u32(str))))
	})
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.JSON}), `" a"`)
	require.Equal(t, `n[0].id: is " a", and white space at its ends would be lost; --as json can say it`, refusal(t, l, source.XML))
}

func TestARequiredIDThatIsEmptyIsRefused(t *testing.T) {
	for _, role := range []format.Role{format.RoleID, format.RoleIDKey} {
		l := made(t, simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: role, Required: true}}), func(w *format.Writer) {
			node(t, w, 0, u32(0))
		})
		for _, syntax := range syntaxes {
			require.Equal(t, "n[0].id: is required, and an empty id counts as none", refusal(t, l, syntax))
		}
	}
}

func TestAnIDOfTwoKindsIsAmbiguous(t *testing.T) {
	s := simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}})
	other := s.Tables[0]
	other.Name, other.Attr.Names = "m", []string{"m"}
	other.Fields = append(other.Fields[:1:1], format.Field{Name: "to", Type: format.TypeAnyRef, Count: 1, Symbols: []string{"n", "m"}, Attr: format.Attr{Source: "to"}})
	randlevel.Lay(&other)
	s.Tables = append(s.Tables, other)
	l := made(t, s, func(w *format.Writer) {
		id, err := w.String([]byte("x"))
		require.NoError(t, err)
		require.NoError(t, w.ID(id, first, node(t, w, 0, u32(id))))
		row, err := w.Node(first+1, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(first+1, row, u32(id, 1, 0, first)))
		require.NoError(t, w.ID(id, first+1, row))
	})
	require.Equal(t, `m[0].to: refers to n[0], whose id a m has too: nobody could say which is meant`, refusal(t, l, source.XML))
}

// A game may have saved two nodes with one id. In a file without $id each may be alone.
func TestAnIDOfTwoNodesIsRefused(t *testing.T) {
	for _, typ := range []format.Type{format.TypeStr, format.TypeU32} {
		s := simple(format.Field{Name: "id", Type: typ, Attr: format.Attr{Role: format.RoleID}})
		level := func(listed int, ids ...string) *level.Level {
			return made(t, s, func(w *format.Writer) {
				for i, text := range ids {
					str, err := w.String([]byte(text))
					require.NoError(t, err)
					v := str
					if n, err := strconv.Atoi(text); err == nil && typ == format.TypeU32 {
						v = uint32(n)
					}
					row := node(t, w, 0, u32(v))
					if i == listed {
						require.NoError(t, w.ID(str, first, row))
					}
				}
			})
		}
		for _, syntax := range syntaxes {
			require.Equal(t, "n[1].id: is the id of n[0] as well, and in a source each has its own", refusal(t, level(0, "7", "7"), syntax))
			require.Equal(t, "n[0].id: is the id of n[1] as well, and in a source each has its own", refusal(t, level(1, "7", "7"), syntax))
			require.Equal(t, "n[2].id: is the id of n[1] as well, and in a source each has its own", refusal(t, level(-1, "5", "7", "7"), syntax))
			write(t, level(-1, "5", "7", "8"), unparse.Options{Syntax: syntax})
			write(t, level(0, "5", "7", "8"), unparse.Options{Syntax: syntax})
		}
	}
}

// Where one of several references is none, XML has a name for each.
func TestAReferenceToNothingAmongOthersIsAComponent(t *testing.T) {
	s := simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}},
		format.Field{Name: "ends", Type: format.TypeRef, Target: "n", Count: 2, Attr: format.Attr{Components: []string{"a", "b"}}})
	lvl, err := build(t, s, []byte(`[{"type":"n","id":"x","ends":["","y"]},{"type":"n","id":"y","ends":["x",""]},{"type":"n","ends":["x","y"]}]`))
	require.NoError(t, err)
	require.Contains(t, write(t, leveltest.Read(t, lvl), unparse.Options{Syntax: source.XML}), `<ends a="" b="y"/>`)
	requireSame(t, lvl)
}
