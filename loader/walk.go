package loader

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc/inline"
)

// Walk reads a level node by node in document order, without stores and without
// building a tree. It knows the parent of every node, and reads fields where they
// lie in the file's own rows. It needs no world and no Go types; the names come
// from the schema in the file.
//
//	for n, err := range loader.Walk(f) {
//		if err != nil {
//			return err
//		}
//		pos, _ := n.Field("pos")
//		fmt.Println(n.Kind(), pos.Float(0))
//	}
//
// A Node and what comes from it are valid until the loop goes on. An error ends
// the walk.
//
// Of the options, it takes MaxBytes and Check. The others are about stores, and a walk
// with one of them ends at once, with an error that wraps ErrOption: to pass over nodes,
// look at their Kind.
//
// A walk holds the rows of one chunk and the strings of the file in memory. It
// does not allocate per node; a Walker that is used again allocates almost
// nothing at all. If src is a large level and is an io.ReaderAt and an io.Seeker,
// as a file is, two goroutines read it by ReadAt. Both have ended when the loop
// is over.
func Walk(src io.Reader, opts ...Option) iter.Seq2[Node, error] {
	return NewWalker(opts...).Walk(src)
}

// Walker keeps the buffers of Walk from one level to the next. It is for one
// goroutine and one walk at a time: a walk that begins ends the one before it, whose loop
// then gets an error. The zero Walker is one without options.
type Walker struct {
	opts   options
	wrong  error // of the options
	reader *format.Reader
	schema *format.Schema
	tables []chunkRows
	index  map[string]uint16 // tables by name
	types  []reflect.Type    // by table: the last Go type that was checked against it
	path   inline.Vec[Node]  // the current node with its ancestors
	home   [32]Node          // path's storage; deeper levels spill
	above  [][]byte          // by depth: the row of an ancestor in an earlier chunk
	whole  bool              // all of the file is known to be there
	count  uint32            // nodes so far
	walks  uint              // how many have begun
}

// chunkRows is the rows of one table in the current chunk. The rows of the string
// tables are kept for the whole file.
type chunkRows struct {
	data  []byte
	first uint32 // the row of the file that data begins with
	next  uint32 // the row of the next node of this kind
	sized bool   // data has its final length
	most  uint64 // bytes that data will have, as the directory says
}

// NewWalker returns a Walker.
func NewWalker(opts ...Option) *Walker {
	w := new(Walker)
	w.opts, w.wrong = newOptions(opts)
	if names := w.opts.stores; w.wrong == nil && len(names) > 0 {
		w.wrong = fmt.Errorf("%w: a walk has no stores for %s; it takes MaxBytes and Check", ErrOption, strings.Join(names, ", "))
	}
	w.path = inline.Over(w.home[:])
	return w
}

var errAnotherWalk = errors.New("the Walker has begun another walk; one of several at a time needs a Walker of its own")

// Walk reads one level; see the function Walk.
func (w *Walker) Walk(src io.Reader) iter.Seq2[Node, error] {
	return func(yield func(Node, error) bool) {
		if err := w.walk(src, yield); err != nil {
			yield(Node{}, inSource(src, wrap("walk", err)))
		}
	}
}

func (w *Walker) walk(src io.Reader, yield func(Node, error) bool) error {
	if w.wrong != nil {
		return w.wrong
	}
	w.walks++
	this := w.walks
	if err := w.open(src); err != nil {
		return err
	}
	defer func() {
		if w.walks == this { // or the reader is that of another walk
			w.reader.Stop()
		}
	}()
	for blocks := w.reader.Blocks(); len(blocks) > 0; {
		n := 1
		for n < len(blocks) && blocks[n].Chunk == blocks[0].Chunk {
			n++
		}
		chunk := blocks[:n]
		w.beginChunk(chunk)
		for range n {
			if err := w.read(); err != nil {
				return err
			}
		}
		if blocks = blocks[n:]; len(blocks) == 0 {
			break // the last nodes are shown only after the file has been checked to its end
		}
		if on, err := w.nodes(this, yield); err != nil || !on {
			return err
		}
		w.endChunk(chunk)
	}
	if _, err := w.reader.Next(); err != io.EOF {
		return err
	}
	_, err := w.nodes(this, yield)
	return err
}

// read reads one block.
func (w *Walker) read() error {
	place := (*walkPlacer)(w)
	blk, err := w.reader.NextInto(place)
	if err != nil || blk.Placed {
		return err
	}
	t := &w.tables[blk.Table]
	if t.sized {
		copy(place.Place(blk.Table, blk.First, blk.Rows), blk.Data)
		return nil
	}
	if len(t.data) == 0 {
		t.first = blk.First
	}
	if need := len(t.data) + len(blk.Data); need > cap(t.data) {
		// Most of what a small file decodes to must not be copied and held twice.
		to := make([]byte, len(t.data), max(int(min(4*uint64(need), t.most)), need, 64))
		copy(to, t.data)
		t.data = to
	}
	t.data = append(t.data, blk.Data...)
	return nil
}

// walkPlacer is the format.Placer of a Walker, and keeps $bytes for the reader.
type walkPlacer Walker

// Place returns memory for rows of the current chunk, and for all of $bytes.
func (w *walkPlacer) Place(table int, first, rows uint32) []byte {
	t := &w.tables[table]
	if table == format.TableBytes && !t.sized {
		t.sized, t.data = true, slices.Grow(t.data, int(rows))[:rows]
	}
	if !t.sized {
		return nil
	}
	stride := int(w.schema.Tables[table].Stride)
	at, n := int(first-t.first)*stride, int(rows)*stride
	return t.data[at : at+n : at+n]
}

// Text returns what has come of $bytes; see format.Texts.
func (w *walkPlacer) Text() []byte { return w.tables[format.TableBytes].data }

// Settle does nothing: the rows stay as they are.
func (*walkPlacer) Settle(int, []byte) bool { return true }

func (w *Walker) open(src io.Reader) error {
	var err error
	if w.reader == nil {
		w.reader, err = format.NewReader(src, w.opts.format)
	} else {
		err = w.reader.Reset(src, w.opts.format)
	}
	if err != nil {
		return err
	}
	if s := w.reader.Schema(); s != w.schema {
		w.schema = s
		w.index = make(map[string]uint16, len(s.Tables))
		for i := range s.Tables {
			w.index[s.Tables[i].Name] = uint16(i)
		}
		w.types = make([]reflect.Type, len(s.Tables))
		w.tables = slices.Grow(w.tables[:0], len(s.Tables))[:len(s.Tables)]
	}
	for i := range w.tables {
		w.tables[i] = chunkRows{data: w.tables[i].data[:0]}
	}
	w.path.Reset()
	w.count, w.whole = 0, w.reader.Whole()
	return nil
}

// beginChunk prepares for the blocks of a chunk, which ascend by table. If the rows are
// known to be there, it takes memory for all of them at once.
func (w *Walker) beginChunk(blocks []format.BlockInfo) {
	for len(blocks) > 0 {
		t, plain, size, n := blocks[0].Table, w.whole, 0, 0
		for ; n < len(blocks) && blocks[n].Table == t; n++ {
			plain = plain && blocks[n].Codec == format.CodecNone
			size += blocks[n].Raw
		}
		w.tables[t].most = w.most(t, size)
		if rows := &w.tables[t]; t >= format.FixedTables {
			rows.first, rows.sized = blocks[0].First, plain
			if plain {
				rows.data = slices.Grow(rows.data[:0], size)[:size]
			}
		}
		blocks = blocks[n:]
	}
}

// most returns how many bytes of a table are held at most: those of the chunk, but all
// strings.
func (w *Walker) most(table, inChunk int) uint64 {
	if table == format.TableBytes || table == format.TableStr {
		return uint64(w.reader.Rows(table)) * uint64(w.schema.Tables[table].Stride)
	}
	return uint64(inChunk)
}

// endChunk ends a chunk, and keeps the rows of ancestors that later chunks may ask for.
func (w *Walker) endChunk(blocks []format.BlockInfo) {
	for d, n := range w.path.Slice() {
		if d == len(w.above) {
			w.above = append(w.above, nil)
		}
		if row := w.here(n.table, n.row); row != nil {
			w.above[d] = append(w.above[d][:0], row...)
		}
	}
	for i := range blocks {
		if t := blocks[i].Table; t != format.TableBytes && t != format.TableStr {
			w.tables[t].data = w.tables[t].data[:0]
		}
	}
}

// nodes yields the nodes of the current chunk. on is false if yield wants no more.
func (w *Walker) nodes(this uint, yield func(Node, error) bool) (on bool, err error) {
	rows := format.FixedRows[format.NodeRow](w.tables[format.TableNode].data)
	for i := range rows {
		kind, depth := rows[i].Kind(), rows[i].Depth()
		if w.opts.format.Check != format.CheckFull {
			if err := w.checkNode(kind, depth); err != nil {
				return false, err
			}
		}
		t := &w.tables[kind]
		n := Node{num: w.count, depth: depth, slot: rows[i].Slot(), Row: Row{w: w, table: kind, row: t.next}}
		t.next++
		w.count++
		w.path.Truncate(int(depth))
		w.path.Push(n)
		if !yield(n, nil) {
			return false, nil
		}
		if w.walks != this {
			return false, errAnotherWalk
		}
	}
	return true, nil
}

// checkNode checks what a walk relies on, if the reader was told not to check rows.
func (w *Walker) checkNode(kind uint16, depth uint8) error {
	bad := &format.Error{Rule: 8, Offset: -1, Table: "$node", Row: int64(w.count), Err: format.ErrTree}
	switch {
	case int(kind) >= len(w.tables) || w.schema.Tables[kind].Class != format.ClassNode:
		bad.Field, bad.Detail = "kind", fmt.Sprintf("%d is no kind of node", kind)
	case int(depth) > w.path.Len():
		bad.Field, bad.Detail = "depth", fmt.Sprintf("%d; at most %d can follow", depth, w.path.Len())
	case w.here(kind, w.tables[kind].next) == nil:
		bad.Field, bad.Detail = "kind", fmt.Sprintf("there is no row %d of %s in the chunk", w.tables[kind].next, w.schema.Tables[kind].Name)
	default:
		return nil
	}
	return bad
}

// str returns a string of the file. It returns nothing for a number that no string has,
// which an unchecked file may contain.
func (w *Walker) str(id uint32) []byte {
	rows, text := format.FixedRows[format.StrRow](w.tables[format.TableStr].data), w.tables[format.TableBytes].data
	if uint64(id) >= uint64(len(rows)) {
		return nil
	}
	start, n := uint64(rows[id].Start()), uint64(rows[id].Len())
	if start+n > uint64(len(text)) {
		return nil
	}
	return text[start : start+n : start+n]
}
