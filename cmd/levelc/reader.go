package main

import (
	"errors"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
)

// reader reads the levels of an editor, which mean more than their XML or JSON
// says.
type reader struct {
	name   string
	levels string // what its levels are called in messages
	types  string // the package of its Go types
	kind   string // the kind by which types for it are recognised
	detect func(*source.File) bool
	reads  editor.Reader
	schema func() *format.Schema // of its Go types

	// fills reports whether objects themselves have the value of a field, so that nobody
	// defines it in the editor. It is nil if that is no matter.
	fills func(*format.Schema, *format.Field) bool
}

// readers are in the order in which they are tried. Each needs little of a file: the
// first key that is not Tiled's ends its search, and LDtk names itself at the
// beginning.
var readers = []*reader{
	{
		name: "tiled", levels: "a map of Tiled", types: "loader/tiled", kind: "tilemap", fills: tiled.Fills,
		detect: tiled.Detect, reads: tiled.Reader, schema: tiled.Schema,
	},
	{
		name: "ldtk", levels: "a project of LDtk", types: "loader/ldtk", kind: "ldtk",
		detect: ldtk.Detect, reads: ldtk.Reader, schema: ldtk.Schema,
	},
}

// besides returns what a schema has besides the types of an editor's levels, if it
// contains those. People define that part in the editor; the rest is the editor's own.
func besides(name string, s *format.Schema) *format.Schema {
	r := readers[slices.IndexFunc(readers, func(r *reader) bool { return r.name == name })]
	if !hasKind(s, r.kind) {
		return s
	}
	own := map[string]bool{}
	for _, t := range r.schema().Tables {
		own[t.Name] = true
	}
	rest := new(format.Schema)
	for _, t := range s.Tables {
		if own[t.Name] && t.Class != format.ClassFixed {
			continue
		}
		if t.Class == format.ClassNode && r.fills != nil {
			t.Fields = slices.DeleteFunc(slices.Clone(t.Fields), func(f format.Field) bool { return r.fills(s, &f) })
		}
		rest.Tables = append(rest.Tables, t)
	}
	return rest
}

func hasKind(s *format.Schema, kind string) bool {
	return slices.ContainsFunc(s.Tables, func(t format.Table) bool { return t.Name == kind && t.Class == format.ClassNode })
}

// readerFlag is the value of --reader.
type readerFlag struct {
	plain bool    // every source is read as the XML or JSON that it is
	one   *reader // every source is read by this one
}

func (r *readerFlag) String() string {
	switch {
	case r.plain:
		return "plain"
	case r.one != nil:
		return r.one.name
	}
	return "auto"
}

func (r *readerFlag) Type() string { return "reader" }

func (r *readerFlag) Set(s string) error {
	i := slices.IndexFunc(readers, func(r *reader) bool { return r.name == s })
	switch {
	case i >= 0:
		*r = readerFlag{one: readers[i]}
	case s == "plain", s == "auto":
		*r = readerFlag{plain: s == "plain"}
	default:
		return errors.New("it is auto, plain, tiled or ldtk")
	}
	return nil
}

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
