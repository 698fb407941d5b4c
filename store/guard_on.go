//go:build invariants

package store

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"sync"
)

const guarded = true

// poisonByte fills freed rows. As a float it is a large negative number, as an
// index out of every range.
const poisonByte = 0xDB

// life is of one store from its first use to Close. It is apart from the store
// so that the collector can tell that the store is gone without its Close.
type life struct {
	what  string
	where string
	ended bool
}

// opened starts a life and reports, when the collector finds the store
// unreachable, that it was not closed. It does not close it: a pointer to a
// record does not keep the store alive.
func opened(what string, t reflect.Type, store any) *life {
	l := &life{what: fmt.Sprintf("%s[%v]", what, t), where: caller()}
	switch s := store.(type) {
	case interface{ watch(*life) }:
		s.watch(l)
	}
	return l
}

// caller returns the first place on the stack outside this package.
func caller() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if pkg := reflect.TypeFor[life]().PkgPath(); !more || len(f.Function) < len(pkg) || f.Function[:len(pkg)] != pkg || isTest(f.File) {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
	}
}

func isTest(file string) bool {
	const suffix = "_test.go"
	return len(file) > len(suffix) && file[len(file)-len(suffix):] == suffix
}

func (b *Bulk[T]) watch(l *life) { runtime.AddCleanup(b, reportLeak, l) }

// leaked is where reports of leaks go.
var leaked = func(s string) { fmt.Fprintln(os.Stderr, s) }

func reportLeak(l *life) {
	if !l.ended {
		leaked(fmt.Sprintf("store: %s, opened at %s, was never closed", l.what, l.where))
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

// detain keeps the addresses of a mapping for a while, which no longer has memory:
// a pointer that outlived Close faults, and does not find another's rows.
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

// poison overwrites rows that died.
func (b *Bulk[T]) poison(rows []T) {
	for i, mem := 0, asBytes(rows); i < len(mem); i++ {
		mem[i] = poisonByte
	}
}
