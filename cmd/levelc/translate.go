package main

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// isTyped reports whether the user gave types or a schema.
func (b *builder) isTyped() bool { return b.types != "" || b.schema != "" }

// editorPlans are the plans for levels of editors that are built without types.
type editorPlans struct {
	mu  sync.Mutex
	all map[*reader]*editorPlan

	firstMap    string // the first map of Tiled, by name; also in a build with types
	saidProject bool

	mistaken   string  // the first level that failed, by name, which an editor wrote and none read
	mistakenBy *reader // whose level it is
	saidPlain  bool
}

type editorPlan struct {
	*compile.Plan
	file string // the first of the files that need the plan, by name
	said bool
}

func (p *editorPlans) of(r *reader, file string) (*compile.Plan, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.all[r]; known != nil {
		known.file = min(known.file, file)
		return known.Plan, nil
	}
	plan, err := compile.NewPlan(r.schema())
	if err != nil {
		return nil, err
	}
	if p.all == nil {
		p.all = map[*reader]*editorPlan{}
	}
	p.all[r] = &editorPlan{Plan: plan, file: file}
	return plan, nil
}

// read notes that r has read a file.
func (p *editorPlans) read(r *reader, path string) {
	if path == "" || r.name != "tiled" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.firstMap == "" || path < p.firstMap {
		p.firstMap = path
	}
}

// sayEditors says once which types levels got, and which project is not read. It is
// called when all levels are made, so that the file that it names does not depend on
// who was faster.
func (b *builder) sayEditors() {
	defer b.sayProject()
	defer b.sayPlain()
	b.byEditor.mu.Lock()
	defer b.byEditor.mu.Unlock()
	for _, r := range readers {
		p := b.byEditor.all[r]
		if p == nil || p.said || b.quiet {
			continue
		}
		p.said = true
		is := "is"
		if b.reader.one != nil { // the user says so
			is = "is read as"
		}
		fmt.Fprintf(b.err, "levelc: no -types, and %s %s %s, so the types are those of %s\n", p.file, is, r.levels, r.types)
	}
}

// notePlain notes sources of a level that failed which an editor wrote, but which were
// read as the XML or JSON that they are, because the types are not made for that editor.
// What is wrong with them seems to be every name in them.
func (b *builder) notePlain(files []*source.File, s *format.Schema) {
	if !b.isTyped() || b.quiet || b.reader.plain || b.reader.one != nil {
		return
	}
	for _, f := range files {
		for _, r := range readers {
			if !b.auto(r, s) && r.detect(f) {
				b.byEditor.mistake(r, f.Name)
			}
		}
	}
}

func (p *editorPlans) mistake(r *reader, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mistakenBy == nil || name < p.mistaken {
		p.mistaken, p.mistakenBy = name, r
	}
}

// sayPlain says once what notePlain has noted.
func (b *builder) sayPlain() {
	p := b.byEditor
	p.mu.Lock()
	defer p.mu.Unlock()
	if r := p.mistakenBy; r != nil && !p.saidPlain {
		p.saidPlain = true
		fmt.Fprintf(b.err, "levelc: note: %s is %s, and was read as it stands, because the types have no kind %s: embed those of %s in them, or say --reader=plain\n", p.mistaken, r.levels, r.kind, r.types)
	}
}

// untyped returns the plan for sources that are built without types, if an editor wrote
// them. It returns nil if none did; then the schema has to be inferred.
func (b *builder) untyped(files []*source.File) (*compile.Plan, error) {
	first := b.readerOf(files[0], nil)
	for _, f := range files[1:] {
		if b.readerOf(f, nil) != first {
			return nil, usageError{fmt.Errorf("%s and %s are of different editors, or of none, and have no types in common; name some with -types, or read all alike with --reader", files[0].Name, f.Name)}
		}
	}
	if first == nil {
		return nil, nil
	}
	plan, err := b.byEditor.of(first, files[0].Name)
	if err != nil {
		return nil, err
	}
	return plan, b.checkChunks(plan)
}

// translated is the sources of one level, as they are compiled.
type translated struct {
	files  []*source.File // without those that could not be translated
	levels []*editor.Level
	others summed // other files that they were made of
	found  diag.List
	whole  bool // nothing is missing
	giveUp func()
}

func (t *translated) close() {
	for _, l := range t.levels {
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

// translate translates the sources that an editor wrote.
func (b *builder) translate(ctx context.Context, files []*source.File, s *format.Schema) (*translated, error) {
	all, shelf := b.shelves, b.shelves.take()
	t := &translated{files: slices.Clone(files), whole: true, giveUp: func() { all.giveBack(shelf) }}
	o := editor.Options{Shared: new(editor.Shared), Shelf: shelf, Schema: s, Source: b.sourceOptions(), Missing: diag.Severity(b.missing), Project: b.project, Keep: b.mostKept()}
	for i, f := range files {
		r := b.readerOf(f, s)
		if r == nil {
			continue
		}
		path := f.Name
		if f.IsSpooled() {
			path = ""
		}
		b.byEditor.read(r, path)
		l, err := editor.Translate(ctx, f, path, r.reads, o)
		if err != nil {
			t.close()
			return nil, err
		}
		t.levels = append(t.levels, l)
		addAll(&t.found, &l.Found)
		t.others.paths = append(t.others.paths, l.Others...)
		t.others.fits = append(t.others.fits, l.Fits...)
		t.others.places = append(t.others.places, l.Places...)
		t.others.here = t.others.here || l.Rooted
		t.files[i] = l.File
		t.whole = t.whole && l.File != nil
	}
	for _, list := range []*[]string{&t.others.paths, &t.others.fits, &t.others.places} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	t.others.sum = t.others.now()
	if slices.ContainsFunc(t.levels, func(l *editor.Level) bool { return !l.IsSame() }) {
		t.others.sum = cache.Sum{} // the sum of what was read is not known
	}
	return t, nil
}

// notTranslated returns the error for a level that could not be translated through no
// fault of its own.
func (b *builder) notTranslated(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	return cannotCheck(name, err)
}
