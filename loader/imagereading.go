package loader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// imageReading is what an image takes from blocks that are not rows, and how much of it
// join has put into the image.
type imageReading struct {
	ids       pieces[imageID]
	props     pieces[imageProp]
	propBytes pieces[byte]

	unsorted bool   // props are in the order of the file's tables, which is another
	propEnd  uint64 // the most of propBytes that one of props names

	nodes  int    // of the lane's nodes, those that are in the image
	left   uint32 // of the last chunk, the nodes that are not
	depths worldDepths
	whole  bool // the last piece of join is done
}

func (r *imageReading) takeProps(p *plan, rows []format.PropRow) {
	for i := range rows {
		row := &rows[i]
		st := p.storeOf(row.Table())
		if st < 0 {
			continue
		}
		prop := imageProp{table: uint16(st), row: row.Row(), start: row.Start(), len: row.Len()}
		if last := piecesLast(&r.props); last != nil && compareProps(*last, prop) > 0 {
			r.unsorted = true
		}
		r.propEnd = max(r.propEnd, prop.end())
		piecesRoom(&r.props, len(rows)-i)[0] = prop
		r.props.n++
	}
}

func (p imageProp) end() uint64 { return uint64(p.start) + uint64(p.len) }

func compareProps(a, b imageProp) int {
	return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.row, b.row))
}

func (r *imageReading) takeIDs(p *plan, rows []format.IDRow) {
	for i := range rows {
		row := &rows[i]
		if st := p.storeOf(row.Table()); st >= 0 {
			piecesRoom(&r.ids, len(rows)-i)[0] = imageID{str: row.Str(), row: row.Row(), table: uint16(st)}
			r.ids.n++
		}
	}
}

// join does one piece of what is left once all blocks have been taken by the lane, which
// has the rows of $node. It reports whether it found something to do. In pieces, because a
// load in steps has a budget.
func (im *image) join(ln *lane) bool {
	r := im.reading
	switch {
	case r.nodes < ln.nodes.n:
		im.joinNodes(ln)
	case len(im.ids) < r.ids.n:
		im.ids = piecesJoin(im.ids, &r.ids)
	case len(im.propBytes) < r.propBytes.n:
		im.propBytes = piecesJoin(im.propBytes, &r.propBytes)
	case r.whole:
		return false
	case len(im.props) < r.props.n:
		im.props = piecesJoin(im.props, &r.props)
	default:
		if r.propEnd > uint64(len(im.propBytes)) { // never in a checked file
			im.props = slices.DeleteFunc(im.props, func(p imageProp) bool { return p.end() > uint64(len(im.propBytes)) })
		}
		if r.unsorted {
			slices.SortFunc(im.props, compareProps)
		}
		r.whole = true
	}
	return true
}

// joinNodes puts the next piece of the lane's nodes into the image, and begins the chunks
// that they are in.
func (im *image) joinNodes(ln *lane) {
	p, r := ln.plan, im.reading
	if r.nodes == 0 {
		ln.rows = zeroed(ln.rows, len(im.world.Tables))
		im.nodes = make([]imageNode, 0, ln.nodes.n)
	}
	chunks := ln.reader.Chunks()
	part := piecesAt(&ln.nodes, r.nodes)
	for i := range part {
		n := &part[i]
		for r.left == 0 && len(im.chunks) < len(chunks) {
			r.left = im.beginChunk(chunks)
		}
		r.left--
		st := p.storeOf(n.Kind())
		in := st >= 0 && im.world.Tables[st].Class == format.ClassNode // of no other class, unless the file is not checked
		depth := r.depths.next(n.Depth(), in)
		if !in {
			continue
		}
		im.nodes = append(im.nodes, imageNode{kind: uint16(st), depth: uint8(depth), name: nameIn(p.names[n.Kind()], n.Slot()), row: ln.rows[st]})
		ln.rows[st]++
	}
	r.nodes += len(part)
}

// beginChunk begins the next chunk and returns how many nodes of the file it has.
func (im *image) beginChunk(chunks []format.Chunk) (nodes uint32) {
	k := len(im.chunks)
	im.chunks = append(im.chunks, imageChunk{first: len(im.nodes)})
	return chunks[k].Nodes
}

// finish makes the image whole. label returns the text of a string.
func (im *image) finish(ln *lane, label func(id uint32) string) {
	for im.join(ln) {
	}
	im.reading = nil
	if im.rows && ln.plan.parents != nil {
		im.fillParents(ln.plan, &ln.nodes)
	}
	chunks := ln.reader.Chunks()
	for len(im.chunks) < len(chunks) { // without nodes, at the end
		im.beginChunk(chunks)
	}
	for k := range im.chunks {
		im.chunks[k].label = strings.Clone(label(chunks[k].Label))
	}
}

// nameIn returns the world's index for a slot of the file. A slot that is no index of a
// name is returned as it is.
func nameIn(names []uint8, slot uint8) uint8 {
	if int(slot) < len(names) {
		return names[slot]
	}
	return slot
}
