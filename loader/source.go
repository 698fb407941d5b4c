package loader

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// LoadBytes is Load for a level in memory, such as one that the program embeds.
// It reads the level in place: rows are copied once, to where they stay.
// LoadBytes does not write to file, and does not need it any more when it
// returns.
func (b *Binding) LoadBytes(ctx context.Context, file []byte) (*Level, error) {
	return b.Load(ctx, memory{file})
}

// LoadFS is Load for a file of a file system: os.DirFS, an embed.FS, a zip. It
// opens the file and closes it again. Its errors name the file.
func (b *Binding) LoadFS(ctx context.Context, fsys fs.FS, name string) (*Level, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, wrap("load", err)
	}
	defer f.Close()
	l, err := b.Load(ctx, f)
	return l, inFile(name, err)
}

// inFile says in which file an error is, unless it does so itself.
func inFile(name string, err error) error {
	e, ok := err.(*Error)
	if pe := (*fs.PathError)(nil); !ok || errors.As(err, &pe) {
		return err
	}
	named := *e // the one that the caller gets may be another's too
	named.File = name
	return &named
}

// memory is a file in memory on its way to the reader, which takes it whole.
type memory struct{ file []byte }

func (memory) Read([]byte) (int, error) { return 0, io.EOF }

// copyShared is placeRows for rows that may not be written where they are.
func (ld *load) copyShared(tp *tablePlan, r store.Range, blk format.Block) error {
	st := ld.b.stores[tp.store]
	for row, data := int(blk.First), blk.Data; len(data) > 0; {
		dst, err := st.Bytes(r, row, len(data)/tp.stride)
		if err != nil {
			return &Error{Op: "load", Table: ld.plan.schema.Tables[blk.Table].Name, Err: err}
		}
		n := copy(dst, data)
		if err := ld.relocate(blk.Table, dst[:n]); err != nil {
			return err
		}
		row, data = row+n/tp.stride, data[n:]
	}
	return nil
}
