package export_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

func TestTiledHasAClassForEachKind(t *testing.T) {
	text, err := export.Tiled(oddSchema(t))
	require.NoError(t, err)
	for _, want := range []string{
		`"name": "odd.inner.deep.flag"`, `"valuesAsFlags": true`, `"name": "kind"`, `"propertyType": "odd.inner"`, `"value": "1,-1"`, `"value": "x"`,
	} {
		require.Contains(t, string(text), want)
	}
	require.NotContains(t, string(text), `"entries"`)
	require.Equal(t, 1, strings.Count(string(text), `"id": 1,`))
}

type oaken struct {
	Doors standin.Bulk[struct {
		In   store.Handle[room] `level:",parent"`
		Kind uint8              `level:"kind,enum=oak|iron"`
		Bars uint16             `level:"bars,flags=a|b,default=b|a"`
		At   struct {
			Side uint8 `level:"side,enum=oak|iron,default=iron"`
		} `level:"at"`
		To     store.Handle[room]   `level:"to,ref"`
		Steps  store.Span[int32]    `level:"step"`
		Planks store.Span[oddEmpty] `level:"plank"`
		Big    uint32               `level:"big,default=7"`
		Few    int16                `level:"few,default=-2"`
		Open   bool                 `level:"open"`
	}] `level:"door"`
	Rooms   standin.Bulk[room] `level:"room"`
	Ints    standin.Array[int32]
	Planks  standin.Array[oddEmpty]
	Strings store.Strings
}

type room struct {
	Name store.Str `level:"name,id"`
}

func TestTiledHasEachMemberAsItCan(t *testing.T) {
	text, err := export.Tiled(leveltest.SchemaOf[oaken](t))
	require.NoError(t, err)
	const class = `"type":"class","color":"#ffa0a0a4","drawFill":true,"members":[`
	const everywhere = `],"useAs":["property","map","layer","object","tile","tileset","wangcolor","wangset","project"]}`
	require.Equal(t, `[{"id":1,"name":"door.kind","type":"enum","storageType":"string","values":["oak","iron"],"valuesAsFlags":false},`+
		`{"id":2,"name":"door.bars","type":"enum","storageType":"string","values":["a","b"],"valuesAsFlags":true},`+
		`{"id":3,"name":"door.at",`+class+`{"name":"side","propertyType":"door.kind","type":"string","value":"iron"}],"useAs":["property"]},`+
		`{"id":4,"name":"door",`+class+strings.Join([]string{
		`{"name":"kind","propertyType":"door.kind","type":"string","value":"oak"}`, `{"name":"bars","propertyType":"door.bars","type":"string","value":"b,a"}`,
		`{"name":"at","propertyType":"door.at","type":"class","value":{}}`, `{"name":"to","type":"object","value":0}`, `{"name":"step","type":"string","value":""}`,
		`{"name":"big","type":"string","value":"7"}`, `{"name":"few","type":"int","value":-2}`, `{"name":"open","type":"bool","value":false}`,
	}, ",")+everywhere+`,{"id":5,"name":"room",`+class+`{"name":"name","type":"string","value":""}`+everywhere+`]`,
		strings.Join(strings.Fields(string(text)), ""))
}

// Symbols may have spaces in them.
func TestEnumsAreOneIfTheirSymbolsAre(t *testing.T) {
	type lit struct {
		Lamps standin.Bulk[struct {
			One   uint8 `level:"one,enum=light blue|green"`
			Two   uint8 `level:"two,enum=light|blue green"`
			Three uint8 `level:"three,enum=light blue|green"`
		}] `level:"lamp"`
	}
	s := leveltest.SchemaOf[lit](t)
	text, err := export.Tiled(s)
	require.NoError(t, err)
	flat := strings.Join(strings.Fields(string(text)), "")
	require.Equal(t, 2, strings.Count(flat, `"type":"enum"`), flat)
	require.Contains(t, flat, `{"name":"two","propertyType":"lamp.two","type":"string","value":"light"}`)
	require.Contains(t, flat, `{"name":"three","propertyType":"lamp.one","type":"string","value":"lightblue"}`)
	text, err = export.LDtk(s)
	require.NoError(t, err)
	require.Equal(t, `{"Lamp_one":["lightblue","green"],"Lamp_two":["light","bluegreen"]}`, strings.Join(strings.Fields(string(text)), ""))
	text, err = export.Go(s, export.GoOptions{})
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), " is one of the words below"), string(text))
}

func TestTiledHasNoMoreFlagsThanItsIntHasBits(t *testing.T) {
	for _, n := range []int{31, 32} {
		flags := format.Field{Name: "many", Type: format.TypeFlags32, Count: 1, Attr: format.Attr{Source: "many", Default: "f0|f1", HasDefault: true}}
		for i := range n {
			flags.Symbols = append(flags.Symbols, fmt.Sprint("f", i))
		}
		s := &format.Schema{Tables: []format.Table{{Name: "lamp", Class: format.ClassNode, Stride: 4, Fields: []format.Field{flags}}}}
		s = s.Complete()
		require.NoError(t, s.Validate())
		text, err := export.Tiled(s)
		require.NoError(t, err)
		want := `"members":[{"name":"many","propertyType":"lamp.many","type":"string","value":"f0,f1"}]`
		if n > 31 {
			want = `"members":[{"name":"many","type":"string","value":"f0|f1"}]`
		}
		flat := strings.Join(strings.Fields(string(text)), "")
		require.Contains(t, flat, want)
		require.Equal(t, n <= 31, strings.Contains(flat, `"valuesAsFlags":true`))
	}
}

func TestLDtkHasTheEnums(t *testing.T) {
	text, err := export.LDtk(oddSchema(t))
	require.NoError(t, err)
	require.Equal(t, `{
  "Odd_inner_deep_flag": [
    "a.b",
    "c$d",
    "e+f"
  ],
  "Kind_kind": [
    "x",
    "y y",
    "z"
  ]
}
`, string(text))
	type abroad struct {
		Kinds standin.Bulk[struct {
			N uint8 `level:"größe,enum=x"`
		}] `level:"3türen"`
	}
	text, err = export.LDtk(leveltest.SchemaOf[abroad](t))
	require.NoError(t, err)
	require.Contains(t, string(text), `"_T_ren_gr_e": [`, "LDtk's identifiers are ASCII, and begin with no digit")
	text, err = export.LDtk(&format.Schema{})
	require.NoError(t, err)
	require.Equal(t, "{}\n", string(text))
}
