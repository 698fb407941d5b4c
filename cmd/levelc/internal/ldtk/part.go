package ldtk

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

var (
	aBackup    = editor.Part{Noun: "backup", Of: "of LDtk", Instead: "the project itself"}
	simplified = editor.Part{Noun: "level", Of: "of LDtk's simplified export", Instead: "the .ldtk file that it comes from"}
)

// PartOf finds out what a file is that belongs to projects of LDtk. below is its path below
// the folder that was asked for, as far as LDtk may have made folders.
func PartOf(f *source.File, below string) editor.Part {
	if f.Format != source.JSON {
		return editor.Part{}
	}
	switch {
	case IsInBackups(below) && Detect(f):
		return aBackup
	case isSimplified(f):
		return simplified
	}
	return editor.Part{}
}

// IsInBackups reports whether a path leads through a folder that has the name of LDtk's
// backups.
func IsInBackups(below string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(below)), "/"), "backups")
}

// isSimplified reports whether a file is a level of the simplified export, by its first
// keys. One of them is misspelled, and nobody else has it.
func isSimplified(f *source.File) bool {
	head, ok := headOf(f)
	if !ok {
		return false
	}
	first := true
	for name := range members(head) {
		if first && name != "identifier" {
			return false
		}
		if first = false; name == "uniqueIdentifer" {
			return true
		}
	}
	return false
}
