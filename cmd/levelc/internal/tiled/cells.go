package tiled

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

const (
	plausible = 64 << 20 // bytes of cells that are believed, however well they are compressed
	likely    = 1100     // beyond that, cells are at most this many times as long as their text
)

// layerData returns the node of a tile layer that has the cells, or chunks.
func layerData(n *editor.Node) *editor.Node { return inside(n, "data") }

// hasCells reports whether there are cells in a node: a layer may have none yet.
func hasCells(n *editor.Node) bool {
	if isJSON(n) {
		m := n.Member("data")
		return m != nil && (m.Text != "" || len(m.Items()) > 0) || n.Child("data") != nil // open will report an object
	}
	return n.HasText() || n.HasPacked("tile")
}

// placeOfCells returns where the cells of a region begin.
func placeOfCells(n *editor.Node) editor.Place {
	if !isJSON(n) {
		return n.PlaceOfText()
	}
	if c := n.Child("data"); c != nil {
		return c.Place()
	}
	return n.PlaceOf("data")
}

// badCells says why cells cannot be read, and where: at the bad cell if the reader of
// cells knows it.
func (r *reader) badCells(g *region, cells cellReader, err error) {
	at := placeOfCells(g.node)
	if cells != nil && !errors.Is(err, errFew) {
		at = cells.place(g.node)
	}
	r.Errorf(at, saveAgain, "the cells cannot be read: %s", err)
}

// writeCells writes the cells of one region. After an error, a cellReader keeps
// failing.
func (r *reader) writeCells(m *tileMap, n *editor.Node, g *region, cells cellReader) {
	r.BeginList("cells", g.node.Place())
	defer r.EndList()
	if cells == nil {
		return
	}
	first := uint32(1 << 28)
	if len(m.own) > 0 {
		first = m.own[0].first
	}
	told := false
	from, to := uint32(1), uint32(1) // gids that have been checked
	for i := range g.w * g.h {
		v, err := cells.next()
		if err == errFew {
			err = fmt.Errorf("%w: %d of %d x %d", errFew, g.before+i, g.w, g.all/g.w)
		}
		if err != nil {
			r.badCells(g, cells, err)
			return
		}
		id := v &^ flips
		if id != 0 && id < first && !told {
			told = true
			r.WarnOnceFor("stray "+m.name, cells.place(g.node), "", "map %s has cells of tiles that no tileset of it has, such as %d %s", m.name, id, g.cell(n, i))
		}
		if id-from >= to-from && id >= first {
			from, to = r.checkGid(m, m.own, id, func() (editor.Place, string) { return cells.place(g.node), " " + g.cell(n, i) })
		}
		r.Number(v)
	}
}

// cellReader gives gids one after another.
type cellReader interface {
	next() (uint32, error)
	end() error                        // whether there are more than expected
	place(n *editor.Node) editor.Place // of the current cell, as far as that is known
}

var (
	errFew    = errors.New("there are fewer than the layer is large")
	errMany   = errors.New("there are more than the layer is large")
	errNumber = errors.New("there is something that is no number of a tile")
	errBroken = errors.New("the data is damaged")
	errCut    = errors.New("the data is damaged: it ends too early")
)

// open finds out how cells are written. It reports errors and returns nil then.
func (r *reader) open(g *region, encoding, compression string) cellReader {
	n := g.node
	text := n.Pieces()
	if isJSON(n) {
		m := n.Member("data")
		if m == nil || m.Text == "" && len(m.Items()) > 0 {
			r.badCells(g, oddCells{m}, errNumber)
			return nil
		}
		if text = m.Pieces(); m.IsNumbers() {
			encoding = "csv"
		} else if encoding == "" {
			encoding = "base64"
		}
	}
	if !isJSON(n) && encoding != "" && n.HasPacked("tile") {
		tiles := n.Cursor("tile")
		r.badCells(g, &elementCells{last: tiles.Next()}, fmt.Errorf("there are elements, and the encoding %q is for a text", editor.Clip(encoding)))
		return nil
	}
	switch encoding {
	case "":
		if hasWords(n) {
			r.badCells(g, nil, errors.New("there is a text, and no encoding"))
			return nil
		}
		return &elementCells{r: r, rest: n.Cursor("tile")}
	case "csv":
		return &textCells{text: pieces{more: text}, listed: isJSON(n) && n.Member("data").IsNumbers()}
	case "base64":
	default:
		r.badCells(g, nil, fmt.Errorf("the encoding %q is not known", editor.Clip(encoding)))
		return nil
	}
	size := int64(0)
	for _, s := range text {
		size += int64(len(s))
	}
	if compression != "" && 4*g.all > max(plausible, likely*size) {
		r.badCells(g, nil, fmt.Errorf("%d bytes can hardly be %d of them", size, g.all))
		return nil
	}
	raw := base64.NewDecoder(base64.RawStdEncoding, &unbroken{text: pieces{more: text}})
	c := &r.binary
	c.left, c.err, c.told = nil, nil, false
	if c.packed == nil {
		c.packed = bufio.NewReader(raw)
	}
	c.packed.Reset(raw)
	if err := c.decompress(compression); err != nil {
		r.badCells(g, nil, err)
		return nil
	}
	return c
}
