package tiled_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// withProject builds a map with one of its files as the project.
func withProject(t *testing.T, level, project string, more ...string) built {
	path := write(t, append([]string{"m.tmx", level, "set.tsx", set("", "")}, more...)...)
	return build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), filepath.FromSlash(project))})
}

// A class is for what useAs says, and of several by one name the first that is for a thing
// is meant. Without useAs, as before Tiled 1.9, it is for values only.
func TestClassesAreForWhatTheyAreUsedAs(t *testing.T) {
	class := func(uses, member string) string {
		return fmt.Sprintf(`{"name":"C","type":"class",%s"members":[{"name":%q,"type":"int","value":1}]}`, uses, member)
	}
	var all []string
	for _, use := range []string{"property", "map", "layer", "object", "tile", "tileset", "wangcolor", "wangset"} {
		all = append(all, class(fmt.Sprintf(`"useAs":[%q],`, use), "of_"+use), class(fmt.Sprintf(`"useAs":[%q],`, use), "second"))
	}
	c := `<properties><property name="v" type="class" propertytype="C"/></properties>`
	b := withProject(t, `<map orientation="orthogonal" class="C" width="1" height="1" tilewidth="1" tileheight="1">
		<tileset firstgid="1" name="s" class="C" tilewidth="1" tileheight="1" tilecount="1" columns="1"><tile id="0" type="C"/>
		<wangsets><wangset name="w" type="corner" class="C"><wangcolor name="w" color="#ff0000" class="C"/></wangset></wangsets></tileset>
		<objectgroup id="1" class="C"><object id="1" type="C">`+c+`</object></objectgroup></map>`,
		"p.tiled-project", "p.tiled-project", `{"propertyTypes":[`+strings.Join(all, ",")+`]}`)
	require.Zero(t, b.errors)
	require.Equal(t, len(all)/2, strings.Count(b.messages, `warning: two types of the project are called "C"`), b.messages)
	require.Equal(t, len(all)/2, strings.Count(b.messages, "warning: "), "those that are for different things are not told of")
	got := map[string]bool{}
	for _, line := range lines(b, "property") {
		got[line] = true
	}
	require.Len(t, got, 9)
	for _, use := range []string{"property", "map", "layer", "object", "tile", "tileset", "wangcolor", "wangset"} {
		require.True(t, got[`<property name="of_`+use+`" type="int" int="1"/>`], "%s: %v", use, got)
	}

	b = withProject(t, inMap(objectsIn(`<object id="1" type="C">`+c+`</object>`)), "p.tiled-project", "p.tiled-project", `{"propertyTypes":[`+class("", "old")+`]}`)
	require.Empty(t, b.messages)
	require.Equal(t, []string{`<property name="v" class="C" type="class" nested="1"/>`, `<property name="old" type="int" int="1"/>`}, lines(b, "property"))
}

// Before Tiled 1.9 objects had types, in a file of their own that a project may name.
func TestObjectTypes(t *testing.T) {
	const xml = `<?xml version="1.0" encoding="UTF-8"?><objecttypes><objecttype name="Door" color="#ff0000"><property name="locked" type="bool" default="true"/>
		<property name="key" type="string"/><property name="leads" type="object" default="0"/><property name="sound" type="file" default="creak.ogg"/><property name="state" type="int" propertytype="State" default="2"/></objecttype>
		<objecttype name="Lamp" color="#ffffff"/></objecttypes>`
	const json = `[{"color":"#ffff0000","name":"Door","properties":[{"name":"locked","type":"bool","value":true},{"name":"key","type":"string","value":""},
		{"name":"leads","type":"object","value":0},{"name":"sound","type":"file","value":"creak.ogg"},{"name":"state","type":"int","propertytype":"State","value":2}]},{"color":"#ffffffff","name":"Lamp","properties":[]}]`
	// An enum of before Tiled 1.8 does not say that it is one.
	const project = `{"objectTypesFile":"types/%s","propertyTypes":[{"id":1,"name":"State","values":["open","closed","locked"]},
		{"id":2,"name":"Door","type":"class","members":[{"name":"value","type":"int","value":1}]}]}`
	level := inMap(objectsIn(`<object id="1" type="Door"><properties><property name="key" value="red"/></properties></object><object id="2" type="Lamp"/>`))
	want := func(folder, state string) []string {
		return []string{`<property name="key" type="string">red</property>`, `<property name="leads" type="object"/>`, `<property name="locked" type="bool" bool="true"/>`,
			`<property name="sound" type="file">` + folder + `creak.ogg</property>`, `<property name="state" class="State" type="int" int="2"` + state}
	}
	for name, text := range map[string]string{"o.xml": xml, "o.json": json} {
		b := withProject(t, level, "types/"+name, "types/"+name, text)
		require.Empty(t, b.messages, name)
		require.Equal(t, want("types/", ">2</property>"), lines(b, "property"), name)

		files := []string{"p/p.tiled-project", fmt.Sprintf(project, name), "p/types/" + name, text}
		b = withProject(t, level, "p/p.tiled-project", files...)
		require.Empty(t, b.messages, name)
		require.Equal(t, want("p/types/", ">locked</property>"), lines(b, "property"), name)
	}

	b := withProject(t, level, "p.tiled-project", "p.tiled-project", fmt.Sprintf(project, "o.xml"))
	require.Equal(t, 1, b.errors)
	require.Contains(t, b.messages, "o.xml does not exist")
	path := write(t, "m.tmx", level, "set.tsx", set("", ""), "p.tiled-project", fmt.Sprintf(project, "o.xml"))
	b = build(t, path, editor.Options{Missing: diag.Warning, Project: filepath.Join(filepath.Dir(path), "p.tiled-project")})
	require.Zero(t, b.errors, b.messages)
}

func TestAProjectThatIsNone(t *testing.T) {
	b := withProject(t, inMap(""), "p.xml", "p.xml", `<types><objecttype name="a"/></types>`)
	require.Equal(t, 1, b.errors)
	require.Contains(t, b.messages, "p.xml:1:2: the project has no property types")
	require.Contains(t, b.messages, "it is a .tiled-project, or the types that Tiled exports")
}

// The editor takes the last of two members with one name, and so does levelc, which says so.
func TestAMemberThatStandsTwiceInAClassIsAWarning(t *testing.T) {
	b := withProject(t, inMap(objectsIn(`<object id="1" type="C"/>`)), "p.tiled-project", "p.tiled-project",
		`{"propertyTypes":[{"name":"C","type":"class","useAs":["object"],"members":[{"name":"m","type":"int","value":1},{"name":"m","type":"int","value":2}]}]}`)
	require.Contains(t, b.messages, `p.tiled-project:1:120: warning: the property "m" stands twice`)
	require.Contains(t, b.messages, "p.tiled-project:1:84: the first one")
	require.Equal(t, []string{`<property name="m" type="int" int="2"/>`}, lines(b, "property"))
}
