package ldtk

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/loader/ldtk"
)

// The functions of this file write attributes. They leave out what is zero or empty,
// which is the default.

func (r *reader) putInt(name string, v int32) {
	if v != 0 {
		r.Int(name, int64(v))
	}
}

func (r *reader) putFloat(name string, v, otherwise float64) {
	if v != otherwise {
		r.Float(name, v)
	}
}

func (r *reader) putBool(name string, v bool) {
	if v {
		r.Bool(name, true)
	}
}

// putText writes a member of n that is a string.
func (r *reader) putText(name string, n *editor.Node, member string) {
	if text := r.text(n, member); text != "" {
		r.AttrAt(name, text, n.PlaceOf(member))
	}
}

func (r *reader) putVec(name string, v ldtk.Vec) {
	if v != (ldtk.Vec{}) {
		r.Attr(name, vecText(v))
	}
}

func vecText(v ldtk.Vec) string {
	b := strconv.AppendInt(make([]byte, 0, 24), int64(v.X), 10)
	return string(strconv.AppendInt(append(b, ' '), int64(v.Y), 10))
}

// putPair writes two members of n that are numbers.
func (r *reader) putPair(name string, n *editor.Node, x, y string) {
	if a, b := r.float(n, x, 0), r.float(n, y, 0); a != 0 || b != 0 {
		r.Attr(name, editor.Decimal(a)+" "+editor.Decimal(b))
	}
}

// words writes a list of strings as elements.
func (r *reader) words(element string, n *editor.Node, member string) {
	r.writeWords(element, r.strings(n, member))
}

func (r *reader) writeWords(element string, list []value) {
	for _, v := range list {
		r.Open(element, v.at)
		r.AttrAt("text", v.text(), v.at)
		r.Close()
	}
}

// strings reads a list of strings, without those that are null. It stops at anything
// else, which it reports.
func (r *reader) strings(n *editor.Node, member string) []value {
	const want = "a list of strings"
	m := r.member(n, member, want)
	if m == nil {
		return nil
	}
	if m.Kind != source.List || m.IsNumbers() {
		r.wrong(n, member, want)
		return nil
	}
	var list []value
	for i := range m.Items() {
		at := n.PlaceIn(m).Item(i + 1)
		switch item := &m.Items()[i]; item.Kind {
		case source.String:
			list = append(list, value{scalar: item, at: at})
		case source.Null:
		default:
			r.Errorf(at, "", "%s: expected %s, and this is %s", member, want, item.Shown())
			return list
		}
	}
	return list
}

// setOf returns the tileset that a member of n names, or nil. If it is missing, it
// reports that, once for each sort of thing that names it.
func (r *reader) setOf(n *editor.Node, member, what string) *tileset {
	return named(r, r.tilesets, "tileset", n, member, what)
}

// named returns the definition that a member of n names, as setOf does.
func named[T any](r *reader, defs map[int32]*T, sort string, n *editor.Node, member, what string) *T {
	uid, ok := r.findInt(n, member)
	if !ok || uid < 0 && member != "tilesetUid" { // that of a rectangle is never none
		return nil
	}
	def := defs[uid]
	if def == nil {
		r.WarnOnceFor("lost "+sort+" "+what+" "+strconv.Itoa(int(uid)), n.PlaceOf(member), "it was deleted, perhaps; choose another one in LDtk, or none",
			"%s %d, of %s, is not in the project; that is left out", sort, uid, what)
	}
	return def
}
