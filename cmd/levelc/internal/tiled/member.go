package tiled

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// In TMX a value is an attribute, in TMJ a member; these functions read both. A wrong
// value is reported and becomes the default.

// isJSON reports whether a node is of one of the formats that begin with a brace.
func isJSON(n *editor.Node) bool { return n.Doc.File.Format == source.JSON }

// nodes returns the children of n that have different names in XML and JSON.
func nodes(n *editor.Node, xml, json string) func(func(*editor.Node) bool) {
	if isJSON(n) {
		return n.Children(json)
	}
	return n.Children(xml)
}

// inside returns the child of a node in XML that holds children, or n itself in JSON.
func inside(n *editor.Node, xml string) *editor.Node {
	if isJSON(n) {
		return n
	}
	if c := n.Child(xml); c != nil {
		return c
	}
	return &editor.Node{Doc: n.Doc, At: n.At}
}

// whole parses an integer, which JSON may have as 3.0.
func whole(text string, least, most int64) (int64, bool) {
	b := source.Trim([]byte(text))
	v, err := source.ParseInt(b, 64)
	if err != nil {
		f, ferr := source.ParseFloat64(b)
		if ferr != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return 0, false
		}
		v = int64(f)
	}
	return v, v >= least && v <= most
}

// value returns the text of a member that is a number, a bool or a word. To the editor an
// empty one is as good as none, but it never writes that.
func (r *reader) value(n *editor.Node, name string) string {
	m := n.Member(name)
	if m == nil || m.Kind == source.List {
		return ""
	}
	if m.Text == "" {
		r.WarnOnce(n.PlaceOf(name), "give it a value, or remove it", "%s is empty; it counts as left out", name)
	}
	return m.Text
}

func (r *reader) int(n *editor.Node, name string, def, least, most int64) int64 {
	text := r.value(n, name)
	if text == "" {
		return def
	}
	v, ok := whole(text, least, most)
	if !ok {
		r.wrong(n, name, fmt.Sprintf("a whole number from %d to %d", least, most))
		return def
	}
	return v
}

// inID returns a number as it stands in an id.
func inID(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// int32 is int for values that may be negative.
func (r *reader) int32(n *editor.Node, name string, def int64) int64 {
	return r.int(n, name, def, math.MinInt32, math.MaxInt32)
}

// size is int for values that may not.
func (r *reader) size(n *editor.Node, name string) int64 {
	return r.int(n, name, 0, 0, math.MaxInt32)
}

// uint32 is int for an id or a gid.
func (r *reader) uint32(n *editor.Node, name string) uint32 {
	return uint32(r.int(n, name, 0, 0, math.MaxUint32))
}

func (r *reader) float(n *editor.Node, name string, def float64) float64 {
	text := r.value(n, name)
	if text == "" {
		return def
	}
	v, err := source.ParseFloat64(source.Trim([]byte(text)))
	if err != nil {
		r.wrong(n, name, "a number")
		return def
	}
	return v
}

// float32 is float for factors, which are stored with less precision. Without a value they
// are 1.
func (r *reader) float32(n *editor.Node, name string) float64 {
	v := r.float(n, name, 1)
	if math.Abs(v) > math.MaxFloat32 {
		r.wrong(n, name, "a number below 3.4e38")
		return 1
	}
	return v
}

func (r *reader) bool(n *editor.Node, name string, def bool) bool {
	text := r.value(n, name)
	if text == "" {
		return def
	}
	v, err := source.ParseBool(source.Trim([]byte(text)))
	if err != nil {
		r.wrong(n, name, "true or false")
		return def
	}
	return v
}

// word reads one of a list of words. A word that is not in the list is that of a newer
// editor, and becomes the first.
func (r *reader) word(n *editor.Node, name string, words ...string) string {
	text := r.value(n, name)
	if text == "" {
		return words[0]
	}
	if slices.Contains(words, text) {
		return text
	}
	r.WarnOnce(n.PlaceOf(name), "it is taken for "+words[0], "%s %q is not known", name, editor.Clip(text))
	return words[0]
}

// class returns the class of an object or a tile, whose attribute has had two names.
func class(n *editor.Node) string {
	if s := n.String("class"); s != "" {
		return s
	}
	return n.String("type")
}
