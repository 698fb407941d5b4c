package tiled_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// thing has a field for each type of a property, and for a list of each.
type (
	thing struct {
		tiled.Placed
		Count  int32                       `level:"count"`
		Speed  float32                     `level:"speed"`
		Word   store.Str                   `level:"word"`
		File   store.Str                   `level:"file"`
		Paint  [4]uint8                    `level:"paint"`
		Link   store.AnyHandle             `level:"link,ref"`
		Part   thingPart                   `level:"part"`
		Counts store.Span[int32]           `level:"counts"`
		Speeds store.Span[float32]         `level:"speeds"`
		Opens  store.Span[bool]            `level:"opens"`
		Words  store.Span[store.Str]       `level:"words"`
		Files  store.Span[store.Str]       `level:"files"`
		Paints store.Span[[4]uint8]        `level:"paints"`
		Links  store.Span[store.AnyHandle] `level:"links,ref"`
		Parts  store.Span[thingPart]       `level:"parts"`
		Open   bool                        `level:"open"`
	}
	thingPart struct {
		Size  int32     `level:"size"`
		Word  store.Str `level:"word"`
		Paint [4]uint8  `level:"paint"`
	}
	thingWorld struct {
		tiled.World
		Things store.Bulk[thing] `level:"Thing"`
		Counts store.Array[int32]
		Speeds store.Array[float32]
		Opens  store.Array[bool]
		Words  store.Array[store.Str]
		Paints store.Array[[4]uint8]
		Links  store.Array[store.AnyHandle]
		Parts  store.Array[thingPart]
	}
)

const thingTypes = `{"propertyTypes": [{"name": "Part", "type": "class", "useAs": ["property"], "members": [
	{"name": "size", "type": "int", "value": 0}, {"name": "word", "type": "string", "value": ""}, {"name": "paint", "type": "color", "value": ""}]}]}`

// thingValue makes a value of a type, as TMJ has it and as a line of a record says it.
func thingValue(r *rand.Rand, typ string, objects int) (value any, says string) {
	switch typ {
	case "int":
		v := r.IntN(7) - 3
		return v, fmt.Sprint(v)
	case "float":
		v := float32(r.IntN(9)-4) / 4
		return v, fmt.Sprint(v)
	case "bool":
		v := r.IntN(2) == 0
		return v, fmt.Sprint(v)
	case "color":
		if r.IntN(3) == 0 {
			return "", "[0 0 0 0]"
		}
		return "#01020304", "[2 3 4 1]"
	case "object":
		v := r.IntN(objects + 1)
		return v, fmt.Sprint(v)
	case "class":
		size, word, paint := r.IntN(9), pickOf(r, "", "<w> "), "[0 0 0 0]"
		members := map[string]any{"size": size, "word": word}
		if r.IntN(2) == 0 {
			members["paint"], paint = "#FFFEFD", "[255 254 253 255]"
		}
		return members, fmt.Sprintf("{%d %s %s}", size, word, paint)
	}
	v := pickOf(r, "", "a b", " x", "é<&\">", "two\nlines", "ends\n", "\n\tbegins", "\n", "5")
	if typ == "file" {
		v = pickOf(r, "", "a b.png", "art/x.ogg")
	}
	return v, v
}

func pickOf[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

var thingProperties = []struct{ name, typ, zero string }{
	{"count", "int", "0"}, {"speed", "float", "0"}, {"open", "bool", "false"}, {"word", "string", ""}, {"file", "file", ""},
	{"paint", "color", "[0 0 0 0]"}, {"link", "object", "0"}, {"part", "class", "{0  [0 0 0 0]}"},
}

// makeThings makes a map of some objects, and what their records say.
func makeThings(r *rand.Rand) (text string, says []string) {
	count := 1 + r.IntN(5)
	var objects []any
	for id := 1; id <= count; id++ {
		properties := []any{}
		line := fmt.Sprint(id, " ", id*8, " ", -id)
		for _, p := range thingProperties {
			one, list := p.zero, []string{}
			if r.IntN(2) == 0 {
				property := map[string]any{"name": p.name, "type": p.typ}
				property["value"], one = thingValue(r, p.typ, count)
				if p.typ == "class" {
					property["propertytype"] = "Part"
				}
				properties = append(properties, property)
			}
			if r.IntN(2) == 0 {
				items := []any{}
				for range r.IntN(4) {
					item := map[string]any{"type": p.typ}
					value, says := thingValue(r, p.typ, count)
					if item["value"] = value; p.typ == "class" {
						item["propertytype"] = "Part"
					}
					items, list = append(items, item), append(list, says)
				}
				properties = append(properties, map[string]any{"name": p.name + "s", "type": "list", "value": items})
			}
			line += fmt.Sprintf(" %s %q", one, list)
		}
		objects = append(objects, map[string]any{"id": id, "name": "", "type": "Thing", "x": id * 8, "y": -id, "width": 0, "height": 0, "rotation": 0, "visible": true, "properties": properties})
		says = append(says, line)
	}
	b, err := json.Marshal(map[string]any{"type": "map", "version": "1.12", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "tilesets": []any{},
		"layers": []any{map[string]any{"id": 1, "name": "o", "type": "objectgroup", "draworder": "index", "opacity": 1, "visible": true, "x": 0, "y": 0, "objects": objects}}})
	if err != nil {
		panic(err)
	}
	return string(b), says
}

func saysOf[T any](list []T, say func(T) string) string {
	out := []string{}
	for _, v := range list {
		out = append(out, say(v))
	}
	return fmt.Sprintf("%q", out)
}

func anySays[T any](v T) string { return fmt.Sprint(v) }

func (w *thingWorld) says(th *thing) string {
	text := w.Strings.Get
	link := func(h store.AnyHandle) string {
		if to, ok := w.Things.FromAny(h); ok {
			if th, ok := w.Things.Get(to); ok {
				return fmt.Sprint(th.Number)
			}
		}
		return "0"
	}
	part := func(p thingPart) string { return fmt.Sprintf("{%d %s %v}", p.Size, text(p.Word), p.Paint) }
	return fmt.Sprint(th.Number, " ", th.X, " ", th.Y,
		" ", th.Count, " ", saysOf(w.Counts.Slice(th.Counts), anySays), " ", th.Speed, " ", saysOf(w.Speeds.Slice(th.Speeds), anySays),
		" ", th.Open, " ", saysOf(w.Opens.Slice(th.Opens), anySays), " ", text(th.Word), " ", saysOf(w.Words.Slice(th.Words), text),
		" ", text(th.File), " ", saysOf(w.Words.Slice(th.Files), text), " ", th.Paint, " ", saysOf(w.Paints.Slice(th.Paints), anySays),
		" ", link(th.Link), " ", saysOf(w.Links.Slice(th.Links), link), " ", part(th.Part), " ", saysOf(w.Parts.Slice(th.Parts), part))
}

// The properties of random objects become the fields of records.
func TestRandomObjectsOfAnOwnKind(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 60
	}
	types, err := layout.Of(layout.FromReflect(reflect.TypeFor[thingWorld]()))
	require.NoError(t, err)
	path := write(t, "m.tmj", "", "p.tiled-project", thingTypes)
	for seed := range seeds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			text, want := makeThings(rand.New(rand.NewPCG(seed, 1)))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
			b := build(t, path, editor.Options{Schema: types.Schema, Project: filepath.Join(filepath.Dir(path), "p.tiled-project")})
			require.Empty(t, b.messages)
			w := new(thingWorld)
			load(t, b, w)
			var got []string
			for _, th := range w.Things.All() {
				got = append(got, w.says(th))
			}
			require.Equal(t, want, got)
		})
	}
}
