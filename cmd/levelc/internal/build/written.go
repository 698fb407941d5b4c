package build

import (
	"errors"
	"io"
	"io/fs"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/format/output"
)

// written is a level that is complete, and whose file has a temporary name. A nil *written is a level
// that was only checked. It ends with commit, commitTo, or an error of made.
type written struct {
	path string
	out  *output.File
	size int64
}

// made describes a level that was written.
type made struct {
	sum  cache.Sum
	size int64
	info fs.FileInfo // under its name; nil if another process had taken that
}

// made reads the level back before it has its name. Afterwards the name might belong to
// another process's level.
func (w *written) made() (*made, error) {
	sum, n, err := cache.SumReader(io.NewSectionReader(w.out, 0, w.size), w.size)
	if err == nil && n != w.size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, w.end(err)
	}
	return &made{sum: sum, size: w.size}, nil
}

// commit gives the level its name.
func (w *written) commit() error {
	if w == nil {
		return nil
	}
	return w.end(w.out.Commit())
}

// commitTo gives the level its name, together with others if there is a group. Then it
// calls done.
func (w *written) commitTo(outs *output.Group, done func(error)) {
	if outs == nil {
		done(w.commit())
		return
	}
	outs.Commit(w.out, func(err error) { done(w.end(err)) })
}

func (w *written) end(err error) error {
	if err != nil {
		err = fault.CannotWrite(w.path, err)
	}
	return errors.Join(err, w.out.Close())
}
