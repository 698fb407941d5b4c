package infer

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// misfits are values of another form than the other values of their field. If they are
// few, they are mostly mistakes, and decide the type of thousands.
type misfits struct {
	n     uint64 // not all of them if there are many
	first string
	many  bool
}

// rareMisfit is how many values there are for each misfit, at least.
const rareMisfit = 64

// add counts one. of is how many values there are so far.
func (m *misfits) add(b []byte, of uint64) {
	if m.n++; m.n == 1 {
		m.first = string(terse.Cut(b, maxSymbol))
	}
	m.many = m.n > 1+of/rareMisfit
}

func (m *misfits) merge(o *misfits) {
	if m.n == 0 {
		m.first = o.first
	}
	m.n += o.n
	m.many = m.many || o.many
}

// misfit says which few values gave the field its type, or returns "".
func (t *tally) misfit(g guess) string {
	all, few := t.count(), t.noNumbers
	few.n += t.empty
	what, become := "no number", "strings"
	switch {
	case t.texts == all && g.span:
		few, what, become = t.several, "more than one number", "lists"
	case t.texts == all:
	case t.strings+t.numbers == all:
		few = misfits{n: t.strings}
		if len(t.words.list) > 0 {
			few.first = t.words.list[0].text
		}
	default:
		return ""
	}
	if few.n == 0 || few.many || few.n > all/rareMisfit || !g.span && g.typ != format.TypeStr || isNone([]byte(few.first)) {
		return ""
	}
	are := "is"
	if few.n > 1 {
		are = "are"
	}
	return fmt.Sprintf("%d of %d values %s %s (%q), so all of them become %s", few.n, all, are, what, oneLine(few.first, 32), become)
}

// isGrouped reports whether a text is one number with commas for thousands, which is
// also two numbers or more: "1,234". "100,234" may as well be two ids.
func isGrouped(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte{'-'})
	digits, groups := 0, 0
	for _, c := range b {
		switch {
		case c-'0' <= 9:
			digits++
		case c == ',' && (digits == 3 && groups > 0 || groups == 0 && (digits == 1 || digits == 2) && b[0] != '0'):
			digits, groups = 0, groups+1
		default:
			return false
		}
	}
	return groups > 0 && digits == 3
}
