package main

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// auto reports whether levels of r are recognised in a build for a schema. A nil schema
// means a build without types.
func (o *Options) auto(r *reader, s *format.Schema) bool {
	return !o.isTyped() || s != nil && hasKind(s, r.kind)
}

// readerOf finds the editor's reader for a source, or nil.
func (o *Options) readerOf(f *source.File, s *format.Schema) *reader {
	return o.reader.of(f, func(r *reader) bool { return o.auto(r, s) })
}

// plainOnes returns the sources that no editor wrote, in a build without types.
func (o *Options) plainOnes(files []*source.File) []*source.File {
	return slices.DeleteFunc(slices.Clone(files), func(f *source.File) bool { return o.readerOf(f, nil) != nil })
}

// readerAt is readerOf for a file that is not open yet, in a build without types. It
// returns nil for a file that cannot be read.
func (o *Options) readerAt(path string) *reader {
	if o.reader.one != nil || o.reader.plain {
		return o.reader.one
	}
	f, err := source.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	return o.readerOf(f, nil)
}
