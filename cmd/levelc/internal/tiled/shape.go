package tiled

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// points calls f for each corner of a polygon or polyline, with the numbers as they are
// written. In TMX they are "x,y x,y".
func (r *reader) points(o *object, f func(x, y string, at editor.Place)) {
	if o.shape != "polygon" && o.shape != "polyline" {
		return
	}
	inherited := o.shaped != o.node
	if isJSON(o.shaped) {
		for c := range o.shaped.Children(o.shape) {
			if inherited && !r.inherit(sizeOfPoint, o.node.Place()) {
				return
			}
			r.checkNames(c, pointNames)
			r.mustHave(c, "the point", "x")
			r.mustHave(c, "the point", "y")
			x, y := r.float(c, "x", 0), r.float(c, "y", 0)
			f(editor.Decimal(x), editor.Decimal(y), c.Place())
		}
		return
	}
	c := o.shaped.Child(o.shape)
	text := c.String("points")
	if inherited && !r.inherit(4*int64(len(text)), o.node.Place()) {
		return
	}
	at := c.PlaceOf("points")
	for pair := range strings.FieldsSeq(text) {
		x, y, _ := strings.Cut(pair, ",")
		vx, errx := source.ParseFloat64([]byte(x))
		vy, erry := source.ParseFloat64([]byte(y))
		if errx != nil || erry != nil {
			r.Errorf(at, "", "points: expected x,y, got %q", editor.Clip(pair))
			return
		}
		f(editor.Decimal(vx), editor.Decimal(vy), at)
	}
}

// sizeOfPoint is about how many bytes a point takes, as inherit counts.
const sizeOfPoint = 64

func (r *reader) writePoints(o *object) {
	r.points(o, func(x, y string, at editor.Place) {
		r.Open("point", at)
		r.Attr("x", x)
		r.Attr("y", y)
		r.Close()
	})
}

// writeText writes the text of a text object.
func (r *reader) writeText(o *object) {
	n := o.shaped.Child("text")
	if n == nil {
		return
	}
	text, at := textOf(n)
	if o.shaped != o.node && !r.inherit(int64(len(text)), o.node.Place()) {
		return
	}
	r.checkNames(n, textNames)
	r.Open("text", n.Place())
	r.AttrIf("font", n.String("fontfamily"))
	r.Int("pixelsize", r.int32(n, "pixelsize", 16))
	r.writeColor("color", r.color(n, "color", color{0, 0, 0, 255}))
	r.Attr("halign", r.word(n, "halign", "left", "center", "right", "justify"))
	r.Attr("valign", r.word(n, "valign", "top", "center", "bottom"))
	for _, name := range []string{"wrap", "bold", "italic", "underline", "strikeout"} {
		r.Bool(name, r.bool(n, name, false))
	}
	r.Bool("kerning", r.bool(n, "kerning", true))
	if text != "" {
		r.Text(text, at)
	}
	r.Close()
}

// textOf returns the text of a text node, and its place.
func textOf(n *editor.Node) (string, editor.Place) {
	switch {
	case n == nil:
		return "", editor.Place{}
	case isJSON(n):
		return n.String("text"), n.PlaceOf("text")
	}
	return n.Text(), n.PlaceOfText()
}
