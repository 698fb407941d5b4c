package tiled

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// detectSize is how much of a JSON file Detect reads, and detectTail how much of the
// end of a longer one.
const (
	detectSize = 4 << 20
	detectTail = 64 << 10
)

// Detect reports whether a file is a map of Tiled or a .world. A file that is called
// .tmx or .tmj is one, with whatever mistakes; others are recognised by their contents.
// In XML it reads the root's tag. In JSON it stops at the first list or object that
// those files do not have. The keys that decide may be at a map's end, behind layers of
// any size.
func Detect(f *source.File) bool {
	d := detector{ext: strings.ToLower(filepath.Ext(f.Name)), top: top{keys: map[string]string{}}}
	if d.ext == ".tmx" || d.ext == ".tmj" {
		return true
	}
	err := peek(f, &d)
	switch {
	case !d.json:
		return d.isMap()
	case d.yes || f.Size() <= detectSize: // Translate will report what is wrong with the rest
		return d.yes
	}
	return !errors.Is(err, source.ErrStopped) && d.isBegun() && endsAsMap(f)
}

// peek reads a file for a detector, as far as it wants to: of JSON, the beginning.
func peek(f *source.File, h source.Handler) error {
	r := source.Borrow()
	defer source.GiveBack(r)
	o := source.Options{LenientXML: true, Keys: true, Limits: source.Limits{Token: detectSize}, Numbers: source.LongList, Rows: true}
	if f.Format == source.JSON && f.Size() > detectSize {
		return r.JSON(f, detectSize, h, o)
	}
	return f.Read(r, h, o)
}

// isBegun reports whether the keys so far are those of a map as Tiled writes it, in
// their order, up to its layers.
func (d *detector) isBegun() bool {
	return d.json && d.has("height") && d.layers && (d.keys["type"] == "" && !d.odd || d.keys["type"] == "map")
}

// endsAsMap reports whether a file ends with what follows the layers of a map.
func endsAsMap(f *source.File) bool {
	tail := make([]byte, detectTail)
	n, err := f.ReadAt(tail, f.Size()-detectTail)
	return (err == nil || err == io.EOF) && bytes.Contains(tail[:n], []byte(`"tilewidth"`))
}

// top is what a detector sees of the outermost node.
type top struct {
	json  bool
	depth int
	keys  map[string]string // attributes, or members that are scalars; "" for other members
}

// has reports whether the node has all these keys.
func (t *top) has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { _, ok := t.keys[key]; return !ok })
}

func (*top) Kind([]byte) bool          { return false }
func (t *top) Text(*source.Value) bool { return t.json }
func (*top) EndList() bool             { return true }

// detector is the source.Handler of Detect.
type detector struct {
	top
	ext    string
	name   string
	yes    bool // in JSON: it is one, whatever follows
	odd    bool // there are scalars that Tiled does not write
	layers bool // a list of layers has begun, in JSON
}

// mapKeys are the keys of maps and worlds.
var mapKeys = namesOf("", `$schema automappingRulesFile backgroundcolor class compressionlevel editorsettings export height
		hexsidelength infinite layers nextlayerid nextobjectid orientation parallaxoriginx parallaxoriginy properties propertytypes
		renderorder skewx skewy staggeraxis staggerindex tiledversion tileheight tilesets tilewidth type version width
		maps patterns onlyShowAdjacentMaps grid gridHeight gridWidth`).all

func (d *detector) isMap() bool {
	switch {
	case !d.has("orientation", "tilewidth", "tileheight"):
		return false
	case !d.json:
		return d.name == "map"
	}
	return d.keys["type"] == "map" || d.keys["type"] == "" && !d.odd && (d.has("layers") || d.has("tilesets"))
}

func (d *detector) isWorld() bool {
	return d.json && (d.has("maps") || d.has("patterns")) && (d.keys["type"] == "world" || d.ext == ".world" && d.keys["type"] == "")
}

func (d *detector) Open(name []byte, _ int64) bool {
	d.depth++
	switch d.depth {
	case 1:
		d.name = string(name)
		d.json = d.name == ""
		return d.json || d.name == "map"
	case 2:
		return d.json && d.key(name, "")
	}
	return true
}

// BeginList implements source.Lister: a list may be longer than what is read of it.
func (d *detector) BeginList(name []byte, _ int64) bool {
	d.layers = d.layers || d.depth == 1 && string(name) == "layers"
	return d.depth != 1 || mapKeys[string(name)]
}

func (d *detector) Value(name []byte, v *source.Value) bool {
	if d.depth != 1 {
		return true
	}
	if v.Kind == source.List || v.Kind == source.Numbers {
		return d.key(name, "")
	}
	if !mapKeys[string(name)] {
		d.odd = true
		return true
	}
	return d.key(name, string(v.Bytes))
}

// key notes a key of the outermost node and reports whether to read on.
func (d *detector) key(name []byte, text string) bool {
	key := string(name)
	if !mapKeys[key] {
		return !d.json
	}
	d.keys[key] = text
	if !d.json {
		return true
	}
	// Only Tiled writes this key, directly before the layers.
	if key == "layers" && d.has("compressionlevel", "infinite") || d.isMap() || d.isWorld() {
		d.yes = true
		return false
	}
	return true
}

func (d *detector) Close(int64) bool {
	d.depth--
	return d.json
}
