package cache

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Store is a cache. It may be used by several goroutines, and by several
// processes that have opened the same file.
type Store struct {
	file journal // without a path, facts live as long as the Store

	mu       sync.Mutex
	levels   map[string]Level
	seen     map[string]Seen
	types    map[typesKey]Types
	inferred *Inferred
	pending  []byte // lines that have not been written
	ripe     bool   // the folder exists, so they can be written
	written  time.Time
	wait     time.Duration // longestWait, except in tests
	lines    int           // of the file, as far as it is known
}

// Lines are written together: opening, locking and closing the file takes longer than
// building many levels. A build that is killed has to make that many levels again.
const (
	mostPending = 64 << 10
	longestWait = 200 * time.Millisecond
)

// Memory returns a Store that has no file.
func Memory() *Store {
	return &Store{levels: map[string]Level{}, seen: map[string]Seen{}, types: map[typesKey]Types{}, wait: longestWait}
}

// Open reads the cache at path, which need not exist. If it cannot be used, or only in
// part, the error says why; the Store is returned all the same, with what could be
// read.
//
// Another process may hold the file. The context ends the waiting for it, here and in
// all methods of the Store, which then return the context's error. held, if it is not
// nil, is called whenever the waiting takes long.
func Open(ctx context.Context, path string, held func()) (*Store, error) {
	s := Memory()
	s.file = journal{path: path, ctx: ctx, held: held}
	lines, err := s.file.read()
	s.levels, s.seen = make(map[string]Level, len(lines)/2+1), make(map[string]Seen, len(lines)/2)
	s.file.replace = errors.Is(err, ErrForeign) || errors.Is(err, ErrVersion)
	bad := s.take(lines)
	if bad > 0 && err == nil {
		err = fmt.Errorf("%w in %d of %d lines", ErrDamaged, bad, len(lines))
	}
	s.lines = len(lines)
	if errors.Is(err, ErrDamaged) {
		s.lines = 1 << 30 // it should be rewritten
	}
	return s, err
}

// take adds facts, and counts the lines that are none. To read them is most of the work,
// so the later half is read beside the other.
func (s *Store) take(lines [][]byte) (bad int) {
	if len(lines) < manyLines {
		return s.takeAll(lines)
	}
	half, later := len(lines)/2, Memory()
	done := make(chan int)
	go func() { done <- later.takeAll(lines[half:]) }()
	bad = s.takeAll(lines[:half])
	bad += <-done
	maps.Copy(s.levels, later.levels)
	maps.Copy(s.seen, later.seen)
	maps.Copy(s.types, later.types)
	s.inferred = cmp.Or(later.inferred, s.inferred)
	return bad
}

// manyLines is how many lines take longer to read than another core takes to begin.
const manyLines = 200

func (s *Store) takeAll(lines [][]byte) (bad int) {
	var p plain
	for _, line := range lines {
		l, seen, ok := p.fact(line)
		switch {
		case ok && l.Out != "":
			s.levels[l.Out] = l
			continue
		case ok:
			s.seen[seen.Out] = seen
			continue
		}
		f, err := decode(line)
		if err != nil {
			bad++
			continue
		}
		s.learn(f)
	}
	return bad
}

func (s *Store) learn(f fact) {
	switch {
	case f.Level != nil:
		s.levels[f.Level.Out] = *f.Level
	case f.Seen != nil:
		s.seen[f.Seen.Out] = *f.Seen
	case f.Types != nil:
		s.types[typesKey{f.Types.Spec, f.Types.Dir}] = *f.Types
	case f.Inferred != nil:
		s.inferred = f.Inferred
	}
}

// Level returns what is known of an output.
func (s *Store) Level(out string) (Level, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.levels[out]
	return l, ok
}

// Seen returns how the files of a level were found. It is empty for an output that is
// not known.
func (s *Store) Seen(out string) Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[out]
}

// Levels returns what is known of all outputs, sorted by their names.
func (s *Store) Levels() []Level {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Level, 0, len(s.levels))
	for _, l := range s.levels {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b Level) int { return strings.Compare(a.Out, b.Out) })
	return all
}

// Len returns how many outputs are known.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.levels)
}

// Types returns what is known of a world type, asked for from dir, which may be empty.
func (s *Store) Types(spec, dir string) (Types, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.types[typesKey{spec, dir}]
	return t, ok
}

// Inferred returns what was inferred last.
func (s *Store) Inferred() (Inferred, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inferred == nil {
		return Inferred{}, false
	}
	return *s.inferred, true
}

// PutLevel adds a fact, which is written soon. Call it when the output has its name. An
// error may be about an earlier fact.
func (s *Store) PutLevel(l Level) error { return s.put(fact{Level: &l}, true) }

// PutSeen adds a fact, which is written together with others, at the latest by Close.
func (s *Store) PutSeen(seen Seen) error { return s.put(fact{Seen: &seen}, false) }

// PutTypes adds a fact, which is written with the next level.
func (s *Store) PutTypes(t Types) error { return s.put(fact{Types: &t}, false) }

// PutInferred adds a fact, which is written with the next level.
func (s *Store) PutInferred(i Inferred) error { return s.put(fact{Inferred: &i}, false) }

func (s *Store) put(f fact, now bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.learn(f)
	if s.file.path == "" {
		return nil
	}
	payload, err := encode(f)
	if err != nil {
		return err
	}
	s.pending = seal(s.pending, payload)
	s.ripe = s.ripe || now
	if s.ripe && (len(s.pending) >= mostPending || time.Since(s.written) >= s.wait) {
		return s.flush()
	}
	return nil
}

func (s *Store) flush() error {
	lines := s.pending
	s.pending, s.written = nil, time.Now()
	s.lines += bytes.Count(lines, []byte("\n"))
	return s.file.add(lines)
}

// Forget removes what is known about outputs. If no output is left, it removes the
// file.
func (s *Store) Forget(outs []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) > 0 { // they may be of others
		if err := s.flush(); err != nil {
			return err
		}
	}
	for _, out := range outs {
		delete(s.levels, out)
		delete(s.seen, out)
	}
	gone := make(map[string]bool, len(outs))
	for _, out := range outs {
		gone[out] = true
	}
	return s.file.rewrite(func(lines [][]byte) []byte { return compact(lines, gone) })
}

// Close writes what has not been written, if the folder of the cache exists, and makes
// the file smaller if that is worthwhile.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file.path == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(s.file.path)); err != nil || !info.IsDir() {
		return nil
	}
	if len(s.pending) > 0 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	live := len(s.levels) + len(s.seen) + len(s.types) + 1
	if s.lines <= 2*live+16 {
		return nil
	}
	s.lines = live
	return s.file.rewrite(func(lines [][]byte) []byte { return compact(lines, nil) })
}

// compact seals the facts that are still valid, in the order of outputs, without those
// of outputs that are gone. It returns nil if these were the last.
func compact(lines [][]byte, gone map[string]bool) []byte {
	s := Memory()
	s.take(lines)
	var b []byte
	for _, l := range s.Levels() {
		if !gone[l.Out] {
			b = sealFact(b, fact{Level: &l})
			if seen, ok := s.seen[l.Out]; ok {
				b = sealFact(b, fact{Seen: &seen})
			}
		}
	}
	if b == nil && gone != nil {
		return nil
	}
	keys := slices.SortedFunc(maps.Keys(s.types), func(a, b typesKey) int {
		return cmp.Or(strings.Compare(a.spec, b.spec), strings.Compare(a.dir, b.dir))
	})
	for _, k := range keys {
		t := s.types[k]
		b = sealFact(b, fact{Types: &t})
	}
	if s.inferred != nil {
		b = sealFact(b, fact{Inferred: s.inferred})
	}
	return b
}

func sealFact(b []byte, f fact) []byte {
	payload, err := encode(f)
	if err != nil {
		return b // it came out of JSON
	}
	return seal(b, payload)
}
