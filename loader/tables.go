package loader

import (
	"cmp"
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

// Tables is a world without Go types: one store for each table of a schema, whose
// rows are plain bytes. Tools use it to load levels of games whose code they do
// not have, as levelc bench does, and to save them again as they are. What stands in
// the rows, [Walk] tells.
type Tables struct {
	bound   *Binding // nil in the zero Tables, which has nothing
	rows    []*byteRows
	strings store.Strings
}

// BindSchema makes stores for the tables of a schema and binds them. It ignores the
// format's own tables in s. As with Bind, a schema without a kind of node is an error. A
// table holds at most 2^32-2 bytes.
func BindSchema(s *format.Schema, opts ...Option) (*Binding, *Tables, error) {
	if s == nil {
		return nil, nil, wrap("bind", fmt.Errorf("%w: the schema is nil", ErrWorld))
	}
	own := &format.Schema{}
	for i := range s.Tables {
		if s.Tables[i].Class != format.ClassFixed {
			own.Tables = append(own.Tables, s.Tables[i])
		}
	}
	if err := own.Complete().Validate(); err != nil {
		return nil, nil, wrap("bind", err)
	}
	if !slices.ContainsFunc(own.Tables, func(t format.Table) bool { return t.Class == format.ClassNode }) {
		return nil, nil, wrap("bind", fmt.Errorf("%w: the schema has no kind, so levels would have no nodes", ErrWorld))
	}
	ts := &Tables{}
	var stores []store.Rows
	for i := range own.Tables {
		t := &own.Tables[i]
		if n := len(t.Attr.Names); n > format.MaxNames {
			return nil, nil, &Error{Op: "bind", Table: t.Name, Err: fmt.Errorf("%w: %d names of one kind; at most %d", ErrWorld, n, format.MaxNames)}
		}
		r := &byteRows{stride: int(t.Stride)}
		ts.rows = append(ts.rows, r)
		stores = append(stores, r)
	}
	var err error
	if ts.bound, err = newBinding(newWorldType(&layout.World{Schema: own}), stores, &ts.strings, opts); err != nil {
		return nil, nil, err
	}
	return ts.bound, ts, nil
}

// Len returns how many rows a table has, or -1 if there is no such table.
func (ts *Tables) Len(table string) int {
	if ts.bound == nil {
		return -1
	}
	i := ts.bound.table(table)
	if i < 0 {
		return -1
	}
	return ts.rows[i].slots.Len()
}

// Close is the Close of the Binding that the tables came with: it gives the memory of all
// tables back, refuses when that does, and afterwards nothing can be loaded. Closing
// both is harmless.
func (ts *Tables) Close() error {
	if ts.bound == nil {
		return nil
	}
	return ts.bound.Close()
}

// byteRows is a store.Rows for rows of any stride. A Bulk provides slots and
// generations, so a table behaves and costs the same as a typed one. The rows
// themselves are in an array of bytes; each record of the Bulk is the position of its
// row in that array.
type byteRows struct {
	stride int
	slots  store.Bulk[uint32]
	data   store.Array[byte]
	mu     sync.Mutex                  // guards ranges, which Bytes may read during a Reserve
	ranges map[store.Range]store.Range // from slots to their bytes
}

// Close gives the memory back.
func (r *byteRows) Close() error {
	err := cmp.Or(r.slots.Close(), r.data.Close())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ranges = nil
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
	if r.ranges == nil {
		r.ranges = make(map[store.Range]store.Range)
	}
	r.ranges[rows] = data
	return rows, nil
}

// find returns the bytes of a range.
func (r *byteRows) find(rg store.Range) (store.Range, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	data, ok := r.ranges[rg]
	return data, ok
}

func (r *byteRows) Bytes(rg store.Range, row, max int) ([]byte, error) {
	data, ok := r.find(rg)
	if !ok {
		return nil, fmt.Errorf("%w: %d+%d is not reserved", store.ErrRange, rg.First, rg.Len)
	}
	out, err := r.data.Bytes(data, row*r.stride, max*r.stride)
	if err != nil {
		return nil, err
	}
	at := data.First + uint32(row*r.stride)
	for n := len(out) / r.stride; n > 0; {
		mem, err := r.slots.Bytes(rg, row, n)
		if err != nil {
			return nil, err
		}
		slots, err := format.RowsOf[uint32](mem)
		if err != nil {
			return nil, err
		}
		for i := range slots {
			slots[i] = at
			at += uint32(r.stride)
		}
		row, n = row+len(slots), n-len(slots)
	}
	return out, nil
}

func (r *byteRows) Commit(rg store.Range) {
	if data, ok := r.find(rg); ok {
		r.data.Commit(data)
		r.slots.Commit(rg)
	}
}

func (r *byteRows) Release(rg store.Range) {
	if data, ok := r.find(rg); ok {
		r.data.Release(data)
		r.slots.Release(rg)
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.ranges, rg)
	}
}

// together returns how many of these slots' rows are contiguous, from the first on.
func (r *byteRows) together(slots []uint32) int {
	n := 1
	for n < len(slots) && slots[n]-slots[n-1] == uint32(r.stride) {
		n++
	}
	return n
}

// bytes returns the rows of n slots from slot on, or nil if they are not contiguous.
func (r *byteRows) bytes(slot, n uint32) []byte {
	at, ok := r.slots.At(slot)
	if !ok || n == 0 || n > uint32(r.slots.Len()) {
		return nil
	}
	if last, ok := r.slots.At(slot + n - 1); !ok || *last-*at != (n-1)*uint32(r.stride) {
		return nil
	}
	return r.data.SpanBytes(*at, n*uint32(r.stride))
}

// RunBytes implements store.Live.
func (r *byteRows) RunBytes() iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		for first, run := range r.slots.Runs() {
			for len(run) > 0 {
				n := r.together(run)
				if !yield(first, r.data.SpanBytes(run[0], uint32(n*r.stride))) {
					return
				}
				first, run = first+uint32(n), run[n:]
			}
		}
	}
}

// GenAt implements store.Live.
func (r *byteRows) GenAt(slot uint32) uint32 { return r.slots.GenAt(slot) }

// RowBytes implements store.Live.
func (r *byteRows) RowBytes(slot, gen uint32) []byte {
	if gen == 0 || r.slots.GenAt(slot) != gen {
		return nil
	}
	return r.bytes(slot, 1)
}

// RemoveRow implements store.Live.
func (r *byteRows) RemoveRow(slot, gen uint32) bool { return r.slots.RemoveRow(slot, gen) }

// SpanBytes implements store.Elements.
func (r *byteRows) SpanBytes(start, count uint32) []byte { return r.bytes(start, count) }
