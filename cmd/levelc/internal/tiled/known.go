package tiled

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// names are the attributes, members and children that something has in the files,
// including those of old versions and those that are not read on purpose.
type names struct {
	what string // what has them, for messages
	list []string
	all  map[string]bool
}

func namesOf(what, text string) *names {
	n := &names{what: what, list: strings.Fields(text), all: map[string]bool{}}
	for _, name := range n.list {
		n.all[name] = true
	}
	return n
}

var (
	mapNames = namesOf("a map", `version tiledversion class orientation renderorder compressionlevel width height tilewidth tileheight
		hexsidelength staggeraxis staggerindex parallaxoriginx parallaxoriginy skewx skewy backgroundcolor nextlayerid nextobjectid
		infinite properties propertytypes tileset tilesets layer objectgroup imagelayer group layers editorsettings type
		automappingRulesFile export`)
	worldNames   = namesOf("a world", `maps patterns properties type onlyShowAdjacentMaps grid gridWidth gridHeight`)
	tilesetNames = namesOf("a tileset", `version tiledversion firstgid source name class tilewidth tileheight spacing margin tilecount columns
		objectalignment tilerendersize fillmode backgroundcolor image imagewidth imageheight transparentcolor tileoffset grid properties
		propertytypes terraintypes terrains wangsets transformations tile tiles tileproperties tilepropertytypes editorsettings type
		export`)
	tileNames = namesOf("a tile", `id type class terrain probability x y width height properties propertytypes image imagewidth
		imageheight objectgroup animation`)
	layerNames = namesOf("a layer", `id name class type x y width height opacity visible locked tintcolor offsetx offsety parallaxx
		parallaxy mode properties propertytypes data chunks compression encoding startx starty color draworder object objects image
		imagewidth imageheight transparentcolor repeatx repeaty layer objectgroup imagelayer group layers`)
	objectNames = namesOf("an object", `id name type class x y width height rotation gid visible template opacity properties
		propertytypes ellipse point polygon polyline capsule text image`)
	textNames    = namesOf("a text", `fontfamily pixelsize wrap color bold italic underline strikeout kerning halign valign text`)
	chunkNames   = namesOf("a chunk", `x y width height data tile`)
	cellNames    = namesOf("a cell", `gid`)
	pointNames   = namesOf("a point", `x y`)
	gridNames    = namesOf("a grid", `orientation width height`)
	frameNames   = namesOf("a frame", `tileid duration`)
	wangSetNames = namesOf("a wang set", `name class type tile properties propertytypes colors edgecolors cornercolors wangtiles wangcolor
		wangedgecolor wangcornercolor wangtile`)
	transformationNames = namesOf("transformations", `hflip vflip rotate preferuntransformed`)
	placedNames         = namesOf("a map of a world", `fileName x y width height`)
	patternNames        = namesOf("a pattern", `regexp multiplierX multiplierY offsetX offsetY mapWidth mapHeight`)
	wangTileNames       = namesOf("a wang tile", `tileid wangid dflip hflip vflip`)
	colorNames          = namesOf("a color", `name class color tile probability properties propertytypes`)
	rootNames           = namesOf("a template", `version tiledversion type object tileset`)
	propertyNames       = namesOf("a property", `name type propertytype propertyType value default properties item`)
)

// parts are elements of TMX that only hold what belongs to the element around them, and
// shapes. TMJ has no objects for them.
var parts = map[string]*names{
	"properties": namesOf("properties", "property"), "wangsets": namesOf("wang sets", "wangset"), "terraintypes": namesOf("terrain types", "terrain"),
	"animation": namesOf("an animation", "frame"), "image": namesOf("an image", "format id source trans width height data"),
	"data":    namesOf("the data of a layer", "encoding compression tile chunk"),
	"polygon": namesOf("a polygon", "points"), "polyline": namesOf("a polyline", "points"),
	"ellipse": namesOf("an ellipse", ""), "point": namesOf("a point", ""), "capsule": namesOf("a capsule", ""),
}

// checkNames warns about unknown names in a node, once for each. They are left out, and
// may be slips. It reports values of known names that are of no sort that can be read,
// children that stand twice, and texts where there are none.
func (r *reader) checkNames(n *editor.Node, known *names) {
	r.checkSorts(n, known)
	r.checkOnce(n, known)
	r.checkKnown(n, known)
	if isJSON(n) {
		return
	}
	if known != propertyNames && known != textNames && known != chunkNames {
		r.checkNoText(n, known)
	}
	for _, c := range n.Nodes {
		of := parts[c.Name]
		if of == nil || !known.all[c.Name] {
			continue
		}
		r.checkKnown(c, of)
		if c.Name != "data" { // of a layer
			r.checkNoText(c, of)
		}
	}
}

// checkNoText warns about a text where the editor has none.
func (r *reader) checkNoText(n *editor.Node, known *names) {
	if hasWords(n) {
		r.WarnOnceFor("words "+known.what, n.PlaceOfText(), "", "a text in %s is left out", known.what)
	}
}

// hasWords reports whether a node has a text that is more than the layout of the file.
func hasWords(n *editor.Node) bool {
	return slices.ContainsFunc(n.Pieces(), func(piece string) bool { return strings.TrimSpace(piece) != "" })
}

func (r *reader) checkKnown(n *editor.Node, known *names) {
	for i := range n.Members {
		m := &n.Members[i]
		if isForOthers(m.Name) {
			continue
		}
		if !known.all[m.Name] {
			r.unknown(m.Name, known, placeOfKey(n, m))
		} else if !isJSON(n) && elements[m.Name] && !bothInTMX[m.Name] {
			r.WarnOnceFor("attribute "+known.what+" "+m.Name, placeOfKey(n, m), "in TMX it is an element", "%q is no attribute of %s; it is left out", m.Name, known.what)
		}
	}
	for _, c := range n.Nodes {
		if isForOthers(c.Name) {
			continue
		}
		if !known.all[c.Name] {
			r.unknown(c.Name, known, c.Place())
		} else if !isJSON(n) && !elements[c.Name] {
			r.WarnOnceFor("element "+known.what+" "+c.Name, c.Place(), "in TMX a value is an attribute, and a list has no element around it", "%q is no element of %s; it is left out", c.Name, known.what)
		}
	}
}

// elements are those of TMX; other names are attributes. bothInTMX are both: a wang set
// names a tile, and old tiles have terrains.
var (
	elements = namesOf("", `properties property item tileset layer objectgroup imagelayer group editorsettings export image tileoffset
		grid terraintypes terrain wangsets wangset transformations tile animation frame data chunk object ellipse point polygon
		polyline capsule text wangcolor wangedgecolor wangcornercolor wangtile`).all
	bothInTMX = namesOf("", `tile terrain`).all
)

// contents are what only layers of one type have, by the names in TMX and TMJ.
var contents = map[string]string{
	"data": "tiles", "chunks": "tiles", "object": "objects", "objects": "objects", "image": "image",
	"layer": "group", "objectgroup": "group", "imagelayer": "group", "group": "group", "layers": "group",
}

// checkContents warns about the contents of another type of layer, which are left out. In
// TMJ other tools write them empty.
func (r *reader) checkContents(n *editor.Node, typ string) {
	isOther := func(name string) bool { of := contents[name]; return of != "" && of != typ }
	left := func(name string, at editor.Place) {
		if isOther(name) {
			r.WarnOnceFor("contents "+typ+" "+name, at, "has the layer the type that it should have?", "%q in a layer of the type %s is left out", name, typ)
		}
	}
	for i := range n.Members {
		if m := &n.Members[i]; isJSON(n) && m.Kind != source.Null && (m.Text != "" || m.Kind == source.List && !m.IsEmpty()) {
			left(m.Name, placeOfKey(n, m))
		}
	}
	for _, c := range n.Nodes {
		left(c.Name, c.Place())
	}
	for _, name := range []string{"object", "objects"} {
		if isOther(name) && n.HasPacked(name) {
			c := n.Cursor(name)
			left(name, c.Next().Place())
		}
	}
}

// isForOthers reports whether a name does not concern levels at all: one of a namespace
// or a schema, or a comment in JSON.
func isForOthers(name string) bool {
	return strings.Contains(name, ":") || name == "xmlns" || name == "" || strings.ContainsAny(name[:1], "$_/#")
}

func (r *reader) unknown(name string, known *names, at editor.Place) {
	hint := editor.Meant(name, known.list, newerTiled+" What a game adds are custom properties")
	r.WarnOnceFor("name "+known.what+" "+name, at, hint, "unknown name %q in %s; it is left out", editor.Clip(name), known.what)
}

// checkClass warns about an object whose class is nearly one of the game's kinds, or one
// that cannot be told from a field of a layer, because it does not become a record of that
// kind.
func (r *reader) checkClass(o *object) {
	if o.class == "" || o.table != nil || reserved().Kinds[o.class] || r.checked[o.class] {
		return
	}
	r.checked[o.class] = true
	if reserved().Fields[o.class] && r.Table(o.class) != nil {
		r.Warnf(o.placeOfClass(), "give the kind another name", "a layer has a field called %q, as a kind of the game's is; objects of that class stay objects", o.class)
		return
	}
	kind := r.KindNear(reserved(), func(kind string) bool {
		// A class of the project is no slip, unless it is the same word.
		return spell.IsSlip(o.class, kind) && (!r.project.named[o.class] || strings.EqualFold(o.class, kind))
	})
	if kind == "" {
		return
	}
	r.Warnf(o.placeOfClass(), fmt.Sprintf("did you mean %q?", kind), "no kind of the game's is called %q; objects of that class stay objects", editor.Clip(o.class))
}

// placeOfClass returns where the class of an object stands, or the object if it is that of
// its template or tile.
func (o *object) placeOfClass() editor.Place {
	at := o.node.Place()
	for _, key := range []string{"class", "type"} {
		if o.node.String(key) == o.class {
			at = o.node.PlaceOf(key)
		}
	}
	return at
}

// placeOfKey returns where the name of a member stands.
func placeOfKey(n *editor.Node, m *editor.Member) editor.Place {
	at := n.PlaceIn(m)
	at.Pos.Name = true
	return at
}
