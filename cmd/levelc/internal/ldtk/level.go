package ldtk

import (
	"cmp"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/ldtk"
)

// world is a world of the project.
type world struct {
	node   *editor.Node
	id     string
	layout string
	levels []*level
}

// level is a level. If it has a file of its own, node is what the project says of it,
// and body is that file.
type level struct {
	node, body *editor.Node
	id         string
	name       string // for making ids, if it is not an id itself
	origin     ldtk.Vec
	size       ldtk.Vec
	missing    bool // its file is missing
	layers     map[int32]string
}

// target is an entity that can be referred to.
type target struct {
	node       *editor.Node // while it is the current one; it is packed
	iid        string
	identifier string
	def        *entityDef // or nil
	kind       *kind      // or nil
	id         string     // of its node, or ""
	lvl        *level
	px, size   ldtk.Vec
	at         ldtk.Vec // in the world
}

// indexWorlds finds the levels and entities, and reads the levels' files.
func (r *reader) indexWorlds() {
	r.checkLists(r.root)
	for n := range r.root.Children("worlds") {
		r.checkLists(n)
		r.indexWorld(n, r.claim(r.name(n, "iid"), "the world", n.PlaceOf("iid")))
	}
	// If there are several worlds, the root's own list is empty.
	if r.root.Child("levels") != nil || len(r.worlds) == 0 {
		r.indexWorld(r.root, r.claim(r.name(r.root, "dummyWorldIid"), "the world", r.root.PlaceOf("dummyWorldIid")))
	}
	for _, w := range r.worlds {
		for _, l := range w.levels {
			r.indexEntities(l)
		}
	}
}

func (r *reader) indexWorld(n *editor.Node, id string) {
	w := &world{node: n, id: id, layout: r.layoutOf(n)}
	r.worlds = append(r.worlds, w)
	var next ldtk.Vec // of levels in a row or a column
	for ln := range n.Children("levels") {
		l := r.indexLevel(ln)
		switch w.layout {
		case "LinearHorizontal":
			l.origin = next
			next = r.sum(ln.Place(), next, ldtk.Vec{X: l.size.X})
		case "LinearVertical":
			l.origin = next
			next = r.sum(ln.Place(), next, ldtk.Vec{Y: l.size.Y})
		default:
			l.origin = r.vecOf(ln, "worldX", "worldY", ldtk.Vec{})
		}
		w.levels = append(w.levels, l)
	}
}

// layoutOf returns how the levels of a world are arranged. Before 0.6 there were only
// rows. An unknown layout is assumed to give positions, as new layouts have done so
// far.
func (r *reader) layoutOf(n *editor.Node) string {
	layout := r.text(n, "worldLayout")
	switch layout {
	case "Free", "GridVania", "LinearHorizontal", "LinearVertical":
		return layout
	case "":
		if first := n.Child("levels"); first != nil && first.Member("worldX") == nil {
			return "LinearHorizontal"
		}
		return "Free"
	case "WorldGrid": // of a beta
		return "GridVania"
	}
	r.WarnOnce(n.PlaceOf("worldLayout"), "", "the world layout %q is not known; levels lie where they say", editor.Clip(layout))
	return "Free"
}

func (r *reader) indexLevel(n *editor.Node) *level {
	l := &level{node: n, body: n, size: r.vecOf(n, "pxWid", "pxHei", ldtk.Vec{}), layers: map[int32]string{}}
	l.name = cmp.Or(r.name(n, "identifier"), r.name(n, "iid"), r.project+"/level/"+strconv.Itoa(int(r.int(n, "uid", 0))))
	l.id = r.claim(l.name, "the level", n.PlaceOf("identifier"))
	if l.size.X < 0 || l.size.Y < 0 {
		r.Errorf(n.Place(), "", "the level has a negative size, %d x %d", l.size.X, l.size.Y)
		l.size = ldtk.Vec{}
	}
	iid := r.name(n, "iid")
	if iid != "" && r.levels[iid] != nil {
		r.WarnOnce(n.PlaceOf("iid"), "duplicate the level in LDtk again, so that it gets an iid of its own",
			"the iid %s is another level's already, which is meant by all that name it", strconv.Quote(editor.Clip(iid)))
	}
	for _, key := range [...]string{iid, uidKey(r.int(n, "uid", 0))} {
		if key != "" && r.levels[key] == nil {
			r.levels[key] = l
		}
	}
	if has(n, "layerInstances") {
		return l
	}
	path := r.text(n, "externalRelPath")
	if path == "" {
		if !n.HasAny("layerInstances") { // else checkLists says what it is
			r.Errorf(n.Place(), "save the project again", "the level has neither layers nor the name of a file that has them")
		}
		return l
	}
	doc := r.Read(n.PlaceOf("externalRelPath"), path)
	if doc == nil {
		l.missing = true
		return l
	}
	a, b := r.name(n, "iid"), r.name(doc.Root, "iid")
	if a != b && a != "" && b != "" {
		r.Errorf(doc.Root.PlaceOf("iid"), "save the project again", "this is level %s, and the project means %s", editor.Clip(b), editor.Clip(a))
	}
	if !has(doc.Root, "layerInstances") {
		r.Errorf(doc.Root.Place(), "", "the level's file has no layers")
	}
	r.warnStale(n, doc.Root)
	l.body = doc.Root
	return l
}

// warnStale warns about a level's file that is older or newer than the project, which says
// where the level lies. LDtk writes the same into both.
func (r *reader) warnStale(project, file *editor.Node) {
	for _, name := range [...]string{"identifier", "uid", "worldX", "worldY", "worldDepth", "pxWid", "pxHei"} {
		a, b := project.Member(name), file.Member(name)
		if a != nil && b != nil && a.Text != b.Text {
			r.Warnf(file.PlaceOf(name), saveAgain, "%s is %s here and %s in the project, which counts", name, b.Shown(), a.Shown())
			return
		}
	}
}

// uidKey returns the key of a level from before levels had iids.
func uidKey(uid int32) string { return "uid " + strconv.Itoa(int(uid)) }

func (r *reader) writeWorld(w *world) {
	n := w.node
	r.Open("world", n.Place())
	r.AttrIf("iid", w.id)
	if n == r.root {
		r.Attr("identifier", "World")
	} else {
		r.putText("identifier", n, "identifier")
	}
	r.putVec("gridSize", r.vecOf(n, "worldGridWidth", "worldGridHeight", ldtk.Vec{}))
	r.Attr("arrangement", w.layout)
	for _, l := range w.levels {
		r.writeLevel(l)
	}
	r.Close()
}

func (r *reader) writeLevel(l *level) {
	n := l.body
	r.Open("level", l.node.Place())
	if l.id != "" {
		r.AttrAt("identifier", l.id, l.node.PlaceOf("identifier"))
	}
	r.putText("iid", l.node, "iid")
	r.putInt("uid", r.int(l.node, "uid", 0))
	r.putVec("origin", l.origin)
	r.putInt("depth", r.int(l.node, "worldDepth", 0))
	r.putVec("size", l.size)
	if c := r.color(n, "__bgColor", "bgColor"); c.ok {
		r.putColor("color", c)
	} else {
		r.putColor("color", r.levelColor)
	}
	r.writeBackground(n)
	r.checkLists(n)
	for nb := range n.Children("__neighbours") {
		r.writeNeighbour(nb)
	}
	r.writeFields(n, r.levelFields)
	var layers []*editor.Node
	for ln := range n.Children("layerInstances") {
		layers = append(layers, ln)
	}
	ids := r.layerIDs(l, layers)
	for i := len(layers) - 1; i >= 0; i-- { // LDtk has the topmost first
		r.writeLayer(l, layers[i], ids[i])
	}
	r.Close()
}

func (r *reader) writeBackground(n *editor.Node) {
	if r.text(n, "bgRelPath") == "" {
		return
	}
	r.Open("background", n.PlaceOf("bgRelPath"))
	r.putText("path", n, "bgRelPath")
	if pos := r.child(n, "__bgPos"); pos != nil {
		r.putVec("at", r.vec(pos, "topLeftPx"))
		r.AttrIf("scale", r.floats(pos, "scale", 2))
		r.AttrIf("crop", r.floats(pos, "cropRect", 4))
	}
	r.putBool("repeat", r.text(n, "bgPos") == "Repeat") // the other modes are in __bgPos
	r.Close()
}

var directions = map[string]string{
	"n": "n", "s": "s", "w": "w", "e": "e", "nw": "nw", "ne": "ne", "sw": "sw", "se": "se",
	"<": "below", ">": "above", "o": "overlaps",
}

func (r *reader) writeNeighbour(n *editor.Node) {
	key := r.name(n, "levelIid")
	if key == "" {
		key = uidKey(r.int(n, "levelUid", -1))
	}
	l := r.levels[key]
	if l == nil || l.id == "" {
		r.WarnOnce(n.Place(), "save the project again", "a neighbour, %s, is not in the project", editor.Clip(key))
		return
	}
	r.Open("neighbour", n.Place())
	r.Attr("level", l.id)
	dir := r.text(n, "dir")
	if directions[dir] == "" {
		r.WarnOnce(n.PlaceOf("dir"), "", "neighbours in the direction %q are not known", editor.Clip(dir))
	}
	r.AttrIf("dir", directions[dir])
	r.Close()
}

// layerIDs returns the ids of a level's layers, which are their names. LDtk may
// give several layers the same iid.
func (r *reader) layerIDs(l *level, layers []*editor.Node) []string {
	ids := make([]string, len(layers))
	for i, n := range layers {
		def := r.layerDefOf(n)
		name := r.name(n, "__identifier")
		if name == "" && def != nil {
			name = def.identifier
		}
		ids[i] = r.unique(l.name + "/" + name)
		uid := r.int(n, "layerDefUid", -1)
		if _, ok := l.layers[uid]; !ok {
			l.layers[uid] = ids[i]
		}
	}
	return ids
}

// unique claims an id or, if it is taken, one that begins with it.
func (r *reader) unique(id string) string {
	name := id
	for r.ids[name] {
		r.again[id]++
		name = id + "#" + strconv.Itoa(r.again[id])
	}
	r.ids[name] = true
	return name
}
