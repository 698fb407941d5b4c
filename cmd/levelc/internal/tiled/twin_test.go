package tiled_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

type (
	obj  = map[string]any
	list = []any
)

// twins makes random maps, and what they refer to, as TMJ has them; see twinXML for TMX.
// Members whose names begin with _ are for the writers.
type twins struct {
	*rand.Rand
	t       *testing.T
	objects int // numbered so far
	layers  int
	refs    []obj          // properties that name an object; which is only known in the end
	files   map[string]obj // tilesets and templates, by name without extension
	types   []string       // of properties
}

func (r *twins) one(n int) bool { return r.IntN(n) == 0 }

func oneOf[T any](r *twins, list ...T) T { return list[r.IntN(len(list))] }

// maybe sets a member, or leaves it out.
func maybe[T any](r *twins, n obj, name string, values ...T) {
	if r.one(2) {
		n[name] = oneOf(r, values...)
	}
}

func (r *twins) word() string {
	return oneOf(r, "", "a", "two words", "é漢😀", "<&>\"'", "x\ny", "true", "5", "1e5", "a,b", "]]>", "#ff0000", " lead", "trail ", "\\n")
}

func (r *twins) number() float64 {
	return oneOf(r, 0, 1, -1, 0.5, 123.456, -7.25, 1e-7, 33.3333333333333, 1e6)
}

func (r *twins) color() string {
	return oneOf(r, fmt.Sprintf("#%06x", r.IntN(1<<24)), fmt.Sprintf("#%08x", r.Uint32()))
}

// project has the classes and enums of twins.
const project = `{"propertyTypes":[
{"name":"Word","storageType":"string","type":"enum","values":["A","B"],"valuesAsFlags":true},
{"name":"Flags","storageType":"int","type":"enum","values":["A","B"],"valuesAsFlags":true},
{"name":"Outer","type":"class","useAs":["property"],"members":[{"name":"string","type":"string","value":"def"},{"name":"int","type":"int","value":4},
 {"name":"float","type":"float","value":1},{"name":"bool","type":"bool","value":true},{"name":"color","type":"color","value":"#ff112233"},
 {"name":"file","type":"file","value":""},{"name":"list","type":"list","value":[]},{"name":"class","type":"class","propertyType":"Inner","value":{"int":9}}]},
{"name":"Inner","type":"class","useAs":["property"],"members":[{"name":"int","type":"int","value":4},{"name":"list","type":"list","value":[]},{"name":"float","type":"float","value":0.25}]},
{"name":"thing","type":"class","useAs":["object","tile","layer"],"members":[{"name":"extra","type":"int","value":44}]}]}`

var membersOf = map[string][]string{
	"Outer": {"string", "int", "float", "bool", "color", "file", "list", "class"},
	"Inner": {"int", "list", "float"},
}

// properties sets the properties of something. In a map they may name objects.
func (r *twins) properties(n obj, inMap bool) {
	types := r.types
	if inMap {
		types = append(slices.Clone(types), "object", "object")
	}
	var all list
	for i := range r.IntN(4) {
		p := r.property(oneOf(r, types...), "Outer", 0)
		p["name"] = fmt.Sprintf("%c %d", 'z'-i, i)
		all = append(all, p)
	}
	if len(all) > 0 {
		n["properties"] = all
	}
}

func (r *twins) property(typ, class string, depth int) obj {
	p := obj{"type": typ}
	switch typ {
	case "string":
		p["value"] = r.word()
		if r.one(4) {
			p["value"], p["propertytype"] = oneOf(r, "A", "A,B", ""), "Word"
		}
	case "int":
		p["value"] = oneOf(r, 0, 5, -7, 2147483647)
		if r.one(4) {
			p["value"], p["propertytype"] = oneOf(r, 0, 1, 3), "Flags"
		}
	case "float":
		p["value"] = r.number()
	case "bool":
		p["value"] = r.one(2)
	case "color":
		p["value"] = oneOf(r, "", r.color())
	case "file":
		p["value"] = oneOf(r, "", "../x y.png", `a\b.png`)
	case "object":
		p["value"] = 0
		r.refs = append(r.refs, p)
	case "class":
		value, in := obj{}, list{}
		for _, name := range membersOf[class] {
			if r.one(2) {
				m := r.property(name, "Inner", depth+1)
				delete(m, "propertytype")
				if name == "class" {
					m["propertytype"] = "Inner"
				}
				m["name"] = name
				value[name], in = m["value"], append(in, m)
			}
		}
		p["value"], p["_in"], p["propertytype"] = value, in, class
	case "list":
		items := list{}
		for range r.IntN(3) {
			if depth > 2 {
				break
			}
			items = append(items, r.property(oneOf(r, r.types...), "Inner", depth+1))
		}
		p["value"] = items
	}
	return p
}

// object makes an object of a map or, without one, of a tile or a template.
func (r *twins) object(inMap bool, shapes ...string) obj {
	o := obj{"name": r.word(), "type": oneOf(r, "", "thing", "other"), "x": r.number(), "y": r.number(), "visible": !r.one(4)}
	maybe(r, o, "rotation", 45.5, -90)
	maybe(r, o, "opacity", 0.5, 0)
	switch shape := oneOf(r, shapes...); shape {
	case "rectangle":
		o["width"], o["height"] = 10.5, 4
	case "ellipse", "capsule":
		o["width"], o["height"], o[shape] = 3, 7.25, true
	case "point":
		o["point"] = true
	case "polygon", "polyline":
		var points list
		for range 2 + r.IntN(4) {
			points = append(points, obj{"x": r.number(), "y": r.number()})
		}
		o[shape] = points
	case "text":
		t := obj{"text": oneOf(r, "hello", r.word(), "a\n b")}
		for _, name := range []string{"wrap", "bold", "italic", "underline", "strikeout", "kerning"} {
			maybe(r, t, name, true, false)
		}
		maybe(r, t, "fontfamily", "Sans Mono")
		maybe(r, t, "pixelsize", 33)
		maybe(r, t, "halign", "left", "center", "right", "justify")
		maybe(r, t, "valign", "top", "center", "bottom")
		maybe(r, t, "color", r.color())
		o["text"], o["width"], o["height"] = t, 100, 19
	case "tile":
		o["gid"] = r.gid()
		maybe(r, o, "width", 0, 16)
		maybe(r, o, "height", 0, 20)
	}
	r.properties(o, inMap)
	return o
}

// gid is a tile of one of the two tilesets, with any flips.
func (r *twins) gid() uint32 {
	return oneOf(r, uint32(1+r.IntN(12)), uint32(201+oneOf(r, 0, 3, 9))) | r.Uint32()&^(1<<28-1)
}

// mapObject makes an object of a map, which may have a template.
func (r *twins) mapObject() obj {
	r.objects++
	if !r.one(4) {
		o := r.object(true, "rectangle", "ellipse", "capsule", "point", "polygon", "polyline", "text", "tile")
		o["id"] = r.objects
		return o
	}
	base := r.object(false, "rectangle", "ellipse", "point", "polygon", "text", "tile")
	delete(base, "x")
	delete(base, "y")
	t := obj{"type": "template", "object": base}
	if base["gid"] != nil {
		base["gid"] = 5 + uint32(r.IntN(10)) | r.Uint32()&^(1<<28-1)
		t["tileset"] = obj{"firstgid": 5, "source": oneOf(r, "image", "other")}
	}
	name := fmt.Sprintf("t%d", r.objects)
	r.files[name] = t
	o := obj{"id": r.objects, "template": name, "x": r.number(), "y": r.number()}
	maybe(r, o, "name", "own")
	maybe(r, o, "rotation", 0, 12)
	maybe(r, o, "visible", true, false)
	if r.one(3) {
		o["width"], o["height"] = 50, 60
	}
	r.properties(o, true)
	return o
}

func (r *twins) layer(typ string, w, h int, infinite bool, depth int) obj {
	r.layers++
	l := obj{"name": r.word(), "type": typ, "id": r.layers, "visible": !r.one(4), "opacity": oneOf(r, 1, 0.5, 0.333)}
	maybe(r, l, "offsetx", r.number())
	maybe(r, l, "offsety", r.number())
	if _, both := l["offsetx"]; typ == "imagelayer" && !both {
		delete(l, "offsety") // by itself it counts in TMJ, and not in TMX
	}
	maybe(r, l, "tintcolor", r.color())
	maybe(r, l, "parallaxx", 0, 0.5, -1)
	maybe(r, l, "parallaxy", 0, 0.5, 2)
	maybe(r, l, "class", "thing", "other")
	maybe(r, l, "mode", "multiply", "normal")
	maybe(r, l, "locked", true)
	r.properties(l, true)
	switch typ {
	case "tilelayer":
		l["width"], l["height"] = w, h
		if !infinite {
			l["_cells"] = r.cells(w * h)
			break
		}
		chunks := map[[2]int]any{}
		for range r.IntN(4) {
			x, y := 4*(r.IntN(8)-4), 4*(r.IntN(8)-4)
			chunks[[2]int{x, y}] = obj{"x": x, "y": y, "width": 4, "height": 4, "_cells": r.cells(16)}
		}
		l["chunks"], l["startx"], l["starty"] = list{}, -16, -16
		for _, at := range slices.SortedFunc(maps.Keys(chunks), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
			l["chunks"] = append(l["chunks"].(list), chunks[at])
		}
	case "objectgroup":
		l["draworder"], l["objects"] = oneOf(r, "topdown", "index"), list{}
		maybe(r, l, "color", "#ff0000")
		for range r.IntN(5) {
			l["objects"] = append(l["objects"].(list), r.mapObject())
		}
	case "imagelayer":
		l["image"] = oneOf(r, "im.png", "../im g.png")
		maybe(r, l, "repeatx", true, false)
		maybe(r, l, "transparentcolor", "#00ff00")
		if r.one(2) {
			l["imagewidth"], l["imageheight"] = 10, 20
		}
	case "group":
		l["layers"] = r.someLayers(w, h, infinite, depth+1)
	}
	return l
}

func (r *twins) cells(n int) []uint32 {
	cells := make([]uint32, n)
	for i := range cells {
		if r.one(2) {
			cells[i] = r.gid()
		}
	}
	return cells
}

func (r *twins) someLayers(w, h int, infinite bool, depth int) list {
	all := list{}
	for range r.IntN(4) {
		types := []string{"tilelayer", "objectgroup", "imagelayer", "group"}
		all = append(all, r.layer(oneOf(r, types[:4-depth/3]...), w, h, infinite, depth))
	}
	return all
}

// tileset makes a tileset of one image, or of a collection with gaps.
func (r *twins) tileset(name string, collection bool) obj {
	s := obj{"name": name, "type": "tileset", "tilewidth": 16, "tileheight": 20, "tilecount": 12, "columns": 4, "spacing": 1, "margin": 2}
	if collection {
		s["tilecount"], s["columns"], s["spacing"], s["margin"] = 3, 0, 0, 0
	} else {
		s["image"], s["imagewidth"], s["imageheight"] = "set.png", 71, 66
		maybe(r, s, "transparentcolor", "#ff00ff")
	}
	maybe(r, s, "class", "thing", "other")
	maybe(r, s, "objectalignment", "unspecified", "topleft", "center", "bottomright")
	maybe(r, s, "tilerendersize", "tile", "grid")
	maybe(r, s, "fillmode", "stretch", "preserve-aspect-fit")
	maybe(r, s, "backgroundcolor", r.color())
	maybe(r, s, "tileoffset", obj{"x": 3, "y": -4})
	maybe(r, s, "grid", obj{"orientation": oneOf(r, "orthogonal", "isometric"), "width": 8, "height": 9})
	maybe(r, s, "transformations", obj{"hflip": r.one(2), "vflip": false, "rotate": r.one(2), "preferuntransformed": true})
	r.properties(s, false)
	var tiles list
	for _, number := range []int{0, 3, 9} {
		if t := r.tile(number, collection); collection || r.one(2) {
			tiles = append(tiles, t)
		}
	}
	if len(tiles) > 0 {
		s["tiles"] = tiles
	}
	if r.one(2) {
		s["wangsets"] = list{r.wangSet(), r.wangSet()}
	}
	return s
}

func (r *twins) tile(number int, image bool) obj {
	t := obj{"id": number}
	if image {
		t["image"], t["imagewidth"], t["imageheight"] = fmt.Sprintf("c%d.png", number), 10+number, 20
		if r.one(3) {
			t["x"], t["y"], t["width"], t["height"] = 1, 2, 8, 9
		}
	}
	maybe(r, t, "type", "thing", "other")
	maybe(r, t, "probability", 0.25)
	maybe(r, t, "animation", list{obj{"tileid": 1, "duration": 100}, obj{"tileid": 0, "duration": 250}})
	r.properties(t, false)
	if r.one(2) {
		g := obj{"draworder": "index", "name": "", "type": "objectgroup", "objects": list{}}
		for i := range 1 + r.IntN(3) {
			o := r.object(false, "rectangle", "ellipse", "capsule", "point", "polygon", "polyline", "text")
			o["id"] = i + 1
			g["objects"] = append(g["objects"].(list), o)
		}
		t["objectgroup"] = g
	}
	return t
}

func (r *twins) wangSet() obj {
	s := obj{"name": r.word(), "type": oneOf(r, "corner", "edge", "mixed"), "tile": oneOf(r, -1, 3), "colors": list{}, "wangtiles": list{}}
	maybe(r, s, "class", "thing")
	colors := 1 + r.IntN(3)
	for range colors {
		c := obj{"name": r.word(), "color": r.color(), "tile": oneOf(r, -1, 2), "probability": oneOf(r, 1, 0.5)}
		maybe(r, c, "class", "thing")
		r.properties(c, false)
		s["colors"] = append(s["colors"].(list), c)
	}
	for number := range r.IntN(4) {
		ids := list{}
		for range 8 {
			ids = append(ids, r.IntN(colors+1))
		}
		s["wangtiles"] = append(s["wangtiles"].(list), obj{"tileid": number, "wangid": ids})
	}
	r.properties(s, false)
	return s
}

// level makes a map. Its tilesets have files, or stand in it.
func (r *twins) level() obj {
	w, h, infinite := 1+r.IntN(5), 1+r.IntN(5), r.one(2)
	m := obj{"type": "map", "width": w, "height": h, "tilewidth": 16, "tileheight": 8, "infinite": infinite,
		"orientation": oneOf(r, "orthogonal", "isometric", "staggered", "hexagonal", "oblique"), "renderorder": oneOf(r, "right-down", "left-up"),
		"nextlayerid": 100, "nextobjectid": 100, "compressionlevel": -1, "tiledversion": "1.12"}
	switch m["orientation"] {
	case "staggered", "hexagonal":
		m["staggeraxis"], m["staggerindex"], m["hexsidelength"] = oneOf(r, "x", "y"), oneOf(r, "odd", "even"), oneOf(r, 0, 6)
	case "oblique":
		m["skewx"], m["skewy"] = oneOf(r, 0, 4), oneOf(r, 0, -3)
	}
	maybe(r, m, "backgroundcolor", r.color())
	maybe(r, m, "class", "thing", "other")
	maybe(r, m, "parallaxoriginx", 1.5)
	maybe(r, m, "parallaxoriginy", -3)
	r.properties(m, true)
	m["layers"] = r.someLayers(w, h, infinite, 0)
	r.files["other"] = r.tileset("other", true)
	r.files["image"] = r.tileset("image", false)
	sets := list{}
	for i, name := range []string{"image", "other"} {
		s := obj{"firstgid": 1 + 200*i, "source": name}
		if r.one(3) {
			s = r.tileset("in "+name, i == 1)
			delete(s, "type")
			s["firstgid"] = 1 + 200*i
		}
		sets = append(sets, s)
	}
	m["tilesets"] = sets
	for _, p := range r.refs {
		p["value"] = r.IntN(r.objects + 1)
	}
	return m
}

// TMX and TMJ of a map, with tilesets and templates of either format, give the same bytes.
func TestTwins(t *testing.T) {
	seeds := 120
	if testing.Short() {
		seeds = 12
	}
	for seed := range seeds {
		r := &twins{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), t: t, files: map[string]obj{}}
		r.types = []string{"string", "int", "float", "bool", "color", "file", "list"}
		if seed%2 == 0 { // only with a project TMJ has the types of what is in a class
			r.types = append(r.types, "class")
		}
		m := r.level()
		world := obj{"type": "world", "onlyShowAdjacentMaps": r.one(2), "maps": list{obj{"fileName": "", "x": -5, "y": 7}}}
		if r.one(2) {
			world = obj{"type": "world", "patterns": list{obj{"regexp": `m(\d)_(\d+)\.tm[xj]`, "multiplierX": 10, "multiplierY": -3, "offsetY": 1}}}
		}
		var first built
		for i := range 4 {
			dir := t.TempDir()
			files := r.write(dir, m, i)
			o := editor.Options{}
			if seed%2 == 0 {
				o.Project = filepath.Join(dir, "p.tiled-project")
				require.NoError(t, os.WriteFile(o.Project, []byte(project), 0o666))
			}
			main := filepath.Join(dir, files)
			if seed%3 == 0 {
				main = filepath.Join(dir, "w.world")
				if maps, ok := world["maps"].(list); ok {
					maps[0].(obj)["fileName"] = files
				}
				text, err := json.Marshal(world)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(main, text, 0o666))
			}
			b := build(t, main, o)
			require.Empty(t, b.messages, "seed %d, %d", seed, i)
			if i == 0 {
				first = b
				continue
			}
			require.Equal(t, first.xml, b.xml, "seed %d, %d", seed, i)
			require.Equal(t, first.lvl, b.lvl, "seed %d, %d", seed, i)
		}
	}
}

// write writes a map and its files: 0 all of XML, 1 all of JSON, 2 a map of XML, 3 a map of
// JSON, with files of either. It returns the map's name.
func (r *twins) write(dir string, m obj, how int) string {
	isXML := func(name string) bool { return how == 0 || how >= 2 && (len(name)+int(name[len(name)-1])+how)%2 == 0 }
	ext := func(ref string) string {
		kind := "ts"
		if r.files[ref]["type"] == "template" {
			kind = "t"
		}
		if isXML(ref) {
			return ref + "." + kind + "x"
		}
		return ref + "." + kind + "j"
	}
	put := func(name string, text []byte) {
		require.NoError(r.t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	x := &twinXML{r: r, ext: ext}
	for name, f := range r.files {
		switch {
		case !isXML(name):
			put(ext(name), r.json(f, ext))
		case f["type"] == "template":
			put(ext(name), x.text("template", f))
		default:
			put(ext(name), x.text("tileset", f))
		}
	}
	name := "m1_20.tmj"
	if how == 1 || how == 3 {
		put(name, r.json(m, ext))
		return name
	}
	name = strings.TrimSuffix(name, "j") + "x"
	put(name, x.text("map", m))
	return name
}

// json is a file as TMJ.
func (r *twins) json(n obj, ext func(string) string) []byte {
	text, err := json.MarshalIndent(r.plain(n, ext), "", " ")
	require.NoError(r.t, err)
	return text
}

// plain copies a value without what is for the writers, and writes the cells.
func (r *twins) plain(v any, ext func(string) string) any {
	switch v := v.(type) {
	case obj:
		n := obj{}
		for name, in := range v {
			if !strings.HasPrefix(name, "_") {
				n[name] = r.plain(in, ext)
			}
			if name == "template" || name == "source" {
				n[name] = ext(in.(string))
			}
		}
		if cells, ok := v["_cells"].([]uint32); ok {
			n["data"] = cells
		}
		if v["type"] == "tilelayer" {
			r.pack(v, n)
		}
		return n
	case list:
		l := list{}
		for _, in := range v {
			l = append(l, r.plain(in, ext))
		}
		return l
	}
	return v
}

// pack writes the cells of a layer of TMJ as a text, perhaps.
func (r *twins) pack(l, n obj) {
	compression := oneOf(r, "none", "", "gzip", "zlib", "zstd")
	if compression == "none" {
		maybe(r, n, "encoding", "csv")
		return
	}
	n["encoding"], n["compression"] = "base64", compression
	if cells, ok := l["_cells"].([]uint32); ok {
		n["data"] = packed(r.t, cells, compression)
		return
	}
	for i, c := range n["chunks"].(list) {
		c.(obj)["data"] = packed(r.t, l["chunks"].(list)[i].(obj)["_cells"].([]uint32), compression)
	}
}
