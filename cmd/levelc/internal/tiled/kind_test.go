package tiled_test

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

const gameTypes = `{"propertyTypes":[
	{"name":"Mood","type":"enum","storageType":"int","values":["calm","angry","sad"],"valuesAsFlags":false},
	{"name":"Traits","type":"enum","storageType":"int","values":["big","loud","red"],"valuesAsFlags":true},
	{"name":"Sound","type":"class","members":[{"name":"file","type":"file","value":"creak.ogg"},{"name":"volume","type":"float","value":0.75}]},
	{"name":"door","type":"class","useAs":["property","object"],"members":[{"name":"locked","type":"bool","value":true},{"name":"sound","type":"class","propertyType":"Sound","value":{}}]}
]}`

func TestObjectsOfTheGamesOwnKinds(t *testing.T) {
	path := write(t, "m.tmx", inMap(objectsIn(`
		<object id="1" name="front" type="door" x="1" y="2" gid="2147483650"><properties>
		 <property name="leads" type="object" value="2"/><property name="mood" type="int" propertytype="Mood" value="1"/><property name="traits" type="int" propertytype="Traits" value="6"/>
		 <property name="paint" type="color" value="#01020304"/><property name="keys" type="list"><item value="red key"/><item value=" b "/></property>
		 <property name="sound" type="class" propertytype="Sound"><properties><property name="volume" type="float" value="0.5"/></properties></property></properties></object>
		<object id="2" class="door" rotation="30"><properties><property name="traits" value="big,red"/><property name="locked" type="bool" value="false"/></properties><polygon points="0,0 1,2"/></object>
		<object id="3" type="npc" name="bob" x="7"><properties><property name="friend" type="object" value="4"/></properties><polygon points="0,0 1,2"/></object>
		<object id="4" type="npc" name=" ann "><properties><property name="friend" type="object" value="1"/><property name="x" type="float" value="99"/></properties></object>
		<object id="5" type="lamp" x="3" y="4" width="5" height="6"/>
		<object id="6" type="chunk"><properties><property name="who" type="object" value="4"/><property name="door" type="object" value="2"/></properties></object>`)),
		"set.tsx", set("", ""), "game.tiled-project", gameTypes)
	b := build(t, path, editor.Options{Schema: gameSchema(t), Project: filepath.Join(filepath.Dir(path), "game.tiled-project")})
	var w game
	lvl := load(t, b, &w)
	require.Empty(t, b.messages)
	require.Equal(t, []int{2, 1, 2, 1}, []int{w.Doors.Len(), w.Lamps.Len(), w.NPCs.Len(), w.Objects.Len()})

	one, ok := loader.Find(lvl, &w.Doors, "m#1")
	require.True(t, ok)
	d, _ := w.Doors.Get(one)
	two, _ := w.Doors.Get(d.Leads)
	require.EqualValues(t, 2, two.Number)
	require.Equal(t, []any{"front", 1.0, 2.0, 16.0, 8.0, tiled.FlipH | 2, tiled.BottomLeft, true}, []any{w.Strings.Get(d.Name), d.X, d.Y, d.Width, d.Height, d.GID, d.Align, d.Visible})
	require.Equal(t, []any{true, uint8(1), uint8(6), [4]uint8{2, 3, 4, 1}, "creak.ogg", float32(0.5)}, []any{d.Locked, d.Mood, d.Traits, d.Paint, w.Strings.Get(d.Sound.File), d.Sound.Volume})
	var keys []string
	for _, k := range w.Words.Slice(d.Keys) {
		keys = append(keys, w.Strings.Get(k))
	}
	require.Equal(t, []string{"red key", " b "}, keys)
	layer, ok := w.Layers.Get(d.Layer)
	require.True(t, ok)
	require.EqualValues(t, 1, layer.Number)
	require.Equal(t, []any{30.0, false, uint8(5), float32(0.75)}, []any{two.Rotation, two.Locked, two.Traits, two.Sound.Volume})
	require.Equal(t, []tiled.Point{{}, {X: 1, Y: 2}}, w.Points.Slice(two.Corners))

	// Kinds that are known by their names are referred to by them.
	bob, _ := loader.Find(lvl, &w.NPCs, "bob")
	ann, _ := loader.Find(lvl, &w.NPCs, "ann")
	npc, _ := w.NPCs.Get(bob)
	require.Equal(t, w.NPCs.Any(ann), npc.Friend)
	npc, _ = w.NPCs.Get(ann)
	require.Equal(t, w.Doors.Any(one), npc.Friend)
	require.Equal(t, 99.0, npc.X, "a property goes before what the object has")
	for _, l := range w.Lamps.All() {
		require.Equal(t, lamp{Pos: [2]float32{3, 4}, Size: [2]float32{5, 6}}, *l)
	}
	// The reader's own kinds are no kinds of objects, and generic objects refer to all.
	for _, o := range w.Objects.All() {
		require.Equal(t, "chunk", w.Strings.Get(o.Class))
		p := w.PropertiesOf(o.Properties)
		require.Equal(t, w.NPCs.Any(ann), p.Object("who"))
		require.Equal(t, w.Doors.Any(one).Kind(), p.Object("door").Kind())
	}
}

// A class says what its objects do not say themselves: where an object is, and what it
// writes, is its own. A property goes before both.
func TestAClassDoesNotOverruleItsObjects(t *testing.T) {
	type corner struct{ X, Y float32 }
	type sign struct {
		Name     store.Str          `level:"name,id"`
		Pos      [2]float32         `level:"pos"`
		Size     [2]float32         `level:"size"`
		Text     store.Str          `level:"text"`
		Rotation float32            `level:"rotation"`
		Opacity  store.Str          `level:"opacity"`
		Shape    uint8              `level:"shape,enum=round|square"` // which Tiled knows nothing of
		Corners  store.Span[corner] `level:"point"`
	}
	type world struct {
		tiled.World
		Signs standin.Bulk[sign] `level:"sign"`
		Spots standin.Array[corner]
	}
	s, err := layout.Of(standin.Describe(reflect.TypeFor[world]()))
	require.NoError(t, err)
	const class = `[{"name":"sign","type":"class","useAs":["object"],"members":[{"name":"name","type":"string","value":"anon"},
		{"name":"pos","type":"string","value":""},{"name":"size","type":"string","value":"7 7"},{"name":"text","type":"string","value":""},
		{"name":"rotation","type":"float","value":90},{"name":"opacity","type":"string","value":""},{"name":"shape","type":"string","value":"square"},
		{"name":"point","type":"string","value":""}]}]`
	for _, c := range []struct{ object, want string }{
		{`<object id="1" type="sign" x="10" y="20"/>`, `<sign pos="10 20" opacity="1" name="anon" rotation="90" shape="square" size="7 7"/>`},
		{`<object id="1" type="sign" name="s" x="10" y="20" width="3" rotation="45" opacity="0.5"><text>Hello</text></object>`,
			`<sign name="s" pos="10 20" size="3 0" rotation="45" opacity="0.5" text="Hello" shape="square"/>`},
		{`<object id="1" type="sign" name="s" x="10" y="20" width="3"><properties><property name="pos" value="1 2"/><property name="size" value="4 4"/><property name="name" value="t"/></properties><polygon points="0,0 1,2"/></object>`,
			`<sign opacity="1" name="t" pos="1 2" rotation="90" shape="square" size="4 4">
<point x="0" y="0"/>
<point x="1" y="2"/>
</sign>`},
	} {
		path := write(t, "m.tmx", inMap(objectsIn(c.object)), "set.tsx", set("", ""), "types.json", class)
		b := build(t, path, editor.Options{Schema: s.Schema, Project: filepath.Join(filepath.Dir(path), "types.json")})
		require.Empty(t, b.messages)
		require.Contains(t, b.xml, c.want)
	}
}

// A map takes properties of any name, also of one that a kind has.
func TestAMapTakesPropertiesThatAreCalledLikeAKind(t *testing.T) {
	type sound struct {
		Name store.Str `level:",key"`
		File store.Str `level:"file"`
		Loud float32   `level:"loud"`
	}
	type bag struct {
		Rest store.Span[sound] `level:",map"`
	}
	type world struct {
		tiled.World
		Bags  store.Bulk[bag]  `level:"bag"`
		Lamps store.Bulk[lamp] `level:"lamp"`
		Rest  store.Array[sound]
	}
	w := new(world)
	s, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="bag"><properties>`+
		`<property name="lamp" type="class"><properties><property name="file" value="x"/></properties></property></properties></object>`)), "set.tsx", set("", ""))
	b := build(t, path, editor.Options{Schema: s.Schema})
	require.Empty(t, b.messages)
	load(t, b, w)
	require.Zero(t, w.Lamps.Len())
	for _, one := range w.Bags.All() {
		rest := w.Rest.Slice(one.Rest)
		require.Len(t, rest, 1)
		require.Equal(t, []string{"lamp", "x"}, []string{w.Strings.Get(rest[0].Name), w.Strings.Get(rest[0].File)})
	}
}

// What is called like a field of layers would be that field, and no node.
func TestAKindThatIsCalledLikeAFieldOfLayers(t *testing.T) {
	type world struct {
		tiled.World
		Notes  store.Bulk[lamp] `level:"property"`
		Totals store.Bulk[lamp] `level:"total"`
	}
	w := new(world)
	s, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="property" name="a"/>
<object id="2" type="property" name="b"/><object id="3" type="total"/>`)), "set.tsx", set("", ""))
	b := build(t, path, editor.Options{Schema: s.Schema})
	require.Contains(t, b.messages, `m.tmx:1:`)
	require.Contains(t, b.messages, `warning: a layer has a field called "property", as a kind of the game's is; objects of that class stay objects`)
	require.Contains(t, b.messages, `warning: a layer has a field called "total"`)
	require.Equal(t, 2, strings.Count(b.messages, "warning"))
	load(t, b, w)
	require.Equal(t, 3, w.Objects.Len())
	for _, l := range w.Layers.All() {
		require.Zero(t, w.PropertiesOf(l.Properties).Len())
	}
}

func TestWhatIsWrongWithObjectsOfOwnKindsIsSaidAtThem(t *testing.T) {
	for _, c := range []struct{ object, want, hint string }{
		{`<object id="1" type="door"><properties><property name="lockd" type="bool" value="true"/></properties></object>`, `unknown name "lockd" in door`, `did you mean "locked"`},
		{`<object id="1" type="door"><properties><property name="mood" value="happy"/></properties></object>`, `unknown symbol "happy"`, "it takes calm, angry or sad"},
		{`<object id="1" type="door"><properties><property name="locked" value="maybe"/></properties></object>`, `maybe`, ""},
		{`<object id="1" type="door"><properties><property name="paint" type="color" value="red"/></properties></object>`, `property paint: expected a color as #RRGGBB, #AARRGGBB or #RGB, got "red"`, ""},
		{`<object id="1" type="door"><properties><property name="mood" type="color" value="#ff0000"/></properties></object>`, `mood: unknown symbol "#ff0000"`, ""},
		{`<object id="1" type="lamp"><properties><property name="radius" type="color" value="#ff0000"/></properties></object>`, `radius: "#ff0000" is not a number`, ""},
		{`<object id="1" type="door"><properties><property name="leads" type="object" value="9"/></properties></object>`, `there is no object 9 in map m`, "it was deleted, perhaps"},
		{`<object id="1" type="npc" name="a"/><object id="2" type="door"><properties><property name="leads" type="object" value="1"/></properties></object>`, `no door has the id "a"`, ""},
		{`<object id="1" type="npc" name="a"/><object id="2" type="npc" name="a"/>`, `a second npc with the id "a"`, ""},
		{`<object id="1" type="door"><properties><property name="a key" value="1"/></properties></object>`, `the property "a key" of a door cannot be a field`, "rename it"},
		{`<object id="1" type="door"><properties><property name="id" value="1"/></properties></object>`, `a property of a door is called id`, ""},
		{`<object id="1" type="lamp"><properties><property name="id" value="1"/></properties></object>`, `unknown name "id" in lamp`, ""},
		{`<object id="1" type="lamp"/><object id="2" type="npc" name="n"><properties><property name="friend" type="object" value="1"/></properties></object>`, "kind lamp, which has no id", `level:"id,id"`},
		{`<object id="1" type="door"><properties><property name="keys" type="list"><item type="list"/></property></properties></object>`, "a list in the list keys", ""},
		{`<object id="1" type="lamp"><properties><property name="tile" type="class" propertytype="C"/></properties></object>`, `unknown name "tile" in lamp`, ""},
		{`<object id="1" type="lamp"><properties><property name="radius" type="float" value="1e300"/></properties></object>`, "1e300", ""},
	} {
		b := build(t, write(t, "m.tmx", inMap("\n"+objectsIn(c.object)), "set.tsx", set("", "")), editor.Options{Schema: gameSchema(t)})
		require.Contains(t, b.messages, c.want)
		require.Contains(t, b.messages, c.hint)
		require.Contains(t, b.messages, "m.tmx:2:", "%s", c.object)
		require.LessOrEqual(t, b.errors, 1, b.messages)
	}
}

// Only the project says what the numbers of an enum stand for.
func TestANumberOfAnEnumNeedsTheProject(t *testing.T) {
	object := `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"type":"door","properties":[` +
		"\n" + `{"name":"mood","type":"int","propertytype":"Mood","value":1},` + "\n" + `{"name":"traits","type":"int","propertytype":"Traits","value":3}]}]}]}`
	path := write(t, "m.tmj", object, "game.tiled-project", gameTypes, "other.json", `[{"name":"Other","type":"enum","values":["a"]}]`)
	b := build(t, path, editor.Options{Schema: gameSchema(t)})
	require.Equal(t, 2, b.errors, b.messages)
	require.Contains(t, b.messages, "m.tmj:2:59: property mood of door: which symbol is 1? The values of the enum Mood are stored as numbers, and nothing says what they stand for")
	require.Contains(t, b.messages, "m.tmj:3:63: property traits of door: which symbol is 3?")
	require.Contains(t, b.messages, "hint: --project names the .tiled-project that has the enum")
	b = build(t, path, editor.Options{Schema: gameSchema(t), Project: filepath.Join(filepath.Dir(path), "other.json")})
	require.Contains(t, b.messages, "hint: it was renamed or deleted, perhaps")
	b = build(t, path, editor.Options{Schema: gameSchema(t), Project: filepath.Join(filepath.Dir(path), "game.tiled-project")})
	require.Empty(t, b.messages)

	// A symbol may be a number.
	type numbered struct {
		Mood   uint8 `level:"mood,enum=0|1"`
		Traits uint8 `level:"traits,flags=3|4"`
	}
	type world struct {
		tiled.World
		Doors standin.Bulk[numbered] `level:"door"`
	}
	s, err := layout.Of(standin.Describe(reflect.TypeFor[world]()))
	require.NoError(t, err)
	require.Empty(t, build(t, path, editor.Options{Schema: s.Schema}).messages)
}

// The caret is under the name that nobody knows, however the file writes it.
func TestAnUnknownNameIsShown(t *testing.T) {
	object := "<object id='1' type='door'><properties>\n%s</properties></object>"
	for property, place := range map[string]string{
		`<property name="lockd" type="bool" value="true"/>`:                                                        "m.tmx:2:17: unknown name \"lockd\" in door",
		`<property name="soun" type="class"><properties><property name="file" value="x"/></properties></property>`: "m.tmx:2:17: unknown name \"soun\" in door",
		`<property name="noice" type="class" propertytype="N"/>`:                                                   "m.tmx:2:17: unknown name \"noice\" in door",
		`<property name="keyz" type="list"><item value="a"/><item value="b"/></property>`:                          "m.tmx:2:17: unknown name \"keyz\" in door",
	} {
		b := build(t, write(t, "m.tmx", inMap(objectsIn(fmt.Sprintf(object, property))), "set.tsx", set("", "")), editor.Options{Schema: gameSchema(t)})
		require.Contains(t, b.messages, place)
		require.Equal(t, 1, strings.Count(b.messages, "unknown name"), b.messages)
	}
	json := `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"type":"door","properties":[` + "\n%s]}]}]}"
	for property, place := range map[string]string{
		`{"name":"lockd","type":"bool","value":true}`:                           "m.tmj:2:9: unknown name \"lockd\" in door",
		`{"name":"keyz","type":"list","value":[{"type":"string","value":"a"}]}`: "m.tmj:2:9: unknown name \"keyz\" in door",
	} {
		b := build(t, write(t, "m.tmj", fmt.Sprintf(json, property)), editor.Options{Schema: gameSchema(t)})
		require.Contains(t, b.messages, place)
	}
}

// An id is read without the white space around it, wherever it comes from; other texts keep
// theirs.
func TestIDsOfOwnKinds(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="relic" name=" n "><properties><property name="key" value=" a "/><property name="motto" value=" m "/><property name="next" type="object" value="2"/></properties></object>
		<object id="2" type="relic"><properties><property name="key"> b
		</property><property name="next" type="object" value="1"/></properties></object>`)), "set.tsx", set("", "")), editor.Options{Schema: relicSchema(t)})
	var w relics
	load(t, b, &w)
	require.Empty(t, b.messages)
	var got []string
	for _, r := range w.Relics.All() {
		next, ok := w.Relics.Get(r.Next)
		require.True(t, ok)
		got = append(got, w.Strings.Get(r.Key)+">"+w.Strings.Get(next.Key)+" "+w.Strings.Get(r.Name)+w.Strings.Get(r.Motto))
	}
	require.Equal(t, []string{"a>b  n  m ", "b>a "}, got)
}

// The text of a text object is a field of that name.
func TestTextsOfOwnKinds(t *testing.T) {
	type sign struct {
		Text store.Str `level:"text"`
		Size [2]float32
	}
	type world struct {
		tiled.World
		Signs store.Bulk[sign] `level:"sign"`
	}
	schema, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="sign" width="3"><text>Beware</text></object><object id="2" type="sign"/>`)), "set.tsx", set("", "")), editor.Options{Schema: schema.Schema})
	var w world
	load(t, b, &w)
	var got []string
	for _, s := range w.Signs.All() {
		got = append(got, w.Strings.Get(s.Text))
	}
	require.Equal(t, []string{"Beware", ""}, got)
}

// A field may be the text of its element, wherever it stands.
func TestFieldsThatAreTexts(t *testing.T) {
	type line struct {
		Says store.Str `level:"says,text"`
		Loud int32     `level:"loud"`
	}
	type npc struct {
		Script store.Str `level:"script,text"`
		Name   store.Str `level:"name"`
		Inner  struct {
			Deep store.Str `level:"deep,text"`
		} `level:"inner"`
		Lines store.Span[line] `level:"lines"`
	}
	type sign struct {
		Text store.Str `level:"text,text"`
	}
	type world struct {
		tiled.World
		NPCs  store.Bulk[npc]  `level:"npc"`
		Signs store.Bulk[sign] `level:"sign"`
		Lines store.Array[line]
	}
	schema, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	for _, file := range [][2]string{
		{"m.tmx", bare(objectsIn(`<object id="1" type="npc" name="n"><properties><property name="inner" type="class"><properties><property name="deep" value=" d&#10;"/></properties></property>
			<property name="lines" type="list"><item type="class"><properties><property name="loud" type="int" value="4"/><property name="says" value="&#10;hi&#10;"/></properties></item></property>
			<property name="script">  if x {
	y()
}
</property></properties></object><object id="2" type="sign"><text>Be
ware
</text></object>`))},
		{"m.tmj", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"type":"npc","name":"n","properties":[{"name":"inner","type":"class","value":{"deep":" d\n"}},
			{"name":"lines","type":"list","value":[{"type":"class","value":{"loud":4,"says":"\nhi\n"}}]},{"name":"script","type":"string","value":"  if x {\n\ty()\n}\n"}]},
			{"id":2,"type":"sign","text":{"text":"Be\nware\n"}}]}]`)},
	} {
		b := build(t, write(t, file[0], file[1]), editor.Options{Schema: schema.Schema})
		require.Empty(t, b.messages)
		var w world
		load(t, b, &w)
		for _, n := range w.NPCs.All() {
			require.Equal(t, []string{"n", "  if x {\n\ty()\n}\n", " d\n"}, []string{w.Strings.Get(n.Name), w.Strings.Get(n.Script), w.Strings.Get(n.Inner.Deep)})
			lines := w.Lines.Slice(n.Lines)
			require.Len(t, lines, 1)
			require.EqualValues(t, 4, lines[0].Loud)
			require.Equal(t, "\nhi\n", w.Strings.Get(lines[0].Says))
		}
		for _, s := range w.Signs.All() {
			require.Equal(t, "Be\nware\n", w.Strings.Get(s.Text))
		}
	}
}

// Values become what the fields are that they are for, in lists and classes too.
func TestValuesBecomeWhatTheirFieldsAre(t *testing.T) {
	type step struct {
		Mood  uint8  `level:"mood,enum=calm|angry|sad"`
		Value int32  `level:"value"`
		Hue   uint32 `level:"hue"`
	}
	type robot struct {
		Steps store.Span[step]  `level:"step"`
		Marks store.Span[int32] `level:"mark"`
		Paint [3]uint8          `level:"paint"`
		Ink   store.Str         `level:"ink"`
		Tile  struct {
			Mood uint8 `level:"mood,enum=calm|angry|sad"`
			Raw  int16 `level:"raw"`
		} `level:"tile"`
	}
	type world struct {
		tiled.World
		Robots store.Bulk[robot] `level:"robot"`
		Steps  store.Array[step]
		Marks  store.Array[int32]
	}
	schema, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="robot"><properties>
		<property name="step" type="list"><item type="class" propertytype="S"><properties><property name="mood" type="int" propertytype="Mood" value="2"/><property name="value" type="int" propertytype="Mood" value="1"/><property name="hue" type="color" value="#04010203"/></properties></item><item type="class"/></property>
		<property name="mark" type="list"><item type="int" propertytype="Mood" value="1"/><item type="int" value="-7"/></property>
		<property name="paint" type="color" value="#010203"/><property name="ink" type="color" value="#aabbcc"/>
		<property name="tile" type="class" propertytype="T"><properties><property name="mood" type="int" propertytype="Mood" value="1"/><property name="raw" type="int" propertytype="Mood" value="2"/></properties></property>
		</properties></object>`)), "set.tsx", set("", ""), "p.json", gameTypes)
	b := build(t, path, editor.Options{Schema: schema.Schema, Project: filepath.Join(filepath.Dir(path), "p.json")})
	var w world
	load(t, b, &w)
	require.Zero(t, w.Tiles.Len())
	for _, o := range w.Robots.All() {
		require.Equal(t, []step{{2, 1, 0x01020304}, {}}, w.Steps.Slice(o.Steps))
		require.Equal(t, []int32{1, -7}, w.Marks.Slice(o.Marks))
		require.Equal(t, [3]uint8{1, 2, 3}, o.Paint)
		require.Equal(t, "#aabbcc", w.Strings.Get(o.Ink))
		require.Equal(t, []int{1, 2}, []int{int(o.Tile.Mood), int(o.Tile.Raw)})
	}
}

// listed is a kind of lists, each of values of another sort.
type (
	listed struct {
		RGBA   store.Span[[4]uint8]    `level:"rgba"`
		RGB    store.Span[[3]uint8]    `level:"rgb"`
		Number store.Span[uint32]      `level:"number"`
		Text   store.Span[store.Str]   `level:"texts"`
		Color  store.Span[tiled.Color] `level:"color"`
		Parts  store.Span[channels]    `level:"parts"`
		Count  store.Span[int32]       `level:"count"`
		Open   store.Span[bool]        `level:"open"`
		Mood   store.Span[mood]        `level:"mood"`
		Trait  store.Span[traits]      `level:"trait"`
	}
	channels struct{ R, G, B, A uint8 }
	mood     struct {
		Mood uint8 `level:"mood,text,enum=calm|angry"`
	}
	traits struct {
		Traits uint8 `level:"traits,text,flags=big|loud"`
	}
	lists struct {
		tiled.World
		Listed   store.Bulk[listed] `level:"Listed"`
		RGBA     store.Array[[4]uint8]
		RGB      store.Array[[3]uint8]
		Numbers  store.Array[uint32]
		Texts2   store.Array[store.Str]
		Colors   store.Array[tiled.Color]
		Channels store.Array[channels]
		Counts   store.Array[int32]
		Opens    store.Array[bool]
		Moods    store.Array[mood]
		Traits   store.Array[traits]
	}
)

// withLists loads a map of one object with a list of items of a type, in both formats.
func withLists(t *testing.T, name, typ string, values []string, check func(*lists, *listed)) {
	t.Helper()
	types, err := layout.Of(layout.FromReflect(reflect.TypeFor[lists]()))
	require.NoError(t, err)
	attributes, texts, members := "", "", []obj{}
	for _, v := range values {
		var escaped strings.Builder
		require.NoError(t, xml.EscapeText(&escaped, []byte(v)))
		attributes += `<item type="` + typ + `" value="` + escaped.String() + `"/>`
		texts += `<item type="` + typ + `">` + strings.ReplaceAll(escaped.String(), "&#xA;", "\n") + `</item>`
		members = append(members, obj{"type": typ, "value": v})
	}
	tmx := `<object id="1" type="Listed"><properties><property name="` + name + `" type="list">%s</property></properties></object>`
	tmj := string(asJSON(t, members))
	for _, file := range [][2]string{{"m.tmx", bare(objectsIn(fmt.Sprintf(tmx, attributes)))}, {"m.tmx", bare(objectsIn(fmt.Sprintf(tmx, texts)))},
		{"m.tmj", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"type":"Listed","properties":[{"name":"` + name + `","type":"list","value":` + tmj + `}]}]}]`)}} {
		b := build(t, write(t, file[0], file[1]), editor.Options{Schema: types.Schema})
		var w lists
		load(t, b, &w)
		require.Equal(t, typ == "string" || typ == "color" || file[0] == "m.tmx", b.messages == "", b.messages)
		require.Equal(t, 1, w.Listed.Len())
		for _, l := range w.Listed.All() {
			check(&w, l)
		}
	}
}

// Without it, those behind it would move up.
func TestAnUnsetColorKeepsItsPlaceInAList(t *testing.T) {
	colors := []string{"", "#04010203", ""}
	for _, c := range []struct {
		name string
		got  func(*lists, *listed) any
		want any
	}{
		{"rgba", func(w *lists, l *listed) any { return w.RGBA.Slice(l.RGBA) }, [][4]uint8{{}, {1, 2, 3, 4}, {}}},
		{"rgb", func(w *lists, l *listed) any { return w.RGB.Slice(l.RGB) }, [][3]uint8{{}, {1, 2, 3}, {}}},
		{"number", func(w *lists, l *listed) any { return w.Numbers.Slice(l.Number) }, []uint32{0, 0x01020304, 0}},
		{"color", func(w *lists, l *listed) any { return w.Colors.Slice(l.Color) }, []tiled.Color{{}, {1, 2, 3, 4}, {}}},
		{"parts", func(w *lists, l *listed) any { return w.Channels.Slice(l.Parts) }, []channels{{}, {1, 2, 3, 4}, {}}},
		{"texts", func(w *lists, l *listed) any { return w.says(l) }, []string{"", "#04010203", ""}},
	} {
		withLists(t, c.name, "color", colors, func(w *lists, l *listed) { require.Equal(t, c.want, c.got(w, l), c.name) })
	}
}

// says returns the list of texts.
func (w *lists) says(l *listed) []string {
	var list []string
	for _, s := range w.Texts2.Slice(l.Text) {
		list = append(list, w.Strings.Get(s))
	}
	return list
}

// A line break at an end is the text's own, however the file writes it.
func TestTextsInListsAreKept(t *testing.T) {
	texts := []string{"a\n", "\nb", "\n", " c ", "", "d\n\n", "\n \n", "\te", "two\nlines\n", "\r\n"}
	withLists(t, "texts", "string", texts, func(w *lists, l *listed) { require.Equal(t, texts, w.says(l)) })
}

// An empty item is 0, where that can be what is meant.
func TestEmptyItemsOfListsKeepTheirPlaces(t *testing.T) {
	withLists(t, "count", "int", []string{"7", "", "8"}, func(w *lists, l *listed) { require.Equal(t, []int32{7, 0, 8}, w.Counts.Slice(l.Count)) })
	withLists(t, "open", "bool", []string{"", "true"}, func(w *lists, l *listed) { require.Equal(t, []bool{false, true}, w.Opens.Slice(l.Open)) })
	withLists(t, "trait", "string", []string{"", "loud", "", "loud,big"}, func(w *lists, l *listed) {
		require.Equal(t, []traits{{}, {2}, {}, {3}}, w.Traits.Slice(l.Trait))
	})
	types, err := layout.Of(layout.FromReflect(reflect.TypeFor[lists]()))
	require.NoError(t, err)
	for _, name := range []string{"count", "open", "mood"} {
		for _, level := range []string{
			bare(objectsIn(`<object id="1" type="Listed"><properties><property name="` + name + `" type="list">` + "\n" + `<item value=" "/></property></properties></object>`)),
			mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"type":"Listed","properties":[{"name":"` + name + `","type":"list","value":[` + "\n" + `{"type":"string","value":""}]}]}]}]`),
		} {
			b := build(t, write(t, "m.tmx", level), editor.Options{Schema: types.Schema})
			require.Contains(t, b.messages, "m.tmx:2:")
			require.Contains(t, b.messages, name+" of Listed takes no empty texts, and an item of the list is one")
			require.Equal(t, 1, b.errors, b.messages)
		}
	}
}

// A kind with many fields is given some of them as elements, so that a tag keeps the
// length that is read quickly.
func TestManyPropertiesOfAnOwnKind(t *testing.T) {
	props := ""
	for i := range 300 {
		props += `<property name="unknown` + string(rune('a'+i%26)) + string(rune('a'+i/26)) + `" value="v"/>`
	}
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="lamp"><properties>`+props+`</properties></object>`)), "set.tsx", set("", "")), editor.Options{Schema: gameSchema(t)})
	require.Contains(t, b.messages, "unknown name")
	require.NotContains(t, b.messages, "attributes")
}
