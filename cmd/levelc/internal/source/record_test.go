package source

import (
	"fmt"
	"strconv"
	"strings"
)

// record writes down what a Handler is told, one call a line.
type record struct {
	numbers int // lists that were told of as a text
	out     strings.Builder
	kinds   map[string]bool
	at      bool // with offsets
	stop    int  // calls until it returns false
	depth   int
}

func (r *record) call(format string, args ...any) bool {
	r.out.WriteString(strings.Repeat("  ", max(0, r.depth)))
	fmt.Fprintf(&r.out, format, args...)
	r.out.WriteByte('\n')
	r.stop--
	return r.stop != 0
}

func (r *record) off(at int64) string {
	if !r.at {
		return ""
	}
	return "@" + strconv.FormatInt(at, 10)
}

func (r *record) Kind(name []byte) bool { return r.kinds[string(name)] }

func (r *record) Open(name []byte, at int64) bool {
	ok := r.call("open %q%s", name, r.off(at))
	r.depth++
	return ok
}

func (r *record) Value(name []byte, v *Value) bool {
	return r.call("%q = %s", name, r.show(v))
}

func (r *record) Text(v *Value) bool { return r.call("text %s", r.show(v)) }

func (r *record) Close(at int64) bool {
	r.depth--
	return r.call("close%s", r.off(at))
}

func (r *record) show(v *Value) string {
	s := ""
	switch v.Kind {
	case Text, String:
		s = strconv.Quote(string(v.Bytes))
	case List:
		items := make([]string, len(v.Items))
		for i := range items {
			items[i] = r.show(&v.Items[i])
		}
		s = "[" + strings.Join(items, " ") + "]"
	case Numbers: // as a List of them
		items := strings.Split(string(v.Bytes), ",")
		for i := range items {
			items[i] += r.off(v.At)
		}
		s = "[" + strings.Join(items, " ") + "]"
		r.numbers++
	case Null:
		s = "null"
	default:
		s = string(v.Bytes)
	}
	if v.Mixed {
		s += " mixed"
	}
	return s + r.off(v.At)
}

// none takes everything and keeps nothing.
type none struct{ kinds bool }

func (n none) Kind([]byte) bool        { return n.kinds }
func (none) Open([]byte, int64) bool   { return true }
func (none) Value([]byte, *Value) bool { return true }
func (none) Text(*Value) bool          { return true }
func (none) Close(int64) bool          { return true }
