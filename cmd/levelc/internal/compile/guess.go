package compile

import "github.com/levelc/levelc/cmd/levelc/internal/spell"

// mostComparisons is how many a build spends on suggestions: a big level with its ids
// or kinds renamed, or all of an enum, must still fail quickly.
const mostComparisons = 1 << 20

// afford takes n comparisons off what is left, if as many are.
func (c *compiler) afford(n int) bool {
	if n > mostComparisons-c.compared {
		return false
	}
	c.compared += n
	return true
}

// nearest is what was probably meant by a word, "" where nothing is near or nothing is
// left to find it with.
func (c *compiler) nearest(word []byte, words []string) string {
	if !c.afford(len(words)) {
		return ""
	}
	return spell.Nearest(word, words)
}

// guess is nearest for a name that a source may have on each of its nodes: what came of
// it is kept for the next time. It is one of those of a scope, or of the kinds where
// there is none.
func (c *compiler) guess(s *scope, name []byte, words func() []string) string {
	if len(name) > mostKind { // and near to nothing
		return ""
	}
	if near, ok := c.guesses[unknownName{s, string(name)}]; ok {
		return near
	}
	near := c.nearest(name, words())
	if c.guesses == nil {
		c.guesses = map[unknownName]string{}
	}
	if len(c.guesses) < mostUnknown {
		c.guesses[unknownName{s, string(name)}] = near
	}
	return near
}
