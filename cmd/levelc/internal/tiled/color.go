package tiled

import (
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// color is red, green, blue and alpha, from #RRGGBB, #AARRGGBB or #RGB. An empty text
// is no color.
type color [4]uint8

const aColor = "a color as #RRGGBB, #AARRGGBB or #RGB"

func parseColor(text string) (color, bool) {
	text = strings.TrimPrefix(text, "#")
	if text == "" {
		return color{}, true
	}
	v, err := strconv.ParseUint(text, 16, 32)
	c := color{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
	switch len(text) {
	case 3:
		c = color{uint8(v>>8) * 17, uint8(v>>4&15) * 17, uint8(v&15) * 17, 255}
	case 6:
	case 8:
		c[3] = uint8(v >> 24)
	default:
		return color{}, false
	}
	if err != nil {
		return color{}, false
	}
	return c, true
}

func (r *reader) color(n *editor.Node, name string, def color) color {
	text := n.String(name)
	if text == "" {
		return def
	}
	c, ok := parseColor(text)
	if !ok {
		r.wrong(n, name, aColor)
		return def
	}
	return c
}

func (r *reader) writeColor(name string, c color) { r.Attr(name, join(c[:])) }

// join returns parts of a color as a list.
func join(parts []uint8) string {
	var text []byte
	for i, v := range parts {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendUint(text, uint64(v), 10)
	}
	return string(text)
}
