package export_test

import (
	"testing"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// In place of an object in a map, its one value may stand; a list is one of objects.
func TestJSONSchemaOfAListUnderANameOfAMap(t *testing.T) {
	type number struct {
		K store.Str `level:"k,key"`
		V int32     `level:"v"`
	}
	type words struct {
		K store.Str             `level:"k,key"`
		V store.Span[store.Str] `level:"v"`
	}
	type vector struct {
		K store.Str  `level:"k,key"`
		V [2]float32 `level:"v"`
	}
	type pair struct {
		K    store.Str `level:"k,key"`
		V, W int32
	}
	type text struct {
		K store.Str `level:"k,key"`
		V int32     `level:",text"`
		W int32     `level:"w"`
	}
	type in[T any] struct {
		All store.Span[T] `level:",map"`
	}
	s := leveltest.SchemaOf[struct {
		Rooms standin.Bulk[struct {
			Numbers in[number] `level:"numbers"`
			Words   in[words]  `level:"words"`
			Vectors in[vector] `level:"vectors"`
			Pairs   in[pair]   `level:"pairs"`
			Texts   in[text]   `level:"texts"`
		}] `level:"room"`
		Numbers standin.Array[number]
		Words   standin.Array[words]
		Vectors standin.Array[vector]
		Pairs   standin.Array[pair]
		Texts   standin.Array[text]
		Strs    standin.Array[store.Str]
		store.Strings
	}](t)
	levels := map[string]bool{}
	for value, ok := range map[string]bool{
		`"numbers":{"a":1,"b":{"v":2},"c":null,"d":[],"e":[{"v":1},{"v":2}]}`: true, `"numbers":{"a":[null,{"v":1},2]}`: true,
		`"numbers":{"a":[1,2]}`: false, `"numbers":{"a":[1]}`: false, `"numbers":{"a":[null]}`: false, `"numbers":{"a":[{"v":1},"x"]}`: false, `"numbers":{"a":[{"v":1},[2]]}`: false,
		`"words":{"a":["x"],"b":[["x"],["y"]],"c":[],"d":{"v":["x"]},"e":[{"v":["x"]},["y"],null]}`: true,
		`"words":{"a":[["x","y"]]}`: false, `"words":{"a":[null]}`: false, `"words":{"a":[{"text":"x"}]}`: false, `"words":{"a":{"text":"x"}}`: false, `"words":{"a":[{"v":["x"]},"y"]}`: false,
		`"vectors":{"a":[1,2],"b":[[1],[2]],"c":[{"v":[1,2]},[3,4]]}`: true, `"vectors":{"a":[]}`: false, `"vectors":{"a":[null]}`: false, `"vectors":{"a":[[1,"x"]]}`: false,
		`"pairs":{"a":{"v":1},"b":[],"c":[{"v":1},null],"d":null}`: true, `"pairs":{"a":1}`: false, `"pairs":{"a":[1]}`: false, `"pairs":{"a":[null]}`: false, `"pairs":{"a":[{"v":1},2]}`: false,
		`"texts":{"a":1,"b":[],"c":[{"text":1},{"w":2}]}`: true, `"texts":{"a":[1]}`: false, `"texts":{"a":"x"}`: false,
	} {
		levels[`{"type":"room",`+value+`}`] = ok
	}
	requireBoth(t, s, strict, levels)
}
