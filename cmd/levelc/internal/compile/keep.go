package compile

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// With UnknownKeep, what the schema does not name becomes dynamic properties of its row
// (doc.go has the rules). The entries of a row are on a stack until the row ends, those
// of an unknown element until the element ends. Then they are sorted and written as one
// msgpack map, which is the row's, or one more entry of what is around it. So nothing
// of the file is held except what is open.

// keeper collects dynamic properties.
//
// Invariants: holds has a hold for each open row, and above them, if on, one
// for each element, object and list inside the unknown one; entries and bytes
// end where the innermost hold's end. on implies that the compiler skips.
type keeper struct {
	holds   spill.Vec[hold]
	entries spill.Vec[kept]
	bytes   spill.Vec[byte]
	late    [][]lateProps   // by array table: those of rows that the sink does not have yet
	texts   spill.Vec[byte] // of late
	on      bool
	items   int32 // values so far of the current value, as source.Pos counts
	build   format.PropBuilder
}

// hold is an open row, or an open unknown element, object or list in it.
type hold struct {
	what   holding
	bare   bool // an element that has only had one piece of text
	item   bool // an item of a list under its key, even if it is the only one
	full   bool // a row: nothing more is kept, which an error has reported
	at     int64
	key    int32 // in bytes; the hold's own begin behind it
	bytes  int32
	first  int32 // in entries
	mapped bool  // it is written as levelc:value, see keepescape.go
	keyed  bool  // and has its key
	blank  bool  // its last entry is a text of white space, which is layout if there are elements
	parted bool  // there are elements in it
}

type holding uint8

const (
	aRow     holding = iota
	anObject         // an element or object: a map
	aList
	aValue // an element whose attribute has given its value, which is in bytes
)

// kept is an entry. Its key and value are in bytes.
type kept struct {
	key, val, end int32
	item          bool
	height        uint8 // depth of the maps and lists in it
}

// lateProps is properties of a row that the sink does not have yet.
type lateProps struct {
	row      uint32
	off, len int32
}

// mostKept limits the properties of all rows that are open at the same time.
const mostKept = 32 << 20

func newKeeper(tables int, pool *smallalloc.Pool) *keeper {
	k := &keeper{late: make([][]lateProps, tables)}
	k.holds.Init(nil, pool)
	k.entries.Init(nil, pool)
	k.bytes.Init(nil, pool)
	k.texts.Init(nil, pool)
	return k
}

// rest removes what a source has left open.
func (k *keeper) rest() {
	k.holds.Rest(keepMost)
	k.entries.Rest(keepMost)
	k.bytes.Rest(keepMost)
	k.texts.Rest(keepMost)
	for i := range k.late {
		k.late[i] = k.late[i][:0]
	}
	k.on = false
}

// keeps reports whether unknown names in f are kept: f must have a row.
func (c *compiler) keeps(f *frame) bool { return c.keep != nil && f.table != nil }

// push opens a hold under a key, which is given in pieces.
func (k *keeper) push(what holding, at int64, key ...[]byte) *hold {
	start := k.bytes.Len()
	for _, b := range key {
		k.bytes.Append(b...)
	}
	k.holds.Push(hold{what: what, at: at, key: int32(start), bytes: int32(k.bytes.Len()), first: int32(k.entries.Len())})
	return k.holds.Top()
}

// row returns the hold of the innermost row.
func (k *keeper) row() *hold { return &k.holds.Slice()[k.rowIndex()] }

// rowIndex returns the index of that hold.
func (k *keeper) rowIndex() int {
	holds := k.holds.Slice()
	i := len(holds) - 1
	for holds[i].what != aRow {
		i--
	}
	return i
}

// listsHere counts the open JSON lists directly in the innermost frame, one inside
// another.
func (c *compiler) listsHere() int {
	n, lists := 0, c.lists.Slice()
	for n < len(lists) && lists[len(lists)-1-n].frame == int32(c.frames.Len()) {
		n++
	}
	return n
}

// enterLists begins the lists around an unknown value, except for the outermost: each
// item of that is an entry of its own, because nodes may stand between them. It reports
// whether the value is an item, and whether it can be kept.
func (c *compiler) enterLists(f *frame, name []byte, at int64) (item, ok bool) {
	if c.keep.row().full {
		return false, false
	}
	n := c.listsHere()
	if c.keep.holds.Len()-c.keep.rowIndex()+n > format.MaxPropDepth {
		c.tooDeep(at)
		return false, false
	}
	for i := range n - 1 {
		h := c.keep.push(aList, at, f.scope.path(), name)
		h.item = i == 0
		l, _ := c.lists.Pop()
		c.listKeys.Truncate(int(l.key))
		c.keep.on = true
		c.skip++
	}
	return n == 1, true
}

// keepElement begins an unknown element or object in f. The compiler is skipping
// already.
func (c *compiler) keepElement(f *frame, name []byte, at int64) {
	item, ok := c.enterLists(f, name, at)
	if !ok {
		return
	}
	h := c.keep.push(anObject, at, f.scope.path(), name)
	h.item, h.mapped = item, c.isEscape(name)
	c.keep.on = true
}

// keepValue keeps an unknown attribute or member of f.
func (c *compiler) keepValue(f *frame, name []byte, v *source.Value) {
	switch item, ok := c.enterLists(f, name, v.At); {
	case !ok:
	case c.keep.on: // inside lists
		c.keepMember(name, v)
	default:
		c.addValue(f.scope.path(), name, v, item)
	}
}

var textKey = []byte("text")

// keepText keeps a piece of text in f, which has no field for it.
func (c *compiler) keepText(f *frame, v *source.Value) {
	if !c.keep.row().full {
		c.addText(f.scope.path(), v)
	}
}

// addText adds a piece of text. Unless white space is preserved, it is taken as a field
// would take it: a number or a bool without any, a string without what breaks the line.
func (c *compiler) addText(path []byte, v *source.Value) {
	c.scratch = source.Value{Kind: source.Text, Bytes: v.Bytes, At: v.At}
	if !c.preserves() {
		if c.scratch.Bytes = source.Trim(v.Bytes); isString(c.scratch.Bytes) {
			c.scratch.Bytes = source.Unwrap(v.Bytes)
		}
	}
	c.addValue(path, textKey, &c.scratch, false)
}

// Inside something unknown: the same events, all of which are kept.

func (c *compiler) keepOpen(name []byte, at int64) {
	k := c.keep
	if !k.on {
		return
	}
	room := format.MaxPropDepth
	if c.syntax == source.XML {
		room++ // for an element that is a value: valueOf looks at others
	}
	if k.holds.Len()-k.rowIndex() >= room {
		c.tooDeep(at)
		return
	}
	top := k.holds.Top()
	top.bare, top.parted = false, true
	if top.blank {
		top.blank = false
		e, _ := k.entries.Pop()
		k.bytes.Truncate(int(e.key))
	}
	if top.what == aValue {
		c.stopKeeping(source.Pos{Off: at}, "an element inside a value that an attribute has given", "")
		return
	}
	mapped := c.isEscape(name)
	if top.what == aList {
		name = nil
	}
	k.push(anObject, at, name).mapped = mapped
}

func (c *compiler) tooDeep(at int64) {
	c.stopKeeping(source.Pos{Off: at}, fmt.Sprintf("nested too deep to be kept: what is unknown may nest %d deep", format.MaxPropDepth-1), "")
}

func (c *compiler) keepMember(name []byte, v *source.Value) {
	k := c.keep
	if !k.on || c.belongsElsewhere(name) {
		return
	}
	switch top := k.holds.Top(); {
	case top.mapped: // its attributes may have made it a list already
		c.escaped(top, name, v)
	case top.what == aList:
		c.addValue(nil, nil, v, true)
	default:
		c.addValue(nil, name, v, false)
	}
}

// keepInnerText keeps a piece of text of an element. White space alone is layout if there
// are elements, even where it is preserved.
func (c *compiler) keepInnerText(v *source.Value, blank bool) {
	k := c.keep
	if !k.on {
		return
	}
	top := k.holds.Top()
	if blank && (top.parted || top.what != anObject) {
		return
	}
	if top.what == aValue {
		c.stopKeeping(source.Pos{Off: v.At}, "text beside a value that an attribute has given", "")
		return
	}
	top.bare = k.entries.Len() == int(top.first)
	if top.what == aList {
		top.bare = false
	}
	if c.addText(nil, v); k.on {
		k.holds.Top().blank = blank
	}
}

// keepClose ends an unknown element, object or list. It becomes one entry of what is
// around it.
func (c *compiler) keepClose() {
	k := c.keep
	if !k.on {
		return
	}
	h := *k.holds.Top()
	height, ok := c.valueOf(&h)
	if !ok {
		return
	}
	if k.holds.Pop(); c.knownKey(&h) {
		return
	}
	k.entries.Truncate(int(h.first))
	k.entries.Push(kept{key: h.key, val: h.bytes, end: int32(k.bytes.Len()), item: h.item, height: height})
	k.on = c.skip > 0
	c.checkLimits(source.Pos{Off: h.at})
}

// valueOf replaces the entries of a hold by the msgpack of their map or list.
func (c *compiler) valueOf(h *hold) (height uint8, ok bool) {
	k := c.keep
	entries := k.entries.Slice()[h.first:]
	switch {
	case h.what == aValue && len(entries) == 0:
		return 0, true
	case h.bare && len(entries) == 1: // <a>3</a>
		e := entries[0]
		v := k.bytes.Slice()[e.val:e.end]
		copy(k.bytes.Slice()[h.bytes:], v)
		k.bytes.Truncate(int(h.bytes) + len(v))
		return e.height, true
	case k.holds.Len()-k.rowIndex() > format.MaxPropDepth:
		c.tooDeep(h.at)
		return 0, false
	}
	b := &k.build
	k.beginValue()
	if h.what == aList {
		b.BeginList()
		for _, e := range entries {
			b.Value(k.bytes.Slice()[e.val:e.end])
			height = max(height, e.height)
		}
	} else {
		b.BeginMap()
		height = k.group(entries)
	}
	b.End()
	out, err := k.endValue()
	if height++; height >= format.MaxPropDepth {
		err = errDeep
	}
	if err != nil {
		c.stopKeeping(source.Pos{Off: h.at}, "it cannot be kept: "+reason(err), k.lighten(err))
		return 0, false
	}
	k.bytes.Truncate(int(h.bytes))
	k.bytes.Append(out...)
	return height, true
}

// group builds the entries of a map, and returns their depth. Several entries under one
// key become a list.
func (k *keeper) group(entries []kept) (height uint8) {
	text := k.bytes.Slice()
	key := func(e *kept) []byte { return text[e.key:e.val] }
	slices.SortStableFunc(entries, func(a, b kept) int { return bytes.Compare(key(&a), key(&b)) })
	for i := 0; i < len(entries); {
		n := i + 1
		for n < len(entries) && bytes.Equal(key(&entries[n]), key(&entries[i])) {
			n++
		}
		list := n-i > 1 || entries[i].item
		k.build.KeyBytes(key(&entries[i]))
		if list {
			k.build.BeginList()
		}
		for ; i < n; i++ {
			k.build.Value(text[entries[i].val:entries[i].end])
			over := entries[i].height
			if list {
				over++
			}
			height = max(height, over)
		}
		if list {
			k.build.End()
		}
	}
	return height
}
