package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
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

// editorFlags add what there is to say about levels of editors.
func (b *builder) editorFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&b.reader, "reader", "who reads the sources: tiled, ldtk, plain for XML and JSON as they stand, or auto")
	f.Var(&b.missing, "missing", "what to do about files that a level of an editor refers to and that are not there: error or warn")
	f.StringVar(&b.project, "project", "", "the Tiled project `file` that defines the classes of maps")
}

// aboutEditors is part of the help of verbs with editorFlags.
const aboutEditors = "Maps of Tiled (TMX, TMJ and .world) and projects of LDtk are read for what they mean: packed\n" +
	"cells, tilesets, templates, external levels and typed fields. Their kinds are those of the Go\n" +
	"types in loader/tiled and loader/ldtk; types of your own that have them embedded get objects and\n" +
	"entities of the classes that are kinds of theirs. That is so without types, and for types that\n" +
	"have the kind tilemap or ldtk; --reader=plain takes the XML or JSON as it stands.\n\n"
