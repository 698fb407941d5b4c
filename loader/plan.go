package loader

import (
	"errors"
	"fmt"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc/inline"
	"github.com/levelc/levelc/store"
)

// plan says what becomes of each table of a file's schema. It is made once for
// a schema and kept with the reader that met it.
type plan struct {
	schema *format.Schema
	tables []tablePlan // for each table of the file
	loaded []bool      // for each store: the file has its table, and it is loaded
}

// storeOf is the store of a table of the file, -1 where it has none.
func (p *plan) storeOf(table uint16) int {
	if int(table) >= len(p.tables) {
		return -1
	}
	return p.tables[table].store
}

// tablePlan is the way of one table's rows into a store.
type tablePlan struct {
	store   int          // index in Binding.stores; -1 where the world has no such table
	stride  int          // of the store's rows
	convert *format.Plan // nil where the file's rows are the store's as they stand
	reloc   []relocation
	texts   []textFill
}

// relocation is a field whose values are positions in the file and must become
// positions in the stores.
type relocation struct {
	kind   format.Type // TypeStr, TypeRef, TypeAnyRef or TypeSpan
	off    uint        // in 32-bit words
	count  int
	target int // table of the file; refs and spans
}

// textFill is the default of a string that the file does not have: a Str of
// the world's own.
type textFill struct {
	off uint // in 32-bit words
	str store.Str
}

func newPlan(b *Binding, s *format.Schema) (*plan, error) {
	p := &plan{schema: s, tables: make([]tablePlan, len(s.Tables)), loaded: make([]bool, len(b.stores))}
	match := format.Match(s, b.schema)
	var buf [64]int
	list := inline.Over(buf[:])
	fileTable := list.Extend(len(b.schema.Tables)) // of each of the world's tables
	for i := range fileTable {
		fileTable[i] = -1
	}
	for i, j := range match {
		if j >= 0 {
			fileTable[j] = i
		}
	}
	for i := range s.Tables {
		p.tables[i].store = -1
		if j := match[i]; j >= format.FixedTables {
			if err := b.planTable(p, i, j, fileTable); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// planTable plans table i of the file, which is table j of the world.
func (b *Binding) planTable(p *plan, i, j int, fileTable []int) error {
	t, tp := &b.schema.Tables[j], &p.tables[i]
	conv, err := format.NewPlan(p.schema, i, b.schema, j)
	if err != nil {
		return mismatch("load", t.Name, err)
	}
	tp.store, tp.stride = j-format.FixedTables, int(t.Stride)
	p.loaded[tp.store] = true
	if !conv.Same() {
		tp.convert = conv
	}
	for k := range t.Fields {
		f := &t.Fields[k]
		r := relocation{kind: f.Type, off: uint(f.Offset) / 4, count: int(f.Count), target: -1}
		switch f.Type {
		case format.TypeStr:
			if b.strings == nil {
				return &Error{Op: "load", Table: t.Name, Field: f.Name, Err: fmt.Errorf("%w: the world has no store.Strings for its strings", ErrMismatch)}
			}
		case format.TypeAnyRef:
		case format.TypeRef, format.TypeSpan:
			r.target = fileTable[b.schema.Table(f.Target)]
			if r.target < 0 {
				continue // the file has none of them, so all are null
			}
		default:
			continue
		}
		tp.reloc = append(tp.reloc, r)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range conv.Texts() {
		str, err := b.strings.Intern(d.Text)
		if err != nil {
			return &Error{Op: "load", Table: t.Name, Err: err}
		}
		tp.texts = append(tp.texts, textFill{off: uint(d.Offset) / 4, str: str})
	}
	return nil
}

// mismatch says which table and field do not fit, and what to do.
func mismatch(op, table string, err error) error {
	e := &Error{Op: op, Table: table}
	var fe *format.Error
	if errors.As(err, &fe) {
		e.Field = fe.Field
	}
	e.Err = fmt.Errorf("%w: %w; build the level again with the game's types, or name what changed by alias=", ErrMismatch, err)
	return e
}
