package tiled

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

const (
	mostInChunk = 1 << 20 // cells of a chunk, which are one attribute
	mostCells   = 1 << 28 // cells of a level
	mostWindow  = 64 << 20
	plausible   = 64 << 20 // bytes of cells that are believed, however well they are compressed
	likely      = 1100     // beyond that, cells are at most this many times as long as their text
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

// unbroken is base64 without the white space between its lines, most of which the
// decoder does not skip, and without the padding, which not all tools write.
type unbroken struct {
	text   pieces
	padded bool
}

func (u *unbroken) Read(b []byte) (n int, err error) {
	for n < len(b) && u.text.fill() {
		c := u.text.rest[0]
		switch {
		case source.IsSpace(c):
		case c == '=':
			u.padded = true
		case u.padded: // there is no padding then, and the decoder will say so
			b[n], u.padded = '=', false
			n++
			continue
		default:
			k := run(u.text.rest[:min(len(u.text.rest), len(b)-n)]) // in JSON a layer is one text of megabytes
			n += copy(b[n:], u.text.rest[:k])
			u.text.rest = u.text.rest[k:]
			continue
		}
		u.text.rest = u.text.rest[1:]
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// run returns how many bytes there are before one that is not base64.
func run(s string) int {
	for i := range len(s) {
		if s[i] == '=' || source.IsSpace(s[i]) {
			return i
		}
	}
	return len(s)
}

// decompress begins the decompressed stream. Its memory is one window, whatever the
// contents. As packed is an io.ByteReader, no more of it is read than the one stream that
// it should be.
func (c *binaryCells) decompress(compression string) (err error) {
	if compression == "zlib" || compression == "gzip" { // the editor goes by the header, whatever is said
		compression = "zlib"
		if magic, _ := c.packed.Peek(2); string(magic) == "\x1f\x8b" {
			compression = "gzip"
		}
	}
	switch compression {
	case "":
		c.from = c.packed
		return nil
	case "zlib":
		if c.zlib == nil {
			c.zlib, err = zlib.NewReader(c.packed)
		} else {
			err = c.zlib.(zlib.Resetter).Reset(c.packed, nil)
		}
		c.from = c.zlib
	case "gzip":
		if c.gzip == nil {
			c.gzip, err = gzip.NewReader(c.packed)
		} else {
			err = c.gzip.Reset(c.packed)
		}
		if err == nil {
			c.gzip.Multistream(false)
		}
		c.from = c.gzip
	case "zstd":
		if c.zstd == nil { // one that decodes as it is read has nothing to close
			c.zstd, err = zstd.NewReader(c.packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow), zstd.WithDecoderLowmem(true))
		} else {
			err = c.zstd.Reset(c.packed)
		}
		c.from = c.zstd
	default:
		return fmt.Errorf("the compression %q is not known", editor.Clip(compression))
	}
	if err != nil {
		return errBroken
	}
	return nil
}

// binaryCells are cells of four bytes each, the lowest first. One is used for all regions
// of a level, one after another, because a layer may be in thousands of small chunks.
type binaryCells struct {
	from   io.Reader
	packed *bufio.Reader // the compressed bytes of from
	zlib   io.ReadCloser // nil if there was none yet
	gzip   *gzip.Reader  // the same
	zstd   *zstd.Decoder // the same
	buf    [16 << 10]byte
	left   []byte
	err    error
	told   bool // next has returned why there are no more
}

func (c *binaryCells) next() (uint32, error) {
	if len(c.left) < 4 {
		if !c.fill() {
			c.told = true
			return 0, c.why()
		}
	}
	v := binary.LittleEndian.Uint32(c.left)
	c.left = c.left[4:]
	return v, nil
}

func (c *binaryCells) fill() bool {
	if c.err != nil {
		return false
	}
	n := copy(c.buf[:], c.left)
	for n < 4 && c.err == nil {
		var got int
		got, c.err = c.from.Read(c.buf[n:])
		n += got
	}
	c.left = c.buf[:n]
	return n >= 4
}

// why says what the end of the cells means, which is io.EOF unless something is wrong.
func (c *binaryCells) why() error {
	switch c.err {
	case io.EOF:
		return errFew
	case io.ErrUnexpectedEOF: // of what is compressed
		return errCut
	}
	return errBroken
}

func (c *binaryCells) end() error {
	if c.told {
		return nil
	}
	if len(c.left) > 0 || c.fill() || len(c.left) > 0 {
		return errMany
	}
	if c.err != io.EOF {
		return c.why() // the checksum of a stream that stops before its end was not checked
	}
	if _, err := c.packed.ReadByte(); err != io.EOF {
		return errBroken // Tiled does not accept anything behind the end either
	}
	return nil
}

func (c *binaryCells) place(n *editor.Node) editor.Place { return placeOfCells(n) }
