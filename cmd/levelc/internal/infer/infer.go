package infer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Result is a schema, and notes about what it does not say.
type Result struct {
	Schema *format.Schema // without the fixed tables; attributes and documentation included
	Notes  []Note
}

// Options say how sources are read and what they are.
type Options struct {
	Source source.Options
	// OneLevel says that the sources are parts of one level: an id is unique in
	// all of them, and a reference may name what stands in another one.
	OneLevel bool

	// look overrides leastLook; if it is negative, each round reads the sources. For
	// tests.
	look int64
}

// ReadError is a source that could not be read, or has nothing to infer from. Err is what
// its Diagnose takes.
type ReadError struct {
	File *source.File
	Err  error
}

func (e *ReadError) Error() string { return e.File.Name + ": " + e.Err.Error() }

// Unwrap returns the reader's error.
func (e *ReadError) Unwrap() error { return e.Err }

// ReadErrors are the sources that could not be read, at least one.
type ReadErrors []*ReadError

func (e ReadErrors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	return fmt.Sprintf("%v, and %d more", e[0], len(e)-1)
}

// Unwrap returns them all.
func (e ReadErrors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

// mostRounds is the most times that JSON is read.
const mostRounds = 8

// Files infers the schema of sources, each of which is a level of its own unless the
// options say otherwise. It reads them once, and looks at the beginning of JSON before,
// to guess which of its types name kinds. It reads JSON again if that was wrong. The files
// stay open. The error is the context's, or ReadErrors: of the sources that could not be
// read, or of all of them, which wrap ErrNothing then.
//
// It takes about as long as a build of the same sources. Memory is bounded, see
// the package's documentation.
func Files(ctx context.Context, files []*source.File, o Options) (*Result, error) {
	var guess map[string]bool
	holders, never := map[string]*holder{}, map[string]bool{}
	for n := 1; ; n++ {
		r := rounds{holders: holders, never: never, guess: guess}
		m, err := r.run(ctx, files, o)
		if err != nil {
			return nil, err
		}
		guess = m.g.kinds
		wrong := m.falseHolders()
		if n >= mostHoldings && len(wrong) > 0 { // then all of them stay as they would be without holders
			holders, never = map[string]*holder{}, nil
			continue
		}
		if never == nil || n >= mostHoldings || len(wrong)+len(r.found) == 0 {
			r, err := m.result()
			if errors.Is(err, ErrNothing) {
				err = nothingIn(files, o.Source)
			}
			return r, err
		}
		for _, name := range wrong {
			never[name] = true
			delete(holders, name)
		}
		for _, h := range r.found {
			holders[h.name] = h
		}
	}
}

// mostHoldings is the most rounds in which objects under keys are searched for nodes:
// what contains nodes may itself be in an object that turns out to.
const mostHoldings = 6

// rounds reads the sources until it is known which types are kinds.
type rounds struct {
	holders map[string]*holder // objects under these names hold nodes under their keys
	never   map[string]bool    // objects under these names do not; nil means all others
	found   []*holder          // names whose objects seem to hold nodes too

	guess map[string]bool // the kinds as they were found before, or nil
}

func (r *rounds) run(ctx context.Context, files []*source.File, o Options) (*modeler, error) {
	kinds, banned := map[string]bool{}, map[string]bool{}
	var shared []sharedType
	g, next, err := r.first(ctx, files, o)
	for round := 1; ; round++ {
		if err != nil {
			return nil, err
		}
		if round == 1 && r.never != nil {
			r.found = g.findHolders(r.never)
		}
		more, hiding := g.sharedTypes()
		maps.Copy(banned, hiding)
		shared = append(shared, more...)
		m := decide(g, banned)
		wrong := g.falseKinds(m.kinds)
		found := append(g.typeKinds(), g.hiddenKinds(m.kinds)...)
		if round == mostRounds && len(wrong)+len(found) > 0 {
			m.notes.add(true, "", "the types of objects (%s) cannot be told from their keys", strings.Join(append(wrong, found...), ", "))
			return m, nil
		}
		for _, name := range wrong {
			banned[name] = true
		}
		again := len(wrong) > 0
		underKeys := g.typesUnderKeys()
		for _, name := range found {
			if underKeys[name] && !banned[name] {
				banned[name], again = true, true
			}
			again = again || !kinds[name] && !banned[name]
			kinds[name] = true
		}
		if !again {
			m.noteShared(shared, kinds)
			return m, nil
		}
		for name := range banned {
			delete(kinds, name)
		}
		if g = next; g == nil || !maps.Equal(g.kinds, kinds) {
			g = newGatherer(ctx, kinds, r.holders, o)
			err = read(ctx, files, g, o)
		}
		next = nil
	}
}

// decide makes kinds from what was gathered. If something in a node has to be left out,
// its name cannot be that of a kind, because a build would take it for a node. So kinds
// are decided again without that name, which may leave out something else; and without
// dots in names, if these make two names the same. But a name without which there would
// be no kind at all stays: better a level that has some of it in properties than none.
func decide(g *gatherer, never map[string]bool) *modeler {
	banned, avoid, dots := maps.Clone(never), map[string]bool{}, true
	before, last := banned, false // the names banned before the last ones; no more may be
	for {
		d := &decider{g: g, banned: banned, avoid: avoid, dots: dots, last: last}
		d.decide()
		m := d.model()
		if !m.hasNodes() && len(banned) > len(before) {
			banned, last = before, true
			continue
		}
		met, made := m.misnamed()
		again := slices.ContainsFunc(made, func(name string) bool { return !avoid[name] })
		for _, name := range made {
			avoid[name] = true
		}
		if !last && len(met) > 0 {
			before, banned, again = banned, maps.Clone(banned), true
			for _, name := range met {
				banned[name] = true
			}
		}
		if again {
			continue
		}
		if m.resolve(); !dots || !m.ambiguous() {
			m.checkRoots()
			return m
		}
		dots = false
	}
}

// misnamed returns the names of kinds under which something in a node has no place: those
// that were met in the sources, and those that were made for objects without a key.
func (m *modeler) misnamed() (met, made []string) {
	for _, k := range m.kinds {
		switch name := k.at.name; {
		case name == "" && m.lost[k.name]:
			made = append(made, k.name)
		case name != "" && !m.banned[name] && (m.lost[k.name] || m.lost[name] || k.key() != "" && m.lost[k.key()]):
			met = append(met, name)
		}
	}
	return met, made
}

// read gives the sources to a taker.
func read(ctx context.Context, files []*source.File, to taker, o Options) error {
	o.Source.Numbers, o.Source.Rows = source.LongList, true
	var reader source.Reader
	var failed ReadErrors
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Source.Parts, o.Source.Limits.Text = source.PartSize, mostText; f.Format == source.JSON {
			o.Source.Parts, o.Source.ListParts = mostText/4, cmp.Or(o.Source.ListParts, source.ManyItems)
		}
		to.begin(f.Format == source.JSON)
		err := f.Read(&reader, to, o.Source)
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		if errors.Is(err, source.ErrStopped) {
			return err
		}
		if err != nil {
			failed = append(failed, &ReadError{f, err})
		}
		if !o.OneLevel {
			to.endLevel()
		}
	}
	if len(failed) > 0 {
		return failed
	}
	if o.OneLevel {
		to.endLevel()
	}
	return nil
}

func (m *modeler) result() (*Result, error) {
	r := &Result{}
	for _, k := range m.kinds {
		k.doc = fmt.Sprintf("Seen %s.", times(k.at.count))
	}
	s, err := m.schema()
	if err != nil {
		return nil, err
	}
	r.Schema = s
	if m.g.places.lost {
		m.notes.add(true, "", "the sources have more than %d elements or %d attributes of different names and places; the rest is left out", mostElements, mostFields)
	}
	r.Notes = m.notes.list
	if m.notes.more > 0 {
		r.Notes = append(r.Notes, Note{Msg: fmt.Sprintf("and %d more of the kind", m.notes.more), Lost: true})
	}
	return r, nil
}
