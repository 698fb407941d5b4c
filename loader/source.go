package loader

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// LoadBytes is Load for a level in memory, such as one that the program embeds. It
// reads the level in place and copies each row once, to its place in the stores.
// LoadBytes does not write to file, and does not need it any more when it returns.
func (b *Binding) LoadBytes(ctx context.Context, file []byte) (*Level, error) {
	return b.Load(ctx, memory{file})
}

// LoadFS is Load for a file in a file system: an os.DirFS, an embed.FS, a zip. It opens
// and closes the file. Its errors name the file.
func (b *Binding) LoadFS(ctx context.Context, fsys fs.FS, name string) (*Level, error) {
	if fsys == nil {
		return nil, inFile(name, &Error{Op: "load", Err: errors.New("the file system is nil")})
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, wrap("load", err)
	}
	defer f.Close()
	l, err := b.Load(ctx, f)
	return l, inFile(name, err)
}

// inSource adds the name of the file that was read, if the source is one, to an error.
func inSource(src any, err error) error { return inFile(fileName(src), err) }

// fileName returns the name of the file that is read, or "" if the source is none.
func fileName(src any) string {
	if f, ok := src.(*os.File); ok && f != nil {
		return f.Name()
	}
	return ""
}

// inFile adds the file's name to an error that has none.
func inFile(name string, err error) error {
	e, ok := err.(*Error)
	if !ok || name == "" || namesFile(err, name) {
		return err
	}
	named := *e // the error may be shared
	named.File = name
	return &named
}

// namesFile reports whether an error is one of the system that names the file itself: by the
// name that was given, or by that within the folder of an fs.FS. One that a hook has
// returned may be about another file.
func namesFile(err error, name string) bool {
	pe := (*fs.PathError)(nil)
	return errors.As(err, &pe) && strings.HasSuffix(filepath.ToSlash(pe.Path), filepath.ToSlash(name))
}

// memory is a file in memory, which the reader takes whole.
type memory struct{ file []byte }

func (memory) Read([]byte) (int, error) { return 0, io.EOF }

// copyShared is placeRows for rows that must not be changed where they are.
func (ld *load) copyShared(tp *tablePlan, r store.Range, blk format.Block) error {
	st := ld.b.stores[tp.store]
	for row, data := int(blk.First), blk.Data; len(data) > 0; {
		dst, err := st.Bytes(r, row, len(data)/tp.stride)
		if err != nil {
			return ld.plan.fault(blk.Table, err)
		}
		n := copy(dst, data)
		if err := ld.relocate(blk.Table, dst[:n]); err != nil {
			return err
		}
		row, data = row+n/tp.stride, data[n:]
	}
	return nil
}
