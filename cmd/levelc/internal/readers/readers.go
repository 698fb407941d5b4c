package readers

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
)

// Reader reads the levels of an editor, which mean more than their XML or JSON
// says.
type Reader struct {
	Name       string
	Extensions []string // of its levels, in small letters and with the dot
	HasProject bool     // --project names a file of the editor

	Levels string // what its levels are called in messages
	Types  string // the package of its Go types
	Kind   string // the kind by which types for it are recognised
	Detect func(*source.File) bool
	Reads  editor.Reader
	Schema func() *format.Schema // Of its Go types

	// PartOf finds out what a file is that the editor writes beside its levels. below is
	// its path below the folder by which it was found.
	PartOf func(f *source.File, below string) editor.Part

	// aside reports whether a file with one of the Extensions is no level because of where
	// it is. below is as for PartOf. It is nil if none is.
	aside func(below string) bool

	// fills reports whether objects themselves have the value of a field, so that nobody
	// defines it in the editor. It is nil if that is no matter.
	fills func(*format.Schema, *format.Field) bool
}

// All are in the order in which they are tried. Each needs little of a file: the
// first key that is not Tiled's ends its search, and LDtk names itself at the
// beginning.
var All = []*Reader{
	{
		Name: "tiled", Extensions: []string{".tmx", ".tmj", ".world"}, HasProject: true, Levels: "a map of Tiled", Types: "loader/tiled", Kind: "tilemap", fills: tiled.Fills,
		Detect: tiled.Detect, Reads: tiled.Reader, Schema: tiled.Schema,
		PartOf: func(f *source.File, _ string) editor.Part { return tiled.PartOf(f) },
	},
	{
		Name: "ldtk", Extensions: []string{".ldtk"}, aside: ldtk.IsInBackups, Levels: "a project of LDtk", Types: "loader/ldtk", Kind: "ldtk",
		Detect: ldtk.Detect, Reads: ldtk.Reader, Schema: ldtk.Schema, PartOf: ldtk.PartOf,
	},
}

// Besides returns what a schema has besides the types of an editor's levels, if it
// contains those. People define that part in the editor; the rest is the editor's own.
func Besides(name string, s *format.Schema) *format.Schema {
	r := All[slices.IndexFunc(All, func(r *Reader) bool { return r.Name == name })]
	if !HasKind(s, r.Kind) {
		return s
	}
	own := map[string]bool{}
	for _, t := range r.Schema().Tables {
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

// IsNamedAsLevel reports whether a file is a level of an editor by its name alone, so that
// no PartOf needs to look at it. below is as for those.
func IsNamedAsLevel(path, below string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	for _, r := range All {
		if slices.Contains(r.Extensions, extension) {
			return r.aside == nil || !r.aside(below)
		}
	}
	return false
}

// Names returns the names of all readers.
func Names() (names []string) {
	for _, r := range All {
		names = append(names, r.Name)
	}
	return names
}

// Extensions returns the extensions of all levels of editors.
func Extensions() (extensions []string) {
	for _, r := range All {
		extensions = append(extensions, r.Extensions...)
	}
	return extensions
}

// HasKind reports whether a schema has nodes of a kind.
func HasKind(s *format.Schema, kind string) bool {
	return slices.ContainsFunc(s.Tables, func(t format.Table) bool { return t.Name == kind && t.Class == format.ClassNode })
}

// Choice says which sources are read as levels of an editor: those that are
// recognised, if it is zero.
type Choice struct {
	Plain bool    // every source is read as the XML or JSON that it is
	One   *Reader // every source is read by this one
}

// Of finds the reader for a source, or nil. It recognises the levels of the readers that
// auto accepts.
func (c Choice) Of(f *source.File, auto func(*Reader) bool) *Reader {
	if c.One != nil || c.Plain {
		return c.One
	}
	for _, r := range All {
		if auto(r) && r.Detect(f) {
			return r
		}
	}
	return nil
}
