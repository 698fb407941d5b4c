//go:build invariants

package store

import (
	"fmt"
	"os"
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

const guarded = true

// poisonByte fills freed rows. As a float it is a large negative number; as an index it
// is out of every range.
const poisonByte = 0xDB

// life begins with the first use of a store and ends with Close. It is apart from the
// store, so that the collector can tell that the store is gone without Close.
type life struct {
	what  string
	where string
	ended bool
}

// opened starts a life. If the collector finds the store unreachable without Close,
// that is reported. The store is not closed then: a pointer to a record does not keep
// the store alive.
func opened[S any](what string, t reflect.Type, store *S) *life {
	l := &life{what: fmt.Sprintf("%s[%v]", what, t), where: caller()}
	runtime.AddCleanup(store, reportLeak, l)
	return l
}

// rename says that the store is part of another store, which reports then name.
func (l *life) rename(what string, t reflect.Type) { l.what = fmt.Sprintf("%s[%v]", what, t) }

// String names the store and where it was opened.
func (l *life) String() string {
	if l == nil {
		return "a store"
	}
	return l.what + ", opened at " + l.where
}

// caller returns the first place on the stack that is not of this package or of the
// loader, which opens a store on behalf of a game.
func caller() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if !more || !isOwn(f.Function) || strings.HasSuffix(f.File, "_test.go") {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
	}
}

// isOwn reports whether a function is in this package or the loader, or below these.
func isOwn(function string) bool {
	store := reflect.TypeFor[life]().PkgPath()
	for _, pkg := range [2]string{store, path.Dir(store) + "/loader"} {
		rest, ok := strings.CutPrefix(function, pkg)
		if ok && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "/")) {
			return true
		}
	}
	return false
}

// leaked is where reports of leaks go.
var leaked = func(s string) { fmt.Fprintln(os.Stderr, s) }

func reportLeak(l *life) {
	if !l.ended {
		leaked(fmt.Sprintf("store: %v, was never closed", l))
	}
}

func (l *life) end() {
	if l != nil {
		l.ended = true
	}
}

// quarantine is the mappings that were closed last.
var quarantine struct {
	sync.Mutex
	mem [64][]byte
	at  int
}

// detain keeps the addresses of a closed mapping for a while, without memory. A pointer
// that outlived Close then faults, and does not find the memory of another store.
func detain(mem []byte) error {
	q := &quarantine
	q.Lock()
	defer q.Unlock()
	old := q.mem[q.at]
	q.mem[q.at] = mem
	q.at = (q.at + 1) % len(q.mem)
	if old == nil {
		return nil
	}
	return mapFree(old)
}

// poison overwrites memory of dead rows.
func poison(mem []byte) {
	for i := range mem {
		mem[i] = poisonByte
	}
}

// untouched reports whether memory of dead rows is as poison left it, or zero, as it
// comes from the system.
func untouched(mem []byte) bool {
	for _, v := range mem {
		if v != poisonByte && v != 0 {
			return false
		}
	}
	return true
}

func writtenAfterDeath(l *life, what string, i uint32) {
	panic(fmt.Sprintf("store: %v: %s %d was written to after it was removed", l, what, i))
}

// poison overwrites the n rows of a cell from row k on, which have died.
func (s *slots) poison(c cell, k, n uint32) { poison(c.bytes(k, n, s.size)) }

// poisonMapped poisons the dead rows from lo up to hi again where they are pages of a file:
// a discarded page shows what the file has, which would be taken for a write.
func (s *slots) poisonMapped(lo, hi uint32) {
	for _, f := range s.mem.rows.files {
		if from, to := max(f.lo, s.offset(lo)), min(f.hi, s.offset(hi)); from < to {
			poison(s.mem.rows.bytes(from, to))
		}
	}
}

// clean reports whether nobody wrote to the dead row i. Links do not count: those of the
// ends of runs of holes, and those of the list if the row is linked in it.
func (s *slots) clean(i uint32, linked bool) bool {
	c, k := s.cell(i)
	if !c.hasRows() {
		return true
	}
	mem := c.bytes(k, 1, s.size)
	if linked {
		mem = mem[min(s.linkBytes(), len(mem)):]
	}
	if s.opt.skipper == RunLength && s.isFree(i) {
		links := runBytes(s.opt.policy)
		for w := range links / 4 {
			ends := s.isFree(i - 1) // this word is not in use
			if w == runLast {
				ends = s.isFree(i + 1)
			}
			if ends && !untouched(mem[4*w:4*w+4]) {
				return false
			}
		}
		mem = mem[links:]
	}
	return untouched(mem)
}

// wake is called when the dead slot i comes into use.
func (s *slots) wake(i uint32) {
	if !s.clean(i, false) {
		writtenAfterDeath(s.life, "slot", i)
	}
}

// linkBytes is how many bytes of a hole its link and its notes take.
func (s *slots) linkBytes() int { return 4 + 4*int(s.notes) }

// wipeLinks is called when the hole i is no longer linked in the list.
func (s *slots) wipeLinks(i uint32) {
	c, k := s.cell(i)
	poison(c.bytes(k, 1, s.size)[:s.linkBytes()])
}

// wipeList is wipeLinks for the whole list.
func (s *slots) wipeList() {
	for i := s.hole(0).get(0); i != 0; {
		next := s.hole(i).get(0)
		s.wipeLinks(i)
		i = next
	}
}

// wipeFirst is called when the hole i no longer begins a run, and wipeLast when it no
// longer ends one.
func (s *slots) wipeFirst(i uint32) {
	c, k := s.cell(i)
	mem := c.bytes(k, 1, s.size)[:runBytes(s.opt.policy)]
	poison(mem[4*runFirst:][:4])
	poison(mem[4*runNext:])
}

func (s *slots) wipeLast(i uint32) {
	c, k := s.cell(i)
	poison(c.bytes(k, 1, s.size)[4*runLast:][:4])
}

// wipeRuns is wipeFirst and wipeLast for all runs.
func (s *slots) wipeRuns() {
	for lo, hi := s.nextFree(1); lo < hi; lo, hi = s.nextFree(hi) {
		s.wipeFirst(lo)
		s.wipeLast(hi - 1)
	}
}

// bury poisons the blocks of Go's heap when the store closes: these stay where a pointer
// is left.
func (s *slots) bury() {
	for i := uint64(0); i < uint64(len(s.cells))<<s.shift; {
		first, n := s.block(uint32(i))
		if c := s.cells[first>>s.shift]; c.hasRows() && s.onHeap(n) {
			poison(c.bytes(0, uint32(n), s.size))
		}
		i = uint64(first) + n
	}
}

// buryAll is bury of slots, for elements.
func (a *spans) buryAll() {
	if a.onHeap() {
		a.poison(0, uint32(min(uint64(len(a.table))<<a.shift, maxRows)))
	}
}

func (c *column[E]) die(n int) { poison(asBytes(c.s[n:])) }

// wake is called when elements from n on come into use.
func (c *column[E]) wake(n int) {
	if !untouched(asBytes(c.s[n:])) {
		writtenAfterDeath(nil, "place", uint32(n))
	}
}

// poison overwrites elements that are free again.
func (a *spans) poison(first, n uint32) { a.eachBacked(first, n, poison) }

// wake is called when free elements come into use.
func (a *spans) wake(first, n uint32) {
	a.eachBacked(first, n, func(mem []byte) {
		if !untouched(mem) {
			writtenAfterDeath(a.life, "elements from", first)
		}
	})
}

// wake is called when the empty place i comes into use.
func (a *Arena[T]) wake(i uint32) {
	for _, v := range asBytes(a.rows[i-1 : i]) {
		if v != 0 {
			writtenAfterDeath(nil, "slot", i)
		}
	}
}
