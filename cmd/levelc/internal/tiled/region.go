package tiled

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

const (
	mostInChunk = 1 << 20 // cells of a chunk, which are one attribute
	mostCells   = 1 << 28 // cells of a level
)

// region is a rectangle of cells that is a chunk. Rectangles that are too large for one
// are divided by rows.
type region struct {
	node       *editor.Node // has the data
	x, y, w, h int64
	before     int64 // cells of the data that earlier regions have
	all        int64 // cells of the data
}

// cell says where a cell of a region of layer n is.
func (g *region) cell(n *editor.Node, i int64) string {
	return fmt.Sprintf("at %d,%d of layer %q", g.x+i%g.w, g.y+i/g.w, editor.Clip(n.String("name")))
}

func (g *region) id(layer string) string { return fmt.Sprintf("%s@%d,%d", layer, g.x, g.y) }

// regions returns the regions of a tile layer, in the order of the file.
func (r *reader) regions(m *tileMap, n *editor.Node) []region {
	var list []region
	data := layerData(n)
	add := func(c *editor.Node, x, y, w, h int64) {
		if w == 0 || h == 0 {
			r.checkNone(data, &region{node: c, w: w, h: h})
			return
		}
		if w > mostInChunk {
			r.Errorf(c.Place(), "", "rows of %d cells; at most %d are read", w, mostInChunk)
			return
		}
		if r.cells > mostCells-w*min(h, mostCells/w+1) {
			r.Errorf(c.Place(), "", "%d x %d cells are too many: a level has %d at most", w, h, mostCells)
			return
		}
		r.cells += w * h
		rows := mostInChunk / w
		for from := int64(0); from < h; from += rows {
			list = append(list, region{c, x, y + from, w, min(rows, h-from), from * w, w * h})
		}
	}
	const far = 1 << 30
	chunks := 0
	for c := range nodes(data, "chunk", "chunks") {
		chunks++
		r.checkNames(c, chunkNames)
		r.mustHave(c, "the chunk", "x")
		r.mustHave(c, "the chunk", "y")
		add(c, r.int(c, "x", 0, -far, far), r.int(c, "y", 0, -far, far), r.int(c, "width", 0, 0, far), r.int(c, "height", 0, 0, far))
	}
	if chunks > 0 && hasCells(data) && (isJSON(n) || hasWords(data) || data.HasPacked("tile")) {
		r.Errorf(placeOfCells(data), saveAgain, "a layer has both chunks and cells")
	}
	if chunks == 0 && hasCells(data) {
		x, y := int64(0), int64(0)
		if isJSON(n) { // the first infinite maps had no chunks
			x, y = r.int(n, "startx", 0, -far, far), r.int(n, "starty", 0, -far, far)
		}
		add(data, x, y, r.size(n, "width"), r.size(n, "height"))
	}
	if chunks == 0 && !hasCells(data) && (n.Has("data") || n.Child("data") != nil) && !m.infinite {
		if w, h := r.size(n, "width"), r.size(n, "height"); w > 0 && h > 0 {
			r.Warnf(n.Place(), saveAgain, "the data of the layer is empty: it has none of its %d x %d cells", w, h)
		}
	}
	r.checkOverlap(list)
	return list
}

// checkNone reports cells where there is no room for any. No cells may be some bytes, if
// they are compressed.
func (r *reader) checkNone(data *editor.Node, g *region) {
	if !hasCells(g.node) {
		return
	}
	cells := r.open(g, data.String("encoding"), data.String("compression"))
	if cells == nil {
		return
	}
	if err := cells.end(); err != nil {
		if err == errMany {
			err = fmt.Errorf("%w: %d x %d", err, g.w, g.h)
		}
		r.badCells(g, cells, err)
	}
}

// grid returns the size of a grid in which each region begins at a crossing and fits a
// cell, or 0.
func grid(list []region) (w, h int64) {
	for i := range list {
		w, h = max(w, list[i].w), max(h, list[i].h)
	}
	for i := range list {
		if list[i].x%w != 0 || list[i].y%h != 0 {
			return 0, 0
		}
	}
	return w, h
}

// writeChunkRefs writes references to the chunks of a layer, ordered by y and x.
func (r *reader) writeChunkRefs(layer string, list []region) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b region) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	for i := range list {
		g := &list[i]
		r.Open("chunkref", g.node.Place())
		r.Int("x", g.x)
		r.Int("y", g.y)
		r.Attr("chunk", g.id(layer))
		r.Close()
	}
}

func (r *reader) writeChunks(m *tileMap, n *editor.Node, layer string, list []region) {
	data := layerData(n)
	encoding, compression := data.String("encoding"), data.String("compression")
	var cells cellReader
	for i := range list {
		g := &list[i]
		if g.before == 0 {
			cells = r.open(g, encoding, compression)
		}
		r.Open("chunk", g.node.Place())
		r.Attr("id", g.id(layer))
		r.Int("x", g.x)
		r.Int("y", g.y)
		r.Int("width", g.w)
		r.Int("height", g.h)
		r.writeCells(m, n, g, cells)
		if last := g.before+g.w*g.h == g.all; last && cells != nil {
			if err := cells.end(); err != nil {
				r.badCells(g, cells, err)
			}
		}
		r.Close()
	}
}
