package ldtk

import "github.com/levelc/levelc/cmd/levelc/internal/editor"

type enum struct {
	node   *editor.Node
	id     string
	values map[string]int32
}

// indexEnum indexes an enum by its name and its uid.
func (r *reader) indexEnum(n *editor.Node) {
	uid, name := r.int(n, "uid", -1), r.name(n, "identifier")
	e := &enum{node: n, id: r.defID(name, uid, "enum", n.Place()), values: map[string]int32{}}
	i := int32(0)
	for v := range n.Children("values") {
		r.must(v, "value of an enum", "id")
		id := r.text(v, "id")
		if _, ok := e.values[id]; !ok && id != "" {
			e.values[id] = i
		}
		i++
	}
	if r.enums[name] == nil {
		r.enums[name] = e
	}
	index(r, r.enumsByUID, uid, e, n, r.writeEnum)
}

func (r *reader) writeEnum(e *enum) {
	n := e.node
	r.Open("enum", n.Place())
	r.AttrIf("id", e.id)
	r.putText("identifier", n, "identifier")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putText("path", n, "externalRelPath")
	icons := r.setOf(n, "iconTilesetUid", "the icons of an enum")
	if icons != nil {
		r.AttrIf("icons", icons.id)
	}
	r.words("tag", n, "tags")
	for v := range n.Children("values") {
		r.Open("value", v.Place())
		r.putText("name", v, "id")
		r.putColor("color", r.color(v, "color"))
		if rect := r.child(v, "tileRect"); rect != nil {
			r.tileRect("tile", rect)
		} else if list := r.numbers(v, "__tileSrcRect", 4); list != nil && icons != nil {
			r.oldRect("tile", v, "__tileSrcRect", icons, list)
		} else {
			r.oldTile("tile", v, icons)
		}
		r.Close()
	}
	r.Close()
}
