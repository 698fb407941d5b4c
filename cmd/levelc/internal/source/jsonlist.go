package source

import (
	"bytes"
	"iter"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc/inline"
)

// lists collects the value of an array as long as it may still turn out to contain
// objects. It reuses its memory.
type lists struct {
	items  spill.Vec[Value]       // the items so far of the array, then of the open arrays in it
	starts spill.Vec[int32]       // where the items of each open array begin
	inner  *inline.Scratch[Value] // the items of lists in it that are closed
	bytes  *inline.Scratch[byte]  // the texts of all items
	count  int                    // items of all of it
	size   int                    // bytes of all of it
	opt    *Options
	val    Value

	packed  spill.Vec[byte] // the numbers so far, with commas between, while packs
	packs   bool            // there were only numbers so far
	runs    bool            // there are runs of numbers among the items of the inner list
	nums    int             // how many numbers, while packs
	divides bool            // it may be reported in parts
	parted  bool            // it has been
}

const (
	keepItems = 1 << 12  // how many items the next array finds room for
	listBytes = 32 << 10 // and how many bytes
)

const longArray = "arrays of objects, and those of numbers alone, may be of any length; divide others among several objects"

// rest empties the containers after a file.
func (l *lists) rest() {
	clear(l.items.Slice())
	l.items.Rest(keepItems)
	l.starts.Rest(keepItems)
	l.packed.Rest(listBytes)
}

// begin starts a list, which may be reported in parts if divides is set.
func (l *lists) begin(o *Options, divides bool) {
	if l.inner != nil {
		l.inner = spill.Scratch(l.inner, keepItems/4)
	}
	if l.bytes != nil {
		l.bytes = spill.Scratch(l.bytes, listBytes)
	}
	l.count, l.size, l.nums = 0, 0, 0
	l.items.Rest(keepItems)
	l.starts.Reset()
	l.packed.Reset() // the next one is often as long
	l.starts.Push(0)
	l.opt, l.divides = o, divides
	l.packs = o.Numbers > 0
	l.parted, l.runs = false, false
}

// full reports whether the numbers so far have to be reported before the next one.
func (l *lists) full() bool {
	return l.divides && l.packs && l.opt.Parts > 0 && l.packed.Len() >= l.opt.Parts
}

// part reports the numbers so far. More follow.
func (l *lists) part(h Handler, name []byte, at int64) error {
	l.packed.Push(',')
	l.val = Value{Kind: Numbers, Bytes: l.packed.Slice(), At: at, More: true}
	l.packed.Reset()
	l.parted, l.size = true, 0 // who joins the parts has a limit of its own
	if !h.Value(name, &l.val) {
		return ErrStopped
	}
	return nil
}

// many reports whether the items so far have to be reported before the next one.
func (l *lists) many() bool {
	most := l.opt.ListParts
	return l.divides && !l.packs && most > 0 && l.starts.Len() == 1 && (l.count >= most || l.size >= itemBytes*most)
}

// itemBytes is how many bytes of text count as much as an item.
const itemBytes = 16

// listPart is part for items.
func (l *lists) listPart(h Handler, name []byte, at int64) error {
	l.val = Value{Kind: List, Items: l.items.Slice(), At: at, More: true}
	l.parted = true
	if !h.Value(name, &l.val) {
		return ErrStopped
	}
	if l.inner != nil {
		l.inner.Release(inline.Mark{})
	}
	if l.bytes != nil {
		l.bytes.Release(inline.Mark{})
	}
	l.items.Reset()
	l.count, l.size = 0, 0
	return nil
}

// open starts a list in the list.
func (l *lists) open(at int64) error {
	err := l.unpack(at)
	l.spread()
	l.starts.Push(int32(l.items.Len()))
	return err
}

// close ends the innermost list. The outermost one is left to report.
func (l *lists) close(at int64) error {
	if l.starts.Len() == 1 {
		return nil
	}
	if l.inRow() {
		if row, ok := l.row(at); ok {
			return l.push(row)
		}
	}
	l.spread()
	start, _ := l.starts.Pop()
	items := l.items.Slice()[start:]
	if l.inner == nil { // most files have no lists in lists
		l.inner = inline.NewScratch[Value](keepItems / 4)
	}
	in := l.inner.Take(len(items))
	copy(in, items)
	l.items.Truncate(int(start))
	return l.push(Value{Kind: List, Items: in, At: at})
}

// inRow reports whether the innermost list may be reported as a row.
func (l *lists) inRow() bool { return l.opt.Rows && l.opt.Numbers > 0 && l.starts.Len() == 2 }

// row closes an inner list that is nothing but many numbers. It reports false for any
// other, and leaves that open.
func (l *lists) row(at int64) (Value, bool) {
	items := l.items.Slice()[*l.starts.Top():]
	nums := 0
	for i := range items {
		switch items[i].Kind {
		case Number:
			nums++
		case Numbers:
			nums += 1 + bytes.Count(items[i].Bytes, comma)
		default:
			return Value{}, false
		}
	}
	if nums < l.opt.Numbers {
		return Value{}, false
	}
	row := Value{Kind: Numbers, Bytes: l.join(items), At: at}
	l.count -= nums // it takes no more memory than its text
	start, _ := l.starts.Pop()
	l.items.Truncate(int(start))
	l.runs = false
	return row, true
}

// join returns the texts of numbers, with commas between.
func (l *lists) join(items []Value) []byte {
	if len(items) == 1 {
		return items[0].Bytes
	}
	n := len(items) - 1
	for i := range items {
		n += len(items[i].Bytes)
	}
	all := l.room(n)[:0]
	for i := range items {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, items[i].Bytes...)
	}
	return all
}

// reserve makes room for a run of n bytes. A list that has become longer than a window
// gets room for all of it at once, as far as the rest of the file may be such numbers:
// memory that is never touched costs nothing, and moving costs as much as reading.
func (l *lists) reserve(n int, rest int64) {
	if !l.packs || l.packed.Len() < windowSize/2 || l.packed.Cap()-l.packed.Len() > n {
		return
	}
	most := l.opt.Limits.Token
	if l.divides && l.opt.Parts > 0 {
		most = l.opt.Parts + windowSize
	}
	l.packed.Grow(int(min(int64(n)+rest, int64(max(n, most-l.packed.Len())))) + 1)
}

// addRun appends numbers to the innermost list: a run of the sieve's. They are copied.
func (l *lists) addRun(raw []byte, nums int, at int64) error {
	if l.packs {
		if l.packed.Len() > 0 {
			l.packed.Push(',')
		}
		start := l.packed.Len()
		n := packRun(l.packed.Extend(len(raw)), raw)
		l.packed.Truncate(start + n)
		l.nums += nums
		return l.grown(n-(nums-1), at)
	}
	text := l.room(len(raw))
	text = text[:packRun(text, raw)]
	if err := l.grown(len(text)-(nums-1), at); err != nil {
		return err
	}
	if l.inRow() {
		l.runs = true
		l.count += nums - 1
		return l.push(Value{Kind: Numbers, Bytes: text, At: at})
	}
	for one := range EachNumber(text) {
		if err := l.push(Value{Kind: Number, Bytes: one, At: at}); err != nil {
			return err
		}
	}
	return nil
}

// spread makes items of the runs in the inner list, which turns out to be no row.
func (l *lists) spread() {
	if !l.runs {
		return
	}
	l.runs = false
	start := int(*l.starts.Top())
	items := slices.Clone(l.items.Slice()[start:])
	l.items.Truncate(start)
	for _, it := range items {
		if it.Kind != Numbers {
			l.items.Push(it)
			continue
		}
		for one := range EachNumber(it.Bytes) {
			l.items.Push(Value{Kind: Number, Bytes: one, At: it.At})
		}
	}
}

// grown notes that the list has n more bytes of scalars.
func (l *lists) grown(n int, at int64) error {
	if l.size += n; l.size > l.opt.Limits.Token {
		return limit(at, "an array in this object has more than %d bytes", l.opt.Limits.Token).advise(longArray)
	}
	return nil
}

// add appends a scalar to the innermost list. text is copied.
func (l *lists) add(kind ValueKind, text []byte, at int64) error {
	if err := l.grown(len(text), at); err != nil {
		return err
	}
	if l.packs && kind == Number {
		if l.packed.Len() > 0 {
			l.packed.Push(',')
		}
		l.packed.Append(text...)
		l.nums++
		return nil
	}
	if err := l.unpack(at); err != nil {
		return err
	}
	return l.addItem(kind, text, at)
}

// unpack makes items of the numbers so far, because something else has come.
func (l *lists) unpack(at int64) error {
	if !l.packs {
		return nil
	}
	l.packs = false
	for one := range EachNumber(l.packed.Slice()) {
		if err := l.addItem(Number, one, at); err != nil {
			return err
		}
	}
	return nil
}

// EachNumber iterates over the numbers of a value of the kind Numbers, or of the rest
// of its Bytes.
func EachNumber(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(b) > 0 {
			var one []byte
			if one, b, _ = bytes.Cut(b, comma); !yield(one) {
				return
			}
		}
	}
}

var comma = []byte{','}

// addItem appends an item to the innermost list.
func (l *lists) addItem(kind ValueKind, text []byte, at int64) error {
	own := l.room(len(text))
	copy(own, text)
	return l.push(Value{Kind: kind, Bytes: own, At: at})
}

// room returns n bytes for the text of an item.
func (l *lists) room(n int) []byte {
	if l.bytes == nil {
		l.bytes = inline.NewScratch[byte](listBytes)
	}
	return l.bytes.Take(n)
}

func (l *lists) push(v Value) error {
	if l.count++; l.count > l.opt.Limits.Items {
		return limit(v.At, "an array in this object has more than %d values", l.opt.Limits.Items).advise(longArray)
	}
	l.items.Push(v)
	return nil
}

// report reports the list as one value.
func (l *lists) report(h Handler, name []byte, at int64, mixed bool) error {
	if l.packs && (l.parted || l.nums >= l.opt.Numbers) { // the last part is what the others were
		l.val = Value{Kind: Numbers, Bytes: l.packed.Slice(), At: at, Mixed: mixed}
	} else {
		if err := l.unpack(at); err != nil {
			return err
		}
		l.val = Value{Kind: List, Items: l.items.Slice(), At: at, Mixed: mixed}
	}
	if !h.Value(name, &l.val) {
		return ErrStopped
	}
	return nil
}
