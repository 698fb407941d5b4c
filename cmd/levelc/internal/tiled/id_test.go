package tiled_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// relic is called what one of its properties says.
type relic struct {
	Key   store.Str           `level:"key,id"`
	Next  store.Handle[relic] `level:"next,ref"`
	Name  store.Str           `level:"name"`
	Motto store.Str           `level:"motto"`
}

type relics struct {
	tiled.World
	Relics store.Bulk[relic] `level:"relic"`
}

func relicSchema(t *testing.T) *format.Schema {
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[relics]()))
	require.NoError(t, err)
	return w.Schema
}

// What refers to an object has the text that the object has as its id, of whatever type that
// property is. A text has the symbols of an enum that is stored as numbers.
func TestIdsThatAreProperties(t *testing.T) {
	next := func(key string) string {
		return `<properties>` + key + `<property name="next" type="object" value="2"/></properties>`
	}
	path := write(t, "m.tmx", inMap(objectsIn(
		`<object id="1" type="relic">`+next(`<property name="key" type="int" propertytype="Mood" value="1"/>`)+`</object>`+
			`<object id="2" type="relic">`+next(`<property name="key" type="int" propertytype="Mood" value="2"/>`)+`</object>`+
			`<object id="3" type="relic">`+next(`<property name="key" type="float" value=" 2.50 "/>`)+`</object>`)),
		"set.tsx", set("", ""), "game.tiled-project", gameTypes)
	b := build(t, path, editor.Options{Schema: relicSchema(t), Project: filepath.Join(filepath.Dir(path), "game.tiled-project")})
	require.Empty(t, b.messages)
	var w relics
	lvl := load(t, b, &w)
	sad, ok := loader.Find(lvl, &w.Relics, "sad")
	require.True(t, ok)
	for _, key := range []string{"angry", "sad", "2.50"} {
		h, ok := loader.Find(lvl, &w.Relics, key)
		require.True(t, ok, key)
		rel, _ := w.Relics.Get(h)
		require.Equal(t, sad, rel.Next)
	}
}

func TestIdsThatCannotBe(t *testing.T) {
	for property, want := range map[string]string{
		`<property name="key" type="object" value="2"/>`:                     "m.tmx:2:43: the id of a relic cannot be another object",
		`<property name="key" value="` + strings.Repeat("long", 257) + `"/>`: "m.tmx:2:29: a name of 1028 bytes is too long: 1024 are read",
	} {
		b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="relic"><properties>`+"\n"+property+`</properties></object><object id="2"/>`)), "set.tsx", set("", "")),
			editor.Options{Schema: relicSchema(t)})
		require.Contains(t, b.messages, want)
		require.Equal(t, 1, b.errors, b.messages)
	}
	b := build(t, write(t, "m.tmx", bare("\n"+`<tileset firstgid="1" name="`+strings.Repeat("long", 1025)+`" tilewidth="1"/>`)), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:2:29: a name of 4100 bytes is too long")
}
