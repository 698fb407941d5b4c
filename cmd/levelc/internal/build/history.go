package build

import (
	"fmt"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// History is what the runs of levelc watch know of those before them. One run at a time
// may use it.
type History struct {
	// OnlyNews says that the warnings of levels that are up to date are not repeated. It
	// is for all runs but the first.
	OnlyNews bool

	// Inputs is what the types of --types depend on, as the last run has found.
	Inputs schema.Inputs

	editors editors
	others  others

	// A single run has no use for the rest.
	forWatch bool
	failures *failures     // jobs that would fail again
	trouble  *cacheTrouble // what is wrong with the cache
	depfile  string        // what was written to it last
	misread  string        // the names of which it was said that ninja misreads them
	inferred *saying       // how the schema was inferred

	store *cache.Store // in memory, if there is none on the disk
	tool  string       // identifies this levelc, as that store has it
}

// NewHistory returns a History for the first run.
func NewHistory() *History {
	return &History{
		failures: &failures{tried: map[string]attempt{}, said: map[string]string{}},
		trouble:  &cacheTrouble{said: map[string]bool{}},
		inferred: new(saying),
		forWatch: true,
	}
}

// Others returns the files and folders, besides sources, that levels were made of, and the
// paths of which it matters where they lead.
func (h *History) Others() []string { return h.others.all() }

// rememberHere remembers in memory what runs find out, where there is no cache on the disk
// or none that is of use.
func (h *History) rememberHere(o *Options) {
	if !h.forWatch || h.store != nil || o.Each && !o.NoCache && !h.trouble.useless {
		return
	}
	h.store = cache.Memory()
	if h.tool, _ = o.Identity(); h.tool == "" {
		h.tool = "this"
	}
}

// cacheTrouble is what levelc watch has found out about its cache. It looks at it again
// and again, and says each thing once. A nil *cacheTrouble keeps nothing.
type cacheTrouble struct {
	said    map[string]bool
	useless bool // nothing is remembered in it
}

func (t *cacheTrouble) isNew(err error) bool {
	if t == nil {
		return true
	}
	said := t.said[err.Error()]
	t.said[err.Error()] = true
	return !said
}

func (t *cacheTrouble) giveUp() {
	if t != nil {
		t.useless = true
	}
}

// saying is what levelc watch has said about something, which it says again when it is no
// longer so. A nil *saying keeps nothing.
type saying struct {
	mu   sync.Mutex
	text string
}

func (s *saying) isNew(text string) bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.text
	s.text = text
	return before != text
}

// failures remembers the levels that failed, for levelc watch. A level is not tried
// again until something changes. A nil *failures remembers nothing.
type failures struct {
	mu    sync.Mutex
	tried map[string]attempt // by output
	said  map[string]string  // what else kept a level from being built, by output
}

// attempt is what a level was made of that failed. The other files are those of this
// attempt, for the last good one may have had more.
type attempt struct {
	what   string
	others summed
}

func whatIs(inc *incremental, i int) string {
	s := &inc.states[i]
	return fmt.Sprint(inc.jobs[i].sources, s.sum, s.err, inc.schemaOf(s), inc.run.Flags)
}

// same reports whether a job has failed and would fail again.
func (f *failures) same(inc *incremental, i int) bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	was, ok := f.tried[inc.jobs[i].Out]
	return ok && was.what == whatIs(inc, i) && was.others.sum == was.others.now()
}

// isNew reports whether a level failed for another reason than before, by no fault of
// its sources. It is tried again each time, but the reason is said once.
func (f *failures) isNew(out string, err error) bool {
	if f == nil {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.said[out]
	f.said[out] = err.Error()
	return before != err.Error()
}

func (f *failures) set(inc *incremental, i int, failed bool) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out := inc.jobs[i].Out
	if failed {
		f.tried[out] = attempt{whatIs(inc, i), inc.run.history.others.of(out)}
	} else {
		delete(f.tried, out)
		delete(f.said, out)
	}
}
