package format

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"sort"
)

// Finish lays out the file and writes it to out from offset 0 on: the blocks front to
// back, the head last. It checks each block by the rules that a reader will check, so a
// file that Finish wrote can be read. It returns the file's length. A writer finishes
// once. If two cores encode the blocks, another goroutine calls out, one call at a time.
func (w *Writer) Finish(out io.WriterAt) (size int64, err error) {
	if !w.open() {
		return 0, w.misuse("Finish", "")
	}
	if out == nil {
		return 0, misuse("Finish: the output is nil")
	}
	w.done = true
	defer w.shut()
	f := &w.fin
	f.Writer = w
	f.order = resized(f.order, len(w.tables))
	f.patches = resized(f.patches, len(w.tables))
	f.joined = resized(f.joined, len(w.tables))
	w.strs.full()
	for i := range w.tables {
		if err := f.complete(i); err != nil {
			return 0, err
		}
	}
	for _, i := range w.owners {
		f.arrange(i)
	}
	if err := f.sortEntries(); err != nil {
		return 0, err
	}
	if err := f.number(); err != nil {
		return 0, err
	}
	f.layOut()
	return f.write(out)
}

// finish is the state of Finish. All that it keeps of an earlier file is memory.
type finish struct {
	*Writer
	order   []order   // by table
	ids     []idEntry // sorted
	patches [][]patch // by table, sorted
	joined  [][]patch // by table: room for them
	keys    []idKey   // to sort ids, and
	room    []idKey   // room for sorting them
	final   []uint32  // by provisional number of a string: its number in the file, 0 if none yet
	used    []uint32  // provisional numbers in the order of the file; used[0] is the empty string
	starts  []uint32  // by number in the file: offset in $bytes; then the end of the last string
	propAt  []uint32  // by row of $prop: offset in $propbytes; then the end of the last map
	offs    []int     // of the strings in a table's rows
	next    []int     // by table: the mark that its next chunk begins with
	at      []uint32  // by table: the row that its next block begins with
	begins  []uint32  // by chunk: where its tables begin in within; then the end of the last
	within  []uint16  // the tables of the game that have marks in a chunk, and $node, chunk by chunk
	dir     directory
	emit    emitter
}

// order says how the rows of an array table move to follow the rows of their owners. It
// is empty if they arrived in that order.
type order struct {
	runs  []movedRun // by place in the file
	byRow []movedRun // the same by arrival; nil if nothing moves
	moved []movedRun // room for byRow
}

// movedRun is n rows that arrived as row from and become row to in the file.
type movedRun struct {
	owner    uint32 // row of the owner in the file
	from, to uint32
	n        uint32
}

// place returns the place in the file of a row that arrived as row.
func (o *order) place(row uint32) uint32 {
	if o.byRow == nil {
		return row
	}
	i := sort.Search(len(o.byRow), func(i int) bool { return o.byRow[i].from > row }) - 1
	return o.byRow[i].to + row - o.byRow[i].from
}

// complete checks that every reserved row has come.
func (f *finish) complete(table int) error {
	t := &f.tables[table]
	for i := range t.blocks {
		if t.blocks[i].open == 0 {
			continue
		}
		for row := uint32(0); row < t.rows; row++ {
			if t.put[row/64]>>(row%64)&1 == 0 {
				return misuse("row %d of %s was reserved by Node and never Put", row, t.name)
			}
		}
	}
	return nil
}

// ownersFirst lists the array tables, each behind the table that owns it.
func (p *schemaPlan) ownersFirst() []int {
	var list []int
	depth := make([]int, len(p.schema.Tables))
	for i := FixedTables; i < len(depth); i++ {
		for t := i; p.schema.Tables[t].Class == ClassArray; t = p.spans[p.owned[t]].table {
			depth[i]++
		}
		if depth[i] > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	return list
}

// arrange puts an array table's runs into the order of their owners' rows, and finds
// where its chunks begin.
func (f *finish) arrange(table int) {
	t := &f.tables[table]
	owner := f.plan.spans[f.plan.owned[table]].table
	o, owners := &f.order[table], &f.order[owner]
	o.runs = sized(o.runs, t.runs.n)
	ascending := true
	for i := range o.runs {
		r, end := piecesAt(&t.runs, i), t.rows
		if i+1 < t.runs.n {
			end = piecesAt(&t.runs, i+1).first
		}
		o.runs[i] = movedRun{owner: owners.place(r.owner), from: r.first, to: r.first, n: end - r.first}
		ascending = ascending && (i == 0 || o.runs[i-1].owner < o.runs[i].owner)
	}
	piecesClear(&t.runs)
	if !ascending {
		slices.SortStableFunc(o.runs, func(a, b movedRun) int { return cmp.Compare(a.owner, b.owner) })
		to := uint32(0)
		for i := range o.runs {
			o.runs[i].to = to
			to += o.runs[i].n
		}
		o.moved = append(o.moved[:0], o.runs...)
		o.byRow = o.moved
		slices.SortFunc(o.byRow, func(a, b movedRun) int { return cmp.Compare(a.from, b.from) })
	}
	i := 0
	for _, m := range f.tables[owner].marks {
		for i < len(o.runs) && o.runs[i].owner < m.row {
			i++
		}
		if i == len(o.runs) {
			break
		}
		t.marks = append(t.marks, mark{m.chunk, o.runs[i].to})
	}
}

// chunkOf returns the chunk of a row, given its place in the file.
func (f *finish) chunkOf(r rowID) int {
	marks := f.tables[r.table].marks
	i := sort.Search(len(marks), func(i int) bool { return marks[i].row > r.row })
	if i == 0 {
		return 0
	}
	return marks[i-1].chunk
}

// sortEntries gives the rows that ids, positions, properties and patches name their
// places in the file, and sorts by these.
func (f *finish) sortEntries() error {
	if err := f.sortIDs(); err != nil {
		return err
	}
	for i := range f.srcs {
		f.move(&f.srcs[i].rowID)
	}
	for i := range f.props {
		f.move(&f.props[i].rowID)
	}
	slices.SortFunc(f.srcs, func(a, b srcEntry) int { return f.compareRows(a.rowID, b.rowID) })
	slices.SortFunc(f.props, func(a, b propEntry) int { return f.compareRows(a.rowID, b.rowID) })
	for i := 1; i < len(f.srcs); i++ {
		if r := f.srcs[i].rowID; r == f.srcs[i-1].rowID {
			return misuse("two positions for row %d of %s", r.row, f.tables[r.table].name)
		}
	}
	for i := 1; i < len(f.props); i++ {
		if r := f.props[i].rowID; r == f.props[i-1].rowID {
			return misuse("properties twice for row %d of %s", r.row, f.tables[r.table].name)
		}
	}
	for i := range f.tables {
		f.sortPatches(i)
	}
	return nil
}

// move gives a row its place in the file.
func (f *finish) move(r *rowID) { r.row = f.order[r.table].place(r.row) }

// compareRows orders rows by their chunks, then as rule 9 does.
func (f *finish) compareRows(a, b rowID) int {
	if len(f.chunks) > 1 {
		if c := cmp.Compare(f.chunkOf(a), f.chunkOf(b)); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.row, b.row))
}

// sortPatches sorts the patches of a table by their places in the file. Of those for one
// reference, the last one counts.
func (f *finish) sortPatches(table int) {
	p := piecesJoin(&f.tables[table].patches, f.joined[table])
	if f.patches[table] = p; len(p) > pieceLen {
		f.joined[table] = p
	}
	for i := range p {
		p[i].row = f.order[table].place(p[i].row)
	}
	slices.SortStableFunc(p, func(a, b patch) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.off, b.off))
	})
}

// number numbers the strings in use by their first use: labels, then the fixed tables
// and the others in their order, row by row, field by field. So the strings of ids are
// in the order of their bytes.
func (f *finish) number() error {
	f.final = zeroed(f.final, f.strs.count())
	f.used = zeroed(f.used, f.strs.count())[:1]
	for _, label := range f.chunks {
		f.use(label)
	}
	for i := range f.ids {
		f.use(f.ids[i].str)
	}
	for i := range f.srcs {
		f.use(f.srcs[i].file)
	}
	for i := FixedTables; i < len(f.tables); i++ {
		if err := f.numberTable(i); err != nil {
			return err
		}
	}
	f.starts = zeroed(f.starts, len(f.used)+1)
	for i, id := range f.used {
		f.starts[i+1] = f.starts[i] + uint32(len(f.strs.get(id)))
	}
	return nil
}

// use gives a string the next number, unless it has one.
func (f *finish) use(id uint32) {
	if f.final[id] == 0 && id != 0 {
		f.final[id] = uint32(len(f.used))
		f.used = append(f.used, id)
	}
}

func (f *finish) numberTable(table int) error {
	offs := f.offs[:0]
	for i := range f.plan.schema.Tables[table].Fields {
		fd := &f.plan.schema.Tables[table].Fields[i]
		for k := range fd.Count {
			if fd.Type == TypeStr {
				offs = append(offs, int(fd.Offset+4*k))
			}
		}
	}
	f.offs = offs
	t := &f.tables[table]
	if len(offs) == 0 || t.rows == 0 {
		return nil
	}
	for first := uint32(0); first < t.rows; {
		n := min(t.perBlock, int(t.rows-first))
		rows := f.inPlace(table, first, uint32(n))
		if rows == nil {
			f.emit.buf = sized(f.emit.buf, n*t.stride)
			rows = f.emit.buf
			if err := f.rows(table, rows, first); err != nil {
				return err
			}
		}
		for at := 0; at < len(rows); at += t.stride {
			for _, off := range offs {
				id := binary.LittleEndian.Uint32(rows[at+off:])
				if uint64(id) >= uint64(len(f.final)) {
					return misuse("row %d of %s names string %d of %d", int(first)+at/t.stride, t.name, id, len(f.final))
				}
				f.use(id)
			}
		}
		first += uint32(n)
	}
	return nil
}

// inPlace returns the memory of n rows of a table by their places in the file. It
// returns nil unless they are a block of rows as they arrived that the writer still
// holds.
func (f *finish) inPlace(table int, first, n uint32) []byte {
	t := &f.tables[table]
	k := int(first) / t.perBlock
	if f.order[table].byRow != nil || int(first)%t.perBlock != 0 || k >= len(t.blocks) {
		return nil
	}
	b := &t.blocks[k]
	if len(b.buf) != int(n)*t.stride {
		return nil
	}
	return b.buf
}

// rows reads rows of a table, as they arrived, by their places in the file.
func (f *finish) rows(table int, to []byte, first uint32) error {
	t, o := &f.tables[table], &f.order[table]
	if o.byRow == nil {
		return t.read(&f.mem, to, first)
	}
	i := sort.Search(len(o.runs), func(i int) bool { return o.runs[i].to > first }) - 1
	for ; len(to) > 0; i++ {
		in := first - o.runs[i].to
		n := min(int(o.runs[i].n-in), len(to)/t.stride)
		if err := t.read(&f.mem, to[:n*t.stride], o.runs[i].from+in); err != nil {
			return err
		}
		to, first = to[n*t.stride:], first+uint32(n)
	}
	return nil
}
