package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/tiled"
)

// missingFlag is the value of --missing.
type missingFlag diag.Severity

func (m *missingFlag) String() string {
	if diag.Severity(*m) == diag.Warning {
		return "warn"
	}
	return "error"
}

func (m *missingFlag) Type() string { return "policy" }

func (m *missingFlag) Set(s string) error {
	switch s {
	case "error":
		*m = missingFlag(diag.Error)
	case "warn":
		*m = missingFlag(diag.Warning)
	default:
		return errors.New("it is error or warn")
	}
	return nil
}

// partsOfLevels are files of editors that are not levels, by their extensions, and what
// to build in their place.
var partsOfLevels = map[string][2]string{
	".tsx": {"a tileset of Tiled", "the maps that use it"}, ".tsj": {"a tileset of Tiled", "the maps that use it"},
	".tx": {"a template of Tiled", "the maps that use it"}, ".tj": {"a template of Tiled", "the maps that use it"},
	".tiled-project": {"a project of Tiled", "its maps, with --project"},
	".ldtkl":         {"a file of a project of LDtk", "the .ldtk file that it belongs to"},
}

// tellOfParts says what to build in place of the first source that is not a level. The
// source is built as plain XML or JSON all the same, because somebody may want just
// that.
func (b *builder) tellOfParts(files []*source.File) {
	if b.reader.plain {
		return
	}
	for _, f := range files {
		part, ok := partsOfLevels[strings.ToLower(filepath.Ext(f.Name))]
		if !ok && tiled.DetectTypes(f) { // whose extension is no help
			part, ok = [2]string{"a list of Tiled's custom types", "the maps that use them, with --project"}, true
		}
		if ok {
			fmt.Fprintf(b.err, "levelc: note: %s is %s, and no level by itself: build %s; --reader=plain means it as it is\n", f.Name, part[0], part[1])
			return
		}
	}
}

// editorFlags adds the flags about levels of editors.
func (b *builder) editorFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&b.reader, "reader", "how to read the sources: tiled, ldtk, plain (XML or JSON as it stands) or auto")
	f.Var(&b.missing, "missing", "what to do if a file that an editor's level refers to is missing: error or warn")
	f.StringVar(&b.project, "project", "", "the Tiled project `file` that defines the classes of maps")
}

// aboutEditors is part of the help of verbs with editorFlags.
const aboutEditors = "Maps of Tiled (TMX, TMJ and .world) and projects of LDtk are read for what they\n" +
	"mean: packed cells, tilesets, templates, external levels and typed fields.\n" +
	"Their nodes have the kinds of the Go types in loader/tiled and loader/ldtk. If\n" +
	"your types embed those, an object or entity whose class is one of your kinds\n" +
	"becomes a node of that kind. --project names the file in which Tiled keeps\n" +
	"classes and enums; from there come the values that maps leave to their class.\n\n" +
	"This reading applies without types, and with types that have the kind tilemap\n" +
	"or ldtk. --reader=plain reads the XML or JSON as it stands instead.\n\n"
