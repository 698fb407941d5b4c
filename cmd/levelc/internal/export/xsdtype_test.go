package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The text of one element may be a list of symbols, as it may be one of numbers. A text of
// strings or flags is one value.
func TestXMLSchemaTakesAListOfSymbolsInOneElement(t *testing.T) {
	type colour struct {
		Value uint8 `level:",text,enum=red|green"`
	}
	type (
		mood uint8
		door uint8
	)
	type way struct {
		Value uint8 `level:",text,flags=up|down"`
	}
	type room struct {
		Count  store.Span[int32]     `level:"n"`
		Colour store.Span[colour]    `level:"c"`
		Way    store.Span[way]       `level:"f"`
		Word   store.Span[store.Str] `level:"w"`
		Mood   store.Span[mood]      `level:"m,enum=calm|very angry|sad"`
		Door   store.Span[door]      `level:"d,flags=open|locked open|x"`
		Lock   uint8                 `level:"l,flags=open|locked open|x"`
		Pair   [2]uint8              `level:"p,enum=calm|very angry"`
		Long   [2]uint8              `level:"q,enum=very calm|very angry"`
	}
	type world struct {
		Rooms   standin.Bulk[room] `level:"room"`
		Counts  standin.Array[int32]
		Colours standin.Array[colour]
		Ways    standin.Array[way]
		Moods   standin.Array[mood]
		Doors   standin.Array[door]
		Words   standin.Array[store.Str]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	valid := xmlValidator(t, s, strict)
	for text, ok := range map[string]bool{
		"<n>1 2</n>": true, "<c>red green</c>": true, "<c>red</c><c>green, red</c>": true, "<f>up down</f>": true, "<w>a b</w>": true,
		"<m>very angry</m>": true, "<m>calm, sad</m>": true, "<d>open|x</d>": true, "<d>x open</d>": true, "<l>open x</l>": true, "<p>calm calm</p>": true,
		"<m>calm very angry</m>": false, "<m>(very angry)</m>": false, "<m>very</m>": false, "<d>locked open</d>": false, "<d>open|locked open</d>": false,
		"<l>locked open</l>": false, "<l>locked</l>": false, "<p>calm very angry</p>": false, "<p>calm,very angry</p>": false, "<q>very calm very angry</q>": false,
		"<c>red blue</c>": false, "<c>redgreen</c>": false, "<f>up left</f>": false, "<n>1 a</n>": false,
	} {
		text = "<room>" + text + "</room>"
		require.Equal(t, ok, valid(document(t, text)) == nil, text)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
}

// The text of one element is one element if it has words, also several of them.
func TestXMLSchemaCountsTheWordsOfAnElement(t *testing.T) {
	type node struct {
		Words store.Span[[2]store.Str]       `level:"w"`
		Flags store.Span[[2]uint8]           `level:"f,flags=a|b"`
		Refs  store.Span[[2]store.AnyHandle] `level:"r"`
		Enums store.Span[[2]uint16]          `level:"e,enum=a|b"`
		ID    store.Str                      `level:"id,id"`
	}
	type world struct {
		Nodes standin.Bulk[node] `level:"n"`
		Words standin.Array[[2]store.Str]
		Flags standin.Array[[2]uint8]
		Refs  standin.Array[[2]store.AnyHandle]
		Enums standin.Array[[2]uint16]
		store.Strings
	}
	levels := map[string]bool{`<n id="a"><e>a b a b</e></n>`: true}
	for _, name := range []string{"w", "f", "r"} {
		for text, ok := range map[string]bool{"a a": true, "a, a": true, "a": false, "a a a a": false, "": false} {
			levels[`<n id="a"><`+name+`>`+text+`</`+name+`></n>`] = ok
		}
		levels[`<n id="a" `+name+`="a a a a"/>`] = true
	}
	requireBoth(t, leveltest.SchemaOf[world](t), strict, levels)
}
