package layout_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// An enum is as wide as the integer that takes it.
func TestWidthsOfEnumsAndFlags(t *testing.T) {
	type node struct {
		B   bool   `level:"b,enum=x|y"`
		I8  int8   `level:"i8,enum=x|y"`
		I16 int16  `level:"i16,enum=x|y"`
		U16 uint16 `level:"u16,enum=x|y"`
		I32 int32  `level:"i32,enum=x|y"`
		U32 uint32 `level:"u32,enum=x|y"`
		F8  uint8  `level:"f8,flags=x|y"`
		F16 uint16 `level:"f16,flags=x|y"`
		F32 uint32 `level:"f32,flags=x|y"`
	}
	tab := table(t, of(t, struct {
		Nodes standin.Bulk[node] `level:"node"`
	}{}), "node")
	for name, want := range map[string]format.Type{
		"b": format.TypeEnum8, "i8": format.TypeEnum8, "i16": format.TypeEnum16, "u16": format.TypeEnum16,
		"i32": format.TypeEnum32, "u32": format.TypeEnum32, "f8": format.TypeFlags8, "f16": format.TypeFlags16, "f32": format.TypeFlags32,
	} {
		f := field(t, tab, name)
		require.Equal(t, want, f.Type, name)
		require.Equal(t, []string{"x", "y"}, f.Symbols, name)
	}
}

// Numbers of one type, exported and untagged, are written as one list. A struct that
// differs in one of these is nested: each field has a name of its own.
func TestWhichStructsAreLists(t *testing.T) {
	type node struct {
		List   struct{ X, Y int16 }
		Hidden struct{ X, y int16 }
		Tagged struct {
			X int16
			Y int16 `level:"up"`
		}
		Mixed struct {
			X int16
			Y uint16
		}
		Bools struct{ X, Y bool }
		One   struct{ X int16 }
	}
	_ = node{}.Hidden.y
	tab := table(t, of(t, struct {
		Nodes standin.Bulk[node] `level:"node"`
	}{}), "node")
	var names []string
	for _, f := range tab.Fields {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"list", "hidden.x", "tagged.x", "tagged.up", "mixed.x", "mixed.y", "bools.x", "bools.y", "one.x"}, names)
	require.EqualValues(t, 2, tab.Fields[0].Count)
}

// A span may take what is written in several forms, if its elements can.
func TestAnyOfASpan(t *testing.T) {
	type lamp struct{ On bool }
	type node struct {
		Texts store.Span[store.Str] `level:"texts,any"`
		Bools store.Span[bool]      `level:"bools,any"`
		Reals store.Span[float64]   `level:"reals,any"`

		Next store.Span[store.AnyHandle]    `level:"next,any,ref=node|lamp"`
		Lamp store.Span[store.Handle[lamp]] `level:"lamp,any"`
	}
	w := of(t, struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Texts   standin.Array[store.Str]
		Bools   standin.Array[bool]
		Reals   standin.Array[float64]
		Nexts   standin.Array[store.AnyHandle]
		Wired   standin.Array[store.Handle[lamp]]
		Lamps   standin.Bulk[lamp]
		Strings store.Strings
	}{})
	for _, name := range []string{"texts", "bools", "reals", "next", "lamp"} {
		require.Equal(t, format.RoleAny, field(t, table(t, w, "node"), name).Attr.Role, name)
	}
}

// In a world of many kinds the message does not list them all.
func TestAKindThatIsNoneIsHeldAgainstTheFirstKinds(t *testing.T) {
	type ok struct{ X int32 }
	type node struct {
		H store.AnyHandle `level:"h,ref=z"`
	}
	_, err := layout.Of(standin.Describe(reflect.TypeOf(struct {
		A standin.Bulk[ok]   `level:"a"`
		B standin.Bulk[ok]   `level:"b"`
		C standin.Bulk[ok]   `level:"c"`
		D standin.Bulk[ok]   `level:"d"`
		E standin.Bulk[ok]   `level:"e"`
		F standin.Bulk[ok]   `level:"f"`
		G standin.Bulk[ok]   `level:"g"`
		H standin.Bulk[ok]   `level:"h"`
		I standin.Bulk[node] `level:"i"`
	}{})))
	require.ErrorContains(t, err, "ref=z: no such kind")
	require.ErrorContains(t, err, "whose stores are tagged a, b, c, d, e, f, g, h, ...")
}
