package tiled

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// targets finds the objects that properties name.
type targets interface {
	// target returns the id of the object with that number in the level.
	target(r *reader, number int64, at editor.Place) string
}

// noTargets is targets if there are no objects.
type noTargets struct{}

func (noTargets) target(r *reader, number int64, at editor.Place) string {
	r.lack(at, "remove it", "object %d is named where there are no objects", number)
	return ""
}

// writeProperties writes properties as elements of a span, each before its own members
// or items.
func (r *reader) writeProperties(list []property, to targets) {
	for i := range list {
		p := &list[i]
		r.sayOdd(p)
		r.Open("property", p.at)
		r.AttrIf("name", p.name)
		r.AttrIf("class", p.class)
		r.Attr("type", p.typ)
		switch p.typ {
		case "int":
			r.Int("int", p.int)
		case "float":
			r.Float("float", p.float)
		case "bool":
			r.Bool("bool", p.bool)
		case "color":
			r.writeColor("color", p.color)
		case "object":
			if id := r.targetOf(p, to); id != "" {
				r.AttrAt("object", id, p.at)
			}
		case "class", "list":
			if n := count(p.in); n > 0 {
				r.Int("nested", int64(n))
			}
		}
		if isText := p.typ == "string" || p.typ == "file" || p.typ == "int" && p.class != ""; isText && p.text != "" {
			r.Text(p.text, p.at)
		}
		r.Close()
		r.writeProperties(p.in, to)
	}
}

func (r *reader) targetOf(p *property, to targets) string {
	if p.int == 0 {
		return ""
	}
	if p.scope != nil {
		to = p.scope
	}
	return to.target(r, p.int, p.at)
}

// setScope says where the object properties of a tile look for objects.
func setScope(list []property, o *objects) {
	for i := range list {
		list[i].scope = o
		setScope(list[i].in, o)
	}
}

// count counts properties, with everything in them.
func count(list []property) int {
	n := len(list)
	for i := range list {
		n += count(list[i].in)
	}
	return n
}

// objects are the objects of a map, or of a tile's collision, by their numbers.
type objects struct {
	ids   map[uint32]string // the text that refers to them; "" if their kind has no id
	kinds map[uint32]string // the kinds of those without an id
	where string
}

func (o *objects) target(r *reader, number int64, at editor.Place) string {
	id, ok := o.ids[uint32(number)]
	switch {
	case !ok:
		r.noTarget(number, at, o.where)
	case id == "":
		kind := o.kinds[uint32(number)]
		r.WarnOnce(at, fmt.Sprintf("give the record of %s a field with the tag `level:\"id,id\"`", kind),
			"a property names an object of kind %s, which has no id; it is left empty", kind)
	}
	return id
}
