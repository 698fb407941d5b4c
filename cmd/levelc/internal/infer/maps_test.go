package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

func TestObjectsThatSayTheirKeysAreAMap(t *testing.T) {
	r := from(t, `{"weapons": {
		"sword": {"id": "sword", "damage": 5},
		"bow": {"id": "bow", "damage": 3, "range": 40, "ammo": "arrow"},
		"net": {"id": "net", "holds": 2.5, "skill": "fishing"}}}`)
	require.Equal(t, lines(
		"root/.: weapons.entries span map",
		"root.weapons.entries: key str key, id str, ammo str, holds f32, skill str, damage u8, range u8",
	), shape(r))
	require.Empty(t, r.Notes)
	w := `{"w": {"a": {"id": "a", "p": 1}, "b": {"id": "b", "q": 2}, "c": {"id": "c", "r": 1}}}`
	require.Contains(t, shape(from(t, "["+w+", "+w+", "+w+"]")), "w.entries span map", "the same keys each time")

	for name, text := range map[string]string{
		"one does not":        `{"w": {"sword": {"id": "sword", "damage": 5}, "bow": {"id": "bow", "range": 40}, "net": {"id": "nets", "holds": 2.5}}}`,
		"two may be chance":   `{"w": {"menu": {"id": "menu", "font": "a"}, "game": {"id": "game", "speed": 3}}}`,
		"no type takes them":  `{"w": {"a": {"id": "a", "v": [1, 2]}, "b": {"id": "b", "v": "x"}, "c": {"id": "c", "v": true}}}`,
		"not everywhere true": `[{"w": {"a": {"id": "a", "p": 1}, "b": {"id": "b", "q": 2}, "c": {"id": "c", "r": 1}}}, {"w": {"a": {"id": "x", "p": 1}}}]`,
	} {
		require.NotContains(t, shape(from(t, text)), " map", name)
	}
}

// As nodes of the types they would lose their keys.
func TestTypedObjectsInAMapKeepTheirKeys(t *testing.T) {
	r := from(t, `{"items": {
		"sword-1": {"type": "weapon", "damage": 5, "range": 2}, "sword-2": {"type": "weapon", "damage": 5, "range": 3},
		"potion-1": {"type": "drink", "heal": 3, "uses": 1}, "potion-2": {"type": "drink", "heal": 3, "uses": 2},
		"hat-1": {"type": "armor", "defense": 3, "weight": 2}}}`)
	require.Equal(t, lines(
		"root/.: items.entries span map",
		"root.items.entries: key str key, type str, damage u8, range u8, heal u8, uses u8, defense u8, weight u8",
	), shape(r))
	require.Empty(t, r.Notes)
}

func TestSeveralSeriesOfNamesAreKeys(t *testing.T) {
	r := from(t, `{"anims": {
		"walk1": {"from": 0, "to": 3}, "walk2": {"from": 4, "to": 7}, "run1": {"from": 8, "to": 9}, "run2": {"from": 9, "to": 12},
		"jump1": {"from": 13, "to": 15}, "jump2": {"from": 16, "to": 18}, "idle": {"from": 19, "to": 20}, "fall": {"from": 21}}}`)
	require.Equal(t, lines(
		"root/.: anims.entries span map",
		"root.anims.entries: key str key, from u8, to u8",
	), shape(r))
	r = from(t, `{"pad": {"axis1": {"min": 0, "max": 3}, "axis2": {"min": 4, "max": 7}, "key1": {"code": 8}, "key2": {"code": 9}}}`)
	require.NotContains(t, shape(r), " map", "a few may be parts of one thing")
}

func TestAMapOfMapsHasSeveral(t *testing.T) {
	records := func(names string) string {
		var all []string
		for i, name := range strings.Fields(names) {
			all = append(all, fmt.Sprintf(`%q: {"price": %d, "icon": "i"}`, name, i))
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	items, loot := records("axe bow cap dirk egg fan gun hat"), records("ale bun cod dill eel fig gum ham")
	require.Equal(t, lines(
		"root/.: items.entries span map",
		"root.items.entries: key str key, icon str, price u8",
	), shape(from(t, `{"items": `+items+`}`)))
	require.Equal(t, lines(
		"root/.: items.entries span map, loot.entries span map",
		"root.items.entries: key str key, icon str, price u8",
		"root.loot.entries: key str key, icon str, price u8",
	), shape(from(t, `{"items": `+items+`, "loot": `+loot+`}`)))
	require.Contains(t, shape(from(t, `{"n": 1, "game": {"items": `+items+`}}`)), "root.game.items.entries: key")
	require.Equal(t, lines(
		"root/.: shops.entries span map",
		"root.shops.entries: key str key, entries span map",
		"root.shops.entries.entries: key str key, icon str, price u8",
	), shape(from(t, `{"shops": {"north": `+items+`, "south": `+loot+`}}`)))
}

func TestObjectsWithDataForKeysAreMaps(t *testing.T) {
	r := from(t, `{"type":"prefab","Entities":{"Entity_[1]":{"Name":"a","n":1},"Entity_[22]":{"Name":"b"},"Entity_[333]":{"Name":"c"},"Entity_[4444]":{"Name":"d"}}}`)
	require.Equal(t, lines(
		"prefab: Entities.entries span map",
		"prefab.Entities.entries: key str key, Name str, n u8",
	), shape(r))
	r = from(t, `{"type":"game","n":1,"scores":{"1":10,"2":20,"3":3000,"4":4}}`)
	require.Equal(t, lines("game: scores.entries span map, n u8", "game.scores.entries: key str key, value u16 text"), shape(r))
	r = from(t, `{"type":"game","a":[{"set":{"p1":{"x":1},"p2":{"x":2},"p3":{"x":3},"p4":{"x":4}}},{"set":{"p1":{"x":1},"p2":{"x":2},"p3":{"x":3},"p4":{"x":4}}}]}`)
	require.NotContains(t, shape(r), "map", "always the same keys: fields")
	r = from(t, `{"type":"game","n":1,"config":{"speed":10,"jump":20,"fall":3000,"run":4}}`)
	require.NotContains(t, shape(r), "map", "names, not data")
}

// Numbers name no fields of a struct, be they few or the same in every object. Nor does
// the outermost object have a field for each of its keys then.
func TestObjectsWithNumbersForKeysAreMaps(t *testing.T) {
	var some, names strings.Builder
	for i := range 100 {
		fmt.Fprintf(&some, `,"%d":{"hp":%d}`, i, i)
		fmt.Fprintf(&names, `,"gob%c%c":{"hp":%d}`, 'a'+i%10, 'a'+i/10, i)
	}
	for text, want := range map[string]string{
		`{"1":{"hp":3},"2":{"hp":4}}`:                                                       lines("root/.: entries span map", "root.entries: key str key, hp u8"),
		`{"1":{"name":"a","hp":3},"2":{"name":"b","hp":4},"3":{"name":"c"}}`:                lines("root/.: entries span map", "root.entries: key str key, name str, hp u8"),
		`{"1":[1,2],"2":[3,4]}`:                                                             lines("root/.: entries span map", "root.entries: key str key, value u8[2] text"),
		`{"-1":"a","0":"b"}`:                                                                lines("root/.: entries span map", "root.entries: key str key, value str text"),
		`{"foes":{"1":{"name":"a","hp":3},"2":{"name":"b","hp":4}}}`:                        lines("root/.: foes.entries span map", "root.foes.entries: key str key, name str, hp u8"),
		`{"n":1,"a":[{"set":{"0":{"x":1},"1":{"x":2}}},{"set":{"0":{"x":1},"1":{"x":2}}}]}`: "",
		"{" + some.String()[1:] + "}":                                                       lines("root/.: entries span map", "root.entries: key str key, hp u8"),
		"{" + names.String()[1:] + "}":                                                      lines("root/.: entries span map", "root.entries: key str key, hp u8"),
	} {
		r := requireBuilds(t, []string{text}, false)
		if want == "" {
			require.Contains(t, shape(r), "set.entries span map", text)
			continue
		}
		require.Equal(t, want, shape(r), text)
		require.Empty(t, notes(r), text)
	}
	for _, text := range []string{`{"1":{"x":1},"n":{"x":2}}`, `{"1":{"x":1}}`, `{"1":{"x":1},"2":3}`, `{"1":{"x":1},"2":{"y":3},"3":{"z":3,"w":{"v":1}}}`} {
		require.NotContains(t, shape(from(t, text)), "map", text)
	}
}

// Names that a programmer could give to fields are data if what stands under them is all
// of one sort.
func TestRecordsUnderWordsAreMaps(t *testing.T) {
	rows := func(format string, names ...string) string {
		var all []string
		for i, name := range names {
			all = append(all, fmt.Sprintf("%q:"+format, name, i))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	many := strings.Fields("axe bow club dirk epee flail gun hook iron jack")
	for text, want := range map[string]string{
		`{"n":1,"items":` + rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:3]...) + `}`:                                                         "root.items.entries: key str key, icon str, weight f32, price u8",
		`{"n":1,"items":{"axe":{"price":1,"icon":"a","tags":["x"]},"bow":{"price":300,"icon":"b"},"club":{"price":2,"icon":"c","tags":["x"]}}}`:     "root.items.entries: key str key, icon str, tags span, price u16",
		`{"n":1,"pairs":` + rows(`{"p":%d,"q":"x"}`, many[:8]...) + `}`:                                                                             "root.pairs.entries: key str key, q str, p u8",
		rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:8]...):                                                                                   "root.entries: key str key, icon str, weight f32, price u8",
		`{"n":1,"walks":` + rows(`{"a":%d}`, "walk1", "walk2", "walk3", "walk4") + `}`:                                                              "root.walks.entries: key str key, a u8",
		`{"n":1,"skins":{"old":` + rows(`{"a":%d,"b":1,"c":2}`, many[:4]...) + `,"new":` + rows(`{"a":%d,"b":1,"c":2}`, many[4:]...) + `,"no":{}}}`: "root.skins.entries.entries: key str key, a u8, b u8, c u8",
		`{"n":1,"skins":{"old":` + rows(`{"a":%d,"b":1,"c":2}`, many[:4]...) + `,"new":` + rows(`{"a":%d,"b":1,"c":2}`, many[4:]...) + `}}`:         "root.skins.entries.entries: key str key, a u8, b u8, c u8",
		`{"n":1,"items":` + rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:2]...) + `}`:                                                         "",
		`{"n":1,"pairs":` + rows(`{"p":%d,"q":"x"}`, many[:7]...) + `}`:                                                                             "",
		`{"n":1,"rects":` + rows(`{"x":%d,"y":1,"width":5,"height":6}`, many...) + `}`:                                                              "",
		`{"n":1,"items":{"axe":{"a":1,"b":2,"c":3},"bow":{"a":1,"b":[2],"c":3},"club":{"a":1,"b":2,"c":3}}}`:                                        "",
		`{"n":1,"items":{"axe":{"a":1,"b":2,"c":3},"bow":{"a":1,"b":2,"d":3},"club":{"e":1,"b":2,"c":3}}}`:                                          "",
		rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:7]...):                                                                                   "",
		`{"a":[{"k":` + rows(`{"a":%d,"b":1,"c":2}`, many...) + `},{"k":` + rows(`{"a":%d,"b":1,"c":2}`, many...) + `}]}`:                           "",
	} {
		r := requireBuilds(t, []string{text}, false)
		if want == "" {
			require.NotContains(t, shape(r), "map", text)
			continue
		}
		require.Contains(t, shape(r), want, text)
		require.Empty(t, notes(r), text)
	}
}

// A few lists of different lengths are fields, as each says its length.
func TestAFewMembersThatAreListsAreNoMap(t *testing.T) {
	r := from(t, `{"n":1,"data":{"p-1":[1,2],"p-2":[3],"p-3":[5,6],"p-4":[5,7],"p-5":[1,1]}}`)
	require.NotContains(t, shape(r), "entries")
	require.Contains(t, shape(r), "data.p-2 span, data.p-1 u8[2]")
	r = from(t, `{"n":1,"data":{"p-1":[1,2],"p-2":[3,4],"p-3":[5,6],"p-4":[5,7],"p-5":[1,1]}}`)
	require.Contains(t, shape(r), "entries", "lists of one length are vectors")
}

// Numbers name no fields, and very many keys are data.
func TestListsUnderNumbersOrManyKeysAreAMap(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"near":{"7":[1,2],"14":[3],"21":[],"28":[5,6]}}`}, false)
	require.Equal(t, lines("root/.: near.entries span map, n u8", "root.near.entries: key str key, value span text", "root.near.entries.value: value u8 text"), shape(r))
	require.Empty(t, r.Notes)

	var m strings.Builder
	for i := range 65 {
		fmt.Fprintf(&m, `"tile_%03d":["a"%s],`, i, strings.Repeat(`,"b"`, i%3))
	}
	r = requireBuilds(t, []string{`{"n":1,"wang":{` + m.String() + `"tile_x":[]}}`}, false)
	require.Equal(t, lines("root/.: wang.entries span map, n u8", "root.wang.entries: key str key, value span text", "root.wang.entries.value: value str text"), shape(r))
	require.Empty(t, r.Notes)

	r = requireBuilds(t, []string{`{"n":1,"near":{"7":["a b"],"14":["c","d"]}}`}, false)
	require.NotContains(t, shape(r), "entries", "XML could not say it of one of several values")
}

func TestValuesInAMapOfObjects(t *testing.T) {
	of := func(object, value string) *infer.Result {
		var m strings.Builder
		for i := range 600 {
			fmt.Fprintf(&m, `"k%d":%s,`, i, fmt.Sprintf(object, i))
		}
		return requireBuilds(t, []string{`{"type":"s","n":1,"m":{` + m.String() + `"v":` + value + `}}`}, true)
	}
	r := of(`{"x":%d,"y":true}`, "7")
	require.Contains(t, shape(r), "s.m.entries: key str key, x u16, y bool, text u8 text")
	require.Empty(t, notes(r))
	r = of(`{"x":%d}`, `"w"`)
	require.Contains(t, shape(r), "s.m.entries: key str key, text str text, x u16", "no type of the only member takes it")
	require.Empty(t, notes(r))
	r = of(`{"x":%d,"y":true}`, "[7]")
	require.Equal(t, []string{"! s.m.entries: 1 of its members are no objects like the others; they have no place"}, notes(r))
	r = of(`{"x":%d}`, "700000")
	require.Contains(t, shape(r), "s.m.entries: key str key, x u32", "a build gives the value to the only member")
	require.Empty(t, notes(r))
	r = of(`{"x":%d}`, "[7]")
	require.NotContains(t, shape(r), "entries")
	require.Contains(t, notes(r), "! s.m.entries: objects with one member, and 1 value: none of them has a place")
}

// What a map without a place has under the name of a kind is not taken for a node of it.
func TestAMapWithoutAPlaceMayHaveKeysThatAreNamesOfKinds(t *testing.T) {
	var m strings.Builder
	for i := range 600 {
		fmt.Fprintf(&m, `"k%d":{"x":%d},`, i, i)
	}
	few := `"k1":{"x":1},"k2":{"x":2},"t":[6]`
	for _, of := range []string{
		`{"m":{` + m.String() + `"t":[7]}}`,
		`{"m":{"t":[7],` + m.String() + `"v":[7]}}`,
		`{"m":{` + m.String() + `"v":[7]}},{"m":{` + few + `}}`,
		`{"m":{` + few + `}},{"m":{` + m.String() + `"v":[7]}}`,
		`{"m":{"a":{` + m.String() + `"v":[7]}}},{"m":{"a":{` + few + `}}}`,
	} {
		r := requireBuilds(t, []string{`{"s":[{"n":1},` + of + `],"t":[{"y":1},{"y":2,"z":3}],"u":[{"y":1},{"y":2}]}`}, false)
		require.Regexp(t, "(?m)^s: .*\n(.*\n)*u: ", shape(r))
		require.NotRegexp(t, "(?m)^t: ", shape(r))
		require.Contains(t, strings.Join(notes(r), "\n"), "none of them has a place")
	}
}

// Values and objects in one list have no place in a map either, where no note told of them.
func TestValuesAmongObjectsSpoilAMap(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"m":{"17":[1,{"a":1}],"18":[{"a":2}],"19":[{"a":3}]}}`}, false)
	require.Equal(t, []string{"! root.m.17: values and objects in one list; neither has a place"}, notes(r))
}

// In a map of very many keys, a value in a list with objects counts whether it was met before
// or after it was clear that this is a map.
func TestValuesAmongObjectsInAMapOfManyKeys(t *testing.T) {
	var m strings.Builder
	for i := range 600 {
		fmt.Fprintf(&m, `,"k%d":{"x":%[1]d,"y":"s"}`, i)
	}
	for value, want := range map[string]string{"3": "text u8 text", "true": "text bool text", "[3]": ""} {
		mixed := `"a":[{"x":1,"y":"s"},` + value + `]`
		for _, members := range []string{mixed + m.String(), m.String()[1:] + "," + mixed} {
			r := requireBuilds(t, []string{`{"n":1,"m":{` + members + `}}`}, true)
			require.Contains(t, shape(r), "root.m.entries: key str key")
			require.Contains(t, shape(r), want)
			require.Equal(t, want == "", len(notes(r)) > 0, "%s: %v", value, notes(r))
		}
	}
}

// Where two maps become one, values of the second that are no texts of the first have no place.
func TestValuesInTwoMapsThatBecomeOne(t *testing.T) {
	var m strings.Builder
	for i := range 70 {
		fmt.Fprintf(&m, `"k%d":{"x":%[1]d,"y":"s"},`, i)
	}
	r := requireBuilds(t, []string{`{"t":[{"id":"1","m":{` + m.String() + `"v":"w"}}],"u":[{"id":"2","t":[{"id":"3","m":{` + m.String() + `"v":5,"z":[1]}}]}]}`}, true)
	require.Contains(t, strings.Join(notes(r), "\n"), "none of them has a place")
}

// Very many members are a map even if they are lists.
func TestAMapOfLists(t *testing.T) {
	for list, want := range map[string]string{
		`[%d]`:           "value span text",
		`["a","b%d"]`:    "value span text",
		`[[1,2],[%d,3]]`: "value span text",
		`["a b","b%d"]`:  "! root.m.entries: lists that have no place under keys",
		`[[1,2],[%d]]`:   "! root.m.entries: lists that have no place under keys",
		`["a",%d]`:       "value span any",
	} {
		var m strings.Builder
		for i := range 600 {
			fmt.Fprintf(&m, `,"k%d":%s`, i, fmt.Sprintf(list, i))
		}
		text := `{"n":1,"m":{"first":` + strings.Replace(fmt.Sprintf(list, 1), "[1]", "[1,2]", 1) + m.String() + `}}`
		files := spool(t, text)
		r, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err)
		policy := compile.UnknownError
		if want[0] == '!' {
			policy = compile.UnknownKeep
			require.Contains(t, notes(r), want)
		} else {
			require.Empty(t, r.Notes)
			require.Contains(t, shape(r), "root.m.entries: key str key, "+want)
		}
		require.NotContains(t, build(t, r.Schema, policy, files...), "ERROR", list)
	}
}

// The keys of a legend are the characters that a map is drawn with.
func TestSignsAreKeys(t *testing.T) {
	for level, want := range map[string]string{
		`{"n":1,"legend":{"#":"wall",".":"floor"," ":"air",",":"grass","/":"door"}}`:           "root.legend.entries: key str key, value str text",
		`{"n":1,"legend":{"#":"wall",".":"floor"}}`:                                            "root.legend.entries: key str key, value str text",
		`{"n":1,"legend":{"#":{"tile":"wall","solid":true},".":{"tile":"floor"}}}`:             "root.legend.entries: key str key, tile str, solid bool",
		`{"n":1,"legend":{"#":"wall",".":"floor","P":"start","E":"end","K":"key","D":"door"}}`: "root.legend.entries: key str key, value str text",
		`{"n":1,"legend":{"🍎":1,"🍐":2,"é":3}}`:                                                 "root.legend.entries: key str key, value u8 text",
	} {
		r := requireBuilds(t, []string{level}, true)
		require.Contains(t, shape(r), want, level)
		require.Empty(t, r.Notes, level)
	}
	for _, level := range []string{
		`{"n":1,"legend":{"#":"wall","on":"floor"}}`, `{"n":1,"legend":{"#":"wall",".":3}}`, `{"n":1,"legend":{"_":"wall","__":"floor"}}`,
		`{"n":1,"legend":{"#":1,"?":2,"from":1,"to":2}}`,
	} {
		require.NotContains(t, shape(from(t, level)), " map", level)
	}
}

// An object with so many keys is a map, whatever comes last.
func TestAMapOfHundredsOfKeysTakesWhatComesLater(t *testing.T) {
	many := func(n int, value string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d":%s,`, i, value)
		}
		return b.String()
	}
	for text, want := range map[string]string{
		`{"n":1,"m":{` + many(600, "300") + `"a":{"x":1,"y":2},"b":{"x":3}}}`:         "key str key, text u16 text, x u8, y u8",
		`{"n":1,"m":{` + many(600, `{"x":1,"y":2}`) + `"a":{"x":300,"z":2}}}`:         "key str key, x u16, y u16, z u16",
		`{"n":1,"m":{` + many(80, `[{"x":1,"y":2},null]`) + `"a":[{"x":300,"y":2}]}}`: "key str key, x u16, y u16",
	} {
		r := requireBuilds(t, []string{text}, false)
		_, got, _ := strings.Cut(shape(r), "root.m.entries: ")
		require.Equal(t, want, got)
		if strings.Contains(text, "null") {
			require.Equal(t, []string{"root.m.entries: null stands 80 times among the objects of a list: it has no element, and those behind it move up"}, notes(r))
			continue
		}
		require.Empty(t, notes(r))
		require.True(t, requireDumps(t, r.Schema, spool(t, text)[0], compile.UnknownError, []byte(want)))
	}
}
