package main

import "github.com/levelc/levelc/cmd/levelc/internal/readers"

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

// readerFlag makes the value of --reader.
func readerFlag(to *readers.Choice) *choice {
	return &choice{kind: "reader", words: readerNames, take: func(i int) {
		if *to = (readers.Choice{Plain: i == 1}); i > 1 {
			to.One = readers.All[i-2]
		}
	}}
}
