package ldtk

import "github.com/levelc/levelc/cmd/levelc/internal/editor"

// tileRect writes an element for a rectangle of a tileset, if there is one. If the
// tileset does not exist, it reports that, writes nothing and returns false.
func (r *reader) tileRect(element string, n *editor.Node) bool {
	if n == nil || !r.isRect(n) {
		return false
	}
	set := r.setOf(n, "tilesetUid", "a tile")
	if set == nil {
		return false
	}
	var rect [4]int32
	for i, name := range rectMembers[1:] {
		rect[i] = r.int(n, name, 0)
	}
	r.putRect(element, n.Place(), set, rect)
	return true
}

// rectMembers are the members of a rectangle of a tileset.
var rectMembers = []string{"tilesetUid", "x", "y", "w", "h"}

// putRect writes an element for a rectangle of a tileset.
func (r *reader) putRect(element string, at editor.Place, set *tileset, rect [4]int32) {
	r.Open(element, at)
	r.Attr("tileset", set.id)
	for i, name := range rectMembers[1:] {
		r.putInt(name, rect[i])
	}
	r.Close()
}

// isRect reports a rectangle of which something is missing. LDtk always writes all of it.
func (r *reader) isRect(n *editor.Node) bool {
	for _, name := range rectMembers {
		if !n.HasAny(name) {
			r.Errorf(n.Place(), saveAgain, "the tile has no %s", name)
			return false
		}
	}
	return true
}

// oldRect writes a rectangle of a tileset from versions before 1.0.
func (r *reader) oldRect(element string, n *editor.Node, member string, set *tileset, list []string) {
	var rect [4]int32
	for i, text := range list {
		v, ok := whole(text)
		if !ok {
			r.wrong(n, member, "a list of four whole numbers")
			break
		}
		r.checkCutIn(n, member, i+1, text, v)
		rect[i] = v
	}
	r.putRect(element, n.PlaceOf(member), set, rect)
}

// oldTile writes the one tile that a definition from before 1.0 names by its number.
func (r *reader) oldTile(element string, n *editor.Node, set *tileset) {
	tile := r.int(n, "tileId", -1)
	if tile < 0 || set == nil || set.columns <= 0 {
		return
	}
	x := int64(set.padding) + int64(tile%set.columns)*set.step()
	y := int64(set.padding) + int64(tile/set.columns)*set.step()
	if x != int64(int32(x)) || y != int64(int32(y)) {
		r.wrong(n, "tileId", "a tile of the tileset")
		return
	}
	r.putRect(element, n.PlaceOf("tileId"), set, [4]int32{int32(x), int32(y), set.grid, set.grid})
}
