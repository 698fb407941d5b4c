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
	max    Limits
	val    Value

	pack   int             // Options.Numbers
	packed spill.Vec[byte] // the numbers so far, with commas between, while packs
	packs  bool            // there were only numbers so far
	rows   bool            // Options.Rows
	nums   int             // how many numbers, while packs
	parts  int             // least bytes from which on the array is reported in parts; 0 means never
	parted bool            // it has been reported in parts
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

// begin starts a list.
func (l *lists) begin() {
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
	l.packs = l.pack > 0
	l.parts, l.parted = 0, false
}

// full reports whether the numbers so far have to be reported before the next one.
func (l *lists) full() bool { return l.parts > 0 && l.packs && l.packed.Len() >= l.parts }

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

// open starts a list in the list.
func (l *lists) open(at int64) error {
	err := l.unpack(at)
	l.starts.Push(int32(l.items.Len()))
	return err
}

// close ends the innermost list. The outermost one is left to report.
func (l *lists) close(at int64) error {
	if l.starts.Len() == 1 {
		return nil
	}
	start, _ := l.starts.Pop()
	items := l.items.Slice()[start:]
	if l.rows && l.pack > 0 && l.starts.Len() == 1 && len(items) >= l.pack && !slices.ContainsFunc(items, isNoNumber) {
		row := Value{Kind: Numbers, Bytes: l.join(items), At: at}
		l.count -= len(items) // it takes no more memory than its text
		l.items.Truncate(int(start))
		return l.push(row)
	}
	if l.inner == nil { // most files have no lists in lists
		l.inner = inline.NewScratch[Value](keepItems / 4)
	}
	in := l.inner.Take(len(items))
	copy(in, items)
	l.items.Truncate(int(start))
	return l.push(Value{Kind: List, Items: in, At: at})
}

func isNoNumber(v Value) bool { return v.Kind != Number }

// join returns the texts of numbers, with commas between.
func (l *lists) join(items []Value) []byte {
	n := len(items) - 1
	for i := range items {
		n += len(items[i].Bytes)
	}
	all := l.bytes.Take(n)[:0]
	for i := range items {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, items[i].Bytes...)
	}
	return all
}

// add appends a scalar to the innermost list. text is copied.
func (l *lists) add(kind ValueKind, text []byte, at int64) error {
	if l.size += len(text); l.size > l.max.Token {
		return limit(at, "an array in this object has more than %d bytes", l.max.Token).advise(longArray)
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
	if l.bytes == nil {
		l.bytes = inline.NewScratch[byte](listBytes)
	}
	own := l.bytes.Take(len(text))
	copy(own, text)
	return l.push(Value{Kind: kind, Bytes: own, At: at})
}

func (l *lists) push(v Value) error {
	if l.count++; l.count > l.max.Items {
		return limit(v.At, "an array in this object has more than %d values", l.max.Items).advise(longArray)
	}
	l.items.Push(v)
	return nil
}

// report reports the list as one value.
func (l *lists) report(h Handler, name []byte, at int64, mixed bool) error {
	if l.packs && l.nums >= l.pack {
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
