package main

import (
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

// readerChoice says which sources are read as levels of an editor: those that are
// recognised, if it is zero.
type readerChoice struct {
	plain bool    // every source is read as the XML or JSON that it is
	one   *reader // every source is read by this one
}

// of finds the reader for a source, or nil. It recognises the levels of the readers that
// auto accepts.
func (c readerChoice) of(f *source.File, auto func(*reader) bool) *reader {
	if c.one != nil || c.plain {
		return c.one
	}
	for _, r := range readers {
		if auto(r) && r.detect(f) {
			return r
		}
	}
	return nil
}
