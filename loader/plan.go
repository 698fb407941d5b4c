package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc/inline"
)

// plan says what happens to each table of a file's schema. It is made once for a schema
// and kept in the lane that met it, until that has met four others. Nothing changes it
// then: Bindings share it, see sharedPlans.
type plan struct {
	world  *worldType
	schema *format.Schema
	tables []tablePlan // for each table of the file
	loaded []bool      // for each store: the file has its table, and it is loaded
	// For each table of the file: whether Skip skips it, and what is to be done about
	// references to its nodes. Nil if none is skipped.
	skipped     []bool
	skippedRefs []Policy
	skipRefs    []Policy // skippedRefs, for each store
	grows       bool     // see growth
	defaults    defaults
	parents     [][]parentFill // for each table of the file; nil if it lacks no parent field
	names       [][]uint8      // see addNames; nil unless nodes are kept
}

// storeOf returns the store of a table of the file, or -1.
func (p *plan) storeOf(table uint16) int {
	if int(table) >= len(p.tables) {
		return -1
	}
	return p.tables[table].store
}

// fault names the table of the file that an error of a load is about.
func (p *plan) fault(table int, err error) error {
	return &Error{Op: "load", Table: p.schema.Tables[table].Name, Err: err}
}

// growth returns how many bytes more rows of a table of the file take in the store.
func (p *plan) growth(table int, rows uint32) uint64 {
	tp, from := &p.tables[table], int(p.schema.Tables[table].Stride)
	if tp.convert == nil || tp.stride <= from {
		return 0
	}
	return uint64(rows) * uint64(tp.stride-from)
}

// tablePlan says how the rows of one table get into a store.
type tablePlan struct {
	store   int          // index in Binding.stores; -1 if the world has no such table
	stride  int          // of the store's rows
	convert *format.Plan // nil if the file's rows have the layout of the store's
	reloc   []relocation
	texts   []textFill
	drops   []refDrop
	vectors *vectorPlan // for reloc, or nil
	home    struct {    // storage of the lists; they spill for a record with more fields
		reloc [6]relocation
		texts [2]textFill
	}
}

func (tp *tablePlan) keep() {
	tp.reloc, tp.texts = tp.home.reloc[:0], tp.home.texts[:0]
}

// verbatim reports whether the rows are the same in the file and in the store.
func (tp *tablePlan) verbatim() bool {
	return len(tp.reloc)+len(tp.texts)+len(tp.drops) == 0
}

// relocation is a field whose values are positions in the file and must become
// positions in the stores.
type relocation struct {
	kind   format.Type // TypeStr, TypeRef, TypeAnyRef or TypeSpan
	off    uint        // in 32-bit words
	count  int
	target int // table of the file; refs and spans
}

// sharedPlan returns the plan for a schema, which another Binding may have made.
func sharedPlan(b *Binding, s *format.Schema) (*plan, error) {
	o := &b.opts
	if o.skip != nil || o.keepNodes || o.missing != Ignore || o.extra != Ignore || o.stranger {
		return newPlan(b, s)
	}
	if p := sharedPlans.find(b.worldType, s); p != nil {
		return p, nil
	}
	p, err := newPlan(b, s)
	if err == nil {
		sharedPlans.add(p)
	}
	return p, err
}

func newPlan(b *Binding, s *format.Schema) (*plan, error) {
	p := &plan{world: b.worldType, schema: s, tables: make([]tablePlan, len(s.Tables)), loaded: make([]bool, len(b.stores))}
	match := format.Match(s, b.schema)
	b.skip(p, match)
	var buf [64]int
	list := inline.Over(buf[:])
	fileTable := list.Extend(len(b.schema.Tables)) // of each of the world's tables
	for i := range fileTable {
		fileTable[i] = -1
	}
	for i, j := range match {
		if j < 0 || p.skips(i) {
			continue
		}
		if k := fileTable[j]; k >= 0 { // a reference to one would be taken for a reference to the other
			return nil, &Error{Op: "load", Table: b.schema.Tables[j].Name, Err: fmt.Errorf("%w: the level has both %s and %s, which by alias= are one kind here; build it again with the game's types",
				ErrMismatch, s.Tables[k].Name, s.Tables[i].Name)}
		}
		fileTable[j] = i
	}
	plans := format.NewPlanner(s, b.schema, match)
	for i := range s.Tables {
		p.tables[i].store = -1
		if j := match[i]; j >= format.FixedTables && !p.skips(i) {
			if err := b.planTable(p, plans, i, j, fileTable); err != nil {
				return nil, err
			}
		}
	}
	if b.opts.keepNodes {
		p.addNames(b.world.Schema)
	}
	return p, b.checkTables(p, match)
}

// addNames notes, for each table of the file, the index in the world of each of the kind's
// element names. A name that the world does not have becomes the first one.
func (p *plan) addNames(world *format.Schema) {
	p.names = make([][]uint8, len(p.tables))
	for t := range p.tables {
		st := p.tables[t].store
		if st < 0 {
			continue
		}
		own := world.Tables[st].Attr.Names
		for _, name := range p.schema.Tables[t].Attr.Names {
			p.names[t] = append(p.names[t], uint8(max(slices.Index(own, name), 0)))
		}
	}
}

// planTable plans a table of the file, which is that table of the world.
func (b *Binding) planTable(p *plan, plans *format.Planner, file, world int, fileTable []int) error {
	t, tp := &b.schema.Tables[world], &p.tables[file]
	conv, err := plans.Plan(file, world)
	if err != nil {
		return mismatch(t, &p.schema.Tables[file], err)
	}
	tp.keep()
	tp.store, tp.stride = world-format.FixedTables, int(t.Stride)
	p.loaded[tp.store] = true
	if !conv.Same() {
		tp.convert = conv
		p.grows = p.grows || p.growth(file, 1) > 0
	}
	for _, f := range b.columns[tp.store] {
		r := relocation{kind: f.Type, off: uint(f.Offset) / 4, count: int(f.Count), target: -1}
		switch f.Type {
		case format.TypeStr:
		case format.TypeAnyRef:
			if p.skipped != nil {
				tp.drops = append(tp.drops, refDrop{off: r.off, count: r.count, any: true, table: t.Name, field: f.Name})
			}
		case format.TypeRef, format.TypeSpan:
			r.target = fileTable[f.to+format.FixedTables]
			if r.target < 0 { // all are null: the file does not have the target, or it is skipped
				if p.skipped != nil {
					tp.drops = append(tp.drops, refDrop{off: r.off, count: r.count, refs: p.skipRefs[f.to], table: t.Name, field: f.Name})
				}
				continue
			}
		default:
			continue
		}
		tp.reloc = append(tp.reloc, r)
	}
	tp.vectors = planVectors(tp.reloc, uint(tp.stride)/4)
	p.addTexts(tp, conv.Texts())
	// A row that is not converted lacks a field where the file has a gap, and then it has fewer.
	if t.Class == format.ClassNode && (tp.convert != nil || len(p.schema.Tables[file].Fields) < len(t.Fields)) {
		b.addParents(p, file, world, fileTable)
	}
	return nil
}

const adviceAlias = "name what changed by alias="

// mismatch says which field of a table does not fit, what the world and the level have
// there, and what to do.
func mismatch(world, file *format.Table, err error) error {
	e := &Error{Op: "load", Table: world.Name}
	advice := adviceAlias
	var fe *format.Error
	if errors.As(err, &fe) {
		e.Field = fe.Field
	}
	if i := world.Field(e.Field); i >= 0 {
		f := &world.Fields[i]
		e.Want = fieldType(f)
		for _, name := range append([]string{f.Name}, f.Attr.Aliases...) {
			if k := file.Field(name); k >= 0 {
				e.Got = fieldType(&file.Fields[k])
				advice = adviceFor(f, &file.Fields[k], err)
				break
			}
		}
	}
	if fe != nil && fe.Table == e.Table && fe.Detail != "" {
		err = reason{fe}
	}
	e.Err = fmt.Errorf("%w: %w; build the level again with the game's types or, for a saved game too, %s", ErrMismatch, err, advice)
	return e
}

// adviceFor says what else than a new build lets a field of a file fit one of the world. What
// no field takes is not read, so the old one stays for the game to convert.
func adviceFor(world, file *format.Field, err error) string {
	switch {
	case errors.Is(err, format.ErrComponents):
		return "keep the names and lengths of the array"
	case world.Type.IsEnum() && file.Type.IsEnum(), world.Type.IsFlags() && file.Type.IsFlags():
		return "give the field a default"
	case world.Type == format.TypeAnyRef && file.Type == format.TypeAnyRef:
		return "keep the kind in the world: Skip skips its nodes"
	case world.Type == file.Type: // but not the table, which may have another name now
		return adviceAlias
	case world.Name != file.Name:
		return "take the alias away and keep the old field beside it"
	}
	return "give the field another name and keep the old one beside it"
}

// reason is a format.Error inside an error that has already named its place.
type reason struct{ in *format.Error }

func (r reason) Error() string { return r.in.Detail }
func (r reason) Unwrap() error { return r.in }

// fieldType describes a field's type in words: "f32 x 2", "ref to body".
func fieldType(f *format.Field) string {
	s := f.Type.String()
	if f.Count > 1 {
		s += fmt.Sprintf(" x %d", f.Count)
	}
	switch {
	case f.Target != "":
		s += " to " + f.Target
	case len(f.Symbols) > 0:
		s += " of " + strings.Join(f.Symbols, "|")
	}
	return s
}
