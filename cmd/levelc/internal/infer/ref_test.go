package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

// bodies are nodes with ids a, b, c and 1, 2, 3.
const bodies = `<body name="a" no="1"/><body name="b" no="2"/><body name="c" no="3"/>`

// column shows a field of a kind.
func column(t *testing.T, r *infer.Result, kind, name string) string {
	t.Helper()
	i := r.Schema.Table(kind)
	require.GreaterOrEqual(t, i, 0, shape(r))
	j := r.Schema.Tables[i].Field(name)
	require.GreaterOrEqual(t, j, 0, shape(r))
	s := strings.TrimPrefix(field(&r.Schema.Tables[i].Fields[j]), name+" ")
	if k := r.Schema.Table(kind + "." + name); k >= 0 {
		s += " of " + field(&r.Schema.Tables[k].Fields[0])
	}
	return s
}

func TestAttributesWithOnlyIdsInThemAreReferences(t *testing.T) {
	for _, c := range []struct{ joints, want, why string }{
		{`<j v="a"/><j v="b"/><j v="c"/>`, "ref(body)", "three different ids"},
		{`<j v="a"/><j v="b"/><j v="c"/><j/>`, "ref(body)", "or none at all"},
		{`<j v="a"/><j v="b"/><j v="c"/><j v=""/>`, "ref(body)", "or an empty one"},
		{`<j v="a"/><j v="b"/><j v="b"/>`, "str", "two may be chance"},
		{`<j v="a"/><j v="b"/><j v="d"/>`, "str", "one is no id"},
		{`<j v="a b"/><j v="c"/>`, "span of value ref(body) text", "lists of ids"},
		{`<j v="a"/><j v="b"/><j v="c"/><j v=","/>`, "str", "one is neither an id nor a list"},
		{`<j v="a,c"/><j v="b d"/>`, "str", "lists with something else"},
	} {
		for _, others := range []string{"", manyIDs(40, "o%d-%d")} {
			r := from(t, `<s>`+bodies+c.joints+others+`</s>`)
			require.Equal(t, c.want, column(t, r, "j", "v"), c.why)
		}
	}
}

// Some formats call a motor after its joint.
func TestWhatSaysTheIDAgainMayNameAnotherKind(t *testing.T) {
	const joints = `<s><joint name="hip"/><joint name="knee"/><joint name="toe"/>`
	for _, c := range []struct{ motors, want, why string }{
		{`<motor name="hip" joint="hip"/><motor name="knee" joint="knee"/>`, "ref(joint)", "the field is called as the kind is"},
		{`<motor name="hip" v="hip"/><motor name="knee" v="knee"/><motor name="toe" v="toe"/>`, "str", "it is not"},
		{`<motor name="hip" motor="hip"/><motor name="knee" motor="knee"/>`, "str", "it is called as its own kind is"},
	} {
		r := from(t, joints+c.motors+`</s>`)
		motor := r.Schema.Tables[r.Schema.Table("motor")]
		require.Equal(t, c.want, column(t, r, "motor", motor.Fields[len(motor.Fields)-1].Name), c.why)
	}
}

// The cells of a grid are no references to whatever has small numbers as ids.
func TestNamesThatMerelyEndAsReferencesDo(t *testing.T) {
	const bodies = `<body no="x" id="7"/><body no="y" id="8"/><body no="z" id="9"/>`
	for name, want := range map[string]string{
		"bodyId": "ref(body)", "body_id": "ref(body)", "targetid": "ref(body)", "on_grid_id": "ref(body)", "gridID": "ref(body)", "body.ref": "ref(body)",
		"grid": "u8", "tileGrid": "u8", "gid": "u8", "tile_gid": "u8", "isSolid": "u8", "VOID": "u8", "transparent": "u8",
	} {
		joints := strings.ReplaceAll(`<j v="7"/><j v="8"/><j v="9"/>`, "v=", name+"=")
		require.Equal(t, want, column(t, from(t, `<s>`+bodies+joints+`</s>`), "j", name), name)
	}
	r := from(t, `<s><grid name="a"/><grid name="b"/><tile grid="a"/><tile grid="b"/></s>`)
	require.Equal(t, "ref(grid)", column(t, r, "tile", "grid"), "but the kind is a grid")
}

// A GUID is no uid of what is called as the rest.
func TestGUIDsAndUUIDsSpeakOfTheirKind(t *testing.T) {
	for _, name := range []string{"roomGuid", "room_uuid", "roomIid", "roomUID"} {
		r := from(t, strings.ReplaceAll(`<s><room id="7"/><room id="8"/><room id="9"/><item id="7"/><item id="8"/><item id="9"/><j v="7"/><j v="8"/><j v="9"/></s>`, "v=", name+"="))
		require.Equal(t, "ref(room)", column(t, r, "j", name), name)
	}
}

// "mid", "lid" and others are the ends of names without a capital or a hyphen as well.
func TestShortWordsEndTheNamesOfReferencesToo(t *testing.T) {
	for name, want := range map[string]string{
		"roomid": "ref(room)", "ROOMID": "ref(room)", "startroomid": "ref(room)", "modelid": "ref(room)", "tagid": "ref(room)", "cameraid": "ref(room)", "torchid": "ref(room)",
		"mid": "u8", "start_mid": "u8", "isLid": "u8", "firstgid": "u8", "raid": "u8",
	} {
		r := from(t, strings.ReplaceAll(`<s><room id="7"/><room id="8"/><room id="9"/><j v="7"/><j v="8"/><j v="9"/></s>`, "v=", name+"="))
		require.Equal(t, want, column(t, r, "j", name), name)
	}
}

// A string of digits may be the id of a node whose id is a number, but says no more than
// a number does.
func TestStringsOfDigitsAreReferencesOnlyByTheirNames(t *testing.T) {
	for _, name := range []string{"grid", "cells", "bodies"} {
		r := from(t, fmt.Sprintf(`{"body": [{"id": 0}, {"id": 1}, {"id": 2}], "map": [{"%s": ["0", "1", "2", "0"]}, {"%[1]s": ["2", "1"]}]}`, name))
		if name == "bodies" {
			require.Equal(t, "span of value ref(body) text", column(t, r, "map", name))
		} else {
			require.Equal(t, "span of value str text", column(t, r, "map", name))
		}
	}
}

// The types of objects are often compound nouns.
func TestAFieldMaySpeakOfTheNounAtTheEndOfAKind(t *testing.T) {
	shapes := `<s><BoxShape name="a"/><BoxShape name="b"/>`
	for name, want := range map[string]string{"shape": "ref(BoxShape)", "shapeId": "ref(BoxShape)", "ape": "str", "pe": "str"} {
		r := from(t, shapes+strings.ReplaceAll(`<j v="a"/><j v="b"/></s>`, "v=", name+"="))
		require.Equal(t, want, column(t, r, "j", name), name)
	}
}

// One reference here and a list of them there is a list that takes any.
func TestOneReferenceMayStandForAListOfThem(t *testing.T) {
	r := from(t, `{"skin": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "mesh": [{"skins": "a"}, {"skins": ["b", "c"]}, {"skins": "b"}]}`)
	require.Equal(t, "span any of value ref(skin) text", column(t, r, "mesh", "skins"))
	r = from(t, `{"skin": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "mesh": [{"skins": "a"}, {"skins": ["b", "c"]}, {"skins": 5}]}`)
	require.Equal(t, "span any of value str text", column(t, r, "mesh", "skins"), "5 is none")
	r = from(t, `{"skin": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "5"}], "mesh": [{"skin": "a"}, {"skin": 5}, {"skin": "b"}]}`)
	require.Equal(t, "str any", column(t, r, "mesh", "skin"), "a string that takes any is none either")
}

// Editors write a node's name beside its id, and at first both are the same.
func TestWhatSaysTheIdAgainIsNoReference(t *testing.T) {
	for _, c := range []struct{ level, want, why string }{
		{`<s><n id="a" name="a"/><n id="b" name="b"/><n id="c" name="c"/></s>`, "str", "the same name"},
		{`<s><n id="a" name="b"/><n id="b" name="c"/><n id="c" name="a"/></s>`, "ref(n)", "another node's"},
		{`<s><n id="a" name="a"/><n id="b" name="b"/><n id="c" name="c"/><n id="d" name="a"/></s>`, "ref(n)", "one of another node"},
		{`{"n": [{"id": "a", "name": "a"}, {"name": "b", "id": "b"}, {"id": "c", "name": "c"}]}`, "str", "in JSON"},
		{`{"to": "a", "n": {"a": {"name": "a"}, "b": {"name": "b"}, "c": {"name": "c"}}, "list": ["a", "b", "c"]}`, "str", "beside a key"},
	} {
		require.Equal(t, c.want, column(t, from(t, c.level), "n", "name"), c.why)
	}
}

// What is usual in every level is called alike in every level.
func TestAValueThatManyLevelsHaveIsOneValue(t *testing.T) {
	level := func(n int, values string) string {
		return fmt.Sprintf(`<s><body name="plain"/><body name="own%d"/>%s</s>`, n, values)
	}
	of := func(values string) (levels []string) {
		for n := range 5 {
			levels = append(levels, level(n, strings.ReplaceAll(values, "#", fmt.Sprint(n))))
		}
		return levels
	}
	for _, c := range []struct{ joints, want, why string }{
		{`<j v="plain"/><j v="plain"/>`, "str", "the same one everywhere"},
		{`<j v="own#"/><j v="own#"/>`, "ref(body)", "another one in each level"},
		{`<j v="plain"/><j v="own#"/>`, "ref(body)", "both"},
	} {
		require.Equal(t, c.want, column(t, from(t, of(c.joints)...), "j", "v"), c.why)
		require.Equal(t, "ref(body)", column(t, from(t, of(strings.ReplaceAll(c.joints, "v=", "body="))...), "j", "body"), "a name that speaks of the kind")
	}
	two := []string{level(0, `<j v="plain"/><j v="own0"/>`), level(0, `<j v="own0"/><j v="plain"/>`)}
	require.Equal(t, "enum8(own0 plain) required", column(t, from(t, append(two, two...)...), "j", "v"), "two by turns")
}

// manyIDs is three nodes of each of n kinds, called by a format of kind and node.
func manyIDs(n int, id string) string {
	var b strings.Builder
	for kind := range n {
		for node := range 3 {
			fmt.Fprintf(&b, `<k%d id="`+id+`" to="`+id+`"/>`, kind, kind, node+1, (kind+7)%n, node+1)
		}
	}
	return b.String()
}

// Where the ids of very many kinds are alike, a name still tells which is meant.
func TestANameTellsWhichOfManyKindsIsReferredTo(t *testing.T) {
	r := from(t, `<s>`+manyIDs(300, "%[3]d")+`<j k17Id="1" k18Id="4"/><j k17Id="2" k18Id="5"/><j k17Id="3" k18Id="6"/></s>`)
	require.Equal(t, "ref(k17)", column(t, r, "j", "k17Id"))
	require.Equal(t, "u8", column(t, r, "j", "k18Id"))
	require.Equal(t, "u8", column(t, r, "k3", "to"))
}

func TestANameThatSpeaksOfReferencesNeedsLessEvidence(t *testing.T) {
	for name, want := range map[string]string{"body": "ref(body)", "start-body": "ref(body)", "bodyId": "ref(body)", "target": "ref(body)", "parentRef": "ref(body)", "colour": "str"} {
		r := from(t, fmt.Sprintf(`<s>%s<j %[2]s="a"/><j %[2]s="b"/></s>`, bodies, name))
		require.Equal(t, want, column(t, r, "j", name), name)
		r = from(t, fmt.Sprintf(`<s>%s<j %[2]s="a"/><j/></s>`, bodies, name))
		require.Equal(t, "str", column(t, r, "j", name), "one value is never enough")
	}
}

func TestNumbersAreReferencesIfTheirNameSaysSo(t *testing.T) {
	things := `<thing id="1"/><thing id="2"/><thing id="3"/>`
	use := func(name string) string {
		return fmt.Sprintf(`<s>%s<j %[2]s="1"/><j %[2]s="2"/><j %[2]s="3"/></s>`, things, name)
	}
	require.Equal(t, "ref(thing)", column(t, from(t, use("thing")), "j", "thing"))
	require.Equal(t, "ref(thing)", column(t, from(t, use("thingId")), "j", "thingId"))
	require.Equal(t, "ref(thing)", column(t, from(t, use("target")), "j", "target"))
	require.Equal(t, "u8", column(t, from(t, use("count")), "j", "count"), "small numbers are ids of everything")
	json := `{"type":"s","thing":[{"id":1},{"id":2},{"id":3}],"joints":[{"thing":1},{"thing":2},{"thing":3}]}`
	require.Equal(t, "ref(thing)", column(t, from(t, json), "joint", "thing"))
	json = strings.ReplaceAll(json, `"id":`, `"id":"x",      "no":`)
	require.NotContains(t, shape(from(t, json)), "ref", "no id")
}

func TestIdsOfSeveralKindsMakeAnAnyHandle(t *testing.T) {
	lamps := `<lamp name="x"/><lamp name="y"/>`
	r := from(t, `<s>`+bodies+lamps+`<j v="a"/><j v="b"/><j v="x"/><j v="y"/></s>`)
	require.Equal(t, "anyref(body lamp)", column(t, r, "j", "v"))
	r = from(t, `<s>`+bodies+lamps+`<j v="a"/><j v="x"/><j v="y"/></s>`)
	require.Equal(t, "str", column(t, r, "j", "v"))
	r = from(t, `<s>`+bodies+lamps+`<j target="a"/><j target="x"/><j target="y"/></s>`)
	require.Equal(t, "anyref(body lamp)", column(t, r, "j", "target"), "with a name that says so")
	r = from(t, `<s>`+bodies+`<lamp name="a"/><lamp name="y"/><j v="a"/><j v="b"/><j v="c"/><j v="y"/></s>`)
	require.Equal(t, "str", column(t, r, "j", "v"), "a build could not tell which a is meant")
}

func TestWhichAttributeIsTheId(t *testing.T) {
	ids := func(body string) string {
		r := from(t, `<s n="1">`+body+`</s>`)
		for _, f := range r.Schema.Tables[r.Schema.Table("b")].Fields {
			if s := field(&f); strings.HasSuffix(s, " id") {
				return s
			}
		}
		return "none"
	}
	require.Equal(t, "id u8 id", ids(`<b name="x" id="1"/><b name="y" id="2"/>`), "id is the likeliest")
	require.Equal(t, "name str id", ids(`<b name="x" id="1"/><b name="y" id="1"/>`), "it has to be different in all of them")
	require.Equal(t, "none", ids(`<b name="x" id="1"/><b name="x" id="1"/>`))
	require.Equal(t, "none", ids(`<b label="x"/><b label="y"/>`), "and has to be called like one")
	require.Equal(t, "name str id", ids(`<b name="x" id="1"/><b name="y" id="2"/><b name="z" id="3"/><j a="x"/><j a="y"/><j a="z"/>`), "references decide")
	require.Equal(t, "name str id", ids(`<b name="x"/><b/><b name=""/>`), "not all need have one")
	require.Equal(t, "none", ids(`<b id="1.5"/><b id="2"/>`), "a float is none")
	require.Equal(t, "none", ids(`<b id="01"/><b id="1"/>`), "nor are two forms of one number")
	require.Equal(t, "none", ids(`<b id="a"/><b id="a "/>`), "nor what differs in white space, which is no part of an id")
	require.Equal(t, "none", ids(`<b id="1&#10;"/><b id="1"/>`))
}

func TestUniqueInEachLevelIsEnough(t *testing.T) {
	level := `<s>` + bodies + `<j v="a"/><j v="b"/><j v="c"/></s>`
	require.Equal(t, "ref(body)", column(t, from(t, level, level), "j", "v"))
	r, err := infer.Files(context.Background(), spool(t, level, level), infer.Options{OneLevel: true})
	require.NoError(t, err)
	require.Equal(t, "str", column(t, r, "j", "v"), "in one level each id is there twice")
}

func TestReferencesReachOtherSourcesOfOneLevelOnly(t *testing.T) {
	texts := []string{`<s>` + bodies + `</s>`, `<s><j v="a"/><j v="b"/><j v="c"/></s>`}
	require.Equal(t, "str", column(t, from(t, texts...), "j", "v"), "each has to build by itself")
	r, err := infer.Files(context.Background(), spool(t, texts...), infer.Options{OneLevel: true})
	require.NoError(t, err)
	require.Equal(t, "ref(body)", column(t, r, "j", "v"))
	r, err = infer.Files(context.Background(), spool(t, texts[1], texts[0]), infer.Options{OneLevel: true})
	require.NoError(t, err)
	require.Equal(t, "ref(body)", column(t, r, "j", "v"))
}

// The next level may have another picture than one that is called like its slot.
func TestWhatAlwaysSaysTheIDOfItsNodeAgainIsNoReference(t *testing.T) {
	require.Equal(t, lines(
		"bone/bones: name str id, parent ref(bone)",
		"slot/slots: name str id, bone ref(bone), attachment str",
	), shape(from(t, `{
		"bones": [{"name": "root"}, {"name": "b1", "parent": "root"}, {"name": "b2", "parent": "b1"}, {"name": "b3", "parent": "b2"}],
		"slots": [{"name": "head", "bone": "b1", "attachment": "head"}, {"attachment": "gun", "name": "gun", "bone": "b2"},
			{"name": "torso", "bone": "b3", "attachment": "torso"}, {"name": "eye", "bone": "b1"}, {"name": "hat", "bone": "b1", "attachment": ""}]}`)))
	require.Equal(t, "slot: name str id, skin str, pair ref(slot), x u8", shape(from(t, `<slots>
		<slot name="a" skin="a" pair="a" x="1"/><slot name="b" skin="b" pair="c" x="2"/><slot name="c" pair="b" x="3"/><slot name="d" skin="d" x="4"/></slots>`)))
	require.Contains(t, shape(from(t, `{"hero": {"label": "hero", "parts": [{"id": "p1"}, {"id": "p2"}]}, "tree": {"label": "tree", "parts": [{"id": "p3"}, {"id": "p4"}]},
		"rock": {"label": "rock", "parts": [{"id": "p5"}, {"id": "p6"}]}}`)), "label str")
}

// Names of things that are met in several places, as in two models of one level, can be
// no references. But they are no words of an enum either.
func TestNamesOfThingsAreNoEnum(t *testing.T) {
	model := `<link name="chassis"/><link name="left"/><link name="right"/><link name="mast"/><joint name="%s" type="%s"><parent>chassis</parent></joint>
		<joint name="%[1]s2" type="ball"><parent>chassis</parent></joint><joint name="%[1]s3" type="fixed"><parent>chassis</parent></joint>
		<joint name="%[1]s4" type="ball"><parent>left</parent></joint>`
	r := from(t, `<sdf><model name="m1">`+fmt.Sprintf(model, "a", "fixed")+`</model><model name="m2">`+fmt.Sprintf(model, "b", "fixed")+`</model></sdf>`)
	require.Contains(t, shape(r), "enum8(ball fixed)")
	require.Contains(t, shape(r), "parent str")
	// Nor are they if a text says them.
	const monsters = `<l><monster id="goblin" hp="1"/><monster id="orc" hp="2"/>%s</l>`
	spawns := strings.Repeat(`<spawn x="1" what="orc">orc</spawn><spawn x="1" what="goblin">goblin</spawn>`, 4)
	require.Contains(t, shape(from(t, fmt.Sprintf(monsters, spawns))), "spawn: what str, text str text, x u8")
}

func TestAPrefixedIDIsAnID(t *testing.T) {
	for _, name := range []string{"xml:id", "gml:id", "rdf:ID"} {
		r := from(t, fmt.Sprintf(`<s><b %[1]s="p" n="1"/><b %[1]s="q" n="2"/><b %[1]s="r" n="3"/><j to="q"/><j to="r"/></s>`, name))
		require.Equal(t, "b: "+name+" str id, n u8\nj: to ref(b)", shape(r))
		r = from(t, fmt.Sprintf(`<s><b %[1]s="p" n="1"/><b %[1]s="p" n="2"/></s>`, name))
		require.Equal(t, "b: "+name+" str, n u8", shape(r), "it is not unique")
	}
	require.Equal(t, "b: gml:name str, id str id", shape(from(t, `<s><b gml:name="p" id="x"/><b gml:name="q" id="y"/></s>`)))
}

// writing shows how a reference is written.
func writing(t *testing.T, r *infer.Result, kind, name string) string {
	t.Helper()
	said := column(t, r, kind, name)
	table := &r.Schema.Tables[r.Schema.Table(kind)]
	f := &table.Fields[table.Field(name)]
	if i := r.Schema.Table(kind + "." + name); i >= 0 {
		f = &r.Schema.Tables[i].Fields[0]
	}
	return strings.TrimSpace(said + " " + strings.Join(append(f.Attr.Forms, f.Attr.None...), " "))
}

func TestReferencesMayHaveSignsAroundTheID(t *testing.T) {
	for _, c := range []struct{ joints, want, why string }{
		{`<j v="#a"/><j v="#b"/><j v="#c"/>`, "ref(body) #*", "three different ids"},
		{`<j v="#a"/><j/>`, "ref(body) #*", "one says enough if it is written so"},
		{`<j v="url(#a)"/><j v="#b"/>`, "ref(body) #* url(#*)", "two forms"},
		{`<j v="#a"/><j v="b"/>`, "str", "two may be chance if one of them is bare"},
		{`<j v="#a"/><j v="b"/><j v="c"/>`, "ref(body) #*", "some are bare"},
		{`<j v="@a"/><j v="@b"/>`, "str", "other signs say less"},
		{`<j v="@a"/><j v="@b"/><j v="@c"/>`, "ref(body) @*", "unless there are enough"},
		{`<j v="#a"/><j v="#b"/><j v="#d"/>`, "str", "one is no id"},
		{`<j v="#a"/><j v="#b"/><j v="#"/>`, "str", "one has no id"},
		{`<j v="#a"/><j v="##b"/><j v="#c"/>`, "str", "one has two signs"},
		{`<j v="#1"/><j v="#2"/><j v="#3"/>`, "str", "numbers need a name that speaks"},
		{`<j v="#a"/><j v="url(#b"/>`, "str", "one is not whole"},
		{`<j v="#a #b"/><j v="#c"/>`, "span of value ref(body) text #*", "lists of ids"},
		{`<j v="a"/><j v="b"/><j v="c"/><j v="none"/>`, "ref(body) none", "one says none"},
		{`<j v="a"/><j v="b"/><j v="none"/><j v="-1"/>`, "str", "none is no id that would count"},
		{`<j v="#a"/><j v="-1"/><j v="none"/>`, "ref(body) #* none -1", "all together"},
		{`<j v="a"/><j v="b"/><j v="c"/><j v="0"/>`, "str", "0 may be anything"},
		{`<j v="none"/><j v="none"/>`, "str", "nothing but none"},
		{`<j v="#a"/><j v="#b"/><j v="#c"/><body name="#x" no="4"/>`, "str", "an id that a build would refuse"},
		{`<j v="a"/><j v="b"/><j v="none"/><body name="none" no="4"/>`, "ref(body)", "none is an id"},
		{`<j v="#a"/><j v="#b"/><body name="#a" no="4"/><body name="#b" no="5"/><j v="#a"/><j v="a"/>`, "ref(body)", "both are ids"},
		{`<j><v>#a</v></j><j><v>#b</v></j>`, "ref(body) #*", "texts"},
		{`<j><v>#a</v><v>#b</v></j><j v="#c"/>`, "span of value ref(body) text #*", "several texts, and an attribute"},
	} {
		for _, others := range []string{"", manyIDs(40, "o%d-%d")} {
			r := requireBuilds(t, []string{`<s>` + bodies + c.joints + others + `</s>`}, false)
			require.Equal(t, c.want, writing(t, r, "j", "v"), c.why)
		}
	}
}

func TestJSONWritesReferencesWithSigns(t *testing.T) {
	for _, c := range []struct{ nodes, want, why string }{
		{`[{"v": "#a"}, {"v": -1}]`, "ref(body) #* -1", "a number says none among strings"},
		{`[{"v": "a"}, {"v": "b"}, {"v": "c"}, {"v": -1}]`, "ref(body) -1", "also of plain ids"},
		{`[{"v": "#a"}, {"v": -2}]`, "str any", "another number"},
		{`[{"v": "#a"}, {"v": false}]`, "str any", "a bool"},
		{`[{"v": ["#a", -1]}, {"v": ["#b"]}]`, "span of value ref(body) text #* -1", "in lists"},
		{`[{"v": ["#a", 1]}, {"v": ["#b"]}]`, "span any of value str text", "not any number"},
		{`[{"v": "#a"}, {"v": ["#b", -1]}]`, "span any of value ref(body) text #* -1", "a list here and one there"},
		{`[{"v": "#a b"}]`, "ref(body) #*", "an id with a space"},
	} {
		r := requireBuilds(t, []string{`{"body": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "a b"}], "j": ` + c.nodes + `}`}, false)
		require.Equal(t, c.want, writing(t, r, "j", "v"), c.why)
	}
	const bones = `{"bone": [{"id": 1, "parent": -1}, {"id": 2, "parent": 1}, {"id": 3, "parent": 2}, {"id": 4, "parent": 3}]}`
	require.Equal(t, "ref(bone) -1", writing(t, requireBuilds(t, []string{bones}, false), "bone", "parent"))
	const text = `{"body": [{"id": "-1"}, {"id": "b"}], "j": [{"body": -1}, {"body": -1}]}`
	require.Equal(t, "i8", writing(t, requireBuilds(t, []string{text}, false), "j", "body"), "numbers are no ids that are strings")
	const minus = `{"bone": [{"id": -1, "parent": 1}, {"id": 1, "parent": -1}, {"id": 3, "parent": 1}, {"id": 4, "parent": 3}]}`
	require.Equal(t, "ref(bone)", writing(t, requireBuilds(t, []string{minus}, false), "bone", "parent"), "-1 is an id")
}

// What a level says by signs has to hold for all of them.
func TestSignsInSeveralLevels(t *testing.T) {
	plain, signs := `<s>`+bodies+`<j v="a"/><j v="b"/><j v="c"/></s>`, `<s>`+bodies+`<j v="#a"/><j v="none"/></s>`
	for _, c := range []struct {
		levels []string
		want   string
	}{
		{[]string{plain, signs}, "ref(body) #* none"},
		{[]string{signs, plain}, "ref(body) #* none"},
		{[]string{plain, signs, plain}, "ref(body) #* none"},
		{[]string{plain, `<s>` + bodies + `<j v="none"/></s>`}, "ref(body) none"},
		{[]string{plain, signs, `<s>` + bodies + `<j v="d"/></s>`}, "str"},
		{[]string{`<s>` + bodies + `<j v="d"/></s>`, signs}, "str"},
		{[]string{plain, signs, `<s>` + bodies + `<body name="none"/></s>`}, "str"},
	} {
		require.Equal(t, c.want, writing(t, requireBuilds(t, c.levels, false), "j", "v"), c.levels)
	}
}

// A reference to one of several kinds, as COLLADA's sources are.
func TestSignsOfSeveralKinds(t *testing.T) {
	r := requireBuilds(t, []string{`<s>` + bodies + `<lamp id="x"/><lamp id="y"/><j v="#a"/><j v="#x"/><j v="none"/></s>`}, false)
	require.Equal(t, "anyref(body lamp) #* none", writing(t, r, "j", "v"))
}

// Nodes that stand under their keys are referred to as others are.
func TestSignsOfKeys(t *testing.T) {
	r := requireBuilds(t, []string{`{"rooms": {"hall": {"light": 1}, "attic": {"light": 2}}, "doors": [{"room": "#hall"}, {"room": "#attic"}, {"room": "none"}]}`}, false)
	require.Equal(t, "ref(room) #* none", writing(t, r, "door", "room"))
	r = requireBuilds(t, []string{`{"rooms": {"hall": {"light": 1}, "attic": {"light": 2}}, "doors": [{"room": "#hall", "to": "hall"}, {"room": "#cellar", "to": "attic"}]}`}, false)
	require.Equal(t, "str", writing(t, r, "door", "room"))
}
