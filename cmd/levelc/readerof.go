package main

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// auto reports whether levels of r are recognised in a build for a schema. A nil schema
// means a build without types.
func (b *builder) auto(r *reader, s *format.Schema) bool {
	return !b.isTyped() || s != nil && hasKind(s, r.kind)
}

// readerOf finds the editor's reader for a source, or nil.
func (b *builder) readerOf(f *source.File, s *format.Schema) *reader {
	switch {
	case b.reader.one != nil:
		return b.reader.one
	case b.reader.plain:
		return nil
	}
	for _, r := range readers {
		if b.auto(r, s) && r.detect(f) {
			return r
		}
	}
	return nil
}

// plainOnes returns the sources that no editor wrote, in a build without types.
func (b *builder) plainOnes(files []*source.File) []*source.File {
	return slices.DeleteFunc(slices.Clone(files), func(f *source.File) bool { return b.readerOf(f, nil) != nil })
}

// readerAt is readerOf for a file that is not open yet, in a build without types. It
// returns nil for a file that cannot be read.
func (b *builder) readerAt(path string) *reader {
	if b.reader.one != nil || b.reader.plain {
		return b.reader.one
	}
	f, err := source.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	return b.readerOf(f, nil)
}
