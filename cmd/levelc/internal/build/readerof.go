package build

import (
	"os"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// auto reports whether levels of r are recognised in a build for a schema. A nil schema
// means a build without types.
func (o *Options) auto(r *readers.Reader, s *format.Schema) bool {
	return !o.IsTyped() || s != nil && readers.HasKind(s, r.Kind)
}

// ReaderOf finds the editor's reader for a source in a build for a schema, or nil. A nil
// schema means a build without types.
func (o *Options) ReaderOf(f *source.File, s *format.Schema) *readers.Reader {
	return o.Reader.Of(f, func(r *readers.Reader) bool { return o.auto(r, s) })
}

// plainOnes returns the sources that no editor wrote, in a build without types.
func (o *Options) plainOnes(files []*source.File) []*source.File {
	return slices.DeleteFunc(slices.Clone(files), func(f *source.File) bool { return o.ReaderOf(f, nil) != nil })
}

// readerAt is ReaderOf for a file that is not open yet, in a build without types. It
// returns nil for a file at which peek cannot look.
func (o *Options) readerAt(path string) *readers.Reader {
	if o.Reader.One != nil || o.Reader.Plain {
		return o.Reader.One
	}
	f := peek(path)
	if f == nil {
		return nil
	}
	defer f.Close()
	return o.ReaderOf(f, nil)
}

// peek opens a source to see what it is, besides the time when it is built. It returns nil
// for one that cannot be read, or only once, as a pipe.
func peek(path string) *source.File {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := source.Open(path)
	if err != nil {
		return nil
	}
	return f
}
