package tiled

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// once are the children that something has at most once. Those that TMJ has as a list or
// as a member are for TMX only.
var once = map[*names]onceIn{
	layerNames:   onceOf(`data image`, ""),
	tilesetNames: onceOf(`image tileoffset grid transformations wangsets terraintypes`, `tileoffset grid transformations`),
	tileNames:    onceOf(`image objectgroup animation`, `objectgroup`),
	rootNames:    onceOf(`object tileset`, `object tileset`),
}

// onceIn are names by format.
type onceIn struct{ xml, json []string }

func onceOf(xml, json string) onceIn { return onceIn{strings.Fields(xml), strings.Fields(json)} }

const allButOne = "remove all but one"

// checkOnce reports a child that stands twice and may not. Only the first would be read,
// where the editor mostly takes the last.
func (r *reader) checkOnce(n *editor.Node, known *names) {
	list := once[known].xml
	if isJSON(n) {
		list = once[known].json
	}
	for _, name := range list {
		var first *editor.Node
		for _, c := range n.Nodes {
			switch {
			case c.Name != name:
			case first == nil:
				first = c
			default:
				r.again(c.Place(), first.Place(), name+" stands twice in "+known.what)
			}
		}
	}
	if known == objectNames {
		r.checkShapes(n)
	}
}

// checkShapes reports the second shape of an object.
func (r *reader) checkShapes(n *editor.Node) {
	var found []editor.Place
	var name string
	for _, c := range n.Nodes {
		points := isJSON(n) && c.Name == name // of the same shape
		if slices.Contains(shapes, c.Name) && !points {
			name = c.Name
			found = append(found, c.Place())
		}
	}
	for i := range n.Members {
		if m := &n.Members[i]; isJSON(n) && isShape(m) {
			found = append(found, placeIn(n, m))
		}
	}
	if len(found) > 1 {
		r.again(found[1], found[0], "an object has two shapes")
	}
}

func (r *reader) again(at, first editor.Place, msg string) {
	r.Did()
	if !r.blamed[at] {
		r.blamed[at] = true
		r.ErrorfBecause(at, first, "the first one", allButOne, "%s", msg)
	}
}
