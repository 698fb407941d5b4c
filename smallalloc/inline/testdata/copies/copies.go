// Package copies copies containers in every way that go vet is to report.
// TestVetReportsCopies runs it.
package copies

import "github.com/levelc/levelc/smallalloc/inline"

func byValue(v inline.Vec[int]) {} // want copy

func assign(v *inline.Vec[int]) {
	w := *v // want copy
	_ = w.Len()
}

type holder struct {
	names inline.Map[string, int]
	text  inline.String
}

func result(h *holder) inline.Map[string, int] {
	return h.names // want copy
}

func each(all []inline.Set[int]) (n int) {
	for _, s := range all { // want copy
		n += s.Len()
	}
	return n
}

func fields(h *holder, b *inline.Buffer, s *inline.Stream) {
	t := h.text // want copy
	_ = t.Len()
	c := *b // want copy
	_ = c.Len()
	r := *s // want copy
	_ = r.Len()
}

func scratch(s *inline.Scratch[int]) {
	t := *s // want copy
	_ = t.Cap()
}

func fine() int {
	var buf [4]int
	v := inline.Over(buf[:])
	h := holder{text: inline.OverString(nil)}
	return v.Len() + h.text.Len()
}

var _ = []any{byValue, assign, result, each, fields, scratch, fine}
