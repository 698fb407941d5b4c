package loader

import (
	"context"
	"io"

	"github.com/levelc/levelc/format"
)

// Loading is a load that is carried out in steps, between the frames of a game
// that goes on drawing:
//
//	ld := b.Start(f)
//	for !ld.Done() {
//		ld.Step(2 * time.Millisecond)
//		drawProgress(ld.Progress())
//	}
//	lvl, err := ld.Finish()
//
// Until Finish nothing of the level can be seen in the stores. Inserting and
// removing between steps is allowed, unless other goroutines load; see [Binding]. Closing
// one of the stores is not, because the load has rows in its memory. Only the Close of the
// load's own Binding knows that, and refuses. A Loading is for one goroutine at a time, and
// several may be under way at once, in one goroutine or in several. Between the steps of a
// large level a goroutine of its own reads on: src is the Loading's own until Finish or
// Cancel, and one of them has to be called, or that goroutine stays. In a hook of OnNode,
// Step, Finish and Cancel block forever.
type Loading struct {
	steps
	lvl *Level
}

// Progress is how far a load has come.
type Progress struct {
	Bytes, TotalBytes int64  // of the file; for a [ChunkLoading], of the decoded blocks
	Rows, TotalRows   uint64 // nodes and elements
	none              bool   // there was nothing to read
}

// Fraction returns the part of the file that has been read, from 0 to 1. If nothing has
// to be read, as for a chunk that is already loaded, it is 1 once that is known.
func (p Progress) Fraction() float64 {
	switch {
	case p.none:
		return 1
	case p.TotalBytes == 0:
		return 0
	}
	return float64(p.Bytes) / float64(p.TotalBytes)
}

// Start prepares a load of one level from src and returns at once; the first
// Step reads the head of the file.
func (b *Binding) Start(src io.Reader) *Loading {
	return &Loading{steps: steps{file: fileName(src), begin: func() (stepped, error) { return b.begin(src, nil) }}}
}

// Finish makes the level's rows alive, all at once, and returns the level, or
// the error of the load. Called early it loads the rest without a pause. It has no
// budget: it takes a pass over the generations of the new records, 4 bytes each, and
// calls the hook of OnNode, if there is one, for every node. With Reloadable it also takes
// 4 bytes for each string. If the level lacks parent fields of the world, it sets them in
// a pass over the nodes.
func (l *Loading) Finish() (*Level, error) {
	if ld := l.finish(); ld != nil {
		l.lvl, l.err = ld.(*load).commit(context.Background())
	}
	l.err = inFile(l.file, l.err)
	return l.lvl, l.err
}

// size returns how much there is to read.
func (ld *load) size() (bytes int64, rows uint64) {
	for t := range ld.plan.tables {
		if ld.plan.schema.Tables[t].Class != format.ClassFixed && !ld.plan.skips(t) {
			rows += uint64(ld.reader.Rows(t))
		}
	}
	return ld.reader.Size(), rows
}
