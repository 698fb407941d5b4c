package build

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// untyped returns the plan for sources that are built without types, if an editor wrote
// them. It returns nil if none did; then the schema has to be inferred.
func (run *Run) untyped(files []*source.File) (*compile.Plan, error) {
	first := run.ReaderOf(files[0], nil)
	for _, f := range files[1:] {
		if run.ReaderOf(f, nil) != first {
			return nil, fault.Usage(fmt.Errorf("%s and %s are of different editors, or of none, and have no types in common; name some with -types, or read all alike with --reader", files[0].Name, f.Name))
		}
	}
	if first == nil {
		return nil, nil
	}
	plan, err := run.history.editors.plan(first, files[0].Name)
	if err != nil {
		return nil, err
	}
	return plan, run.checkChunks(plan)
}

// Translated is the sources of one level, as they are compiled. It holds files until Close.
type Translated struct {
	Files  []*source.File  // without those that could not be translated
	Levels []*editor.Level // the translations; none if no editor wrote a source
	others summed          // other files that they were made of
	Found  diag.List       // what is wrong with the sources
	Lost   map[string]bool // for compile.Options
	whole  bool            // nothing is missing
	giveUp func()
}

// Close ends what the translations hold. What was compiled from them stays.
func (t *Translated) Close() {
	for _, l := range t.Levels {
		l.Close()
	}
	t.giveUp()
}

// shelves keep what levels refer to alike. Levels that are made at the same time have a
// shelf each. It is nil if there is only one level.
type shelves struct {
	mu   sync.Mutex
	idle []*editor.Shelf
}

func (s *shelves) take() *editor.Shelf {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.idle)
	if n == 0 {
		return new(editor.Shelf)
	}
	shelf := s.idle[n-1]
	s.idle = s.idle[:n-1]
	return shelf
}

func (s *shelves) giveBack(shelf *editor.Shelf) {
	if s == nil {
		return
	}
	shelf.Trim()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, shelf)
}

func (s *shelves) close() {
	for _, shelf := range s.idle {
		shelf.Close()
	}
}

// Translate translates the sources that an editor wrote; the others stay as they are. What is
// wrong with them is in Found. Several goroutines may call it at once.
func (run *Run) Translate(ctx context.Context, files []*source.File, s *format.Schema) (*Translated, error) {
	all, shelf := run.shelves, run.shelves.take()
	t := &Translated{Files: slices.Clone(files), Lost: map[string]bool{}, whole: true, giveUp: func() { all.giveBack(shelf) }}
	o := editor.Options{Shared: new(editor.Shared), Shelf: shelf, Schema: s, Source: run.sourceOptions(), Missing: run.Missing, Project: run.Project, Keep: run.mostKept()}
	for i, f := range files {
		r := run.ReaderOf(f, s)
		if r == nil {
			continue
		}
		path := f.Name
		if f.IsSpooled() {
			path = ""
		}
		run.history.editors.read(r, path)
		l, err := editor.Translate(ctx, f, path, r.Reads, o)
		if err != nil {
			t.Close()
			if ctx.Err() != nil {
				return nil, fault.ErrInterrupted
			}
			return nil, cannotCheck(files[0].Name, err) // through no fault of the level
		}
		t.Levels = append(t.Levels, l)
		t.Found.AddAll(&l.Found)
		maps.Copy(t.Lost, l.Lost)
		t.others.paths = append(t.others.paths, l.Others...)
		t.others.fits = append(t.others.fits, l.Fits...)
		t.others.places = append(t.others.places, l.Places...)
		t.others.here = t.others.here || l.Rooted
		t.Files[i] = l.File
		t.whole = t.whole && l.File != nil
	}
	for _, list := range []*[]string{&t.others.paths, &t.others.fits, &t.others.places} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	t.others.sum = t.others.now()
	if slices.ContainsFunc(t.Levels, func(l *editor.Level) bool { return !l.IsSame() }) {
		t.others.sum = cache.Sum{} // the sum of what was read is not known
	}
	return t, nil
}
