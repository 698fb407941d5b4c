package compile

import (
	"cmp"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/smallalloc"
)

// Options say how sources are compiled.
type Options struct {
	Unknown Policy
	Source  source.Options
	// Places records where in its source each node stands ($src).
	Places bool
	// ChunkBy names kinds: each subtree of one is a chunk, labelled with the node's id.
	// Nodes of these kinds must not stand inside one another.
	ChunkBy []string
	// Lost are ids of nodes whose kinds are not known, because a file that says them could
	// not be read, which has been told. References to them become nil if they do not fit.
	Lost map[string]bool
	// Keep is how many diagnostics will be printed. Beyond that, and beyond a thousand,
	// they are only counted. 0 is a thousand.
	Keep int
	// Pool is what a build's stacks and lists spill to if a level is too deep, or has
	// too many rows, for the compiler's own storage. After the build everything is back
	// in it. nil means a small pool of the build's own.
	Pool *smallalloc.Pool
}

// reading returns the options for reading a source. What is kept of JSON depends on the
// answers of Kind for the reader's place, so the reader must not be ahead then.
func (c *compiler) reading(f *source.File, o Options) source.Options {
	if c.keep != nil && f.Format == source.JSON {
		o.Source.Ahead = 0
	}
	o.Source.Blanks = true // some texts are kept as they are
	o.Source.Numbers, o.Source.Rows = source.LongList, true
	if f.Format == source.JSON {
		o.Source.Parts, o.Source.ListParts = mostJoined, cmp.Or(o.Source.ListParts, source.ManyItems)
	} else {
		o.Source.Parts, o.Source.Limits.Text = source.PartSize, cmp.Or(o.Source.Limits.Text, longestText)
	}
	return o.Source
}
