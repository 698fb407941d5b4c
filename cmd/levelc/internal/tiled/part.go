package tiled

import (
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

var (
	tilesetPart  = editor.Part{Noun: "tileset", Of: "of Tiled", Instead: "the maps that use it", Kind: "tileset"}
	templatePart = editor.Part{Noun: "template", Of: "of Tiled", Instead: "the maps that use it", Kind: "template"}
	projectPart  = editor.Part{Noun: "project", Of: "of Tiled", Instead: "its maps, with --project"}
	sessionPart  = editor.Part{Noun: "session", Of: "of Tiled", Instead: "the maps of its project"}
	typesPart    = editor.Part{Noun: "list", Of: "of Tiled's custom types", Instead: "the maps that use them, with --project", Kind: "objecttypes"}
)

// PartOf finds out what a file is that belongs to maps of Tiled. It recognises what the
// editor writes, and nothing that somebody else may as well have written: levels, too, have
// templates and sets of tiles. Reading ends at the first thing that these files do not have.
func PartOf(f *source.File) editor.Part {
	ext := strings.ToLower(filepath.Ext(f.Name))
	switch ext {
	case ".tiled-project":
		return projectPart
	case ".tiled-session":
		return sessionPart
	case ".tmx", ".tmj", ".world":
		return editor.Part{}
	}
	d := partDetector{top: top{json: f.Format == source.JSON, keys: map[string]string{}}, ext: ext, of: map[string]bool{}}
	if err := peek(f, &d); d.json && err == nil {
		d.end()
	}
	if d.types && DetectTypes(f) {
		return typesPart
	}
	return d.part
}

// partDetector is the source.Handler that looks at the outermost node of a tileset, a
// template or a list of custom types.
type partDetector struct {
	top
	ext   string
	of    map[string]bool // keys of the object of a template
	in    string          // the member of the outermost object that is open
	odd   bool            // it has an attribute that a tileset has not
	types bool            // it may be custom types
	part  editor.Part
}

func (d *partDetector) Open(name []byte, _ int64) bool {
	d.depth++
	switch {
	case d.depth == 1 && d.json:
		d.types = string(name) == source.NoObject
		return !d.types && string(name) == ""
	case d.depth == 1:
		d.types = string(name) == "objecttypes"
		if string(name) == "template" && d.ext == ".tx" { // it has no attributes that could tell
			d.part = templatePart
		}
		return string(name) == "tileset"
	case !d.json: // all attributes have been read
		return d.tag()
	case d.depth == 2:
		d.in = string(name)
		return d.key(d.in, "")
	case d.depth == 3 && d.in == "object":
		d.of[string(name)] = true
	}
	return true
}

// tag decides about an XML file by the tag of its root. It returns false unless more has to
// be read.
func (d *partDetector) tag() bool {
	if !d.odd && d.has("name", "tilewidth", "tileheight") {
		d.part = tilesetPart
	}
	return false
}

// BeginList implements source.Lister: tiles may be a long list.
func (d *partDetector) BeginList(name []byte, _ int64) bool {
	return d.depth != 1 || d.key(string(name), "")
}

func (d *partDetector) Value(name []byte, v *source.Value) bool {
	key := string(name)
	switch {
	case d.depth == 1 && (v.Kind == source.List || v.Kind == source.Numbers):
		return d.key(key, "")
	case d.depth == 1:
		return d.key(key, string(v.Bytes))
	case d.depth == 2 && d.in == "object":
		d.of[key] = true
	}
	return true
}

// key notes a key of the outermost node and reports whether to read on.
func (d *partDetector) key(key, text string) bool {
	if !tilesetNames.all[key] && !(d.json && rootNames.all[key]) && !isForOthers(key) {
		d.odd = true
		return !d.json
	}
	d.keys[key] = text
	if d.json && (d.keys["type"] == "" || d.keys["type"] == "tileset") && d.has("tiledversion", "tilecount", "tileheight", "name") {
		d.part = tilesetPart // whatever follows: its tiles may be more than can be read
		return false
	}
	return true
}

func (d *partDetector) Close(int64) bool {
	d.depth--
	if d.depth == 0 && !d.json {
		return d.tag()
	}
	return true
}

// end decides about a JSON file that has been read as a whole.
func (d *partDetector) end() {
	switch d.keys["type"] {
	case "template":
		if d.of["id"] && d.of["visible"] && hasOnly(d.of, objectNames) && hasOnly(d.keys, rootNames) {
			d.part = templatePart
		}
	case "tileset":
		if d.has("name", "tilewidth", "tileheight") && hasOnly(d.keys, tilesetNames) {
			d.part = tilesetPart
		}
	case "": // as before Tiled 1.0
		if d.has("name", "tilewidth", "tileheight", "margin", "spacing") && hasOnly(d.keys, tilesetNames) {
			d.part = tilesetPart
		}
	}
}

// hasOnly reports whether all keys are known.
func hasOnly[V any](keys map[string]V, known *names) bool {
	for key := range keys {
		if !known.all[key] && !isForOthers(key) {
			return false
		}
	}
	return true
}
