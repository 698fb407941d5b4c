package ldtk

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/ldtk"
)

type tileset struct {
	node                   *editor.Node
	id                     string
	grid, spacing, padding int32
	columns                int32
}

// step returns how many pixels there are from one tile of the image to the next.
func (s *tileset) step() int64 { return int64(s.grid) + int64(s.spacing) }

// columns returns how many tiles are in a row of an image, for versions that do not say
// it. As in the editor, a tile that the edge of the image cuts off counts.
func columns(width int32, set *tileset) int32 {
	step := set.step()
	if step <= 0 {
		return 0
	}
	return int32(max((int64(width)-2*int64(set.padding)+step-1)/step, 0))
}

// tile finds the number of a tile by its place in the image, for versions that do not
// say it.
func (s *tileset) tile(src ldtk.Vec) (int32, bool) {
	if s == nil {
		return -1, false
	}
	step := s.step()
	x, y := int64(src.X)-int64(s.padding), int64(src.Y)-int64(s.padding)
	if step <= 0 || s.columns <= 0 || x < 0 || y < 0 || x%step != 0 || y%step != 0 || x/step >= int64(s.columns) {
		return -1, false
	}
	n := y/step*int64(s.columns) + x/step
	if n != int64(int32(n)) {
		return -1, false
	}
	return int32(n), true
}

func (r *reader) writeTileset(set *tileset) {
	n := set.node
	r.Open("tileset", n.Place())
	r.AttrIf("id", set.id)
	r.putText("identifier", n, "identifier")
	r.putText("path", n, "relPath")
	r.putText("embed", n, "embedAtlas")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putVec("size", r.vecOf(n, "pxWid", "pxHei", ldtk.Vec{}))
	r.putVec("cells", ldtk.Vec{X: set.columns, Y: r.int(n, "__cHei", columns(r.int(n, "pxHei", 0), set))})
	r.putInt("grid", set.grid)
	r.putInt("spacing", set.spacing)
	r.putInt("padding", set.padding)
	tags := named(r, r.enumsByUID, "enum", n, "tagsSourceEnumUid", "the tags of a tileset")
	if tags != nil {
		r.AttrIf("tagEnum", tags.id)
	}
	r.words("tag", n, "tags")
	r.writeTileData(n)
	r.writeTileTags(n, tags)
	r.Close()
}

func (r *reader) writeTileData(n *editor.Node) {
	type data struct {
		tile int32
		node *editor.Node
	}
	var list []data
	for d := range n.Children("customData") {
		r.must(d, "data of a tile", "tileId")
		list = append(list, data{r.int(d, "tileId", 0), d})
	}
	slices.SortStableFunc(list, func(a, b data) int { return cmp.Compare(a.tile, b.tile) })
	for _, d := range list {
		r.Open("data", d.node.Place())
		r.putInt("tile", d.tile)
		r.putText("text", d.node, "data")
		r.Close()
	}
}

func (r *reader) writeTileTags(n *editor.Node, tags *enum) {
	type tag struct {
		tile, index int32
		node        *editor.Node
	}
	var list []tag
	for v := range n.Children("enumTags") {
		r.must(v, "tag of tiles", "enumValueId")
		r.must(v, "tag of tiles", "tileIds")
		index := int32(-1)
		if tags != nil {
			value := r.text(v, "enumValueId")
			if i, ok := tags.values[value]; ok {
				index = i
			} else if value != "" {
				r.warnValue(v.PlaceOf("enumValueId"), r.text(tags.node, "identifier"), value)
			}
		}
		const want = "a list of whole numbers"
		m := r.member(v, "tileIds", want)
		if m == nil || m.IsEmpty() {
			continue
		}
		if !m.IsNumbers() {
			r.wrong(v, "tileIds", want)
			continue
		}
		item := 0
		for text := range m.Numbers() {
			tile, ok := whole(text)
			if !ok {
				r.wrong(v, "tileIds", want)
				break
			}
			item++
			r.checkCutIn(v, "tileIds", item, text, tile)
			list = append(list, tag{tile, index, v})
		}
	}
	slices.SortStableFunc(list, func(a, b tag) int { return cmp.Compare(a.tile, b.tile) })
	for _, v := range list {
		r.Open("tileTag", v.node.Place())
		r.putInt("tile", v.tile)
		if v.index >= 0 {
			r.Int("index", int64(v.index))
		}
		r.putText("text", v.node, "enumValueId")
		r.Close()
	}
}
