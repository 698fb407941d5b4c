package compile

import (
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// places gives each node the place that it has in its source (Options.Places).
type places struct {
	lines *source.LineCounter
	file  uint32 // a string
}

// beginPlaces makes ready for another source. Its name is kept as it was given,
// with slashes on every system.
func (c *compiler) beginPlaces(f *source.File) error {
	lines, err := f.Lines()
	if err != nil {
		return err
	}
	name, err := c.sink.String([]byte(filepath.ToSlash(f.Name)))
	if err != nil {
		return err
	}
	c.places = &places{lines, name}
	return nil
}

// placeNode tells the sink where a node stands.
func (c *compiler) placeNode(table int, row uint32, at int64) bool {
	line, col, err := c.places.lines.At(at)
	if err != nil {
		return c.fail(err)
	}
	return c.fail(c.extras.Src(table, row, c.places.file, uint32(line), uint32(col)))
}
