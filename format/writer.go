package format

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
)

// Writer collects the rows of a level in the order in which a source yields
// them and lays them out as a file. The file's bytes depend on nothing but the
// schema, the options and the rows: not on the order of Put and Append among
// tables, nor on how much was spooled.
//
// Rows are bytes of the file: little-endian, with zero gaps. In them a span has only
// its count, and a str the number that String returned; Finish fills in the rest.
// Besides the rows in memory, a writer holds the strings, 8 bytes for each run of
// elements of one owner, 12 for each id, 16 for each patch, 28 for each position, and
// 24 for each row with properties.
//
// A Writer is for one goroutine at a time. Reset makes it write another file with the
// same memory.
type Writer struct {
	plan   *schemaPlan
	given  *Schema // the schema that was given, perhaps without the fixed tables
	schema []byte  // canonical
	owners []int   // array tables, each behind the table that owns it
	o      WriterOptions
	align  uint8
	mem    memory
	tables []tableWriter
	strs   interner
	chunks []uint32 // labels
	depth  int      // of the last node

	ids   pieces[idEntry]
	srcs  []srcEntry
	props []propEntry
	maps  keyCheck // of Prop
	fin   finish
	done  bool // nothing more is accepted
}

// tableWriter is what has arrived for one table.
type tableWriter struct {
	rowStore
	class   Class
	put     []uint64    // node tables: a bit for each row that has come
	runs    pieces[run] // array tables
	marks   []mark
	patches pieces[patch]
}

// run is elements that were appended one after another for one owner.
type run struct{ owner, first uint32 }

// mark says at which row of a table a chunk begins.
type mark struct {
	chunk int
	row   uint32
}

type patch struct {
	row, off, target uint32
	table            int32 // -1 for a ref
}

type idEntry struct {
	str   uint32
	row   uint32
	table uint16
}

// rowID is the row that an entry is about: as it arrived, and from sortEntries on by its
// place in the file.
type rowID struct {
	table uint16
	row   uint32
}

type srcEntry struct {
	rowID
	file, line, column uint32
}

type propEntry struct {
	rowID
	at     uint32 // in $propbytes' rowStore
	length uint32
}

// NewWriter begins a file. The schema may lack the fixed tables; tables are always
// numbered as in s.Complete().
func NewWriter(s *Schema, o WriterOptions) (*Writer, error) {
	w := new(Writer)
	if err := w.Reset(s, o); err != nil {
		return nil, err
	}
	return w, nil
}

// Reset begins another file with the memory of the last one. The last file may be
// finished, may have failed in the middle, or may be closed, which leaves no
// memory. Reset closes its spool. The file that follows is byte for byte that of
// a new writer. The zero Writer can be reset too.
//
// If s is the schema that the writer already has, Reset does not look at it
// again: it must not change as long as the writer is in use. A schema that is
// equal to it costs a validation, and Schema goes on to return the first one.
//
// Reset keeps the buffers of rows, as far as o.Memory allows the next file to hold
// rows, if BlockBytes stays the same. It keeps the table of strings, the lists of
// ids, references, properties and positions, and what Finish sorts, checks and
// compresses with LZ4: at most 8 MiB, and some hundred bytes for each table of the
// schema. Reset lets go of what exceeds that.
//
// Reset takes microseconds, or tens of them if there is much to clear. A level no
// larger than the last one then takes a few allocations, whatever its size
// (BenchmarkWrite). To keep a writer for later, reset it to options without Meta and
// Spool: then it refers to nothing but its schema.
//
// Like all methods, Reset is for one goroutine at a time. After an error the
// writer takes nothing until another Reset.
func (w *Writer) Reset(s *Schema, o WriterOptions) error {
	w.done = true
	err := cmp.Or(w.mem.close(), o.complete(), w.setSchema(s))
	w.rest(&o)
	if err != nil {
		w.tables = resized(w.tables, 0)
		return err
	}
	w.o, w.align = o, uint8(bits.TrailingZeros(uint(o.Align)))
	w.mem = memory{limit: o.Memory, open: o.Spool, full: w.mem.full, free: w.mem.free}
	w.strs.start()
	w.tables = resized(w.tables, len(w.plan.schema.Tables))
	for i := range w.tables {
		t, of := &w.tables[i], &w.plan.schema.Tables[i]
		stride := int(of.Stride)
		t.rowStore = rowStore{name: of.Name, stride: stride, perBlock: o.perBlock(stride), blocks: t.blocks, first: t.first}
		t.class = of.Class
	}
	w.chunks = append(w.chunks, 0)
	w.depth, w.done = -1, false
	return nil
}

// setSchema makes the plan of a schema, unless the writer has it already.
func (w *Writer) setSchema(s *Schema) error {
	if w.plan != nil && (s == w.given || s == w.plan.schema) {
		return nil
	}
	if s == nil {
		return errAt(0, -1, ErrWriter, "the schema is nil")
	}
	whole := s.Complete()
	if err := whole.Validate(); err != nil {
		return err
	}
	b, err := AppendSchema(nil, whole)
	if err != nil {
		return err
	}
	if len(b) > MaxSchema {
		return errAt(3, -1, ErrSchema, "longer than 1 MiB")
	}
	if w.plan == nil || !bytes.Equal(b, w.schema) {
		w.plan, w.schema = newSchemaPlan(whole), b
		w.owners = w.plan.ownersFirst()
	}
	w.given = s
	return nil
}

// Schema returns the schema with its fixed tables, which numbers the tables. It is nil
// before the first Reset of a zero Writer.
func (w *Writer) Schema() *Schema {
	if w.plan == nil {
		return nil
	}
	return w.plan.schema
}

// open reports whether the writer accepts anything.
func (w *Writer) open() bool { return !w.done && w.plan != nil }

func (w *Writer) isClass(table int, c Class) bool {
	return table >= 0 && table < len(w.tables) && w.tables[table].class == c
}

// shut makes the writer refuse rows: no table then has a class for which rows can be
// given.
func (w *Writer) shut() {
	for i := range w.tables {
		w.tables[i].class = ClassFixed
	}
}

// failed makes the writer refuse everything if err is that of a row which was taken in
// part.
func (w *Writer) failed(err error) error {
	if err != nil {
		w.done = true
		w.shut()
	}
	return err
}

// hasRow reports whether there is a row for properties and the like.
func (w *Writer) hasRow(table int, row uint32) bool {
	return table >= FixedTables && table < len(w.tables) && row < w.tables[table].rows && !w.done
}

// misuse returns an error of the caller's.
func misuse(format string, args ...any) error {
	return errAt(0, -1, ErrWriter, fmt.Sprintf(format, args...))
}

// misuse is the function misuse, except that a writer that accepts nothing says so.
func (w *Writer) misuse(call, format string, args ...any) error {
	if !w.open() {
		return misuse("%s: the writer is finished, closed or not begun, or has failed", call)
	}
	return misuse(call+": "+format, args...)
}

// Node adds the next node in document order: its kind, its depth (a root has
// 0) and which element name of its kind it came under. It reserves the next
// row of the kind's table, for Put.
func (w *Writer) Node(table, depth int, slot uint8) (row uint32, err error) {
	if !w.isClass(table, ClassNode) {
		return 0, w.misuse("Node", "table %d is no kind", table)
	}
	if depth < 0 || depth > w.depth+1 || depth > MaxDepth {
		return 0, misuse("Node: depth %d after %d", depth, w.depth)
	}
	t, nodes := &w.tables[table], &w.tables[TableNode]
	b, err := nodes.extend(&w.mem, 1)
	if err != nil {
		return 0, w.failed(err)
	}
	(*NodeRow)(b).set(uint16(table), uint8(depth), slot)
	w.mark(nodes)
	nodes.rowStore.done(&w.mem, len(nodes.blocks)-1, 1)
	if _, err := t.extend(&w.mem, 1); err != nil {
		return 0, w.failed(err)
	}
	w.mark(t)
	w.depth = depth
	row = t.rows - 1
	if row%64 == 0 {
		t.put = append(t.put, 0)
	}
	return row, nil
}

// mark notes the row just appended, if it is the first of its table in the chunk.
func (w *Writer) mark(t *tableWriter) {
	c := len(w.chunks) - 1
	if k := len(t.marks); c > 0 && (k == 0 || t.marks[k-1].chunk != c) {
		t.marks = append(t.marks, mark{c, t.rows - 1})
	}
}

// Put gives the bytes of a row that Node reserved: once for each, at any time
// before Finish.
func (w *Writer) Put(table int, row uint32, data []byte) error {
	if !w.isClass(table, ClassNode) {
		return w.misuse("Put", "table %d is no kind", table)
	}
	t := &w.tables[table]
	if row >= t.rows || t.put[row/64]>>(row%64)&1 != 0 {
		return misuse("Put: row %d of %s is not reserved, or was given before", row, t.name)
	}
	if len(data) != t.stride {
		return misuse("Put: %d bytes for a row of %s, which has %d", len(data), t.name, t.stride)
	}
	to, block := t.row(row)
	copy(to, data)
	t.put[row/64] |= 1 << (row % 64)
	t.rowStore.done(&w.mem, block, 1)
	return nil
}

// Append adds elements to an array table: one or more rows for the span of the
// owning row. An owner that is itself an element is named by the number that
// Append gave it. Elements of one owner keep their order; the owners may come
// in any order.
func (w *Writer) Append(table int, owner uint32, data []byte) (first uint32, err error) {
	if !w.isClass(table, ClassArray) {
		return 0, w.misuse("Append", "table %d is no array table", table)
	}
	t := &w.tables[table]
	if len(data) == 0 || len(data)%t.stride != 0 {
		return 0, misuse("Append: %d bytes for rows of %s, which have %d", len(data), t.name, t.stride)
	}
	if owner >= w.tables[w.plan.spans[w.plan.owned[table]].table].rows {
		return 0, misuse("Append: %s: the owner, row %d, does not exist", t.name, owner)
	}
	first = t.rows
	if last := piecesLast(&t.runs); last == nil || last.owner != owner {
		r := piecesPush(&t.runs)
		r.owner, r.first = owner, first
	}
	return first, w.failed(t.append(&w.mem, data))
}

// String returns a number for a string, to be put into str fields. Equal strings have
// the same number. The string must be valid UTF-8. b is copied.
func (w *Writer) String(b []byte) (id uint32, err error) {
	if !w.open() {
		return 0, w.misuse("String", "")
	}
	id, err = w.strs.add(b)
	return id, inString(err)
}

// StringOf is String for a string of Go.
func (w *Writer) StringOf(s string) (id uint32, err error) {
	if !w.open() {
		return 0, w.misuse("StringOf", "")
	}
	id, err = w.strs.addString(s)
	return id, inString(err)
}

// GrowStrings makes room for that many more strings, of that many bytes in all, for a
// caller that knows how many will come: what the writer knows them by then need not grow
// bit by bit. The file does not depend on it. It ignores what no file can hold.
func (w *Writer) GrowStrings(n, bytes int) {
	if w.open() && n > 0 && bytes >= 0 && uint64(max(n, bytes)) <= math.MaxUint32 {
		w.strs.expect(n, bytes)
	}
}

func inString(err error) error {
	if err != nil {
		return errAt(7, -1, err, "in a string")
	}
	return nil
}

// Text returns the string for a number that String returned, or nil. It is valid until
// the next call of String or StringOf.
func (w *Writer) Text(id uint32) []byte {
	if !w.strs.has(id) {
		return nil
	}
	return w.strs.get(id)
}

// ID sets the id of a node. No two rows of one table may have the same.
func (w *Writer) ID(str uint32, table int, row uint32) error {
	if !w.isClass(table, ClassNode) || row >= w.tables[table].rows || !w.strs.has(str) {
		return w.misuse("ID", "string %d for row %d of table %d, one of which does not exist", str, row, table)
	}
	e := piecesPush(&w.ids)
	e.str, e.row, e.table = str, row, uint16(table)
	return nil
}

// PatchRef fills in the reference at a row's offset when its target is known;
// row is the number that Node or Append gave. targetTable is negative for a
// ref, and the target's table for an anyref.
func (w *Writer) PatchRef(table int, row, off, target uint32, targetTable int) error {
	if !w.hasRow(table, row) {
		return w.misuse("PatchRef", "there is no row %d of table %d", row, table)
	}
	if target >= maxRows {
		return misuse("PatchRef: row %d, which no table has", target)
	}
	want, size := TypeRef, uint32(8)
	if targetTable >= 0 {
		want, size = TypeAnyRef, 12
	}
	t := &w.plan.schema.Tables[table]
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Type == want && off >= f.Offset && off < f.Offset+f.Size() && (off-f.Offset)%size == 0 {
			tw := &w.tables[table]
			p := piecesPush(&tw.patches)
			p.row, p.off, p.target, p.table = row, off, target, int32(max(targetTable, -1))
			return nil
		}
	}
	return misuse("PatchRef: %s has no %s at offset %d", t.Name, want, off)
}

// Prop gives a row's dynamic properties: one msgpack map, as PropBuilder makes
// it. row is the number that Node or Append gave.
func (w *Writer) Prop(table int, row uint32, props Props) error {
	if !w.hasRow(table, row) {
		return w.misuse("Prop", "there is no row %d of table %d", row, table)
	}
	what := w.maps.check(props)
	if len(props) > MaxProps {
		what = "longer than 1 MiB"
	}
	if what != "" {
		return &Error{Rule: 9, Offset: -1, Table: w.tables[table].name, Row: int64(row), Err: ErrProps, Detail: what}
	}
	at := w.tables[TablePropBytes].rows
	w.props = append(w.props, propEntry{rowID{uint16(table), row}, at, uint32(len(props))})
	return w.failed(w.tables[TablePropBytes].append(&w.mem, props))
}

// Src says where in the source a row comes from: file is a string, line and
// column count from 1. row is the number that Node or Append gave.
func (w *Writer) Src(table int, row, file, line, column uint32) error {
	if !w.hasRow(table, row) || !w.strs.has(file) {
		return w.misuse("Src", "row %d of table %d, string %d, one of which does not exist", row, table, file)
	}
	w.srcs = push(w.srcs, srcEntry{rowID{uint16(table), row}, file, line, column})
	return nil
}

// Chunk begins a chunk: the nodes that follow, up to the next call, with all
// that belongs to them. label is a string, 0 for none. The first chunk is
// there from the beginning; it holds the strings and the ids of the whole
// file and the nodes before the first call.
func (w *Writer) Chunk(label uint32) error {
	if !w.open() || !w.strs.has(label) {
		return w.misuse("Chunk", "there is no string %d", label)
	}
	if len(w.chunks) == MaxChunks {
		return misuse("more than 2^20 chunks")
	}
	w.chunks = append(w.chunks, label)
	return nil
}

// Label replaces the label of the last chunk, because a label may be known only with
// the chunk's last node.
func (w *Writer) Label(label uint32) error {
	if !w.open() || !w.strs.has(label) {
		return w.misuse("Label", "there is no string %d", label)
	}
	w.chunks[len(w.chunks)-1] = label
	return nil
}

// Close frees what the writer holds, and closes the spool. It is safe after Finish and
// more than once.
func (w *Writer) Close() error {
	err := w.mem.close()
	w.fin.emit.to.enc.zstd.rest()
	*w = Writer{plan: w.plan, given: w.given, schema: w.schema, owners: w.owners, done: true}
	return err
}
