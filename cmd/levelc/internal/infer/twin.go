package infer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Which types are kinds is known only when the sources have been read without any, and
// what they are is seen only when they are read again. So the beginning is looked at
// first, to guess the kinds, and the sources are read for two gatherers at once: one as
// in the first round, and one as in the second if the guess is right. If it is not, the
// second is of no use, and the result is the same.

// taker is what reads sources: one gatherer or two.
type taker interface {
	source.Handler
	begin(json bool)
	endLevel()
}

// leastLook is the bytes that are looked at, at least, for a guess. Sources of no more
// are read without one.
const leastLook = 64 << 10

// look is a gatherer without kinds that stops as soon as it has a guess. If it has none
// up to the end, it is the gatherer for the first round.
type look struct {
	*gatherer
	until   int64    // offset in all sources at which to guess; then that doubles
	past    int64    // bytes of the sources before, about
	at      int64    // in the source
	asked   []byte   // the type that Kind was asked for, of the object that is opened next
	types   []string // by frame: that type, which may come much later
	once    bool     // it ends there, whether there is a guess or not
	stopped bool
	kinds   map[string]bool // the guess
}

func (l *look) begin(json bool) {
	l.past, l.at, l.asked = l.past+l.at, 0, l.asked[:0]
	l.gatherer.begin(json)
}

// Kind implements source.Handler. It is called right before Open: nothing is read ahead.
func (l *look) Kind(name []byte) bool {
	l.asked = append(l.asked[:0], name...)
	return false
}

// Open implements source.Handler.
func (l *look) Open(name []byte, at int64) bool {
	if l.at = at; l.past+at >= l.until {
		l.until *= 2
		if l.kinds = l.guess(); l.once || len(l.kinds) > 0 {
			l.stopped = true
			return false
		}
	}
	ok := l.gatherer.Open(name, at)
	for len(l.types) < len(l.frames) {
		l.types = append(l.types, "")
	}
	if t := &l.types[len(l.frames)-1]; *t != string(l.asked) {
		*t = string(l.asked)
	}
	l.asked = l.asked[:0]
	return ok
}

// guess returns the types that will be kinds, going by what was seen so far.
func (l *look) guess() map[string]bool {
	g := l.gatherer
	for i := range g.frames { // these count below
		if f := &g.frames[i]; i > 0 && f.holder == nil {
			e := f.at.self()
			e.json--
			defer func() { e.json++ }()
		}
	}
	out := map[string]bool{}
	for _, name := range g.typeKinds() {
		out[name] = true
	}
	for i := range g.frames {
		if typ := l.types[i]; typ != "" && isSymbol([]byte(typ)) && g.frames[i].at.self().typesAreKinds() {
			out[typ] = true
		}
	}
	_, hiding := g.sharedTypes()
	for name := range hiding {
		delete(out, name)
	}
	return out
}

// twin gives what is read to a gatherer without kinds, under its keys, and to one with
// the kinds that were guessed.
type twin struct {
	plain  *gatherer
	guess  map[string]bool
	typed  *gatherer       // nil once the guess has proved wrong
	opened []bool          // for each open object, whether it is under its type
	met    map[string]bool // types that are no news
}

// isOnlyJSON reports whether none of the sources is XML, which is read once.
func isOnlyJSON(files []*source.File) bool {
	return !slices.ContainsFunc(files, func(f *source.File) bool { return f.Format != source.JSON })
}

// first gathers for the first round. If next is not nil, it is what another round with
// its kinds would gather.
func (r *rounds) first(ctx context.Context) (g, next *gatherer, err error) {
	kinds, met := r.guess, map[string]bool{}
	files, o := r.files, r.o
	plain := o.look < 0 || !isOnlyJSON(files)
	if !plain && kinds == nil {
		l, atOnce := r.look(ctx), o
		atOnce.Source.Ahead = 0
		err = read(ctx, files, l, atOnce)
		if !l.stopped || ctx.Err() != nil {
			return l.gatherer, nil, err
		}
		kinds, met = l.kinds, l.typesSeen
	}
	g = newGatherer(ctx, map[string]bool{}, r.holders, o)
	if plain || len(kinds) == 0 {
		return g, nil, read(ctx, files, g, o)
	}
	t := &twin{plain: g, guess: kinds, typed: newGatherer(ctx, maps.Clone(kinds), r.holders, o), met: maps.Clone(met)}
	o.Source.Types = true
	err = read(ctx, files, t, o)
	return g, t.typed, err
}

// look returns a look at the sources. If these are to be read ahead, it is short, because
// that would be quicker.
func (r *rounds) look(ctx context.Context) *look {
	l, size, share := &look{gatherer: newGatherer(ctx, map[string]bool{}, r.holders, r.o)}, int64(0), int64(32)
	for _, f := range r.files {
		size += f.Size()
		if f.IsReadAhead(r.o.Source) {
			l.once, share = true, 128
		}
	}
	l.until = max(cmp.Or(r.o.look, leastLook), size/share)
	return l
}

// Kind implements source.Handler. It may be called at any time.
func (t *twin) Kind(name []byte) bool { return t.guess[string(name)] }

func (t *twin) begin(json bool) {
	t.opened = t.opened[:0]
	t.plain.begin(json)
	if t.typed != nil {
		t.typed.begin(json)
	}
}

func (t *twin) endLevel() {
	t.plain.endLevel()
	if t.typed != nil {
		t.typed.endLevel()
	}
}

// Open implements source.Handler.
func (t *twin) Open(name []byte, at int64) bool {
	t.opened = append(t.opened, false)
	return t.plain.Open(name, at) && (t.typed == nil || t.typed.Open(name, at))
}

// OpenTyped implements source.Typer.
func (t *twin) OpenTyped(name, key []byte, at int64) bool {
	t.opened = append(t.opened, true)
	return t.plain.Open(key, at) && (t.typed == nil || t.typed.OpenTyped(name, key, at))
}

// Value implements source.Handler.
func (t *twin) Value(name []byte, v *source.Value) bool {
	isType := v.Kind == source.String && !v.Mixed && string(name) == t.plain.member
	if isType && !t.opened[len(t.opened)-1] && !t.met[string(v.Bytes)] {
		t.meet(v.Bytes)
	}
	if !t.plain.Value(name, v) {
		return false
	}
	if t.typed == nil || isType && t.opened[len(t.opened)-1] {
		return true
	}
	return t.typed.Value(name, v)
}

// meet sees a type that was not guessed. If it is of objects of which others have kinds
// as types, it is a kind as well.
func (t *twin) meet(typ []byte) {
	if len(t.met) < mostSeen {
		t.met[string(typ)] = true
	}
	e := t.plain.frames[len(t.plain.frames)-1].at.self()
	if slices.ContainsFunc(e.types.list, func(one typed) bool { return t.guess[one.name] }) {
		t.typed = nil
	}
}

// Text implements source.Handler. JSON has none.
func (t *twin) Text(*source.Value) bool { return true }

// BeginList implements source.Lister.
func (t *twin) BeginList(name []byte, at int64) bool {
	return t.plain.BeginList(name, at) && (t.typed == nil || t.typed.BeginList(name, at))
}

// EndList implements source.Lister.
func (t *twin) EndList() bool { return t.plain.EndList() && (t.typed == nil || t.typed.EndList()) }

// Close implements source.Handler.
func (t *twin) Close(at int64) bool {
	t.opened = t.opened[:len(t.opened)-1]
	return t.plain.Close(at) && (t.typed == nil || t.typed.Close(at))
}
