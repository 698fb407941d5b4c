package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// wide makes an object too large to be read in one step, which lists in parts are for.
var wide = strings.Repeat(" ", 66<<10)

// What is told of a list that comes in parts, and what is built of it, is as if it came
// as a whole.
func TestPartsOfAListAreTakenInTurn(t *testing.T) {
	scalar := func(name string, typ format.Type) format.Table {
		return makeTable(name, format.ClassArray, role(fld("value", typ), format.RoleText))
	}
	s := listedSchema()
	s.Tables[0] = makeTable("map", format.ClassNode, append(s.Tables[0].Fields, span("word2", "map.word2"), span("ok", "map.ok"), span("at", "map.at"), span("mask", "map.mask"), span("pair", "map.pair"), span("thing", "map.thing"),
		fld("one", format.TypeU8), vec("pos", format.TypeF32, "xyz"))...)
	s.Tables = append(s.Tables, scalar("map.word2", format.TypeStr), scalar("map.ok", format.TypeBool),
		makeTable("map.at", format.ClassArray, role(vec("value", format.TypeF32, "xy"), format.RoleText)),
		makeTable("map.mask", format.ClassArray, role(vec("value", format.TypeBool, "xy"), format.RoleText)),
		makeTable("map.pair", format.ClassArray, fld("a", format.TypeU8), fld("b", format.TypeStr)),
		makeTable("map.thing", format.ClassArray, fld("a", format.TypeU8), span("deep", "map.thing.deep")), scalar("map.thing.deep", format.TypeU8))
	row := strings.TrimSuffix(strings.Repeat("7,", 300), ",")
	built, wrong := 0, 0
	for _, text := range []string{
		`"word2":["a","b","c","d","e"]`, `"word2":["a","b",3,"d",null,"e"]`, `"word2":["a","b",["c"],["d"]]`, `"word2":["a",["b","c"]]`, `"word2":[null,null,null,"a"]`,
		`"ok":[true,false,true,1,0,"true"]`, `"ok":[true,false,true,true,2]`, `"ok":[null,null,null,null]`, `"ok":[true,true,true,true],"ok":[]`,
		`"mask":[true,false,true,false,true,true]`, `"mask":[true,false,true,false,true]`, `"mask":[true,false,true,"x",true]`, `"mask":[true,[true,false],true]`,
		`"at":[[1,2],[3,4],[5,6],[7,8],[9,10]]`, `"at":["1","2",3,4,5]`, `"at":["1","2",3,4,5,6]`, `"at":[[1,2],[3,4],[5,6],[7,8],[9]]`, `"at":[[1,2],[3,4],[5,6],[[7],[8]],[9,"x"]]`,
		`"at":[[1,2],[3,4],[5,6],7,8,9,[10,11]]`, `"at":[null,null,null,[1,2]]`, `"at":[[1,2],[1,2],[1,2],[` + row + `],3]`,
		`"pair":[[1,"a"],[2,"b"],[3,"c"],[4,"d"]]`, `"pair":[1,"a",2,"b",3,"c",4]`, `"pair":[1,"a",2,"b",3,4,"d",5]`, `"pair":[[1,"a"],[2,"b"],[3,"c"],[400,"d"]]`,
		`"thing":[null,null,null,null,null]`, `"thing":[null,null,null,1,null]`, `"thing":[1,2,"x",[3]]`,
		`"row":[[1,2],[3],[],[4,5,6],[7]]`, `"row":[[1,2],[3],[],[4,5,600],[7]]`, `"row":[[1,2],[3],[],4,[7]]`, `"row":[[1,2],null,null,[3]]`, `"row":[null,null,null,null]`,
		`"row":[null,null,null,[1]]`, `"row":[[` + row + `],[` + row + `],[1],[` + row + `,300]]`, `"row":["1",2,3,4]`,
		`"lines":[[[1,2],[3,4]],[[5,6]],[],[[7,8]],[[9]]]`, `"lines":[[1,2,3,4],[5,6],[7,8],[9,10,11]]`, `"lines":[[1,2],[3,4],[5,"x"],[7,8],[9,"y"]]`,
		`"path":[[1],[2,300],[4],[5,6],[7]]`, `"path":[[1],[2,300],[4],[5,[6]],[7]]`,
		`"one":[1,"x",true,4]`, `"pos":["1",2,3,4]`, `"pos":["1","2","3"]`, `"pos":[["1"],[2],[3],4]`, `"new":["a","b",3,[4,5],null]`, `"type":["a","b","c"]`,
		`"map":["a","b","c"]`, `"map":[null,null,null,null]`, `"pos":{"x":["1",2,true,4]}`, `"new":{"x":["1",2,true,4],"y":[[[1]],[2],[` + row + `]]}`,
	} {
		for _, policy := range []Policy{UnknownError, UnknownWarn, UnknownIgnore, UnknownKeep} {
			o := source.Options{Blanks: true, Numbers: source.LongList, Rows: true}
			for _, doc := range []string{`{"type":"map",` + wide + text + `}`, `{"type":"map",` + wide + text + `,"one":7,"word2":["z"],"row":[[9]]}`} {
				o.ListParts = 0
				want := compileWith(t, s, policy, o, doc)
				for o.ListParts = range 5 {
					got := compileWith(t, s, policy, o, doc)
					require.Equal(t, want.problems, got.problems, "%d: %s", o.ListParts, text)
					if len(want.problems) == 0 {
						require.Equal(t, want.dump(), got.dump(), "%d: %s", o.ListParts, text)
					}
				}
				if len(want.problems) > 0 {
					wrong++
				} else {
					built++
				}
			}
		}
	}
	require.Greater(t, built, 60)
	require.Greater(t, wrong, 60)
}

// What nobody looks at may be of any length; what a property or a field is to hold may
// not.
func TestALongListThatNoSpanTakes(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, fld("one", format.TypeU8))}}
	o := source.Options{Numbers: source.LongList, Rows: true, ListParts: source.ManyItems, Parts: mostJoined}
	const many = mostValues / 2
	for list, numbers := range map[string]bool{
		strings.Repeat(`"",7,`, many) + `"x"`:  false,
		strings.Repeat(`7,`, mostItems) + `77`: true,
	} {
		both := `{"type":"n","new":[` + list + `],"one":7,"deep":{"er":[` + list + `]}}`
		for _, policy := range []Policy{UnknownError, UnknownIgnore} {
			got := compileWith(t, s, policy, o, both)
			if policy == UnknownIgnore {
				require.Empty(t, got.problems)
				continue
			}
			require.Len(t, got.problems, 2)
			require.Contains(t, got.problems[0], "new")
		}
		got := compileWith(t, s, UnknownIgnore, o, `{"type":"n","one":[`+list+`]}`)
		most := fmt.Sprintf("16 MiB or %d values", mostValues)
		if numbers {
			most = fmt.Sprintf("%d numbers", mostItems)
		}
		require.Equal(t, []string{"1.one: one: more than " + most + ", and no span takes them (a field of the type store.Span[T] takes a list of any length)"}, got.problems)
		got = compileWith(t, s, UnknownKeep, o, `{"type":"n","new":[`+list+`]}`)
		require.Equal(t, []string{"1.new: new: more than " + most + ", and no span takes them (most of it is new: a type with a field for it takes it (levelc infer writes types to start from); --unknown=warn leaves it out)"}, got.problems)
	}
}
