package tiled_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
)

// sharing are maps that have a tileset in common, and what may be odd about that.
var sharing = map[string][]string{
	"a tileset":       {"set.tsx", set("", `<properties><property name="p" type="file" value="x.png"/></properties><tile id="1" type="t"><properties><property name="n" type="int" value="3"/></properties><objectgroup><object id="1" x="1"/></objectgroup></tile>`)},
	"a warning":       {"set.tsx", set(`wobble="1"`, `<tile id="1"><properties><property name="q" type="odd" value="1"/></properties></tile>`)},
	"an error":        {"set.tsx", set(`backgroundcolor="#1"`, `<tile id="1"><properties><property name="q" type="int" value="x"/></properties></tile>`)},
	"a lost object":   {"set.tsx", set("", `<tile id="1"><objectgroup><object id="1"><properties><property name="q" type="object" value="7"/></properties></object></objectgroup></tile>`)},
	"a template":      {"set.tsx", set("", `<tile id="1"><objectgroup><object id="1" template="t.tx"/></objectgroup></tile>`), "t.tx", `<template><object width="5" name="n"/></template>`},
	"a lost template": {"set.tsx", set("", `<tile id="1"><objectgroup><object id="1" template="none.tx"/></objectgroup></tile>`)},
	"a class":         {"set.tsx", set(`class="Set"`, `<tile id="1" type="Tile"><properties><property name="mood" type="int" propertytype="Mood" value="1"/></properties></tile>`)},
	"an odd text":     {"set.tsj", `{"type":"tileset","name":"x","tilewidth":1,"tileheight":1,"tilecount":8,"columns":4,"properties":[{"name":"a","type":"string","value":"\u0001"}]}`},
	"no tileset":      {"set.tsx", `<map/>`},
}

const sharedProject = `{"propertyTypes":[{"name":"Set","type":"class","useAs":["tileset"],"members":[{"name":"size","type":"int","value":4}]},
	{"name":"Tile","type":"class","useAs":["tile"],"members":[{"name":"in","type":"class","propertyType":"Set","value":{}}]},
	{"name":"Mood","type":"enum","storageType":"int","values":["calm","angry"],"valuesAsFlags":false}]}`

// Maps that follow one another have of a tileset what each has by itself: the same level
// and the same messages, about the same places.
func TestMapsShareWhatWasReadOfATileset(t *testing.T) {
	for name, files := range sharing {
		t.Run(name, func(t *testing.T) {
			const objects = `<objectgroup id="1"><object id="1" gid="2"/><object id="2" gid="2"/></objectgroup>`
			m := strings.Replace(inMap(objects), "set.tsx", files[0], 1)
			deep := strings.Replace(m, files[0], "../"+files[0], 1)
			path := write(t, append(files, "a.tmx", m, "b.tmx", m, "in/c.tmx", deep, "d.tmx", m, "e.tmx", m, "p.tiled-project", sharedProject)...)
			dir := filepath.Dir(path)
			shelf := new(editor.Shelf)
			defer shelf.Close()
			for i, name := range []string{"a.tmx", "b.tmx", "in/c.tmx", "a.tmx", "d.tmx", "e.tmx"} {
				at := filepath.Join(dir, filepath.FromSlash(name))
				o := editor.Options{}
				if i < 4 {
					o.Project = filepath.Join(dir, "p.tiled-project")
				}
				want := build(t, at, o)
				o.Shelf = shelf
				got := build(t, at, o)
				shelf.Trim()
				require.Equal(t, want, got, name)
			}
		})
	}
}

// The next map of a tileset costs little, as what was made of that for the last one is kept.
func TestTheNextMapDoesNotReadTheTilesetAgain(t *testing.T) {
	path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" gid="2"/>`)), "set.tsx", manyTiles(300))
	allocs := func(shelf *editor.Shelf) float64 {
		return testing.AllocsPerRun(5, func() {
			f, err := source.Open(path)
			require.NoError(t, err)
			level, err := editor.Translate(context.Background(), f, path, reader.Reader, editor.Options{Schema: reader.Schema(), Shelf: shelf})
			require.NoError(t, err)
			level.Close()
			f.Close()
			if shelf != nil {
				shelf.Trim()
			}
		})
	}
	shelf := new(editor.Shelf)
	defer shelf.Close()
	shared, alone := allocs(shelf), allocs(nil)
	require.Less(t, 10*shared, alone, "%v and %v", shared, alone)
}

// A file that has changed is read again.
func TestATilesetThatHasChangedIsNotShared(t *testing.T) {
	path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" gid="2"/>`)), "set.tsx", set("", `<tile id="1" type="old"/>`))
	shelf := new(editor.Shelf)
	defer shelf.Close()
	at := filepath.Join(filepath.Dir(path), "set.tsx")
	for i, class := range []string{"old", "old", "new", "newer", "newer"} {
		require.NoError(t, os.WriteFile(at, []byte(set("", `<tile id="1" type="`+class+`"/>`)), 0o666))
		stamp := time.Now().Add(time.Duration(i) * time.Second)
		require.NoError(t, os.Chtimes(at, stamp, stamp))
		for range 2 {
			b := build(t, path, editor.Options{Shelf: shelf})
			require.Contains(t, b.xml, `<tile id="set:1" number="1" class="`+class+`"`)
			require.Contains(t, b.xml, `number="1" class="`+class+`" x="0"`)
			shelf.Trim()
		}
	}
	require.NoError(t, os.Remove(at))
	b := build(t, path, editor.Options{Shelf: shelf})
	require.Contains(t, b.messages, "set.tsx does not exist")
}
