package tiled

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// once are the children that something has at most once in TMX. TMJ has them as members,
// which never stand twice, or as lists.
var once = map[*names][]string{
	layerNames:   strings.Fields(`data image`),
	tilesetNames: strings.Fields(`image tileoffset grid transformations wangsets terraintypes`),
	tileNames:    strings.Fields(`image objectgroup animation`),
	rootNames:    strings.Fields(`object tileset`),
}

// checkOnce reports a child that stands twice and may not. Only the first would be read,
// where the editor mostly takes the last.
func (r *reader) checkOnce(n *editor.Node, known *names) {
	list := once[known]
	if isJSON(n) {
		list = nil
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
	if isJSON(n) {
		for i := range n.Members {
			if m := &n.Members[i]; isShape(m) {
				found = append(found, n.PlaceIn(m))
			}
		}
	}
	if len(found) > 1 {
		r.again(found[1], found[0], "an object has two shapes")
	}
}
