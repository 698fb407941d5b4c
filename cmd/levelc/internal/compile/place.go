package compile

import (
	"path/filepath"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// places records the place of each node in its source (Options.Places).
type places struct {
	of    *source.File
	lines *source.LineCounter // nil for a generated text
	name  string              // of the file in which the last node stands
	file  uint32              // and its string
}

// beginPlaces prepares for another source.
func (c *compiler) beginPlaces(f *source.File) (err error) {
	if !utf8.ValidString(f.Name) {
		return &source.Error{Off: -1, Path: f.Name, Msg: "its name is not UTF-8, so a level cannot record places in it", Hint: "rename it, or build without --src"}
	}
	c.places = &places{of: f}
	if !f.IsGenerated() {
		c.places.lines, err = f.Lines()
	}
	return err
}

// where returns the place of an offset, and the name of its file. A generated text was
// made from other files.
func (p *places) where(at int64) (name string, line, col int, err error) {
	if p.lines != nil {
		line, col, err = p.lines.At(at)
		return p.of.Name, line, col, err
	}
	name, place, err := p.of.Where(at)
	return name, place.Line, place.Col, err
}

// placeNode tells the sink the place of a node. Names of files are kept as they were
// given, with slashes on every system.
func (c *compiler) placeNode(table int, row uint32, at int64) bool {
	p := c.places
	name, line, col, err := p.where(at)
	if err == nil && name != p.name {
		p.name = name
		p.file, err = c.sink.String([]byte(filepath.ToSlash(name)))
	}
	if err != nil {
		return c.fail(err)
	}
	return c.fail(c.sink.Src(table, row, p.file, uint32(line), uint32(col)))
}
