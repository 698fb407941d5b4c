package loader

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/smallalloc/inline"
)

// errNoRow is for As of a zero Row.
var errNoRow = fmt.Errorf("%w: the zero Row is no row of a level", ErrMismatch)

// Node is a node of a level that is being walked, and its row. The zero Node, which is
// what Parent returns for a root, has no kind, no fields and no parent.
type Node struct {
	Row
	num   uint32
	depth uint8
	slot  uint8
}

// Number returns the node's place in document order; the first has 0.
func (n Node) Number() int { return int(n.num) }

// Depth returns how many nodes enclose this one; a root has 0.
func (n Node) Depth() int { return int(n.depth) }

// Kind returns the name of the node's kind.
func (n Node) Kind() string {
	if n.w == nil {
		return ""
	}
	return n.w.schema.Tables[n.table].Name
}

// Name returns the element name that the source had for the node: that of the kind, or
// another one that makes the same kind.
func (n Node) Name() string {
	if n.w == nil {
		return ""
	}
	names := n.w.schema.Tables[n.table].Attr.Names
	if int(n.slot) < len(names) {
		return names[n.slot]
	}
	return n.Kind()
}

// Parent returns the node that encloses this one; a root has none. If the parent is in
// an earlier chunk of the file, its fields can be read, but not the elements of its
// spans.
func (n Node) Parent() (Node, bool) {
	if n.w == nil || n.depth == 0 || int(n.depth) > n.w.path.Len() { // none, a root, or no longer valid
		return Node{}, false
	}
	return n.w.path.Slice()[n.depth-1], true
}

// Row is one row of a table: that of a node, or of an element of a span. The zero Row
// has no fields.
type Row struct {
	w     *Walker
	row   uint32
	table uint16
}

// Index returns the row's number in its table, counted over the whole file. References
// name rows by this number.
func (r Row) Index() int { return int(r.row) }

// Field returns a field by its name in the schema. Names of fields in a nested struct
// have dots ("inertial.mass"). The search is linear in the record's fields and does not
// allocate.
func (r Row) Field(name string) (Value, bool) {
	fields := r.fields()
	for i := range fields {
		if fields[i].Name == name {
			return r.value(&fields[i]), true
		}
	}
	return Value{}, false
}

// Fields returns all fields of the row in the order of the record.
func (r Row) Fields(yield func(name string, v Value) bool) {
	fields := r.fields()
	for i := range fields {
		if !yield(fields[i].Name, r.value(&fields[i])) {
			return
		}
	}
}

func (r Row) fields() []format.Field {
	if r.w == nil {
		return nil
	}
	return r.w.schema.Tables[r.table].Fields
}

func (r Row) value(f *format.Field) Value {
	return Value{w: r.w, f: f, data: r.bytes()[f.Offset:]}
}

func (r Row) bytes() []byte {
	if data := r.w.here(r.table, r.row); data != nil {
		return data
	}
	return r.w.rowAbove(r.table, r.row)
}

// here returns a row of the current chunk, or nil if the row is not in it.
func (w *Walker) here(table uint16, row uint32) []byte {
	stride := uint64(w.schema.Tables[table].Stride)
	t := &w.tables[table]
	at := uint64(row-t.first) * stride
	if row < t.first || at+stride > uint64(len(t.data)) {
		return nil
	}
	return t.data[at : at+stride : at+stride]
}

// rowAbove returns the row of an ancestor in an earlier chunk.
func (w *Walker) rowAbove(table uint16, row uint32) []byte {
	for d, n := range w.path.Slice() {
		if n.table == table && n.row == row && d < len(w.above) {
			return w.above[d]
		}
	}
	return make([]byte, w.schema.Tables[table].Stride) // the node is no longer valid
}

// As returns the row as the game's own record. T must be a struct with the fields of the
// table, as it has in the world that the level was built for; otherwise the error wraps
// ErrMismatch. The row is not copied, except on a big-endian machine, where As returns a
// copy with swapped bytes. The handles, spans and strings of the record are those of the
// file, not of a store; read them through Field.
func As[T any](r Row) (*T, error) {
	if r.w == nil {
		return nil, wrap("walk", errNoRow)
	}
	if typ := reflect.TypeFor[T](); r.w.types[r.table] != typ {
		if err := fits(typ, &r.w.schema.Tables[r.table]); err != nil {
			return nil, err
		}
		r.w.types[r.table] = typ
	}
	if !format.LittleEndian {
		return asNative[T](r)
	}
	rows, err := format.RowsOf[T](r.bytes())
	if err != nil {
		return nil, wrap("walk", err)
	}
	return &rows[0], nil
}

// asNative is As on a machine with another byte order than the file.
func asNative[T any](r Row) (*T, error) {
	plan, err := format.NewPlan(r.w.schema, int(r.table), r.w.schema, int(r.table))
	if err != nil {
		return nil, wrap("walk", err)
	}
	rows := make([]T, 1)
	if err := plan.Convert(format.BytesOf(rows), r.bytes(), 1); err != nil {
		return nil, wrap("walk", err)
	}
	return &rows[0], nil
}

// fits compares a record type with a table. It does not compare the targets of
// references, which only a world knows.
func fits(typ reflect.Type, t *format.Table) error {
	fields, err := layout.Record(layout.FromReflect(typ))
	if err != nil {
		return &Error{Op: "walk", Table: t.Name, Err: fmt.Errorf("%w: %w", ErrMismatch, err)}
	}
	if len(fields) != len(t.Fields) || t.Stride != uint32(typ.Size()) {
		return &Error{Op: "walk", Table: t.Name, Err: fmt.Errorf("%w: %s has %d fields in %d bytes, the table %d in %d", ErrMismatch, typ, len(fields), typ.Size(), len(t.Fields), t.Stride)}
	}
	for i := range fields {
		f, g := &fields[i], &t.Fields[i]
		if f.Name != g.Name || f.Type != g.Type || f.Count != g.Count || f.Offset != g.Offset {
			return &Error{Op: "walk", Table: t.Name, Field: g.Name,
				Err: fmt.Errorf("%w: %s has %s %s x %d at %d, the table %s x %d at %d", ErrMismatch, typ, f.Name, f.Type, f.Count, f.Offset, g.Type, g.Count, g.Offset)}
		}
		if !format.SameComponents(g, f) {
			return &Error{Op: "walk", Table: t.Name, Field: g.Name,
				Err: fmt.Errorf("%w: %s has the values %s in %s, the table %s", ErrMismatch, typ, strings.Join(f.Attr.Components, " "), f.Name, strings.Join(g.Attr.Components, " "))}
		}
	}
	return nil
}

// Path writes where the node stands, as a message would name it: the kinds
// from the root down, each with the row of its node.
//
//	var buf [80]byte
//	path := inline.OverString(buf[:])
//	n.Path(&path) // scene[0]/group[2]/body[17]
func (n Node) Path(to *inline.String) {
	if n.w == nil {
		return
	}
	path := n.w.path.Slice()
	for i, at := range path[:min(int(n.depth)+1, len(path))] { // shorter if n is no longer valid
		if i > 0 {
			to.Push('/')
		}
		to.Text(at.Kind())
		to.Push('[')
		to.Int(int64(at.row))
		to.Push(']')
	}
}
