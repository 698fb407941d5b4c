package store

import (
	"fmt"
	"reflect"
	"slices"
)

// Reserve takes n elements that stay together, see Rows.
func (a *Array[T]) Reserve(n int) (Range, error) {
	if err := a.spans.ready(reflect.TypeFor[T]()); err != nil {
		return Range{}, err
	}
	return a.spans.reserve(n)
}

func (a *spans) reserve(n int) (Range, error) {
	if n < 0 {
		return Range{}, countError(n)
	}
	if uint64(n) > uint64(a.most()) {
		return Range{}, a.full(n)
	}
	if n == 0 {
		return Range{}, nil
	}
	if !a.permits(uint32(n)) {
		return Range{}, a.full(n)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	i, err := a.find(uint32(n), 0)
	if err != nil {
		return Range{}, err
	}
	r := Range{First: i, Len: uint32(n)}
	a.holds = addHold(a.holds, hold{Range: r})
	return r, nil
}

// Bytes returns the memory of the elements of r from row on, all that max
// permits; see Rows.
func (a *Array[T]) Bytes(r Range, row, max int) ([]byte, error) {
	return a.spans.rangeBytes(r, row, max)
}

func (a *spans) rangeBytes(r Range, row, max int) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i, n, err := fillHold(a.holds, r, row, max)
	if err != nil {
		return nil, err
	}
	if row == 0 && a.opt.backing == Reserved {
		a.mem.expect(a.offset(r.First), a.offset(r.First+r.Len))
	}
	if err := a.back(i, n, true); err != nil {
		return nil, err
	}
	if a.opt.backing == Reserved {
		return a.one.bytes(i, n, a.size), nil
	}
	return a.at(i).bytes(0, n, a.size), nil
}

// Commit puts the elements of r in use; see Rows.
func (a *Array[T]) Commit(r Range) { a.spans.commit(r) }

func (a *spans) commit(r Range) {
	if r.Len == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	k, ok := findHold(a.holds, r)
	if !ok {
		panic(fmt.Sprintf("store: commit of elements %d+%d, which are not reserved", r.First, r.Len))
	}
	if err := a.back(r.First+r.Len-1, 1, false); err != nil {
		panic(err) // only if Bytes was not called for all rows
	}
	a.holds = slices.Delete(a.holds, k, k+1)
	a.used += r.Len
	at, i := a.ranges.find(r.First)
	a.ranges.insert(at, i, stretch{r.First, r.Len})
}

// Release gives the elements of r back, all of them; see Rows.
func (a *Array[T]) Release(r Range) { a.spans.release(r) }

func (a *spans) release(r Range) {
	if r.Len == 0 || a.state != open {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if k, ok := findHold(a.holds, r); ok {
		a.unmapRange(r)
		a.bury(r.First, a.holds[k].filled)
		a.holds = slices.Delete(a.holds, k, k+1)
		a.giveBack(r.First, r.Len)
		return
	}
	if k, i := a.ranges.find(r.First); r.Gen == 0 && a.ranges.at(k, i) == (stretch{r.First, r.Len}) {
		a.ranges.remove(k, i)
		a.used -= r.Len
		a.unmapRange(r)
		a.bury(r.First, r.Len)
		a.giveBack(r.First, r.Len)
	}
}
