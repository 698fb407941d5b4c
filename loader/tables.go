package loader

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// Tables is a world without Go types: one store for each table of a schema,
// its rows plain bytes. Tools load levels into it, of games whose code they do
// not have.
type Tables struct {
	schema  *format.Schema
	rows    []*byteRows
	strings store.Strings
}

// BindSchema makes stores for the tables of a schema and binds them. The
// format's own tables, if they are among those of s, are left out.
func BindSchema(s *format.Schema, opts ...Option) (*Binding, *Tables, error) {
	own := &format.Schema{}
	for i := range s.Tables {
		if s.Tables[i].Class != format.ClassFixed {
			own.Tables = append(own.Tables, s.Tables[i])
		}
	}
	full := own.Complete()
	if err := full.Validate(); err != nil {
		return nil, nil, wrap("bind", err)
	}
	o, err := newOptions(opts)
	if err != nil {
		return nil, nil, wrap("bind", err)
	}
	ts := &Tables{schema: own}
	b := &Binding{world: &layout.World{Schema: own}, strings: &ts.strings, schema: full, opts: o}
	b.keep()
	b.number()
	for i := range own.Tables {
		t := &own.Tables[i]
		r := &byteRows{stride: int(t.Stride)}
		ts.rows = append(ts.rows, r)
		b.stores = append(b.stores, r)
	}
	if err := b.checkSkip(); err != nil {
		return nil, nil, err
	}
	return b, ts, nil
}

// Len is how many rows a table has, -1 where there is no such table.
func (ts *Tables) Len(table string) int {
	for i := range ts.schema.Tables {
		if ts.schema.Tables[i].Name == table {
			return ts.rows[i].slots.Len()
		}
	}
	return -1
}

// Close gives the memory of all tables back, as Binding.Close does. Closing twice
// is harmless.
func (ts *Tables) Close() error {
	err := ts.strings.Close()
	for _, r := range ts.rows {
		if e := r.Close(); err == nil {
			err = e
		}
	}
	return err
}

// byteRows is a store.Rows of any stride. Slots and generations are a Bulk's,
// so a table behaves and costs as a typed one does; the rows themselves lie in an
// array of bytes.
type byteRows struct {
	stride int
	slots  store.Bulk[uint32]
	data   store.Array[byte]
	mu     sync.Mutex // holds live, which Bytes reads beside a Reserve
	live   []byteRange
}

type byteRange struct {
	rows store.Range
	data store.Range
}

// Close gives the memory back, as that of a Bulk.
func (r *byteRows) Close() error {
	err := r.slots.Close()
	if e := r.data.Close(); err == nil {
		err = e
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.live = nil
	return err
}

func (r *byteRows) Record() reflect.Type { return reflect.ArrayOf(r.stride, reflect.TypeFor[byte]()) }

func (r *byteRows) Reserve(n int) (store.Range, error) {
	if n < 0 || n > math.MaxInt/r.stride {
		return store.Range{}, fmt.Errorf("%d rows of %d bytes: %w", n, r.stride, store.ErrFull)
	}
	data, err := r.data.Reserve(n * r.stride)
	if err != nil {
		return store.Range{}, err
	}
	rows, err := r.slots.Reserve(n)
	if err != nil {
		r.data.Release(data)
		return store.Range{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.live = append(r.live, byteRange{rows: rows, data: data})
	return rows, nil
}

func (r *byteRows) find(rg store.Range) int {
	return slices.IndexFunc(r.live, func(l byteRange) bool { return l.rows == rg })
}

func (r *byteRows) Bytes(rg store.Range, row, max int) ([]byte, error) {
	r.mu.Lock()
	i := r.find(rg)
	if i < 0 {
		r.mu.Unlock()
		return nil, store.ErrRange
	}
	data := r.live[i].data
	r.mu.Unlock()
	return r.data.Bytes(data, row*r.stride, max*r.stride)
}

func (r *byteRows) Commit(rg store.Range) {
	if i := r.find(rg); i >= 0 {
		r.data.Commit(r.live[i].data)
		r.slots.Commit(rg)
	}
}

func (r *byteRows) Release(rg store.Range) {
	if i := r.find(rg); i >= 0 {
		r.data.Release(r.live[i].data)
		r.slots.Release(rg)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.live = slices.Delete(r.live, i, i+1)
	}
}

// within finds the range that the live row in a slot is of. Where single rows of a
// range were removed, a later one may have their slots.
func (r *byteRows) within(slot uint32) (byteRange, bool) {
	gen := r.slots.GenAt(slot)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.live {
		if slot-l.rows.First < l.rows.Len && l.rows.Gen == gen {
			return l, true
		}
	}
	return byteRange{}, false
}

// bytes is the rows of n slots from slot on, nil where no range has all of them.
func (r *byteRows) bytes(slot, n uint32) []byte {
	l, ok := r.within(slot)
	if !ok || n > l.rows.First+l.rows.Len-slot {
		return nil
	}
	return r.data.SpanBytes(l.data.First+(slot-l.rows.First)*uint32(r.stride), n*uint32(r.stride))
}

// RunBytes is store.Live's.
func (r *byteRows) RunBytes() iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		for first, run := range r.slots.Runs() {
			for end := first + uint32(len(run)); first < end; {
				l, ok := r.within(first)
				if !ok {
					return
				}
				n := uint32(1)
				for most := min(end, l.rows.First+l.rows.Len) - first; n < most && r.slots.GenAt(first+n) == l.rows.Gen; {
					n++
				}
				if !yield(first, r.bytes(first, n)) {
					return
				}
				first += n
			}
		}
	}
}

// GenAt is store.Live's.
func (r *byteRows) GenAt(slot uint32) uint32 { return r.slots.GenAt(slot) }

// RowBytes is store.Live's.
func (r *byteRows) RowBytes(slot, gen uint32) []byte {
	if gen == 0 || r.slots.GenAt(slot) != gen {
		return nil
	}
	return r.bytes(slot, 1)
}

// RemoveRow is store.Live's.
func (r *byteRows) RemoveRow(slot, gen uint32) bool { return r.slots.RemoveRow(slot, gen) }

// SpanBytes is store.Elements'.
func (r *byteRows) SpanBytes(start, count uint32) []byte { return r.bytes(start, count) }
