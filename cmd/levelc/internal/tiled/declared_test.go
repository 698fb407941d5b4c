package tiled_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// allTypes has a class with a member of each type.
const allTypes = `{"propertyTypes":[
{"name":"Mood","type":"enum","storageType":"int","values":["calm","angry","sad"],"valuesAsFlags":false},
{"name":"Traits","type":"enum","storageType":"int","values":["big","loud","red"],"valuesAsFlags":true},
{"name":"Word","type":"enum","storageType":"string","values":["calm","angry"],"valuesAsFlags":false},
{"name":"In","type":"class","useAs":["property"],"members":[{"name":"n","type":"int","value":1}]},
{"name":"C","type":"class","useAs":["property"],"members":[{"name":"s","type":"string","value":""},{"name":"i","type":"int","value":0},{"name":"f","type":"float","value":0},
{"name":"b","type":"bool","value":false},{"name":"c","type":"color","value":""},{"name":"p","type":"file","value":""},{"name":"o","type":"object","value":0},
{"name":"l","type":"list","value":[]},{"name":"k","type":"class","propertyType":"In","value":{}},
{"name":"mood","type":"int","propertyType":"Mood","value":0},{"name":"traits","type":"int","propertyType":"Traits","value":0},{"name":"word","type":"string","propertyType":"Word","value":"calm"}]}]}`

// What a class declares is what its members are. In TMJ a value says itself what it is, and
// may be something else.
func TestMembersAreOfTheTypesOfTheirClass(t *testing.T) {
	for _, c := range []struct{ member, want, says string }{
		{`"s":"x"`, `<property name="s" type="string">x</property>`, ""},
		{`"i":3.0`, `<property name="i" type="int" int="3"/>`, ""},
		{`"f":3`, `<property name="f" type="float" float="3"/>`, ""},
		{`"k":[]`, `<property name="k" class="In" type="class" nested="1"/>`, ""},
		{`"i":null`, `<property name="i" type="int" int="0"/>`, ""},
		{`"s":5`, `<property name="s" type="string">5</property>`, "warning: property s: expected a string for the type string, got 5"},
		{`"s":true`, `<property name="s" type="string">true</property>`, "warning: property s: expected a string for the type string, got true"},
		{`"i":"7"`, `<property name="i" type="int" int="7"/>`, `warning: property i: expected a number for the type int, got "7"`},
		{`"i":"seven"`, "", `property i: expected a whole number, got "seven"`},
		{`"i":true`, "", `property i: expected a whole number, got "true"`},
		{`"i":1.5`, "", `property i: expected a whole number, got "1.5"`},
		{`"i":[7]`, "", `property i: expected a single value for the type int, got a list`},
		{`"i":[]`, "", `property i: expected a single value for the type int, got a list`},
		{`"i":{"a":7}`, "", `property i: expected a single value for the type int, got an object`},
		{`"i":[{"a":7}]`, "", `property i: expected a single value for the type int, got a list`},
		{`"f":"0.5"`, `<property name="f" type="float" float="0.5"/>`, `warning: property f: expected a number for the type float, got "0.5"`},
		{`"b":"true"`, `<property name="b" type="bool" bool="true"/>`, `warning: property b: expected true or false for the type bool, got "true"`},
		{`"b":1`, `<property name="b" type="bool" bool="true"/>`, `warning: property b: expected true or false for the type bool, got 1`},
		{`"b":2`, "", `property b: expected true or false, got "2"`},
		{`"c":123`, "", `property c: expected a color as #RRGGBB, #AARRGGBB or #RGB, got 123`},
		{`"p":5`, `<property name="p" type="file">5</property>`, `warning: property p: expected a string for the type file, got 5`},
		{`"o":"0"`, `<property name="o" type="object"/>`, `warning: property o: expected a number for the type object, got "0"`},
		{`"l":[1,null,2]`, "", `l: null is no item of a list`},
		{`"l":[{"type":"int","value":1},null]`, "", `l: null is no item of a list`},
		{`"l":5`, "", `property l: expected a list for the type list, got 5`},
		{`"l":{"type":"int","value":5}`, "", `property l: expected a list for the type list, got an object`},
		{`"k":5`, "", `property k: expected an object for the type class, got 5`},
		{`"k":[{"n":5}]`, "", `property k: expected an object for the type class, got a list`},
		{`"k":{"n":"5"}`, `<property name="n" type="int" int="5"/>`, `warning: property n: expected a number for the type int, got "5"`},
		// The storage of an enum may have changed since the map was saved.
		{`"mood":"sad"`, `<property name="mood" class="Mood" type="int" int="2">sad</property>`, ""},
		{`"mood":"glad"`, "", `property mood: expected a whole number, got "glad"`},
		{`"traits":"red,big"`, `<property name="traits" class="Traits" type="int" int="5">red,big</property>`, ""},
		{`"traits":"red,odd"`, "", `property traits: expected a whole number, got "red,odd"`},
		{`"word":1`, `<property name="word" class="Word" type="string">angry</property>`, ""},
		{`"word":9`, `<property name="word" class="Word" type="string">9</property>`, `warning: property word: the enum Word has no value "9"`},
	} {
		path := write(t, "m.tmj", mapWith(`"properties":[{"name":"v","type":"class","propertytype":"C","value":{`+"\n"+c.member+`}}]`), "p.json", allTypes)
		b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.json")})
		require.Equal(t, c.want == "", b.errors > 0, "%s: %s", c.member, b.messages)
		if c.want != "" {
			require.Contains(t, b.xml, c.want, c.member)
		}
		if c.says == "" {
			require.Empty(t, b.messages, c.member)
			continue
		}
		require.Contains(t, b.messages, c.says, c.member)
		require.Contains(t, b.messages, "m.tmj:2:", c.member)
		require.Equal(t, 1, strings.Count(b.messages, "m.tmj:"), b.messages)
	}
}

// A property that is not in a class says its type itself.
func TestValuesAreOfTheTypesThatTheySay(t *testing.T) {
	for _, c := range []struct{ property, want, says string }{
		{`"type":"int","value":"7"`, `<property name="v" type="int" int="7"/>`, `warning: property v: expected a number for the type int, got "7"`},
		{`"type":"string","value":7`, `<property name="v" type="string">7</property>`, `warning: property v: expected a string for the type string, got 7`},
		{`"type":"color","value":123456`, "", `property v: expected a color as #RRGGBB, #AARRGGBB or #RGB, got 123456`},
		{`"type":"bool","value":"false"`, `<property name="v" type="bool" bool="false"/>`, `warning: property v: expected true or false for the type bool, got "false"`},
		{`"type":"int","propertytype":"Mood","value":"sad"`, `<property name="v" class="Mood" type="int" int="2">sad</property>`, ""},
		{`"type":"list","value":[{"type":"int","value":"7"}]`, `<property type="int" int="7"/>`, `warning: an item of a list: expected a number for the type int, got "7"`},
		{`"type":"int","value":null`, `<property name="v" type="int" int="0"/>`, ""},
	} {
		path := write(t, "m.tmj", mapWith(`"properties":[{"name":"v",`+"\n"+c.property+`}]`), "p.json", allTypes)
		b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.json")})
		require.Equal(t, c.want == "", b.errors > 0, "%s: %s", c.property, b.messages)
		if c.want != "" {
			require.Contains(t, b.xml, c.want, c.property)
		}
		if c.says == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, c.says, c.property)
		require.Contains(t, b.messages, "m.tmj:2:", c.property)
	}
	// Before Tiled 1.2 some tools wrote all values as strings.
	b := build(t, write(t, "m.tmj", mapWith(`"properties":{"i":"7","b":true},"propertytypes":{"i":"int","b":"bool"}`)), editor.Options{})
	require.Empty(t, b.messages)
	b = build(t, write(t, "m.tmj", mapWith("\n"+`"properties":{"i":[7]},"propertytypes":{"i":"int"}`)), editor.Options{})
	require.Contains(t, b.messages, "m.tmj:2:19: property i: expected a single value for the type int, got a list")
}

// TMX has a type beside each value, which is a text.
func TestMembersInTMXSayTheirTypes(t *testing.T) {
	level := bare(`<properties><property name="v" type="class" propertytype="C"><properties>` + "\n" + `<property name="i" type="int" value="seven"/><property name="s" value="5"/></properties></property></properties>`)
	path := write(t, "m.tmx", level, "p.json", allTypes)
	b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.json")})
	require.Equal(t, 1, b.errors, b.messages)
	require.Contains(t, b.messages, `m.tmx:2:38: property i: expected a whole number, got "seven"`)
}

// What is wrong with a project is said there, whether a map needs it or not.
func TestWhatIsWrongWithAProject(t *testing.T) {
	class := func(members string) string {
		return `{"propertyTypes":[{"name":"C","type":"class","useAs":["object"],"members":[` + "\n" + members + `]}]}`
	}
	enum := func(members string) string {
		return `{"propertyTypes":[{"name":"E","type":"enum",` + "\n" + members + `}]}`
	}
	types := func(list string) string { return `{"propertyTypes":[` + "\n" + list + `]}` }
	for _, c := range []struct{ project, want string }{
		{class(`{"name":"a","value":3}`), `p.json:2:1: the member a of the class C has no type`},
		{class(`{"name":"a","type":"","value":3}`), `p.json:2:1: the member a of the class C has no type`},
		{class(`{"type":"int","value":3}`), `p.json:2:1: warning: a member of the class C has no name; it is left out`},
		{class(`{"name":"","type":"int","value":3}`), `p.json:2:9: warning: a member of the class C has no name; it is left out`},
		{class(`{"name":"a","type":"quaternion","value":3}`), `p.json:2:20: warning: the property type "quaternion" is not known`},
		{class(`{"name":"a","type":"int","value":"x"}`), `p.json:2:34: property a: expected a whole number, got "x"`},
		{class(`{"name":"a","type":"int","value":[1]}`), `p.json:2:34: value: expected a single value for the type int, got a list`},
		{class(`{"name":"a","type":"int","value":"5"}`), `p.json:2:34: warning: property a: expected a number for the type int, got "5"`},
		{class(`{"name":"a","type":"int","valeu":5}`), `p.json:2:26: warning: unknown name "valeu" in a property`},
		{class(`{"name":"a","type":"class","propertyType":"Gone","value":{}}`), `p.json:2:43: warning: the type "Gone" is not in the project`},
		{class(`{"name":"a","type":"int","value":1},{"name":"a","type":"int","value":2}`), `p.json:2:45: warning: the property "a" stands twice`},
		{class(`5`), `p.json:1:75: members: expected objects, got a list`},
		{types(`{"name":"C","type":"class","members":{"name":"a","type":"int","value":3}}`), `p.json:2:38: members: expected a list of objects, got an object`},
		{types(`{"name":"C","type":"class","member":[{"name":"a","type":"int","value":3}]}`), `p.json:2:38: warning: unknown name "member" in a type of the project`},
		{types(`{"type":"class","members":[]}`), `p.json:2:1: warning: a class of the project has no name, so nothing can be of it`},
		{types(`{"name":"","type":"enum","values":["a"]}`), `p.json:2:9: warning: an enum of the project has no name, so nothing can be of it`},
		{types(`{"name":"C","type":"clas","members":[]}`), `p.json:2:20: warning: the type "clas" of a project's type is not known; it is left out`},
		{types(`{"name":"C","type":"class","useAs":"object","members":[]}`), `p.json:2:36: useAs: expected a list of strings, got "object"`},
		{types(`{"name":"C","type":"class","useAs":["object",5],"members":[]}`), `p.json:2:46: useAs: expected a list of strings, and this is 5`},
		{types(`{"name":"C","type":"class","useAs":["objects"],"members":[]}`), `p.json:2:36: warning: useAs "objects" is not known`},
		{types(`{"name":"C","type":"class","useAs":["object"],"members":[]},` + "\n" + `{"name":"C","type":"class","useAs":["tile","object"],"members":[]}`), `p.json:3:9: warning: two types of the project are called "C"`},
		{types(`{"name":"E","type":"enum","values":["a"]},` + "\n" + `{"name":"E","type":"enum","values":["b"]}`), `p.json:3:9: warning: two types of the project are called "E"`},
		{types(`{"name":"E","type":"enum","values":["a"]},` + "\n" + `{"name":"E","type":"class","members":[]}`), `p.json:3:9: warning: two types of the project are called "E"`},
		{types(`{"name":"E","type":"class","members":[]},` + "\n" + `{"name":"E","type":"enum","values":["a"]}`), `p.json:3:9: warning: two types of the project are called "E"`},
		{enum(`"storageType":"int"`), `p.json:1:19: warning: the enum E has no values`},
		{enum(`"values":[]`), `p.json:2:10: warning: the enum E has no values`},
		{enum(`"values":"a,b"`), `p.json:2:10: values: expected a list of strings, got "a,b"`},
		{enum(`"values":[1,2]`), `p.json:2:10: values: expected a list of strings, got a list`},
		{enum(`"values":["a",2]`), `p.json:2:15: values: expected a list of strings, and this is 2`},
		{enum(`"values":[{"a":1}]`), `p.json:2:11: values: expected a list of strings, got a list`},
		{enum(`"values":["a","a"]`), `p.json:2:10: warning: the enum E has two values "a"`},
		{enum(`"values":["a"],"valuesAsFlags":"maybe"`), `p.json:2:32: valuesAsFlags: expected true or false, got "maybe"`},
		{enum(`"values":["a"],"storageType":"byte"`), `p.json:2:30: warning: storageType "byte" is not known`},
		{"\n" + `{"propertyTypes":{"name":"C","type":"class"}}`, `p.json:2:18: propertyTypes: expected a list of objects, got an object`},
		{"\n" + `{"propertyTypes":5}`, `p.json:2:18: propertyTypes: expected objects, got 5`},
		{types(`7,{"name":"C","type":"class","members":[]}`), `p.json:2:1: propertyTypes: expected objects, got 7`},
		{"\n" + `{"layers":[]}`, `p.json:2:1: the project has no property types`},
		{"\n" + `{}`, `p.json:2:1: the project has no property types`},
		{"\n" + `[5]`, `expected the types of a project, got`},
		{`{"folders":[],"commands":[]}`, ""},
		{`[]`, ""},
		{types(`{"name":"C","type":"class","useAs":[],"members":[]},{"name":"C","type":"class","useAs":["map"],"members":[]}`), ""},
	} {
		b := withProject(t, inMap(""), "p.json", "p.json", c.project)
		if c.want == "" {
			require.Empty(t, b.messages, c.project)
			continue
		}
		require.Contains(t, b.messages, c.want, c.project)
		require.Equal(t, !strings.Contains(c.want, "warning: "), b.errors > 0, b.messages)
		require.NotContains(t, strings.Replace(b.messages, c.want, "", 1), ": warning: ", "one is enough")
	}
}

// The first of two types by one name counts, as in the editor.
func TestTheFirstOfTwoTypesCounts(t *testing.T) {
	const level = `<properties><property name="e" type="int" propertytype="E" value="0"/></properties>`
	b := withProject(t, inMap(level), "p.json", "p.json", `{"propertyTypes":[{"name":"E","type":"enum","values":["first"]},{"name":"E","type":"enum","values":["second"]}]}`)
	require.Zero(t, b.errors)
	require.Equal(t, []string{`<property name="e" class="E" type="int" int="0">first</property>`}, lines(b, "property"))
	const objects = `<objecttypes><objecttype name="T"><property name="a" type="int" default="1"/></objecttype>` + "\n" + `<objecttype name="T"><property name="b" type="int" default="2"/></objecttype><objecttype/></objecttypes>`
	b = withProject(t, inMap(objectsIn(`<object id="1" type="T"/>`)), "o.xml", "o.xml", objects)
	require.Equal(t, []string{`<property name="a" type="int" int="1"/>`}, lines(b, "property"))
	require.Contains(t, b.messages, `o.xml:2:19: warning: two types of the project are called "T"`)
	require.Contains(t, b.messages, `warning: an object type of the project has no name, so nothing can be of it`)
}

// Classes inside one another are not followed for ever.
func TestManyClassesInsideOneAnother(t *testing.T) {
	var types []string
	for i := range 5000 {
		types = append(types, fmt.Sprintf(`{"name":"C%d","type":"class","members":[{"name":"m","type":"class","propertyType":"C%d","value":{"m":{}}}]}`, i, (i+1)%5000))
	}
	b := withProject(t, inMap(""), "p.json", "p.json", `{"propertyTypes":[`+strings.Join(types, ",")+`]}`)
	require.Contains(t, b.messages, "classes have more than 200 classes inside one another")
}

// Values that an enum does not have are kept, and told: its values have been renamed, or it
// is a slip.
func TestValuesOutsideOfTheirEnum(t *testing.T) {
	for _, c := range []struct{ property, says string }{
		{`"type":"int","propertytype":"Mood","value":2`, ""},
		{`"type":"int","propertytype":"Mood","value":3`, `property v: the enum Mood has no value "3"`},
		{`"type":"int","propertytype":"Mood","value":-1`, `property v: the enum Mood has no value "-1"`},
		{`"type":"int","propertytype":"Traits","value":7`, ""},
		{`"type":"int","propertytype":"Traits","value":8`, `property v: the enum Traits has no value "8"`},
		{`"type":"string","propertytype":"Word","value":"angry"`, ""},
		{`"type":"string","propertytype":"Word","value":""`, ""},
		{`"type":"string","propertytype":"Word","value":"cross"`, `property v: the enum Word has no value "cross"`},
		{`"type":"string","propertytype":"Gone","value":"cross"`, ""},
	} {
		path := write(t, "m.tmj", mapWith(`"properties":[{"name":"v",`+c.property+`}]`), "p.json", allTypes)
		b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.json")})
		require.Zero(t, b.errors, b.messages)
		if c.says == "" {
			require.Empty(t, b.messages, c.property)
			continue
		}
		require.Equal(t, 1, strings.Count(b.messages, "warning: "+c.says), b.messages)
	}
}

// The compiler reports a symbol that the game does not have either: then the warning about
// the project's enum would be the same mistake once more.
func TestAValueThatNeitherTheProjectNorTheGameHasIsToldOnce(t *testing.T) {
	const project = `{"propertyTypes":[{"id":1,"name":"Mood","type":"enum","storageType":"string","values":["calm","angry"],"valuesAsFlags":false},
{"id":2,"name":"Rank","type":"enum","storageType":"int","values":["calm","angry"],"valuesAsFlags":false}]}`
	for _, c := range []struct {
		property       string
		errors, warned int
	}{
		{`name="mood" propertytype="Mood" value="happy"`, 1, 0},
		{`name="mood" type="int" propertytype="Rank" value="7"`, 1, 0},
		{`name="mood" propertytype="Mood" value="sad"`, 0, 1}, // the game has it
		{`name="paint" propertytype="Mood" value="happy"`, 1, 0},
	} {
		object := objectsIn(`<object id="1" type="door"><properties><property ` + c.property + `/></properties></object>`)
		path := write(t, "m.tmx", bare(object), "p.json", project)
		b := build(t, path, editor.Options{Schema: gameSchema(t), Project: filepath.Join(filepath.Dir(path), "p.json")})
		require.Equal(t, c.errors, b.errors, b.messages)
		require.Equal(t, c.warned, strings.Count(b.messages, "warning: property mood: the enum Mood has no value"), b.messages)
		require.Equal(t, c.warned, strings.Count(b.messages, "warning"), b.messages)
	}
}
