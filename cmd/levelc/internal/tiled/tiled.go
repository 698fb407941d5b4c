package tiled

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Reader reads maps, and the maps of a .world, and writes them as nodes of
// loader/tiled.
var Reader = editor.Reader{
	Translate: translate,
	Packed: []string{
		"data/tile", "chunk/tile", "objectgroup/object", "layers/objects",
		"tileset/tile", "tileset/tiles", "tilesets/tiles", "/tiles", // wherever a tileset stands, see readTiles
		"wangset/wangtile", "wangsets/wangtiles",
	},
	Preserve: []string{"text", "property", "item"},
	Shares:   true,
}

func translate(t *editor.Translation) error {
	r := &reader{
		Translation: t,
		sets:        map[*editor.Doc]*tileset{},
		lost:        map[string]*tileset{},
		templates:   map[*editor.Doc]*template{},
		byRef:       map[fromTo]*template{},
		ids:         t.Options.Shared.IDs,
		clashes:     map[string]int{},
		blamed:      map[editor.Place]bool{},
		checked:     map[string]bool{},
	}
	r.readProject()
	root := t.Main.Root
	what := rootOf(root)
	t.Open("level", root.Place())
	switch what {
	case "a map":
		r.writeMap(r.newMap(t.Main, r.nameOf(t.Main)))
	case "a world":
		r.writeWorld(root)
	default:
		t.Errorf(root.Place(), "--reader=plain reads the file as it stands", "this is %s, and neither a map of Tiled's nor a .world", what)
		return editor.ErrStop
	}
	t.Close()
	return nil
}

// rootOf says what a file is: a map, a world, a tileset, a template, or something else.
func rootOf(root *editor.Node) string {
	if !isJSON(root) {
		switch root.Name {
		case "map", "tileset", "template":
			return "a " + root.Name
		}
		return "an XML file with the root " + editor.Clip(root.Name)
	}
	switch t := root.Type(); t {
	case "map", "world", "tileset", "template":
		return "a " + t
	}
	switch {
	case root.Name == source.NoObject:
		return "a JSON file without an object"
	case root.Child("layers") != nil || root.Member("orientation") != nil && root.Member("tilewidth") != nil:
		return "a map"
	case root.Member("tilewidth") != nil:
		return "a tileset"
	case root.Child("object") != nil:
		return "a template"
	case root.Child("maps") != nil || root.Child("patterns") != nil:
		return "a world"
	}
	return "a JSON file of another sort"
}

// reader is a translation by this package.
type reader struct {
	*editor.Translation
	project   project
	sets      map[*editor.Doc]*tileset
	lost      map[string]*tileset // by path; they cannot be read
	templates map[*editor.Doc]*template
	byRef     map[fromTo]*template // those that can be used: many objects name the same one
	ids       map[string]bool      // of maps and tilesets
	clashes   map[string]int       // how often an id was taken, by id
	blamed    map[editor.Place]bool
	checked   map[string]bool // classes of objects that checkClass has seen
	owner     editor.Place    // the object whose properties are being written
	cells     int64           // written so far
	binary    binaryCells     // of the region that is being written
	patterned int             // what the patterns of a world take, see sizeOfPattern
	inherited int64           // what was written because of a template, a tile, a class or an enum
}

// A small file can expand to much by naming one large thing often. The limit is about
// this many bytes, plus this many for each byte of the level itself.
const (
	mostInherited   = 1 << 26
	inheritedByByte = 64
)

func (r *reader) mostInherited() int64 { return mostInherited + inheritedByByte*r.Main.File.Size() }

// inherit counts what is written beyond what the map itself has. It reports whether
// there may be more.
func (r *reader) inherit(n int64, at editor.Place) bool {
	most := r.mostInherited()
	before := r.inherited
	r.inherited += n
	if before <= most && r.inherited > most {
		r.Errorf(at, "", "templates, tiles, classes and enums add more than %d MB to this level", most>>20)
	}
	return r.inherited <= most
}

// claim makes an id for a map or tileset that no other one has: its name or, if that is
// taken, its path from the level's folder.
func (r *reader) claim(space, name, path string) string {
	// A reference to an id is read without white space at its ends.
	name, path = strings.TrimSpace(name), strings.TrimSpace(path)
	for _, id := range []string{name, strings.TrimSpace(withoutSuffix(path)), path} {
		if id != "" && !r.ids[space+id] {
			r.ids[space+id] = true
			return id
		}
	}
	for {
		r.clashes[space+name]++
		if id := fmt.Sprintf("%s'%d", name, r.clashes[space+name]+1); !r.ids[space+id] {
			r.ids[space+id] = true
			return id
		}
	}
}

// table returns the schema's table of a kind of the game's own, or nil.
func (r *reader) table(kind string) *format.Table {
	if t := r.Table(kind); t != nil && !reserved().Has(kind) && !reserved().Kinds[t.Name] {
		return t
	}
	return nil
}
