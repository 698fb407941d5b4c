package ldtk

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// newestMajor is the major version of the JSON that this package knows.
const newestMajor = 1

// reader translates one project.
type reader struct {
	*editor.Translation
	root    *editor.Node
	project string // name of the file, without its extension
	room    int    // how many more cells and bytes of tags may be written than the file has
	buf     []byte

	before05 bool // the project is of a version before 0.5

	kinds   map[string]*kind                    // by identifier of entities; nil if there is none
	symbols map[*format.Field]map[string]string // see symbolsByIdentifier
	ids     map[string]bool                     // of all nodes that have one
	again   map[string]int                      // how often an id had to be changed because it was taken

	tilesets   map[int32]*tileset
	enums      map[string]*enum // by identifier
	enumsByUID map[int32]*enum
	layerDefs  map[int32]*layerDef
	entityDefs map[int32]*entityDef
	writeDefs  []func() // of all these, in the order of the file

	levelColor  color                 // of levels that have no own
	levelFields *entityDef            // the definitions of the fields of levels
	entityNames map[string]*entityDef // the first of each identifier
	worlds      []*world
	levels      map[string]*level          // by iid, or by uid before there was one
	entities    map[string]*target         // by iid
	inLayer     map[*editor.Node][]*target // the entities of a layer that are not written yet, in their order
}

// Reader reads projects, and writes them as nodes of loader/ldtk.
var Reader = editor.Reader{
	Translate: translate,
	Packed:    []string{"layerInstances/gridTiles", "layerInstances/autoLayerTiles", "layerInstances/intGrid", "layerInstances/entityInstances"},
}

func translate(t *editor.Translation) error {
	r := &reader{
		Translation: t, root: t.Main.Root,
		kinds: map[string]*kind{}, symbols: map[*format.Field]map[string]string{}, ids: map[string]bool{}, again: map[string]int{},
		tilesets: map[int32]*tileset{}, enums: map[string]*enum{}, enumsByUID: map[int32]*enum{},
		layerDefs: map[int32]*layerDef{}, entityDefs: map[int32]*entityDef{}, entityNames: map[string]*entityDef{},
		levels: map[string]*level{}, entities: map[string]*target{}, inLayer: map[*editor.Node][]*target{},
	}
	if err := r.begin(); err != nil {
		return err
	}
	r.indexDefs()
	r.indexWorlds()
	r.writeProject()
	return nil
}

// begin refuses files that are not projects.
func (r *reader) begin() error {
	root := r.root
	name := filepath.Base(r.Main.File.Name)
	r.project = editor.Trim(strings.TrimSuffix(name, filepath.Ext(name)))
	r.room = 1<<20 + int(r.Main.File.Size())
	switch {
	case root.Name == source.NoObject || r.Main.File.Format != source.JSON:
		r.Errorf(root.Place(), "", "this is no project of LDtk, which is an object of JSON")
		return editor.ErrStop
	case has(root, "layerInstances") && !has(root, "defs"):
		r.Errorf(root.Place(), "build the project that it belongs to, the .ldtk file", "this is one level of a project of LDtk; what its layers and entities are stands in the project")
		return editor.ErrStop
	case !has(root, "levels") && !has(root, "worlds"):
		r.Errorf(root.Place(), "", "this is no project of LDtk: it has neither levels nor worlds")
		return editor.ErrStop
	}
	version := r.text(root, "jsonVersion")
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	if n, err := strconv.Atoi(minor); err == nil && major == "0" {
		r.before05 = n < 5
	}
	if n, err := strconv.Atoi(major); err == nil && n > newestMajor {
		r.Warnf(root.PlaceOf("jsonVersion"), "", "the project has version %s, and levelc knows LDtk up to %d: what is new is left out", editor.Clip(version), newestMajor)
	}
	return nil
}

// has reports whether n has a list or objects under a name, even if that is empty.
func has(n *editor.Node, name string) bool {
	if n.Child(name) != nil {
		return true
	}
	m := n.Member(name)
	return m != nil && m.Kind == source.List
}

// claim gives an id to what is at that place. If the id is taken, that is an error, and
// the node gets none.
func (r *reader) claim(id, what string, at editor.Place) string {
	if id == "" {
		return ""
	}
	if r.ids[id] {
		r.Errorf(at, "", "%s %s: something else in the project has that id already", what, strconv.Quote(editor.Clip(id)))
		return ""
	}
	r.ids[id] = true
	return id
}

// defID returns the id of a definition: unique in a build of several projects.
func (r *reader) defID(identifier string, uid int32, what string, at editor.Place) string {
	if identifier == "" {
		identifier = strconv.Itoa(int(uid))
	}
	return r.claim(r.project+"/"+what+"/"+identifier, what, at)
}

func (r *reader) writeProject() {
	root := r.root
	r.Open("ldtk", root.Place())
	r.putText("iid", root, "iid")
	r.AttrIf("name", r.project)
	r.putText("version", root, "jsonVersion")
	r.putColor("color", r.color(root, "bgColor"))
	r.levelColor = r.color(root, "defaultLevelBgColor", "bgColor") // before 0.6 levels had the project's
	r.putColor("levelColor", r.levelColor)
	r.putInt("grid", r.int(root, "defaultGridSize", 0))
	r.words("flag", root, "flags")
	for _, write := range r.writeDefs {
		write()
	}
	r.writeToc()
	for _, w := range r.worlds {
		r.writeWorld(w)
	}
	r.Close()
}
