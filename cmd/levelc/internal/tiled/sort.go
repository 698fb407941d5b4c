package tiled

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// sort is what the value of a member in TMJ may be. The others have a scalar.
type sort uint8

const (
	aScalar  sort = iota
	aText         // a scalar that should be a string
	anything      // what reads it tells of what is wrong
	anObject
	objectList
	someObjects // a list of objects or, in old files, an object
)

// sorts are the sorts of members by their names, wherever they are. A name that nobody
// knows may have anything.
var sorts = sortsOf(map[sort]string{
	aText:    `name class type image fontfamily propertytype propertyType mode regexp`,
	anything: `value default data terrain wangid editorsettings export item ellipse point capsule values useAs`,
	anObject: `grid tileoffset transformations objectgroup text object tileset tileproperties tilepropertytypes propertytypes`,
	objectList: `layers objects tilesets chunks polygon polyline animation wangsets wangtiles colors edgecolors cornercolors terrains
		maps patterns propertyTypes members`,
	someObjects: `properties tiles`,
})

func sortsOf(names map[sort]string) map[string]sort {
	out := map[string]sort{}
	for of, list := range names {
		for name := range strings.FieldsSeq(list) {
			out[name] = of
		}
	}
	return out
}

// checkSorts reports values of an object in TMJ that are of another sort than they must
// be, the first of each list. They would count as missing otherwise.
func (r *reader) checkSorts(n *editor.Node, known *names) {
	if !isJSON(n) {
		return
	}
	told := ""
	for i := range n.Members {
		m := &n.Members[i]
		if !known.all[m.Name] || m.Name == told {
			continue
		}
		of := sortOf(m.Name, known)
		if of == aText && (m.Kind == source.Number || m.Kind == source.Bool) && !m.Mixed {
			r.WarnOnceFor("text "+known.what+" "+m.Name, n.PlaceIn(m), "it is read as that text, as in Tiled",
				"%s: expected a string, got %s", m.Name, m.Shown())
		}
		if want := of.refuses(m); want != "" {
			told = m.Name
			r.blame(n.PlaceOfMember(i), saveAgain, "%s: expected %s, got %s", m.Name, want, m.Shown())
		}
	}
	for _, c := range n.Nodes {
		if !known.all[c.Name] || c.Name == told {
			continue
		}
		if want := sortOf(c.Name, known).refusesObject(c.Listed); want != "" {
			told = c.Name
			r.blame(c.Place(), saveAgain, "%s: expected %s, got %s", c.Name, want, c.Form())
		}
	}
	for _, name := range packedLists {
		if known.all[name] && n.HasPacked(name) && !n.IsListed(name) {
			r.blame(n.PlaceOfList(name), saveAgain, "%s: expected a list of objects, got an object", name)
		}
	}
}

// packedLists are lists of objects that are packed; see Reader.
var packedLists = []string{"objects", "wangtiles"}

// refusesObject returns what is expected instead of an object, or a list of some, or "".
func (s sort) refusesObject(listed bool) string {
	switch {
	case s == aScalar, s == aText:
		return "a single value"
	case s == anObject && listed:
		return "an object"
	case s == objectList && !listed:
		return "a list of objects"
	}
	return ""
}

// sortOf returns the sort of a member.
func sortOf(name string, known *names) sort {
	switch {
	case known == textNames && name == "text": // which an object has, too
		return aText
	case known == worldNames && name == "grid": // for the editor only
		return anything
	}
	return sorts[name]
}

// nestedIn are the types of properties whose values are elements of TMX, by those.
var nestedIn = map[string]string{"properties": "class", "item": "list"}

// elementsOf are those elements, by type.
var elementsOf = map[string]string{"class": "properties", "list": "items"}

// checkValue reports a value of a property that cannot be one of its type, which must be
// known.
func (r *reader) checkValue(n *editor.Node, typ string) {
	if !isJSON(n) {
		r.checkElements(n, typ)
		return
	}
	want := formOf(typ)
	if c := n.Child("value"); c != nil {
		if c.Form() != want {
			r.blame(c.Place(), saveAgain, "value: expected %s for the type %s, got %s", want, typ, c.Form())
		}
		return
	}
	m := n.Member("value")
	switch {
	case m == nil, typ == "class" && m.IsEmpty(): // as other tools write nothing
	case typ == "class", (m.Kind == source.List) != (typ == "list"):
		r.blame(n.PlaceIn(m), saveAgain, "value: expected %s for the type %s, got %s", want, typ, m.Shown())
	}
}

// checkElements is checkValue for TMX.
func (r *reader) checkElements(n *editor.Node, typ string) {
	for _, c := range n.Nodes {
		if of := nestedIn[c.Name]; of != "" && of != typ {
			r.blame(c.Place(), saveAgain, "%s: only a property of the type %s has them, and this one is of the type %s", c.Name, of, typ)
			break
		}
	}
	if want := elementsOf[typ]; want != "" {
		if v := n.String("value"); v != "" {
			r.blame(n.PlaceOf("value"), saveAgain, "value: expected %s for the type %s, got %q", want, typ, editor.Clip(v))
		} else if hasWords(n) {
			r.blame(n.PlaceOfText(), saveAgain, "expected %s for the type %s, got a text", want, typ)
		}
	}
}

// refuses returns what is expected instead of a member, or "".
func (s sort) refuses(m *editor.Member) string {
	if m.Kind == source.Null && !m.Mixed || !m.Mixed && m.IsEmpty() && s != aScalar && s != aText {
		return ""
	}
	switch s {
	case aScalar, aText:
		if m.Mixed || m.Kind == source.List {
			return "a single value"
		}
	case anObject:
		return "an object"
	case objectList, someObjects:
		return "objects"
	}
	return ""
}
