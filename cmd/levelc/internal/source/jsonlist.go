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
	name   []byte // of the array
	at     int64  // where the object around it is
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
	l.name = nil
	clear(l.items.Slice())
	l.items.Rest(keepItems)
	l.starts.Rest(keepItems)
	l.packed.Rest(listBytes)
}

// begin starts the list of an array in the object at at, which may be reported in parts if
// divides is set.
func (l *lists) begin(o *Options, name []byte, at int64, divides bool) {
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
	l.opt, l.name, l.at, l.divides = o, name, at, divides
	l.packs = o.Numbers > 0
	l.parted, l.runs = false, false
}

// numbersPart reports the numbers so far before one more, if they are as long as a part.
func (l *lists) numbersPart(h Handler) error {
	if !l.divides || !l.packs || l.opt.Parts == 0 || l.packed.Len() < l.opt.Parts {
		return nil
	}
	l.packed.Push(',')
	l.val = Value{Kind: Numbers, Bytes: l.packed.Slice(), At: l.at, More: true}
	l.packed.Reset()
	l.parted, l.size = true, 0 // who joins the parts has a limit of its own
	return orStopped(h.Value(l.name, &l.val))
}

// many reports whether the items so far have to be reported before the next one.
func (l *lists) many() bool {
	most := l.opt.ListParts
	return l.divides && !l.packs && most > 0 && l.starts.Len() == 1 && (l.count >= most || l.size >= itemBytes*most)
}

// itemBytes is how many bytes of text count as much as an item.
const itemBytes = 16

// itemsPart reports the items so far. More follow.
func (l *lists) itemsPart(h Handler) error {
	l.val = Value{Kind: List, Items: l.items.Slice(), At: l.at, More: true}
	l.parted = true
	if !h.Value(l.name, &l.val) {
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
func (l *lists) open() error {
	err := l.unpack()
	l.spread()
	l.starts.Push(int32(l.items.Len()))
	return err
}

// close ends the innermost list. The outermost one is left to report.
func (l *lists) close() error {
	if l.starts.Len() == 1 {
		return nil
	}
	if l.inRow() {
		if row, ok := l.row(); ok {
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
	return l.push(Value{Kind: List, Items: in, At: l.at})
}

// inRow reports whether the innermost list may be reported as a row.
func (l *lists) inRow() bool { return l.opt.Rows && l.opt.Numbers > 0 && l.starts.Len() == 2 }

// row closes an inner list that is nothing but many numbers. It reports false for any
// other, and leaves that open.
func (l *lists) row() (Value, bool) {
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
	row := Value{Kind: Numbers, Bytes: l.join(items), At: l.at}
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
func (l *lists) addRun(raw []byte, nums int) error {
	if l.packs {
		if l.packed.Len() > 0 {
			l.packed.Push(',')
		}
		start := l.packed.Len()
		n := packRun(l.packed.Extend(len(raw)), raw)
		l.packed.Truncate(start + n)
		l.nums += nums
		return l.grown(n - (nums - 1))
	}
	text := l.room(len(raw))
	text = text[:packRun(text, raw)]
	if err := l.grown(len(text) - (nums - 1)); err != nil {
		return err
	}
	if l.inRow() {
		l.runs = true
		l.count += nums - 1
		return l.push(Value{Kind: Numbers, Bytes: text, At: l.at})
	}
	for one := range EachNumber(text) {
		if err := l.push(Value{Kind: Number, Bytes: one, At: l.at}); err != nil {
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
			l.items.Push(Value{Kind: Number, Bytes: one, At: l.at})
		}
	}
}

// grown notes that the list has n more bytes of scalars.
func (l *lists) grown(n int) error {
	if l.size += n; l.size > l.opt.Limits.Token {
		return limit(l.at, "an array in this object has more than %d bytes", l.opt.Limits.Token).advise(longArray)
	}
	return nil
}

// add appends a scalar to the innermost list. text is copied.
func (l *lists) add(kind ValueKind, text []byte) error {
	if err := l.grown(len(text)); err != nil {
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
	if err := l.unpack(); err != nil {
		return err
	}
	return l.addItem(kind, text)
}

// unpack makes items of the numbers so far, because something else has come.
func (l *lists) unpack() error {
	if !l.packs {
		return nil
	}
	l.packs = false
	for one := range EachNumber(l.packed.Slice()) {
		if err := l.addItem(Number, one); err != nil {
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
func (l *lists) addItem(kind ValueKind, text []byte) error {
	own := l.room(len(text))
	copy(own, text)
	return l.push(Value{Kind: kind, Bytes: own, At: l.at})
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
		return limit(l.at, "an array in this object has more than %d values", l.opt.Limits.Items).advise(longArray)
	}
	l.items.Push(v)
	return nil
}

// report reports the list as one value.
func (l *lists) report(h Handler, mixed bool) error {
	if l.packs && (l.parted || l.nums >= l.opt.Numbers) { // the last part is what the others were
		l.val = Value{Kind: Numbers, Bytes: l.packed.Slice(), At: l.at, Mixed: mixed}
	} else {
		if err := l.unpack(); err != nil {
			return err
		}
		l.val = Value{Kind: List, Items: l.items.Slice(), At: l.at, Mixed: mixed}
	}
	return orStopped(h.Value(l.name, &l.val))
}
