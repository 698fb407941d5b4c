package build

import (
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// editors is what runs know of levels of editors: the plans for those that are built
// without types, and what has to be said of them once.
type editors struct {
	mu  sync.Mutex
	all map[*readers.Reader]*editorPlan

	firstMap    string // the first map of Tiled, by name; also in a build with types
	saidProject bool

	saidParts map[string]bool // what has been said about files that are no levels

	mistaken   string          // the first level that failed, by name, which an editor wrote and none read
	mistakenBy *readers.Reader // whose level it is
	saidPlain  bool
}

type editorPlan struct {
	*compile.Plan
	file string // the first of the files that need the plan, by name
	said bool
}

func (p *editors) plan(r *readers.Reader, file string) (*compile.Plan, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.all[r]; known != nil {
		known.file = min(known.file, file)
		return known.Plan, nil
	}
	plan, err := compile.NewPlan(r.Schema())
	if err != nil {
		return nil, err
	}
	if p.all == nil {
		p.all = map[*readers.Reader]*editorPlan{}
	}
	p.all[r] = &editorPlan{Plan: plan, file: file}
	return plan, nil
}

// read notes that r has read a file.
func (p *editors) read(r *readers.Reader, path string) {
	if path == "" || !r.HasProject {
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
func (run *Run) sayEditors() {
	defer run.sayProject()
	defer run.sayPlain()
	plans := &run.history.editors
	plans.mu.Lock()
	defer plans.mu.Unlock()
	for _, r := range readers.All {
		p := plans.all[r]
		if p == nil || p.said || run.Quiet {
			continue
		}
		p.said = true
		is := "is"
		if run.Reader.One != nil { // the user says so
			is = "is read as"
		}
		run.say("no -types, and %s %s %s, so the types are those of %s", p.file, is, r.Levels, r.Types)
	}
}

// notePlain notes sources of a level that failed which an editor wrote, but which were
// read as the XML or JSON that they are, because the types are not made for that editor.
// What is wrong with them seems to be every name in them.
func (run *Run) notePlain(files []*source.File, s *format.Schema) {
	if !run.IsTyped() || run.Quiet || run.Reader.Plain || run.Reader.One != nil {
		return
	}
	for _, f := range files {
		for _, r := range readers.All {
			if !run.auto(r, s) && r.Detect(f) {
				run.history.editors.mistake(r, f.Name)
			}
		}
	}
}

func (p *editors) mistake(r *readers.Reader, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mistakenBy == nil || name < p.mistaken {
		p.mistaken, p.mistakenBy = name, r
	}
}

// sayPlain says once what notePlain has noted.
func (run *Run) sayPlain() {
	p := &run.history.editors
	p.mu.Lock()
	defer p.mu.Unlock()
	if r := p.mistakenBy; r != nil && !p.saidPlain {
		p.saidPlain = true
		run.note("%s is %s, and was read as it stands, because the types have no kind %s: embed those of %s in them, or say --reader=plain", p.mistaken, r.Levels, r.Kind, r.Types)
	}
}
