package export_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// Values may stand alone in lists in a list, however many, as a build takes them.
func TestAValueMayStandAloneInListsInAList(t *testing.T) {
	type node struct {
		N store.Span[int32]     `level:"n"`
		S store.Span[store.Str] `level:"s"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Ints    standin.Array[int32]
		Words   standin.Array[store.Str]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for value, right := range map[string]bool{
		`[1]`: true, `[[1]]`: true, `[[[1]]]`: true, `[[[[1]]],2,[3]]`: true, `[]`: true,
		`[[1,2]]`: false, `[[[1,2]]]`: false, `[[[1],[2]]]`: false, `[[]]`: false, `[[[]]]`: false, `[[["a"]]]`: false,
	} {
		text := `{"type":"node","n":` + value + `}`
		require.Equal(t, right, builds(t, w.Schema, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
	require.NoError(t, valid(`{"type":"node","s":[[["a"]],"b"]}`))
	require.Error(t, valid(`{"type":"node","s":[[["a","b"]]]}`))
}

// A span that takes any takes one value for a list, as a build does.
func TestOneValueForAList(t *testing.T) {
	type node struct {
		N store.Span[int8]      `level:"n,any"`
		S store.Span[store.Str] `level:"s,any"`
		B store.Span[bool]      `level:"b,any"`
		L store.Span[int8]      `level:"l"`

		ID store.Str                   `level:"id,id"`
		H  store.Span[store.AnyHandle] `level:"h,any,ref=node"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Ints    standin.Array[int8]
		Bools   standin.Array[bool]
		Words   standin.Array[store.Str]
		Handles standin.Array[store.AnyHandle]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for text, right := range map[string]bool{
		`"n":1`: true, `"n":[1,2]`: true, `"n":"1"`: false, `"n":300`: false, `"n":{}`: false, `"n":null`: true,
		`"s":"a"`: true, `"s":5`: true, `"s":true`: true, `"s":["a",5,true]`: true, `"s":{}`: false,
		`"b":true`: true, `"b":"x"`: false, `"l":[1]`: true, `"l":1`: false,
		`"id":"k","h":"k"`: true, `"id":"k","h":["k",""]`: true, `"h":""`: true, `"h":true`: false, `"h":{}`: false,
	} {
		text := `{"type":"node",` + text + `}`
		require.Equal(t, right, builds(t, w.Schema, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
}

// A value may stand in place of an object whose text it is, as a build takes it.
func TestAValueInPlaceOfAnObject(t *testing.T) {
	type part struct {
		Name  store.Str `level:"name"`
		Worth int8      `level:",text"`
	}
	type exit struct {
		Way  store.Str `level:"way,key"`
		Cost int8      `level:"cost"`
		To   store.Str `level:",text"`
	}
	type named struct {
		Name store.Str `level:"name,required"`
		Text store.Str `level:",text"`
	}
	type node struct {
		Title struct {
			Text   store.Str `level:",text"`
			Plural store.Str `level:"plural"`
		} `level:"title"`
		Tint struct {
			Name  store.Str `level:"name"`
			Color [3]uint8  `level:",text"`
		} `level:"tint"`
		Path struct {
			Points store.Span[float32] `level:",text"`
			Name   store.Str           `level:"name"`
		} `level:"path"`
		Weather struct {
			Kind uint8     `level:",text,enum=rain|sun"`
			At   store.Str `level:"at"`
		} `level:"weather"`
		Parts store.Span[part] `level:"parts"`
		Exits struct {
			All store.Span[exit] `level:",map"`
		} `level:"exits"`
		Must store.Span[named] `level:"must"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Parts   standin.Array[part]
		Must    standin.Array[named]
		Exits   standin.Array[exit]
		Floats  standin.Array[float32]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for text, right := range map[string]bool{
		`"title":"axe"`: true, `"title":{"plural":"axes"}`: true, `"title":{"text":"axe","plural":"axes"}`: true, `"title":5`: false, `"title":["a"]`: false, `"title":null`: true,
		`"tint":"#0a0b0c"`: true, `"tint":"red"`: false, `"tint":[1,2,3]`: false, `"tint":{"text":[1,2,3]}`: true,
		`"path":5`: false, `"path":{"text":[5]}`: true, `"weather":"sun"`: true, `"weather":"fog"`: false, `"weather":{"at":"x"}`: true,
		`"parts":7`: true, `"parts":[{"name":"a"},{"text":7}]`: true, `"parts":300`: false, `"parts":"x"`: false, `"parts":{"name":"b"}`: true,
		`"parts":[7,8]`: true, `"parts":[7,{"name":"a"},{"text":9}]`: true, `"parts":[7,"x"]`: false, `"parts":[7,{"text":"x"}]`: false, `"parts":[[7,{"name":"a"}],[{"name":"b"},8]]`: true,
		`"parts":[7,[8]]`: false, `"parts":[[7,8]]`: false, `"must":["x"]`: false, `"must":["x",{"name":"x"}]`: false,
		`"exits":{"n":"hall","e":{"cost":3}}`: true, `"exits":{"n":5}`: false, `"exits":{"n":["hall"]}`: false, `"exits":{"n":[{"cost":1}]}`: true,
		`"must":"x"`: false, `"must":{"name":"x"}`: true,
	} {
		text := `{"type":"node",` + text + `}`
		require.Equal(t, right, builds(t, w.Schema, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
}

// An element whose text is a list may be that list, as a build takes it.
func TestAnElementThatIsAListMayBeThatList(t *testing.T) {
	type path struct {
		Name   store.Str              `level:"name"`
		Points store.Span[[2]float32] `level:",text"`
	}
	type node struct {
		N store.Span[store.Span[uint8]]     `level:"n"`
		R store.Span[store.Span[[2]uint8]]  `level:"r"`
		S store.Span[store.Span[store.Str]] `level:"s"`
		P store.Span[path]                  `level:"p"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Lists   standin.Array[store.Span[uint8]]
		Pairs   standin.Array[store.Span[[2]uint8]]
		Texts   standin.Array[store.Span[store.Str]]
		Paths   standin.Array[path]
		Ints    standin.Array[uint8]
		Rows    standin.Array[[2]uint8]
		Words   standin.Array[store.Str]
		Points  standin.Array[[2]float32]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for text, right := range map[string]bool{
		`"n":[[1],[2,3],[]]`: true, `"n":[{"text":[1,2]},{"text":[]}]`: true, `"n":{"text":[1]}`: true, `"n":[]`: true, `"n":[null]`: true,
		`"n":[1]`: false, `"n":[[1],2]`: false, `"n":[[1],null]`: false, `"n":[["a"]]`: false, `"n":[[300]]`: false, `"n":7`: false,
		`"n":[{"text":"1 2"}]`:    false,
		`"r":[[1,2,3,4],[[5,6]]]`: true, `"r":[[["a",1]]]`: false,
		`"s":[["a"],["b","c"]]`: true, `"s":[[1]]`: false, `"s":["a"]`: false,
		`"p":[[1,2],[[3,4],[5,6]]]`: true, `"p":[{"name":"x","text":[1,2]}]`: true, `"p":["x"]`: false,
	} {
		text = `{"type":"node",` + text + `}`
		require.Equal(t, right, builds(t, w.Schema, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
}

// Lists in a list are of one definition only where their values are the same, and not
// where these print alike.
func TestListsOfEnumsThatPrintAlike(t *testing.T) {
	type node struct {
		F [2]uint8 `level:"f,enum=a b|c"`
		G [2]uint8 `level:"g,enum=a|b c"`
		H [2]uint8 `level:"h,enum=a b|c"`
	}
	type world struct {
		Nodes standin.Bulk[node] `level:"node"`
	}
	s := leveltest.SchemaOf[world](t)
	requireBoth(t, s, strict, map[string]bool{
		`{"node":{"f":[["a b"],["c"]],"g":[["a"],["b c"]],"h":[["a b","c"]]}}`: true,
		`{"node":{"g":[["a b"],["c"]]}}`:                                       false, `{"node":{"f":[["a"],["b c"]]}}`: false,
	})
	text, err := export.JSONSchema(s, strict)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), `"lists.`), "f and h share one")
}

// Flags in a list are one string each, and what is no node holds none.
func TestJSONSchemaTellsListsOfFlagsFromLists(t *testing.T) {
	type world struct {
		Ns standin.Bulk[struct {
			F store.Span[uint8] `level:"f,flags=a|b"`
		}] `level:"n"`
		Fs standin.Array[uint8]
	}
	requireBoth(t, leveltest.SchemaOf[world](t), strict, map[string]bool{
		`{"n": {"f": ["a|b", "a"]}}`: true, `{"n": {"f": [["a", "b"]]}}`: false,
	})
	requireBoth(t, zoneSchema(t), strict, map[string]bool{
		`{"zone": {"corner": [{"x": 1, "name": "a"}]}}`: true, `{"zone": {"corner": [{"x": 1, "name": {"type": "zone"}}]}}`: false,
	})
}

// In a list of objects in a node, those that name a kind are nodes, as a build takes them.
func TestNodesStandAmongTheObjectsOfAList(t *testing.T) {
	type part struct {
		A int8             `level:"a"`
		P store.Span[int8] `level:"p"`
	}
	type node struct {
		N    int8             `level:"n"`
		Part store.Span[part] `level:"part,json=children"`
		In   struct {
			Part store.Span[part] `level:"part"`
		} `level:"in"`
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		Nodes   standin.Bulk[node] `level:"node"`
		Parts   standin.Array[part]
		Ints    standin.Array[int8]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for value, right := range map[string]bool{
		`{"type":"node","n":1}`: true, `[{"type":"node","n":1}]`: true, `[{"type":"node"},{"a":1}]`: true, `[{"a":1},{"type":"node","children":[{"type":"node","n":2},{"a":2}]}]`: true,
		`[{"type":"node","a":1}]`: false, `[{"n":1}]`: false, `[{"type":"x","a":1}]`: false, `[{"type":"node","children":[{"n":1}]}]`: false,
	} {
		for _, text := range []string{`{"type":"node","children":` + value + `}`, `{"type":"node","in":{"part":` + value + `}}`} {
			require.Equal(t, right, builds(t, w.Schema, text) == "", "%s: %s", text, builds(t, w.Schema, text))
			require.Equal(t, right, valid(text) == nil, "%s: %v", text, valid(text))
		}
	}
}

// A span in a span describes its elements once, however often the schema needs them.
func TestSpansInSpansTakeLittle(t *testing.T) {
	nested := func(deep int) *format.Schema {
		kind := format.Table{Name: "k", Class: format.ClassNode, Attr: format.TableAttr{Names: []string{"k"}}}
		kind.Fields = []format.Field{{Name: "s", Type: format.TypeSpan, Count: 1, Target: "t0", Attr: format.Attr{Source: "s"}}}
		s := &format.Schema{Tables: []format.Table{kind}}
		for i := range deep {
			f := format.Field{Name: "value", Type: format.TypeSpan, Count: 1, Target: fmt.Sprint("t", i+1), Attr: format.Attr{Role: format.RoleText, Source: "value"}}
			if i == deep-1 {
				f.Type, f.Target = format.TypeU8, ""
			}
			s.Tables = append(s.Tables, format.Table{Name: fmt.Sprint("t", i), Class: format.ClassArray, Fields: []format.Field{f}})
		}
		for i := range s.Tables {
			randlevel.Lay(&s.Tables[i])
		}
		return s.Complete()
	}
	size := func(deep int) int {
		text, err := export.JSONSchema(nested(deep), export.EditorOptions{})
		require.NoError(t, err)
		return len(text)
	}
	require.Less(t, size(7), 2*size(4))

	s := nested(3)
	valid := jsonValidator(t, s, strict)
	for value, right := range map[string]bool{
		`[[[1,2],[3]],[[4]]]`: true, `[]`: true, `[[],[[]]]`: true, `[[["a"]]]`: false, `[[[300]]]`: false, `1`: false,
		`{"text":[[1]]}`: true, `[{"text":[{"text":[1]}]}]`: true, `[{"text":[{"text":["a"]}]}]`: false, `[{"word":1}]`: false,
	} {
		text := `{"type":"k","s":` + value + `}`
		require.Equal(t, right, builds(t, s, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
}

// A vector with many components says once what these are.
func TestManyComponentsTakeLittle(t *testing.T) {
	vector := func(components, symbols int) *format.Schema {
		f := format.Field{Name: "v", Type: format.TypeEnum16, Count: uint32(components), Attr: format.Attr{Source: "v", Required: true}}
		for i := range components {
			f.Attr.Components = append(f.Attr.Components, fmt.Sprint("c", i))
		}
		for i := range symbols {
			f.Symbols = append(f.Symbols, fmt.Sprint("s", i))
		}
		kind := format.Table{Name: "k", Class: format.ClassNode, Attr: format.TableAttr{Names: []string{"k"}}, Fields: []format.Field{f}}
		randlevel.Lay(&kind)
		return (&format.Schema{Tables: []format.Table{kind}}).Complete()
	}
	text, err := export.JSONSchema(vector(300, 300), export.EditorOptions{})
	require.NoError(t, err)
	require.Less(t, len(text), 1<<20)

	s := vector(5, 3)
	valid := jsonValidator(t, s, strict)
	for value, right := range map[string]bool{
		`{"c0":"s0","c1":"s1","c2":"s2","c3":"s0","c4":"s1"}`: true, `{"c4":"s1"}`: true, `{"c0":null,"c4":"s1"}`: true,
		`{"c4":"x"}`: false, `{"c5":"s0"}`: false, `{}`: false, `["s0","s1","s2","s0","s1"]`: true, `["s0","s1","s2","s0","x"]`: false,
	} {
		text := `{"type":"k","v":` + value + `}`
		require.Equal(t, right, builds(t, s, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
}
