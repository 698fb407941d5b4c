package tiled

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// resolve returns the properties that something has in effect. They are those of its
// class, if the class is for such things as the editor calls them (object, layer ...),
// overridden by those of each of the lists, by name. Members of classes that are not
// set have the values of their class.
func (r *reader) resolve(class, use string, at editor.Place, lists ...[]property) []property {
	return r.inEffect(r.classFor(class, use), at, lists...)
}

// inEffect is resolve for a class, which may be nil.
func (r *reader) inEffect(c *classType, at editor.Place, lists ...[]property) []property {
	if !r.inherit(0, at) { // to fill in more would take time only
		return nil
	}
	var all []property
	var by filled
	if c != nil {
		all, by.size = c.members, c.size
	}
	for _, list := range lists {
		all = over(all, list)
	}
	all = r.complete(all, &by, at, 0)
	if !r.inherit(by.size, at) {
		return nil
	}
	return all
}

// over overrides properties by others. It changes neither list. Both are sorted by
// name.
func over(under, top []property) []property {
	if len(under) == 0 {
		return top
	}
	if len(top) == 0 {
		return under
	}
	all := make([]property, 0, len(under)+len(top))
	for len(under) > 0 && len(top) > 0 {
		switch c := cmp.Compare(under[0].name, top[0].name); {
		case c < 0:
			all, under = append(all, under[0]), under[1:]
		case c == 0:
			under = under[1:]
		default:
			all, top = append(all, top[0]), top[1:]
		}
	}
	return append(append(all, under...), top...)
}

// filled is what classes have added to the properties of something.
type filled struct {
	members int   // that classes inside classes have
	size    int64 // as inherit counts
}

// mostFilled limits what classes inside classes can expand to.
const mostFilled = 1 << 18

// complete fills in the members that class values do not set.
func (r *reader) complete(list []property, by *filled, at editor.Place, depth int) []property {
	var all []property // list, once something is filled in
	for i := range list {
		p := &list[i]
		if p.typ != "class" && p.typ != "list" || depth >= mostNested {
			continue
		}
		in := p.in
		if c := r.class(p.class); p.typ == "class" && c != nil {
			by.size += c.size
			if by.members += len(c.members); by.members > mostFilled {
				r.WarnOnce(at, "", "classes have more than %d members inside one another; the rest is left out", mostFilled)
				return list
			}
			in = over(c.members, in)
		}
		in = r.complete(in, by, at, depth+1)
		if all == nil {
			all = slices.Clone(list)
		}
		all[i].in = in
	}
	if all == nil {
		return list
	}
	return all
}
