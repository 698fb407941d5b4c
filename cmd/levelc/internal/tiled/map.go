package tiled

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// tileMap is a map that is being translated.
type tileMap struct {
	name        string // its id
	root        *editor.Node
	uses        uses
	own         uses // those of uses that the map itself names; its cells and objects mean no others
	firsts      map[*tileset]uint32
	next        int64 // the first gid behind those of all tilesets
	orientation string
	infinite    bool
	width       int64
	height      int64
	objects     objects
	leftOut     map[editor.Place]bool // objects that are not written, because earlier ones have their numbers
	met         int                   // objects up to the current one that are not left out
	layers      map[uint32]bool       // numbers of layers
	worldX      int64                 // of 32 bits, see placedMaps
	worldY      int64
}

// use is a tileset of a map.
type use struct {
	first uint32
	set   *tileset
	at    editor.Place // of its firstgid; none if only a template has it
}

// uses are the tilesets of a map, ordered by first. Those that only templates have come
// last.
type uses []use

// newMap reads what must be known before a map is written: its tilesets, and what its
// objects are.
func (r *reader) newMap(doc *editor.Doc, name string) *tileMap {
	root := doc.Root
	if what := rootOf(root); what != "a map" {
		r.Errorf(root.Place(), "", "this is %s, and a map was expected", what)
		return nil
	}
	m := &tileMap{root: root, next: 1, firsts: map[*tileset]uint32{}, leftOut: map[editor.Place]bool{}, layers: map[uint32]bool{}}
	m.name = r.claim("map ", name, r.path(doc, baseOf(doc.Path)))
	m.objects = objects{ids: map[uint32]string{}, kinds: map[uint32]string{}, where: "map " + m.name}
	if !root.Has("orientation") {
		r.WarnOnce(root.Place(), "save the map again with Tiled", "the map has no orientation; it is taken for orthogonal")
	}
	m.orientation = r.word(root, "orientation", "orthogonal", "isometric", "staggered", "hexagonal", "oblique")
	m.infinite, m.width, m.height = r.bool(root, "infinite", false), r.size(root, "width"), r.size(root, "height")
	for n := range nodes(root, "tileset", "tilesets") {
		r.addTileset(m, n)
	}
	slices.SortStableFunc(m.uses, func(a, b use) int { return cmp.Compare(a.first, b.first) })
	for i := 1; i < len(m.uses); i++ {
		if a, b := m.uses[i-1], m.uses[i]; a.first == b.first {
			r.ErrorfBecause(b.at, editor.Cause{At: a.at, Says: "the first one"}, "", "the tilesets %s and %s both have the firstgid %d", a.set.name, b.set.name, a.first)
		} else if a.set.root.Doc == root.Doc && int64(a.first)+a.set.size > int64(b.first) {
			// The editor makes room for all. A tileset in a file may have grown since.
			r.WarnfBecause(b.at, editor.Cause{At: a.at, Says: "that tileset"}, fmt.Sprintf("the tiles of %s from number %d on cannot be used", a.set.name, b.first-a.first),
				"the tileset %s begins with gid %d, and %s has gids up to %d", b.set.name, b.first, a.set.name, int64(a.first)+a.set.size-1)
		}
	}
	m.own = slices.Clip(m.uses)
	r.indexLayers(m, root, 0)
	return m
}

// firstgid returns the gid of the first tile of a tileset that a map or a template has. The
// editor always writes it. Without it, the editor refuses the tileset, or takes cells for
// other tiles.
func (r *reader) firstgid(n *editor.Node) int64 {
	if n.String("firstgid") == "" {
		r.blame(n.Place(), "give it firstgid 1 if it is the first tileset, else a number behind the tiles of those before it", "the tileset has no firstgid")
		return 1
	}
	return r.int(n, "firstgid", 1, 1, 1<<28-1)
}

func (r *reader) addTileset(m *tileMap, n *editor.Node) {
	first := r.firstgid(n)
	set := r.tilesetOf(n, m.name)
	if set == nil {
		return
	}
	m.uses = append(m.uses, use{uint32(first), set, n.PlaceOf("firstgid")})
	if _, again := m.firsts[set]; !again {
		m.firsts[set] = uint32(first)
	}
	m.next = max(m.next, first+set.room())
}

// append adds a tileset that only a template has.
func (m *tileMap) append(set *tileset) (first uint32, ok bool) {
	if first, ok := m.firsts[set]; ok {
		return first, true
	}
	if m.next+set.room() > 1<<28 {
		return 0, false
	}
	u := use{first: uint32(m.next), set: set}
	m.uses = append(m.uses, u)
	m.firsts[set] = u.first
	m.next += set.room()
	return u.first, true
}

// indexOf returns the index of the use that a gid without flags is in, or -1.
func (u uses) indexOf(gid uint32) int {
	i, found := slices.BinarySearchFunc(u, gid, func(u use, gid uint32) int { return cmp.Compare(u.first, gid) })
	if !found {
		i--
	}
	return i
}

// gidsOf returns the gids of use i: its tileset has those before end, as far as their
// number is known, and does not have those up to next.
func (u uses) gidsOf(i int) (first, end, next uint32) {
	at := &u[i]
	next = 1 << 28
	if i+1 < len(u) {
		next = u[i+1].first
	}
	end = next
	if at.set.size > 0 {
		end = uint32(min(int64(next), int64(at.first)+at.set.size))
	}
	return at.first, end, next
}

// checkGid warns about a tile behind the last one of its tileset. It returns a range of
// gids around this one for which there is nothing more to say. For a warning, it calls
// where, which returns the place of the tile and what to call it.
func (r *reader) checkGid(m *tileMap, uses uses, gid uint32, where func() (editor.Place, string)) (from, to uint32) {
	i := uses.indexOf(gid)
	first, end, next := uses.gidsOf(i)
	if gid < end || end == next {
		return first, end
	}
	set := uses[i].set
	at, cell := where()
	r.WarnOnceFor("behind "+m.name+" "+set.name, at, "the tileset has become smaller, or is another one than the map was made with",
		"map %s has tiles behind the last one of tileset %s, such as number %d of %d%s", m.name, set.name, gid-first, set.size, cell)
	return end, next
}

func (r *reader) writeMap(m *tileMap) {
	n := m.root
	r.checkNames(n, mapNames)
	for _, u := range m.uses {
		r.writeTileset(u.set)
	}
	r.Open("tilemap", n.Place())
	r.Attr("id", m.name)
	r.AttrIf("class", n.String("class"))
	r.Attr("orientation", m.orientation)
	r.Attr("renderorder", r.word(n, "renderorder", "right-down", "right-up", "left-down", "left-up"))
	if m.orientation == "staggered" || m.orientation == "hexagonal" {
		r.Attr("staggeraxis", r.word(n, "staggeraxis", "y", "x"))
		r.Attr("staggerindex", r.word(n, "staggerindex", "odd", "even"))
	}
	r.Int("width", m.width)
	r.Int("height", m.height)
	r.Int("tilewidth", r.size(n, "tilewidth"))
	r.Int("tileheight", r.size(n, "tileheight"))
	r.Int("hexside", r.size(n, "hexsidelength"))
	r.Bool("infinite", m.infinite)
	r.writeColor("background", r.color(n, "backgroundcolor", color{}))
	r.Float("parallaxoriginx", r.float(n, "parallaxoriginx", 0))
	r.Float("parallaxoriginy", r.float(n, "parallaxoriginy", 0))
	r.Float("skewx", r.float(n, "skewx", 0))
	r.Float("skewy", r.float(n, "skewy", 0))
	r.Int("worldx", m.worldX)
	r.Int("worldy", m.worldY)
	for _, u := range m.uses {
		r.Open("use", n.Place())
		r.Int("firstgid", int64(u.first))
		r.Attr("tileset", u.set.name)
		r.Close()
	}
	r.writeProperties(r.resolve(n.String("class"), "map", n.Place(), r.properties(n)), &m.objects)
	m.met = 0
	r.writeLayers(m, layer{node: n, look: look{opacity: 1, parallaxX: 1, parallaxY: 1, tint: color{255, 255, 255, 255}, visible: true}})
	r.Close()
}
