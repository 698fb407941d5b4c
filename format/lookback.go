package format

import "sort"

// lookBack reads rows again that have been checked, because some rules need what came
// before: where a string begins is known only after its bytes, and which strings $id
// names only after that. From a source that can be read at any place, this takes only
// small windows of memory; from a stream, the checker keeps what it may need.
//
// This package's Writer numbers strings so that ids ask for them in the order of the
// file, and each window goes over its table once. In other files, each string out of
// order costs a short read. Once a few times the table's size has been read, so does
// each string in order. If blocks are compressed, the table is then kept in memory
// after all.
type lookBack struct {
	stage  *stage
	head   *head
	tables [TablePropBytes + 1]backTable
	str    backWindow // rows of $str
	here   backWindow // bytes of a string
	last   backWindow // bytes of the string before it
	prop   backWindow // rows of $prop
	err    error      // of the source; everything read after it is empty
}

// backTable is what is known of a table.
type backTable struct {
	stride uint64
	blocks []*BlockInfo // that have been checked
	whole  []byte       // the bytes of the first blocks, once they are kept; see keep
	kept   int          // how many blocks those are
}

const (
	backLong  = 16 << 10 // a read that continues the last one
	backShort = 256      // any other read
)

// backWindow is some bytes of a table, from at on.
type backWindow struct {
	data   []byte
	at     uint64
	buf    []byte
	packed []byte
	dec    decoder
	spent  uint64 // bytes that have been read
}

// start begins a file. It keeps nothing of the last one but memory.
func (l *lookBack) start(s *stage, h *head) {
	l.stage, l.head, l.err = s, h, nil
	for i := range l.tables {
		l.tables[i] = backTable{stride: uint64(h.plan.schema.Tables[i].Stride), blocks: l.tables[i].blocks[:0]}
	}
	for _, w := range []*backWindow{&l.str, &l.here, &l.last, &l.prop} {
		w.data, w.at, w.spent = nil, 0, 0
	}
}

// add makes a block known.
func (l *lookBack) add(b *BlockInfo) {
	t := &l.tables[b.Table]
	t.blocks = append(t.blocks, b)
}

// read returns bytes of a table from at on: at least one, and as many as the window
// has. It returns none at the end of the table and after an error.
func (l *lookBack) read(w *backWindow, table int, at uint64) []byte {
	if i := at - w.at; i < uint64(len(w.data)) { // wraps around in front of the window
		return w.data[i:]
	}
	t := &l.tables[table]
	if t.whole != nil {
		if t.kept < len(t.blocks) { // blocks of a chunk that has come since
			l.keep(w, t)
		}
		if at >= uint64(len(t.whole)) {
			return nil
		}
		w.data, w.at = t.whole, 0
		return t.whole[at:]
	}
	k := sort.Search(len(t.blocks), func(i int) bool { return uint64(t.blocks[i].First)*t.stride > at }) - 1
	if k < 0 || l.err != nil {
		return nil
	}
	b := t.blocks[k]
	first := uint64(b.First) * t.stride
	if at-first >= uint64(b.Raw) {
		return nil
	}
	if b.Codec != CodecNone {
		if w.spent += uint64(b.Raw); w.spent > t.enough() {
			l.keep(w, t)
			return l.read(w, table, at)
		}
		w.data, w.at = l.decode(w, b), first
		if len(w.data) == 0 {
			return nil
		}
		return w.data[at-first:]
	}
	n := uint64(backShort)
	if end := w.at + uint64(len(w.data)); at-end < backLong && w.spent < t.enough() {
		n = backLong
	}
	n = min(n, uint64(b.Raw)-(at-first))
	w.spent += n
	if cap(w.buf) < int(n) {
		w.buf = make([]byte, backLong)
	}
	w.data, w.at = w.buf[:n], at
	if l.err = l.stage.fillAt(w.data, b.Offset+int64(at-first)); l.err != nil {
		w.data = nil
	}
	return w.data
}

// enough returns how much of a table may be read in long pieces, which is four times
// its size. So a file cannot make the reader read a long piece for each of its rows.
func (t *backTable) enough() uint64 {
	b := t.blocks[len(t.blocks)-1]
	return 4*(uint64(b.First)*t.stride+uint64(b.Raw)) + backLong
}

// decode returns the rows of a compressed block, valid until the next call.
func (l *lookBack) decode(w *backWindow, b *BlockInfo) []byte {
	w.packed = sized(w.packed, b.Stored)
	if l.err = l.stage.fillAt(w.packed, b.Offset); l.err != nil {
		return nil
	}
	var data []byte
	data, l.err = l.head.open(b, w.packed, &w.dec)
	return data
}

// keep reads all of a table that has not been kept yet.
func (l *lookBack) keep(w *backWindow, t *backTable) {
	if t.whole == nil {
		t.whole = []byte{}
	}
	for _, b := range t.blocks[t.kept:] {
		if l.err != nil {
			break
		}
		if b.Codec != CodecNone {
			t.whole = append(t.whole, l.decode(w, b)...)
			continue
		}
		n := len(t.whole)
		t.whole = append(t.whole, make([]byte, b.Raw)...)
		l.err = l.stage.fillAt(t.whole[n:], b.Offset)
	}
	t.kept = len(t.blocks)
}

// span returns the place of a string in $bytes.
func (l *lookBack) span(id uint32) (start, n uint64) {
	var row StrRow
	l.copyOut(&l.str, TableStr, uint64(id)*uint64(len(row)), row[:])
	return uint64(row.Start()), uint64(row.Len())
}

// copyOut fills dst with the bytes from at on, as far as there are any, and returns how
// many.
func (l *lookBack) copyOut(w *backWindow, table int, at uint64, dst []byte) int {
	n := 0
	for n < len(dst) {
		b := l.read(w, table, at+uint64(n))
		if len(b) == 0 {
			break
		}
		n += copy(dst[n:], b)
	}
	return n
}

// begin returns the beginning of a string, for a message.
func (l *lookBack) begin(id uint32) []byte {
	start, n := l.span(id)
	b := make([]byte, min(n, 60))
	return b[:l.copyOut(&l.here, TableBytes, start, b)]
}

// prefix returns the prefix of a string.
func (l *lookBack) prefix(id uint32) idPrefix {
	start, n := l.span(id)
	var text [16]byte
	n = min(n, 16)
	if b := l.read(&l.here, TableBytes, start); uint64(len(b)) >= n {
		copy(text[:n], b)
	} else {
		l.copyOut(&l.here, TableBytes, start, text[:n])
	}
	return prefix(text[:])
}

// ascends compares two strings, piece by piece.
func (l *lookBack) ascends(a, b uint32) bool {
	startA, lenA := l.span(a)
	startB, lenB := l.span(b)
	for i := uint64(0); i < lenA && i < lenB; {
		x, y := l.read(&l.last, TableBytes, startA+i), l.read(&l.here, TableBytes, startB+i)
		n := min(uint64(len(x)), uint64(len(y)), lenA-i, lenB-i)
		if n == 0 {
			return false // an error of the source
		}
		for k := range n {
			if x[k] != y[k] {
				return x[k] < y[k]
			}
		}
		i += n
	}
	return lenA < lenB
}
