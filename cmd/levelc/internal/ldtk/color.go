package ldtk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// unsetColor is the colour of enum values in old projects, until LDtk takes one from
// their tiles.
const unsetColor = "-1"

// color is a colour as 0xRRGGBB.
type color struct {
	rgb uint32
	ok  bool // there is one
	at  editor.Place
}

// color reads the first of some members that is a colour. LDtk writes "#rrggbb", and in some
// definitions a number.
func (r *reader) color(n *editor.Node, names ...string) color {
	const want = `a colour, as "#rrggbb"`
	for _, name := range names {
		m := r.member(n, name, want)
		if m == nil || m.Kind == source.Number && m.Text == unsetColor {
			continue
		}
		at := n.PlaceIn(m)
		if rgb, ok := r.parseColor(at, name, &m.Value); ok {
			return color{rgb, true, at}
		}
		r.wrong(n, name, want)
	}
	return color{}
}

func (r *reader) parseColor(at editor.Place, name string, v *editor.Value) (rgb uint32, ok bool) {
	switch v.Kind {
	case source.String:
		if len(v.Text) != 7 || v.Text[0] != '#' {
			return 0, false
		}
		rgb, err := strconv.ParseUint(v.Text[1:], 16, 24)
		return uint32(rgb), err == nil
	case source.Number:
		n, ok := whole(v.Text)
		if ok = ok && n >= 0 && n <= 0xFFFFFF; ok {
			r.checkCut(at, name, v.Text, n)
		}
		return uint32(n), ok
	}
	return 0, false
}

func (r *reader) putColor(name string, c color) {
	if c.ok {
		r.Attr(name, colorText(c.rgb))
	}
}

func colorText(rgb uint32) string {
	return fmt.Sprintf("%d %d %d 255", rgb>>16, rgb>>8&0xFF, rgb&0xFF)
}

// colorFor returns a colour in the form that a field takes: bytes, fractions of one, a
// number, or LDtk's text.
func colorFor(f *format.Field, rgb uint32) string {
	parts := [...]uint32{rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF, 255}
	switch {
	case f == nil || f.Type == format.TypeStr:
		return fmt.Sprintf("#%06X", rgb)
	case f.Count == 1:
		return strconv.Itoa(int(rgb))
	}
	list := make([]string, 0, 4)
	for _, p := range parts[:min(len(parts), int(f.Count))] {
		if f.Type.IsFloat() {
			list = append(list, editor.Decimal(float64(p)/255))
		} else {
			list = append(list, strconv.Itoa(int(p)))
		}
	}
	return strings.Join(list, " ")
}
