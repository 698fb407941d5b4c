package compile

import (
	"path/filepath"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// places records the place of each node in its source (Options.Places).
type places struct {
	lines *source.LineCounter // nil for a generated text
	file  uint32              // a string

	of    *source.File // a generated text
	files map[string]uint32
}

// beginPlaces prepares for another source. Its name is kept as it was given, with
// slashes on every system.
func (c *compiler) beginPlaces(f *source.File) error {
	if !utf8.ValidString(f.Name) {
		return &source.Error{Off: -1, Path: f.Name, Msg: "its name is not UTF-8, so a level cannot record places in it", Hint: "rename it, or build without --src"}
	}
	if f.IsGenerated() {
		c.places = &places{of: f, files: map[string]uint32{}}
		return nil
	}
	lines, err := f.Lines()
	if err != nil {
		return err
	}
	name, err := c.sink.String([]byte(filepath.ToSlash(f.Name)))
	if !c.fail(err) {
		return err
	}
	c.places = &places{lines: lines, file: name}
	return nil
}

// placeNode tells the sink the place of a node.
func (c *compiler) placeNode(table int, row uint32, at int64) bool {
	p := c.places
	if p.of != nil {
		return c.placeOrigin(table, row, at)
	}
	line, col, err := p.lines.At(at)
	if err != nil {
		return c.fail(err)
	}
	return c.fail(c.sink.Src(table, row, p.file, uint32(line), uint32(col)))
}

// placeOrigin is placeNode for a text that was made from other files.
func (c *compiler) placeOrigin(table int, row uint32, at int64) bool {
	p := c.places
	name, place, err := p.of.Where(at)
	if err != nil {
		return c.fail(err)
	}
	file, ok := p.files[name]
	if !ok {
		if file, err = c.sink.String([]byte(filepath.ToSlash(name))); err != nil {
			return c.fail(err)
		}
		p.files[name] = file
	}
	return c.fail(c.sink.Src(table, row, file, uint32(place.Line), uint32(place.Col)))
}
