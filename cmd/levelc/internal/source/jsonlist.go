package source

// lists builds the value of an array while it is not known yet whether there
// are objects in it. Its memory is reused.
type lists struct {
	levels [][]Value // the items so far of the array and of those open in it
	n      int       // levels in use
	inner  slab[Value]
	bytes  slab[byte]
	count  int // items of all of it
	size   int // bytes of all of it
	max    Limits
	val    Value
}

// keepItems is how many items of one array the next one finds room for.
const keepItems = 1 << 12

func (l *lists) reset(max Limits) {
	l.max = max
	l.inner.size = keepItems / 4
	l.bytes.size = 32 << 10
}

// begin starts a list.
func (l *lists) begin() {
	l.inner.reset()
	l.bytes.reset()
	l.n, l.count, l.size = 0, 0, 0
	l.open()
}

// open starts a list in the list.
func (l *lists) open() {
	if l.n == len(l.levels) {
		l.levels = append(l.levels, nil)
	}
	if cap(l.levels[l.n]) > keepItems {
		l.levels[l.n] = nil
	}
	l.levels[l.n] = l.levels[l.n][:0]
	l.n++
}

// close ends the innermost list. The outermost one is left to report.
func (l *lists) close(at int64) error {
	if l.n == 1 {
		return nil
	}
	l.n--
	return l.push(Value{Kind: List, Items: l.inner.copy(l.levels[l.n]), At: at})
}

// add appends a scalar to the innermost list. text is copied.
func (l *lists) add(kind ValueKind, text []byte, at int64) error {
	if l.size += len(text); l.size > l.max.Token {
		return limit(at, "an array in this object has more than %d bytes", l.max.Token)
	}
	return l.push(Value{Kind: kind, Bytes: l.bytes.copy(text), At: at})
}

func (l *lists) push(v Value) error {
	if l.count++; l.count > l.max.Items {
		return limit(v.At, "an array in this object has more than %d values", l.max.Items)
	}
	l.levels[l.n-1] = append(l.levels[l.n-1], v)
	return nil
}

// report tells of the list as one value.
func (l *lists) report(h Handler, name []byte, at int64, mixed bool) error {
	l.val = Value{Kind: List, Items: l.levels[0], At: at, Mixed: mixed}
	if !h.Value(name, &l.val) {
		return ErrStopped
	}
	return nil
}

// flush tells of each item so far by itself, since the array has turned out to
// have objects in it. All the arrays that are open have.
func (l *lists) flush(h Handler, name []byte) error {
	for _, items := range l.levels[:l.n] {
		for i := range items {
			items[i].Mixed = true
			if !h.Value(name, &items[i]) {
				return ErrStopped
			}
		}
	}
	return nil
}
