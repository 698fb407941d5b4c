package tiled

import (
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Detect reports whether a file is a map of Tiled's or a .world, by what is in it. It
// reads the root's tag of XML. JSON it leaves at the first key that those files
// have not; the keys that tell may stand at a map's end.
func Detect(f *source.File) bool {
	d := detector{ext: strings.ToLower(filepath.Ext(f.Name)), keys: map[string]string{}}
	var r source.Reader
	// What is wrong with a map is for Translate to say.
	err := f.Read(&r, &d, source.Options{LenientXML: true, Limits: source.Limits{Token: editor.MaxText}})
	if f.Format == source.XML {
		return d.isMap()
	}
	return d.yes || err == nil && (d.isMap() || d.isWorld())
}

// detector is the source.Handler that looks at the outermost node.
type detector struct {
	ext   string
	depth int
	name  string
	keys  map[string]string // attributes or members that are scalars; of others ""
	yes   bool
	json  bool
}

// mapKeys are the keys of maps and worlds.
var mapKeys = map[string]bool{}

func init() {
	for _, key := range strings.Fields(`$schema automappingRulesFile backgroundcolor class compressionlevel editorsettings export height
		hexsidelength infinite layers nextlayerid nextobjectid orientation parallaxoriginx parallaxoriginy properties propertytypes
		renderorder skewx skewy staggeraxis staggerindex tiledversion tileheight tilesets tilewidth type version width
		maps patterns onlyShowAdjacentMaps grid gridHeight gridWidth`) {
		mapKeys[key] = true
	}
}

func (d *detector) isMap() bool {
	_, oriented := d.keys["orientation"]
	_, width := d.keys["tilewidth"]
	_, height := d.keys["tileheight"]
	if !oriented || !width || !height {
		return false
	}
	if !d.json {
		return d.name == "map"
	}
	_, layers := d.keys["layers"]
	_, tilesets := d.keys["tilesets"]
	return d.keys["type"] == "map" || d.keys["type"] == "" && (layers || tilesets)
}

func (d *detector) isWorld() bool {
	_, maps := d.keys["maps"]
	_, patterns := d.keys["patterns"]
	return d.json && (maps || patterns) && (d.keys["type"] == "world" || d.ext == ".world" && d.keys["type"] == "")
}

func (d *detector) Kind([]byte) bool { return false }

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

func (d *detector) Value(name []byte, v *source.Value) bool {
	if d.depth != 1 {
		return true
	}
	text := ""
	if v.Kind != source.List {
		text = string(v.Bytes)
	}
	return d.key(name, text)
}

// key notes a key of the outermost node and reports whether to read on.
func (d *detector) key(name []byte, text string) bool {
	if d.json && !mapKeys[string(name)] {
		return false
	}
	key := string(name)
	if len(d.keys) < 256 && len(text) < 256 {
		d.keys[key] = text
	}
	if !d.json {
		return true
	}
	// Only Tiled writes this key, and layers right behind it.
	_, level := d.keys["compressionlevel"]
	_, infinite := d.keys["infinite"]
	if key == "layers" && level && infinite || d.isMap() || d.isWorld() {
		d.yes = true
		return false
	}
	return true
}

func (d *detector) Text(*source.Value) bool { return d.json }

func (d *detector) Close(int64) bool {
	d.depth--
	return d.json
}
