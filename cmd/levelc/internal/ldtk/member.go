package ldtk

import (
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/loader/ldtk"
)

// The functions of this file read members of objects. A member that is missing or null
// has its default. A wrong one is reported and has its default too.

// whole converts a number of the editor. LDtk writes whole numbers, and cuts off
// fractions, as this does.
func whole(text string) (int32, bool) {
	if v, err := source.ParseInt([]byte(text), 32); err == nil {
		return int32(v), true
	}
	f, err := source.ParseFloat64([]byte(text))
	if f = math.Trunc(f); err != nil || f < math.MinInt32 || f > math.MaxInt32 {
		return 0, false
	}
	return int32(f), true
}

func (r *reader) wrong(n *editor.Node, name, want string) {
	m := n.Member(name)
	r.Errorf(n.PlaceOf(name), "", "%s: expected %s, got %s", name, want, m.Shown())
}

// wrongList is wrong for a list that should have so many numbers.
func (r *reader) wrongList(n *editor.Node, name, want string) {
	m := n.Member(name)
	if !m.IsNumbers() {
		r.wrong(n, name, want)
		return
	}
	count := 0
	for range m.Numbers() {
		count++
	}
	r.Errorf(n.PlaceOf(name), "", "%s: expected %s, got a list of %d: %s", name, want, count, editor.Clip(m.Text))
}

// member finds a member that is neither an object nor a list with objects. Those are no
// members of a node, and would count as missing.
func (r *reader) member(n *editor.Node, name, want string) *editor.Member {
	m := n.Member(name)
	if m == nil {
		if c := n.Child(name); c != nil {
			r.Errorf(c.Place(), "", "%s: expected %s, got %s", name, want, c.Form())
		}
	}
	return m
}

// child finds a member that is an object. Anything else would count as missing, and a list
// of objects as the first of them.
func (r *reader) child(n *editor.Node, name string) *editor.Node {
	c := n.Child(name)
	switch {
	case c == nil && n.Member(name) != nil:
		r.wrong(n, name, "an object")
	case c != nil && c.Listed:
		r.Errorf(c.Place(), "", "%s: expected an object, got a list", name)
	}
	return c
}

// must reports a member that is missing, which LDtk always writes.
func (r *reader) must(n *editor.Node, what, name string) {
	if !n.Has(name) && n.Child(name) == nil {
		r.Errorf(n.Place(), saveAgain, "the %s has no %s", what, name)
	}
}

// scalar finds a member that is of a kind. It reports one that is not.
func (r *reader) scalar(n *editor.Node, name string, kind source.ValueKind, want string) *editor.Member {
	m := r.member(n, name, want)
	if m != nil && m.Kind != kind {
		r.wrong(n, name, want)
		return nil
	}
	return m
}

func (r *reader) int(n *editor.Node, name string, otherwise int32) int32 {
	if v, ok := r.findInt(n, name); ok {
		return v
	}
	return otherwise
}

// findInt is int for a member that may be missing or wrong, which it reports.
func (r *reader) findInt(n *editor.Node, name string) (v int32, ok bool) {
	const want = "a whole number of 32 bits"
	m := r.scalar(n, name, source.Number, want)
	if m == nil {
		return 0, false
	}
	if v, ok = whole(m.Text); !ok {
		r.wrong(n, name, want)
		return 0, false
	}
	r.checkCut(n.PlaceOf(name), name, m.Text, v)
	return v, true
}

// checkCut warns about a number whose fraction is cut off.
func (r *reader) checkCut(at editor.Place, name, text string, v int32) {
	if !strings.ContainsAny(text, ".eE") { // as nearly all
		return
	}
	if f, err := source.ParseFloat64([]byte(text)); err == nil && f != float64(v) {
		r.WarnOnceFor("cut "+name, at, "", "%s: %s is no whole number, and is cut off to %d, as in LDtk", name, editor.Clip(text), v)
	}
}

// checkCutIn is checkCut for a number in a list.
func (r *reader) checkCutIn(n *editor.Node, name string, item int, text string, v int32) {
	if strings.ContainsAny(text, ".eE") {
		r.checkCut(n.PlaceOf(name).Item(item), name, text, v)
	}
}

// float reads a number that a float32 holds.
func (r *reader) float(n *editor.Node, name string, otherwise float64) float64 {
	const want = "a number"
	m := r.scalar(n, name, source.Number, want)
	if m == nil {
		return otherwise
	}
	v, err := source.ParseFloat32([]byte(m.Text))
	if err != nil {
		r.wrong(n, name, want)
		return otherwise
	}
	return float64(v)
}

func (r *reader) bool(n *editor.Node, name string, otherwise bool) bool {
	if m := r.scalar(n, name, source.Bool, "true or false"); m != nil {
		return m.Text == "true"
	}
	return otherwise
}

// text reads a string.
func (r *reader) text(n *editor.Node, name string) string {
	if m := r.scalar(n, name, source.String, "a string"); m != nil {
		return m.Text
	}
	return ""
}

// name reads a string that others may refer to.
func (r *reader) name(n *editor.Node, name string) string {
	return r.Name(editor.Trim(r.text(n, name)), n.PlaceOf(name))
}

// numbers splits a list of numbers. A missing one is nil, as is one that is something
// else or has another number of them, which is reported.
func (r *reader) numbers(n *editor.Node, name string, count int) []string {
	want := "a list of " + strconv.Itoa(count) + " numbers"
	m := r.member(n, name, want)
	if m == nil {
		return nil
	}
	if list := strings.Split(m.Text, ","); m.IsNumbers() && len(list) == count {
		return list
	}
	r.wrongList(n, name, want)
	return nil
}

// vec reads a list of two whole numbers; a missing one is zero.
func (r *reader) vec(n *editor.Node, name string) ldtk.Vec {
	const want = "a list of two whole numbers"
	m := r.member(n, name, want)
	if m == nil {
		return ldtk.Vec{}
	}
	if first, second, _ := strings.Cut(m.Text, ","); m.IsNumbers() {
		x, okX := whole(first)
		y, okY := whole(second)
		if okX && okY {
			r.checkCutIn(n, name, 1, first, x)
			r.checkCutIn(n, name, 2, second, y)
			return ldtk.Vec{X: x, Y: y}
		}
	}
	r.wrongList(n, name, want)
	return ldtk.Vec{}
}

// vecOf reads two members.
func (r *reader) vecOf(n *editor.Node, x, y string, otherwise ldtk.Vec) ldtk.Vec {
	return ldtk.Vec{X: r.int(n, x, otherwise.X), Y: r.int(n, y, otherwise.Y)}
}

// floats reads a list of numbers, in the form of an attribute; "" means none.
func (r *reader) floats(n *editor.Node, name string, count int) string {
	list := r.numbers(n, name, count)
	for i := range list {
		if _, err := source.ParseFloat32([]byte(list[i])); err != nil {
			r.wrongList(n, name, "a list of "+strconv.Itoa(count)+" numbers")
			return ""
		}
	}
	return strings.Join(list, " ")
}

// sum adds positions, and reports a sum that is too large for a world.
func (r *reader) sum(at editor.Place, a, b ldtk.Vec) ldtk.Vec {
	x, y := int64(a.X)+int64(b.X), int64(a.Y)+int64(b.Y)
	if x != int64(int32(x)) || y != int64(int32(y)) {
		r.Errorf(at, "", "this lies at %d,%d, and positions have 32 bits", x, y)
		return ldtk.Vec{}
	}
	return ldtk.Vec{X: int32(x), Y: int32(y)}
}
