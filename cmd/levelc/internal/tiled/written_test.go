package tiled_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// A property that is a string refers as any attribute does, and one that names an object
// needs no tag.
func TestPropertiesReferAsTheirTagsSay(t *testing.T) {
	type robot struct {
		Name store.Str                       `level:"name,id"`
		Next store.Handle[robot]             `level:"next,none=-1|none,form=@*"`
		All  store.Span[store.Handle[robot]] `level:"all,none=none,form=@*"`
	}
	type world struct {
		tiled.World
		Robots store.Bulk[robot] `level:"robot"`
		All    store.Array[store.Handle[robot]]
	}
	schema, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="robot" name="a"><properties><property name="all" type="list"><item value="@b"/><item value="none"/><item type="object" value="1"/></property><property name="next" value="@b"/></properties></object>
		<object id="2" type="robot" name="b"><properties><property name="next" type="object" value="1"/></properties></object>
		<object id="3" type="robot" name="c"><properties><property name="next" type="int" value="-1"/></properties></object>
		<object id="4" type="robot" name="d"><properties><property name="next" value="none"/></properties></object>`)), "set.tsx", set("", "")), editor.Options{Schema: schema.Schema})
	var w world
	load(t, b, &w)
	require.Empty(t, b.messages)
	name := func(h store.Handle[robot]) string {
		if r, ok := w.Robots.Get(h); ok {
			return w.Strings.Get(r.Name)
		}
		require.True(t, h.IsNil())
		return "-"
	}
	var got []string
	for _, r := range w.Robots.All() {
		s := w.Strings.Get(r.Name) + ">" + name(r.Next)
		for _, h := range w.All.Slice(r.All) {
			s += " " + name(h)
		}
		got = append(got, s)
	}
	require.Equal(t, []string{"a>b b - a", "b>a", "c>-", "d>-"}, got)
}
