package compile

import (
	"cmp"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// wants holds what the options ask for besides rows against the sink and the
// schema, and prepares for it.
func (c *compiler) wants(o Options) error {
	c.member = cmp.Or(o.Source.KindMember, c.member)
	if len(o.ChunkBy) > 0 {
		of, err := c.plan.chunkKinds(o.ChunkBy)
		if err != nil {
			return err
		}
		c.chunks = &chunks{of: of, outside: true}
	}
	if (c.keep != nil || c.chunks != nil || o.Places) && c.extras == nil {
		return ErrSink
	}
	return nil
}

// reading is how a source is read. What is kept of JSON depends on Kind, which
// answers for the place where the reader is; a reader that is ahead would be told
// of another one.
func (c *compiler) reading(f *source.File, o Options) source.Options {
	if c.keep != nil && f.Format == source.JSON {
		o.Source.Ahead = 0
	}
	o.Source.Blanks = true // where a text is kept as it is
	o.Source.Numbers, o.Source.Rows = source.LongList, true
	if f.Format == source.JSON {
		o.Source.Parts = mostJoined
	}
	return o.Source
}
