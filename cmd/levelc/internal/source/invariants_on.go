//go:build invariants

package source

import "fmt"

// check checks the invariants of a window.
func (w *window) check() {
	if w.pos < 0 || w.pos > w.end || w.end > len(w.buf) {
		panic(fmt.Sprintf("source: a window with pos %d, end %d, len %d", w.pos, w.end, len(w.buf)))
	}
}

// check checks the invariants of a sieve.
func (s *sieve) check() {
	s.win.check()
	if s.scan < s.win.pos || s.scan > s.win.end {
		panic(fmt.Sprintf("source: a sieve that has looked up to %d in %d to %d", s.scan, s.win.pos, s.win.end))
	}
	if s.give > len(s.objs) || s.cur > len(s.objs) || s.taken > len(s.queue) {
		panic(fmt.Sprintf("source: a sieve at %d and %d of %d objects, %d of %d held back", s.give, s.cur, len(s.objs), s.taken, len(s.queue)))
	}
	last := int64(-1)
	for i, b := range s.objs {
		if b.at <= last || b.end != 0 && (b.end < b.at+2 || i+b.inner >= len(s.objs)) {
			panic(fmt.Sprintf("source: object %d from %d to %d with %d inside, after %d", i, b.at, b.end, b.inner, last))
		}
		last = b.at
	}
}
