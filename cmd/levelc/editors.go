package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
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

// aboutEditors is part of the help of verbs with editorFlags.
const aboutEditors = "Maps of Tiled (TMX, TMJ and .world) and projects of LDtk are read for what they\n" +
	"mean: packed cells, tilesets, templates, external levels and typed fields.\n" +
	"Their nodes have the kinds of the Go types in loader/tiled and loader/ldtk. If\n" +
	"your types embed those, an object or entity whose class is one of your kinds\n" +
	"becomes a node of that kind. --project names the file in which Tiled keeps\n" +
	"classes and enums; from there come the values that maps leave to their class.\n\n" +
	"This reading applies without types, and with types that have the kind tilemap\n" +
	"or ldtk. --reader=plain reads the XML or JSON as it stands instead.\n\n" +
	"What the editors write beside their levels, such as tilesets, templates and\n" +
	"backups, is then left out of folders and patterns, and a note says so.\n\n"

// readerNames are the values of --reader.
var readerNames = append([]string{"auto", "plain"}, readers.Names()...)

// readerFlag is the value of --reader.
type readerFlag readers.Choice

func (r *readerFlag) String() string {
	switch {
	case r.Plain:
		return "plain"
	case r.One != nil:
		return r.One.Name
	}
	return "auto"
}

func (r *readerFlag) Type() string { return "reader" }

func (r *readerFlag) Set(s string) error {
	i := slices.IndexFunc(readers.All, func(r *readers.Reader) bool { return r.Name == s })
	switch {
	case i >= 0:
		*r = readerFlag{One: readers.All[i]}
	case s == "plain", s == "auto":
		*r = readerFlag{Plain: s == "plain"}
	default:
		last := len(readerNames) - 1
		return errors.New("it is " + strings.Join(readerNames[:last], ", ") + " or " + readerNames[last])
	}
	return nil
}
