package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// chunks divides the level at nodes of some kinds (Options.ChunkBy). Each of their
// subtrees is a chunk, labelled with the node's id. The nodes between them are in
// chunks without a label.
type chunks struct {
	of      []bool // by table
	open    int32  // frame of the node whose subtree is the chunk, or 0
	table   int    // and the node
	at      int64
	file    int
	outside bool // the open chunk is for what is in none of the subtrees
	n       int
}

// fewerChunks is the advice if a file cannot have as many chunks as asked for.
const fewerChunks = "name kinds in --chunk-by of which there are fewer"

// BlocksError says that a file cannot have as many blocks as the chunks need: each
// chunk has at least one for each kind of node in it.
type BlocksError struct{ Err error }

func (e *BlocksError) Error() string {
	return "its chunks have more blocks than a level can have; " + fewerChunks
}

// Unwrap returns the writer's error.
func (e *BlocksError) Unwrap() error { return e.Err }

// KindError is a kind in Options.ChunkBy that cannot be one.
type KindError struct {
	Kind string
	Msg  string
}

func (e *KindError) Error() string { return fmt.Sprintf("%q %s", e.Kind, e.Msg) }

// chunkKinds finds kinds by the names of their elements or tables. The error is a
// *KindError.
func (p *Plan) chunkKinds(names []string) ([]bool, error) {
	of := make([]bool, len(p.tables))
	for _, name := range names {
		t := p.kind(name)
		switch {
		case t == nil:
			e := &KindError{name, "is no kind of node"}
			if near := spell.Nearest([]byte(name), p.kinds[source.XML].names.list); near != "" {
				e.Msg += "; " + didYouMean(near)
			} else {
				e.Msg += "; " + p.theKinds()
			}
			return nil, e
		case t.id == nil:
			return nil, &KindError{name, "has no id, which would be what its chunks are called"}
		}
		of[t.index] = true
	}
	return of, nil
}

// kind finds the table of a kind by any of its names.
func (p *Plan) kind(name string) *table {
	for _, syntax := range []source.Format{source.XML, source.JSON} {
		if m := p.kinds[syntax].find([]byte(name)); m != nil {
			return m.table
		}
	}
	for _, t := range p.tables {
		if t != nil && t.Class == format.ClassNode && t.Name == name {
			return t
		}
	}
	return nil
}

// CheckChunks returns an error if these kinds cannot be chunks.
func (p *Plan) CheckChunks(kinds []string) error {
	_, err := p.chunkKinds(kinds)
	return err
}

// nodeChunk begins a chunk if the next node needs one.
func (c *compiler) nodeChunk(t *table, at int64) bool {
	k := c.chunks
	switch {
	case k.open != 0 && k.of[t.index]:
		c.chunkInside(t, at)
		return true
	case k.open != 0:
		return true
	case k.of[t.index]:
		k.open, k.table, k.at, k.file, k.outside = int32(c.frames.Len()), t.index, at, c.file, false
	case k.outside:
		return true
	default:
		k.outside = true
	}
	if k.n++; k.n >= format.MaxChunks {
		if k.n == format.MaxChunks {
			c.report(source.Pos{Off: at}, fmt.Sprintf("more than %d chunks", format.MaxChunks), fewerChunks)
		}
		return true
	}
	return c.fail(c.sink.Chunk(0))
}

// chunkInside reports a node that should be a chunk but is inside one. It does so once
// for each kind, because all others will be inside one too.
func (c *compiler) chunkInside(t *table, at int64) {
	k := c.chunks
	c.tell(t.scopes[source.XML], "a chunk inside another", false, func() problem {
		return problem{pos: source.Pos{Off: at},
			msg:     fmt.Sprintf("this %s is to be a chunk, but it stands inside one", t.Name),
			hint:    "name kinds in --chunk-by that do not stand inside each other",
			related: []note{{file: k.file, pos: source.Pos{Off: k.at}, msg: "the " + c.plan.tables[k.table].Name + " whose chunk it is"}}}
	})
}

// labelChunk gives the chunk that ends with f its label, if f is its node.
func (c *compiler) labelChunk(f *frame) {
	k := c.chunks
	if k.open != int32(c.frames.Len()-1) {
		return
	}
	k.open = 0
	if k.n >= format.MaxChunks {
		return
	}
	d := f.table.id
	src := c.inRow(f, d)
	var label uint32
	var err error
	switch {
	case d.Type == format.TypeStr:
		label = getUint32(src)
	case c.isGiven(f, d.bit):
		label, err = c.sink.String(c.decimal(d.Type, src))
	}
	switch {
	case err != nil:
		c.fail(err)
	case label == 0:
		c.report(source.Pos{Off: f.at}, fmt.Sprintf("%s lacks %q, which its chunk would be called by", f.scope.where(), sourceName(d, c.syntax)), "")
	default:
		c.fail(c.sink.Label(label))
	}
}
