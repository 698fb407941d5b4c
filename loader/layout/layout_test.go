package layout_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

func of(t *testing.T, world any) *layout.World {
	t.Helper()
	w, err := layout.Of(standin.Describe(reflect.TypeOf(world)))
	require.NoError(t, err)
	return w
}

func table(t *testing.T, w *layout.World, name string) format.Table {
	t.Helper()
	for _, tab := range w.Schema.Tables {
		if tab.Name == name {
			return tab
		}
	}
	require.Fail(t, "no table "+name)
	return format.Table{}
}

func field(t *testing.T, tab format.Table, name string) format.Field {
	t.Helper()
	for _, f := range tab.Fields {
		if f.Name == name {
			return f
		}
	}
	require.Fail(t, "no field "+name)
	return format.Field{}
}

type point struct{ X, Y float32 }

type motion uint8

type pair[T any] struct{ A, B T }

type place struct {
	Pos [3]float32 `level:"pos,required"`
}

type inertial struct {
	Mass    float32 `level:"mass,default=1"`
	Inertia struct {
		Ixx float64 `level:"ixx"`
	} `level:"inertia"`
}

type thing struct {
	Name store.Str `level:"name,id"`
	place
	At       point                 `level:"at,json=position"`
	Motion   motion                `level:"motion,enum=static|dynamic"`
	Bits     uint16                `level:"bits,flags=a|b"`
	Up       store.Handle[thing]   `level:",parent"`
	Next     store.Handle[thing]   `level:"next,ref"`
	Any      store.AnyHandle       `level:"any,ref=thing|lamp"`
	Corners  store.Span[point]     `level:"corner,json=corners"`
	Weights  store.Span[float32]   `level:"weights"`
	Inertial inertial              `level:"inertial"`
	Text     store.Str             `level:",text"`
	MaxSpeed float32               `level:",nonfinite,alias=speed|velocity"`
	Matrix   [2][2]float32         `level:"matrix"`
	Pair     [2]store.Handle[lamp] `level:"pair"`
	Runtime  uint64                `level:"-"`
	hidden   uint32
}

// A field that no level has, because it is unexported.
var _ = thing{}.hidden

type lamp struct {
	Power float32
}

type world struct {
	Things store.Bulk[thing] `level:"thing|item,json=things,alias=object"`
	Inner  struct {
		Lamps store.Bulk[lamp]
	}
	Corners store.Array[point]
	Weights store.Array[float32]
	Strings store.Strings
	Score   int
}

func TestWorldBecomesASchema(t *testing.T) {
	w := of(t, world{})
	names := []string{}
	for _, tab := range w.Schema.Tables {
		names = append(names, tab.Name)
	}
	require.Equal(t, []string{"thing", "lamp", "thing.corner", "thing.weights"}, names)
	require.Equal(t, [][]int{{0}, {1, 0}, {2}, {3}}, [][]int{w.Tables[0].Path, w.Tables[1].Path, w.Tables[2].Path, w.Tables[3].Path})
	require.Equal(t, "Inner.Lamps", w.Tables[1].Name)
	require.Equal(t, []int{4}, w.Strings)

	th := table(t, w, "thing")
	require.Equal(t, format.TableAttr{Names: []string{"thing", "item"}, JSON: "things", Aliases: []string{"object"}}, th.Attr)
	require.EqualValues(t, reflect.TypeFor[thing]().Size(), th.Stride)
}

func TestFieldsLieWhereTheStructHasThem(t *testing.T) {
	th := table(t, of(t, world{}), "thing")
	rt := reflect.TypeFor[thing]()
	for name, goName := range map[string]string{"name": "Name", "at": "At", "any": "Any", "corner": "Corners", "matrix": "Matrix", "pair": "Pair"} {
		f, _ := rt.FieldByName(goName)
		require.EqualValues(t, f.Offset, field(t, th, name).Offset, name)
	}
	for i := 1; i < len(th.Fields); i++ {
		a, b := th.Fields[i-1], th.Fields[i]
		require.LessOrEqual(t, a.Offset+a.Size(), b.Offset, "%s overlaps %s", a.Name, b.Name)
	}
}

func TestFieldTypes(t *testing.T) {
	w := of(t, world{})
	th := table(t, w, "thing")
	for name, want := range map[string]struct {
		typ   format.Type
		count uint32
	}{
		"name": {format.TypeStr, 1}, "pos": {format.TypeF32, 3}, "at": {format.TypeF32, 2},
		"motion": {format.TypeEnum8, 1}, "bits": {format.TypeFlags16, 1}, "up": {format.TypeRef, 1},
		"any": {format.TypeAnyRef, 1}, "corner": {format.TypeSpan, 1}, "inertial.inertia.ixx": {format.TypeF64, 1},
		"matrix": {format.TypeF32, 4}, "pair": {format.TypeRef, 2}, "maxSpeed": {format.TypeF32, 1},
	} {
		f := field(t, th, name)
		require.Equal(t, want.typ, f.Type, name)
		require.Equal(t, want.count, f.Count, name)
	}
	require.Equal(t, "thing", field(t, th, "next").Target)
	require.Equal(t, "lamp", field(t, th, "pair").Target)
	require.Equal(t, "thing.corner", field(t, th, "corner").Target)
	require.Equal(t, []string{"thing", "lamp"}, field(t, th, "any").Symbols)
	require.Equal(t, format.TypeF32, field(t, table(t, w, "thing.weights"), "value").Type)
	require.Equal(t, format.RoleText, field(t, table(t, w, "thing.weights"), "value").Attr.Role)
}

func TestAttributesOfFields(t *testing.T) {
	th := table(t, of(t, world{}), "thing")
	require.Equal(t, format.Attr{Role: format.RoleID, Source: "name"}, field(t, th, "name").Attr)
	require.Equal(t, format.Attr{Required: true, Finite: true, Source: "pos", Components: []string{"x", "y", "z"}}, field(t, th, "pos").Attr)
	require.Equal(t, format.Attr{Finite: true, Source: "at", JSON: "position", Components: []string{"x", "y"}}, field(t, th, "at").Attr)
	require.Equal(t, format.Attr{Finite: true, Source: "inertial/mass", HasDefault: true, Default: "1"}, field(t, th, "inertial.mass").Attr)
	require.Equal(t, format.Attr{Source: "maxSpeed", Aliases: []string{"speed", "velocity"}}, field(t, th, "maxSpeed").Attr)
	require.Equal(t, format.RoleParent, field(t, th, "up").Attr.Role)
	require.Equal(t, format.RoleText, field(t, th, "text").Attr.Role)
}

func TestMapsAreSpansWhoseElementsHaveAKey(t *testing.T) {
	type entry struct {
		Key   store.Str `level:"key,key"`
		Value store.Str `level:"value,any"`
	}
	type node struct {
		Entries store.Span[entry] `level:"entries,map"`
	}
	w := of(t, struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Entries standin.Array[entry]
		Strings store.Strings
	}{})
	require.Equal(t, format.RoleMap, field(t, table(t, w, "node"), "entries").Attr.Role)
	require.Equal(t, format.RoleKey, field(t, table(t, w, "node.entries"), "key").Attr.Role)
	require.Equal(t, format.RoleAny, field(t, table(t, w, "node.entries"), "value").Attr.Role)
}

// Each world has one mistake; the message has to name the field and say what
// to do.
func TestMistakesAreNamed(t *testing.T) {
	type ok struct{ X int32 }
	type entry struct {
		Key store.Str `level:"key,key"`
	}
	for name, c := range map[string]struct {
		world any
		want  string
	}{
		"not a struct": {3, "a world is a struct"},
		"no stores":    {struct{ N int }{}, "no store.Bulk"},
		"pointer": {struct {
			A standin.Bulk[struct{ P *ok }]
		}{}, "P: records hold no pointers; use store.Handle[layout_test.ok]"},
		"pointer to a number": {struct {
			A standin.Bulk[struct{ P *int }]
		}{}, "P: records hold no pointers; use int32"},
		"slice of strings": {struct {
			A standin.Bulk[struct{ S []string }]
		}{}, "S: a slice holds a pointer; use store.Span[store.Str]"},
		"slice of pointers": {struct {
			A standin.Bulk[struct{ S []*ok }]
		}{}, "use store.Span[store.Handle[layout_test.ok]]"},
		"slice of ints": {struct {
			A standin.Bulk[struct{ S []int }]
		}{}, "use store.Span[int32]"},
		"string": {struct {
			A standin.Bulk[struct{ S string }]
		}{}, "S: a string holds a pointer; use store.Str"},
		"slice": {struct {
			A standin.Bulk[struct{ S []float32 }]
		}{}, "use store.Span[float32]"},
		"int": {struct {
			A standin.Bulk[struct{ N int }]
		}{}, "the size of int varies"},
		"two kinds of one name": {struct {
			A standin.Bulk[ok] `level:"x"`
			B standin.Bulk[ok] `level:"y|x"`
		}{}, `the kind "x" is taken by A`},
		"a kind that has a name twice": {struct {
			A standin.Bulk[ok] `level:"x|y|x"`
		}{}, `A: the tag names "x" twice`},
		"a kind after one that was refused": {struct {
			A standin.Bulk[ok] `level:"x"`
			B standin.Bulk[ok] `level:"y|x"`
			C standin.Bulk[ok] `level:"y"`
		}{}, `B: the kind "x" is taken by A`},
		"two kinds of one earlier name": {struct {
			A standin.Bulk[ok] `level:"x,alias=w|v"`
			B standin.Bulk[ok] `level:"y,alias=u|v"`
		}{}, `alias=v is an earlier name of the kind "x" as well`},
		"a kind with a path": {struct {
			A standin.Bulk[ok] `level:"x,alias=/w"`
		}{}, "alias=/w: a kind has no path"},
		"a path from nowhere": {struct {
			A standin.Bulk[struct {
				N uint8 `level:"n,alias=in/n"`
			}] `level:"x"`
		}{}, "N: alias=in/n: a path from the top of the record is written alias=/struct/field"},
		"a path to nothing": {struct {
			A standin.Bulk[struct {
				N uint8 `level:"n,alias=/in/"`
			}] `level:"x"`
		}{}, "alias=/in/: a path"},
		"a nested struct with a default": {struct {
			A standin.Bulk[struct {
				In struct{ N uint8 } `level:"in,alias=old,default=1"`
			}] `level:"x"`
		}{}, "the tag of a nested struct takes a name and alias= only"},
		"handle without a store": {struct {
			A standin.Bulk[struct{ H store.Handle[ok] }]
		}{}, "has no store.Bulk[layout_test.ok]"},
		"handle to one of two": {struct {
			A standin.Bulk[ok]                           `level:"a"`
			B standin.Bulk[ok]                           `level:"b"`
			C standin.Bulk[struct{ H store.Handle[ok] }] `level:"c"`
		}{}, "say which with ref="},
		"ref to nowhere": {struct {
			A standin.Bulk[struct {
				H store.AnyHandle `level:"h,ref=b"`
			}] `level:"a"`
			C standin.Bulk[ok] `level:"c"`
		}{}, "whose stores are tagged a, c"},
		"span without a store": {struct {
			A standin.Bulk[struct{ S store.Span[ok] }] `level:"a"`
		}{}, "has no store.Array[layout_test.ok]"},
		"span of strings": {struct {
			A standin.Bulk[struct{ S store.Span[string] }] `level:"a"`
		}{}, "a string holds a pointer; use store.Str"},
		"span of ints": {struct {
			A standin.Bulk[struct{ S store.Span[[2]int] }] `level:"a"`
		}{}, "the size of int varies; use int32"},
		"text without a store": {struct {
			A standin.Bulk[struct{ S store.Str }] `level:"a"`
		}{}, "a.s is a store.Str, and there is no store.Strings for its text"},
		"array without a span": {struct {
			A standin.Bulk[ok]
			B standin.Array[float32]
		}{}, "no field is a Span of float32"},
		"pointer to a store": {struct {
			A store.Bulk[ok] `level:"a"`
			B *store.Bulk[ok]
		}{}, `B: a pointer to a store, and no store; hold the store itself, or tag it "-"`},
		"kind in a Packed": {struct {
			A store.Bulk[ok]   `level:"a"`
			B store.Packed[ok] `level:"b"`
		}{}, `is no store that levels are loaded into, as a store.Bulk is`},
		"a record for a world": {struct {
			A int32 `level:"a"`
			B int32 `level:"b"`
		}{}, `no store.Bulk among its fields`},
		"tag on a number": {struct {
			A store.Bulk[ok] `level:"a"`
			B int32          `level:"b"`
		}{}, `int32 is no store`},
		"two ids": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a,id"`
				B int32 `level:"b,id"`
			}] `level:"a"`
		}{}, "a second id"},
		"one name twice": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a"`
				B int32 `level:"a"`
			}] `level:"a"`
		}{}, `the name "a" is taken`},
		"enum of floats": {struct {
			A standin.Bulk[struct {
				A float32 `level:"a,enum=x|y"`
			}] `level:"a"`
		}{}, "enum= wants an integer"},
		"enum of a bool": {struct {
			A standin.Bulk[struct {
				A bool `level:"a,enum=no|yes|maybe"`
			}] `level:"a"`
		}{}, "enum= of a bool names false and true, as in enum=no|yes"},
		"any of a list of vectors": {struct {
			A standin.Bulk[struct {
				A store.Span[[2]int32] `level:"a,any"`
			}] `level:"a"`
			I standin.Array[[2]int32]
		}{}, "any wants a store.Str, or a store.Span of strings, numbers, bools or handles"},
		"too many flags": {struct {
			A standin.Bulk[struct {
				A uint8 `level:"a,flags=a|b|c|d|e|f|g|h|i"`
			}] `level:"a"`
		}{}, "9 flags do not fit uint8"},
		"unknown option": {struct {
			A standin.Bulk[struct {
				A uint8 `level:"a,optional"`
			}] `level:"a"`
		}{}, `unknown option "optional": a field may be left out unless it is required`},
		"option of encoding/xml": {struct {
			A standin.Bulk[struct {
				A store.Str `level:"a,chardata"`
			}] `level:"a"`
		}{}, `unknown option "chardata": an element's text is "text"`},
		"a pointer that levels do not have": {struct {
			A standin.Bulk[struct {
				A int32  `level:"a"`
				B *int32 `level:"-"`
			}] `level:"a"`
		}{}, "*int32 holds a pointer, and records hold none"},
		"a pointer in an unexported field": {struct {
			A standin.Bulk[struct {
				A    int32 `level:"a"`
				When struct {
					at   int64
					name [2]string
				}
			}] `level:"a"`
		}{}, "string holds a pointer, and records hold none"},
		"a Go map": {struct {
			A standin.Bulk[struct {
				A map[string]int32 `level:"a"`
			}] `level:"a"`
		}{}, "a map holds pointers; use a store.Span tagged map, of structs with a key"},
		"id of a float": {struct {
			A standin.Bulk[struct {
				A float32 `level:"a,id"`
			}] `level:"a"`
		}{}, "an id is a store.Str or an integer"},
		"parent of an int": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a,parent"`
			}] `level:"a"`
		}{}, "want a store.Handle"},
		"elements of a kind that is none": {struct {
			A standin.Bulk[struct {
				A store.Span[store.AnyHandle] `level:"a,ref=b"`
			}] `level:"a"`
			Links standin.Array[store.AnyHandle]
		}{}, "ref=b: no such kind"},
		"ref of a span of numbers": {struct {
			A standin.Bulk[struct {
				A store.Span[int32] `level:"a,ref"`
			}] `level:"a"`
			Numbers standin.Array[int32]
		}{}, "want a store.Handle"},
		"array of structs": {struct {
			A standin.Bulk[struct {
				A [2]struct {
					B int32 `level:"b"`
				} `level:"a"`
			}] `level:"a"`
		}{}, "use a store.Span"},
		"any number": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a,any"`
			}] `level:"a"`
		}{}, "any wants a store.Str"},
		"map of nothing": {struct {
			A standin.Bulk[struct {
				A store.Str `level:"a,map"`
			}] `level:"a"`
		}{}, "map wants a store.Span"},
		"key and text": {struct {
			A standin.Bulk[struct {
				A store.Str `level:"a,key,text"`
			}] `level:"a"`
		}{}, "exclude each other, but for id and key"},
		"key of floats": {struct {
			A standin.Bulk[struct {
				A float32 `level:"a,key"`
			}] `level:"a"`
		}{}, "a key is a store.Str, or of a node an integer"},
		"keys": {struct {
			A standin.Bulk[struct {
				A store.Str `level:"a,id,key"`
				B uint16    `level:"b,key"`
			}] `level:"a"`
		}{}, `a second key besides "a"`},
		"required default": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a,required,default=1"`
			}] `level:"a"`
		}{}, "no use for a default"},
		"a kind without a name": {struct {
			A standin.Bulk[struct{ X int32 }]
		}{}, `A: the type struct{...} has no name that the kind could have; add a tag`},
		"a kind whose record is generic": {struct {
			A standin.Bulk[pair[int32]]
		}{}, `A: the type layout_test.pair[int32] has no name that the kind could have; add a tag`},
		"two texts of one element": {struct {
			A standin.Bulk[struct {
				In struct {
					A int32 `level:",text"`
				}
				B int32 `level:",text"`
				C int32 `level:",text"`
			}] `level:"a"`
		}{}, `A.C: the text of the element goes to `},
		"two maps in one object": {struct {
			A standin.Bulk[struct {
				A store.Span[entry] `level:"a,map"`
				B store.Span[entry] `level:"b,map"`
			}] `level:"a"`
			E       standin.Array[entry]
			Strings store.Strings
		}{}, `A.B: the names that no field has go to `},
		"a map without keys": {struct {
			A standin.Bulk[struct {
				A store.Span[ok] `level:"a,map"`
			}] `level:"a"`
			E standin.Array[ok]
		}{}, `A.A: the elements of a map are structs in which a store.Str, tagged key, takes the name, and layout_test.ok has none`},
		"a map of numbers": {struct {
			A standin.Bulk[struct {
				A store.Span[int32] `level:"a,map"`
			}] `level:"a"`
			E standin.Array[int32]
		}{}, `takes the name, and int32 has none`},
		"any of two strings": {struct {
			A standin.Bulk[struct {
				A [2]store.Str `level:"a,any"`
			}] `level:"a"`
			Strings store.Strings
		}{}, "any wants a store.Str, or a store.Span of strings, numbers, bools or handles"},
		"any of a handle": {struct {
			A standin.Bulk[struct {
				A store.AnyHandle `level:"a,any"`
			}] `level:"a"`
		}{}, "any wants a store.Str, or a store.Span of strings, numbers, bools or handles"},
		"nodes in a record": {struct {
			A standin.Bulk[struct{ S store.Bulk[ok] }]
		}{}, "belongs into the world, not into a record"},
		"elements in a record": {struct {
			A standin.Bulk[struct{ S store.Array[ok] }]
		}{}, "belongs into the world, not into a record"},
		"strings in a record": {struct {
			A standin.Bulk[struct{ S store.Strings }]
		}{}, "a store.Strings belongs into the world, not into a record"},
		"two names of a field": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a|b"`
			}] `level:"a"`
		}{}, "A: a field has one name; earlier names go into alias="},
		"keys without a map": {struct {
			A standin.Bulk[struct {
				A store.Span[entry] `level:"a"`
			}] `level:"a"`
			E       standin.Array[entry]
			Strings store.Strings
		}{}, `A.A: layout_test.entry has a key, as the elements of a map have: tag the span map, or drop the key`},
		"an id with a default": {struct {
			A standin.Bulk[struct {
				A int32 `level:"a,id,default=1"`
			}] `level:"a"`
		}{}, `A.A: an id takes no default`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layout.Of(standin.Describe(reflect.TypeOf(c.world)))
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "struct {", "a type is not written out")
			var e *layout.Error
			require.True(t, errors.As(err, &e), "%T", err)
			require.NotContains(t, err.Error(), "\n", "it is said once")
		})
	}
}

// The kinds of a reference may be said wherever one can be: of an element's text,
// and of the elements of a span.
func TestKindsOfReferencesInTextsAndSpans(t *testing.T) {
	type point struct{ X int32 }
	type node struct {
		Text  store.AnyHandle                 `level:",text,ref=a|b"`
		Any   store.Span[store.AnyHandle]     `level:"any,ref=b|c"`
		One   store.Span[store.Handle[point]] `level:"one,ref=b"`
		Names store.AnyHandle                 `level:"names"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		A     standin.Bulk[point] `level:"a"`
		B     standin.Bulk[point] `level:"b"`
		C     standin.Bulk[node]  `level:"c"`
		Links standin.Array[store.AnyHandle]
		Ones  standin.Array[store.Handle[point]]
	}]()))
	require.NoError(t, err)
	field := func(table, field string) format.Field {
		tab := &w.Schema.Tables[w.Schema.Table(table)]
		return tab.Fields[tab.Field(field)]
	}
	require.Equal(t, []string{"a", "b"}, field("c", "text").Symbols)
	require.Equal(t, format.RoleText, field("c", "text").Attr.Role)
	require.Equal(t, []string{"b", "c"}, field("c.any", "value").Symbols)
	require.Equal(t, "b", field("c.one", "value").Target)
	require.Equal(t, []string{"a", "b", "c"}, field("c", "names").Symbols)
}

// go vet refuses these tags in source code, but few run it before they play.
func TestATagThatIsNotReadIsAMistake(t *testing.T) {
	one := func(name string, typ reflect.Type, tag reflect.StructTag) reflect.Type {
		return reflect.StructOf([]reflect.StructField{{Name: name, Type: typ, Tag: tag}})
	}
	_, err := layout.Of(standin.Describe(one("Things", reflect.TypeFor[store.Bulk[rec]](), `json:"a",level:"b"`)))
	require.EqualError(t, err, `struct{...}.Things: level:"b" is not read as a tag: write level:"name,option", in small letters, with nothing around the colon and a space between tags`)
	_, err = layout.Record(layout.FromReflect(one("X", reflect.TypeFor[int32](), `level: "x"`)))
	require.ErrorContains(t, err, `struct{...}.X: level: "x" is not read as a tag`)
}

func TestAllMistakesAreReported(t *testing.T) {
	_, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		A standin.Bulk[struct {
			S string
			P *int32
		}]
	}]()))
	require.ErrorContains(t, err, "S: a string")
	require.ErrorContains(t, err, "P: records hold no pointers")
}

func TestRecordAlone(t *testing.T) {
	fields, err := layout.Record(layout.FromReflect(reflect.TypeFor[thing]()))
	require.NoError(t, err)
	w := table(t, of(t, world{}), "thing")
	require.Len(t, fields, len(w.Fields))
	for i := range fields {
		require.Equal(t, w.Fields[i].Offset, fields[i].Offset)
		require.Equal(t, w.Fields[i].Type, fields[i].Type)
	}
}

// The lengths of arrays of arrays are those that make rows; a vector is one of them.
func TestShapesOfArrays(t *testing.T) {
	type xy struct{ X, Y float32 }
	th := table(t, of(t, struct {
		Things standin.Bulk[struct {
			Plain [5]float32
			Point xy
			Mat   [2][3]uint8
			Path  [4]xy
			Cube  [2][3][4]store.Str
			One   [1][3]float32
			Rows  [3][1]xy
		}] `level:"thing"`
		Str store.Strings
	}{}), "thing")
	for name, want := range map[string][]uint32{"plain": nil, "point": nil, "mat": {2, 3}, "path": {4, 2}, "cube": {2, 3, 4}, "one": nil, "rows": {3, 2}} {
		require.Equal(t, want, field(t, th, name).Attr.Shape, name)
	}
}

func TestNoTypeIsAnError(t *testing.T) {
	none := layout.FromReflect(reflect.TypeOf(nil))
	require.Nil(t, none)
	_, err := layout.Of(none)
	require.EqualError(t, err, "nil: no type")
	_, err = layout.Record(none)
	require.EqualError(t, err, "nil: no type")
	require.Nil(t, layout.Aligned(nil))
	wrong := &format.Schema{Tables: []format.Table{{Name: "k", Stride: 4, Fields: []format.Field{{Name: "f", Type: format.TypeInvalid, Count: 1, Offset: 1}}}}}
	require.Same(t, wrong, layout.Aligned(wrong), "it is for Validate to refuse")
}
