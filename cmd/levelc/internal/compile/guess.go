package compile

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// mostComparisons is how many comparisons a build spends on suggestions. A big level
// whose ids, kinds or enums were all renamed must still fail quickly.
const mostComparisons = 1 << 20

// guesser finds which word was probably meant.
type guesser struct {
	compared int // words so far
	guesses  map[matter]string
}

// afford takes n comparisons from what is left, if there are as many.
func (g *guesser) afford(n int) bool {
	if n > mostComparisons-g.compared {
		return false
	}
	g.compared += n
	return true
}

// nearest returns the word that was probably meant. It returns "" if no word is near,
// or no comparisons are left.
func (g *guesser) nearest(word []byte, words []string) string {
	if !g.afford(len(words)) {
		return ""
	}
	return spell.Nearest(word, words)
}

// guess is nearest for a name that a source may have on each of its nodes, so the
// result is kept. The name is one of a scope or, if s is nil, of a kind.
func (g *guesser) guess(s *scope, name []byte, words func() []string) string {
	return g.guessFor(matter{s, string(name)}, name, words)
}

// guessFor is guess for a name that is looked for among words of its own.
func (g *guesser) guessFor(m matter, name []byte, words func() []string) string {
	if len(name) > format.MaxName { // too long to be near to any
		return ""
	}
	if near, ok := g.guesses[m]; ok {
		return near
	}
	near := g.nearest(name, words())
	if g.guesses == nil {
		g.guesses = map[matter]string{}
	}
	if len(g.guesses) < mostTold {
		g.guesses[m] = near
	}
	return near
}

// stillFree returns the names of the scope of f that an unknown one may mean, those that the
// row has already last: of two names that are equally near, another was meant. A short one
// means none of these: uid beside an id is another thing.
func (c *compiler) stillFree(f *frame, unknown []byte) []string {
	names := f.scope.names.list
	if f.what != inNode && f.what != inElement && f.what != inStruct {
		return names
	}
	free, had := make([]string, 0, len(names)), []string(nil)
	for i, name := range names {
		if c.isTaken(f, &f.scope.entries[i]) {
			had = append(had, name)
		} else {
			free = append(free, name)
		}
	}
	if len(unknown) < spell.LeastSlip {
		return free
	}
	return append(free, had...)
}

// isTaken reports whether what an entry stands for was given, and cannot be again.
func (c *compiler) isTaken(f *frame, e *entry) bool {
	if e.sub != nil {
		return c.given.Slice()[int(f.given)+e.word] != 0
	}
	return e.field.how != howSpan && c.isGiven(f, e.field.bit)
}

// ownerOf returns the name of the one nested struct in s that has a field of a name, or of
// the one array with such a component, or "". A required array is sooner meant than others.
func (c *compiler) ownerOf(s *scope, name []byte) string {
	if !c.afford(len(s.entries)) {
		return ""
	}
	owner, required, several := "", false, false
	for i := range s.entries {
		e := &s.entries[i]
		if e.sub != nil && e.sub.names.find(name) < 0 || e.sub == nil && !slices.Contains(e.field.Attr.Components, string(name)) {
			continue
		}
		switch needed := e.sub == nil && e.field.Attr.Required; {
		case owner == "" || needed && !required:
			owner, required, several = s.names.list[i], needed, false
		case needed == required:
			several = true
		}
	}
	if several {
		return ""
	}
	return owner
}
