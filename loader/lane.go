package loader

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// lane is what one load at a time needs for reading: the reader with its buffer, the
// plans for the last schemas that it met, and the places of each table's rows.
type lane struct {
	reader *format.Reader
	plan   *plan
	plans  []*plan // those of other schemas, of which the last one used comes first
	at     bases
	ranges []store.Range // for each table of the file
	codes  []vectorCode
	code   []codeRange            // of codes, for each table of the file
	words  []uint64               // see scratch
	nodes  pieces[format.NodeRow] // if the load needs them
	rows   []uint32               // a number by table; see firstRows
	maps   []bool                 // which tables are mapped; empty if none may be
	begins []int64                // for mapped tables: the file offsets of their first blocks
}

// open begins to read a level.
func (ln *lane) open(b *Binding, src io.Reader) error {
	if ln.reader == nil {
		ln.reader = new(format.Reader)
	}
	ln.nodes.n = 0
	var err error
	if m, ok := src.(memory); ok {
		err = ln.reader.ResetBytes(m.file, b.opts.format)
	} else {
		err = ln.reader.Reset(src, b.opts.format)
	}
	if err != nil {
		return err
	}
	if err := ln.planFor(b, ln.reader.Schema()); err != nil {
		return err
	}
	for t, skip := range ln.plan.skipped {
		if skip {
			ln.reader.Skip(t)
		}
	}
	return ln.allow(b.opts.format.MaxBytes)
}

// allow refuses a level whose rows take more than MaxBytes in the stores. The reader has
// refused one whose rows take more in the file.
func (ln *lane) allow(most int64) error {
	if !ln.plan.grows {
		return nil
	}
	if most == 0 {
		most = format.DefaultMaxBytes
	}
	total := uint64(0)
	for _, bi := range ln.reader.Blocks() {
		total += uint64(bi.Raw)
	}
	for t := range ln.plan.tables {
		if total = min(total+ln.plan.growth(t, ln.reader.Rows(t)), math.MaxInt64); total > uint64(most) {
			return &Error{Op: "load", Err: fmt.Errorf("%w: %d decoded in the records of the world; MaxBytes allows %d", format.ErrBudget, total, most)}
		}
	}
	return nil
}

// keptPlans is how many plans a lane keeps. A reader keeps as many schemas.
const keptPlans = 4

// planFor makes a plan for a schema, unless it is one of those that are kept.
func (ln *lane) planFor(b *Binding, s *format.Schema) error {
	if ln.plan != nil && ln.plan.schema == s {
		return nil
	}
	i := slices.IndexFunc(ln.plans, func(p *plan) bool { return p.schema == s })
	var p *plan
	if i >= 0 {
		p = ln.plans[i]
		ln.plans = slices.Delete(ln.plans, i, i+1)
	} else {
		var err error
		if p, err = sharedPlan(b, s); err != nil {
			return err
		}
	}
	if ln.plan != nil {
		ln.plans = slices.Insert(ln.plans[:min(len(ln.plans), keptPlans-2)], 0, ln.plan)
	}
	ln.plan = p
	return nil
}

func (b *Binding) takeLane() *lane {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.lanes)
	if n == 0 {
		return new(lane)
	}
	ln := b.lanes[n-1]
	b.lanes[n-1] = nil
	b.lanes = b.lanes[:n-1]
	return ln
}

// maxFreeLanes is how many lanes wait for the next loads. Each has a buffer, so those of a
// crowd of loads must not stay.
const maxFreeLanes = 8

// giveLane keeps a lane for the next load, and drops the source of this one.
func (b *Binding) giveLane(ln *lane) {
	ln.reader.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.freeLane(ln)
}

// freeLane leaves a lane to the next load, if there are not enough already. The caller
// holds mu.
func (b *Binding) freeLane(ln *lane) {
	if len(b.lanes) < maxFreeLanes && !b.closed.Load() {
		b.lanes = append(b.lanes, ln)
	}
}

// place clears the places of the last level's rows and makes room for n tables.
func (ln *lane) place(n int) {
	ln.at.first, ln.at.gen, ln.at.kind = zeroed(ln.at.first, n), zeroed(ln.at.gen, n), zeroed(ln.at.kind, n)
	ln.at.below, ln.at.str, ln.at.more = zeroed(ln.at.below, n), 0, 0
	ln.ranges = zeroed(ln.ranges, n)
	ln.maps = ln.maps[:0]
}

// convertBytes is how much of a block is converted at a time. It fits the first-level
// cache together with its input.
const convertBytes = 32 << 10

// scratch returns memory for n converted bytes, aligned for any row.
func (ln *lane) scratch(n int) []byte {
	if words := (n + 7) / 8; words > len(ln.words) {
		ln.words = make([]uint64, words)
	}
	return format.BytesOf(ln.words)[:n]
}

// convert yields the rows of a table of the file in the layout of the store, a piece at a
// time. row is the number of the first one; a piece comes with that of its first one. The
// memory of a piece is that of the next one.
func (ln *lane) convert(table, row int, data []byte, yield func(row int, rows []byte) error) error {
	tp, from := &ln.plan.tables[table], int(ln.plan.schema.Tables[table].Stride)
	for piece := max(1, convertBytes/max(from, tp.stride)); len(data) > 0; {
		n := min(piece, len(data)/from)
		out := ln.scratch(n * tp.stride)
		if err := tp.convert.Convert(out, data[:n*from], n); err != nil {
			return err
		}
		if err := yield(row, out); err != nil {
			return err
		}
		row, data = row+n, data[n*from:]
	}
	return nil
}
