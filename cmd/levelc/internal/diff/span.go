package diff

import (
	"fmt"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
)

// mostElements is how many differing elements of one span are reported.
const mostElements = 8

// spans compares two spans: element by element if they have equally many, otherwise
// what is between the elements that they have in common at both ends.
func (e *engine) spans(f *pair, prefix string, a, b []byte) {
	s, n := level.Span(a[f.a.Offset:])
	t, m := level.Span(b[f.b.Offset:])
	name := prefix + f.a.Name
	p := f.elems
	if n == m {
		told := 0
		for k := range n {
			if e.sameElement(p, s+k, t+k) {
				continue
			}
			if told++; told <= mostElements {
				e.element(p, name+"["+strconv.FormatUint(uint64(k), 10)+"]", s+k, t+k)
			}
		}
		if told > mostElements {
			e.change(name, fmt.Sprintf("%d more elements", told-mostElements), "others")
		}
		return
	}
	front, back := uint32(0), uint32(0)
	for front < min(n, m) && e.sameElement(p, s+front, t+front) {
		front++
	}
	for back < min(n, m)-front && e.sameElement(p, s+n-1-back, t+m-1-back) {
		back++
	}
	at := fmt.Sprintf("%s[%d:%d]", name, front, n-back)
	e.change(at, string(e.a.appendElements(nil, p.a, s+front, s+n-back)), string(e.b.appendElements(nil, p.b, t+front, t+m-back)))
}

// sameElement reports whether two elements are equal.
func (e *engine) sameElement(p *plan, i, j uint32) bool {
	a, b := e.a.l.Row(p.a, i), e.b.l.Row(p.b, j)
	for k := range p.fields {
		f := &p.fields[k]
		if f.how != bySpan {
			if !e.equal(f, a, b) {
				return false
			}
			continue
		}
		s, n := level.Span(a[f.a.Offset:])
		t, m := level.Span(b[f.b.Offset:])
		if n != m {
			return false
		}
		for x := range n {
			if !e.sameElement(f.elems, s+x, t+x) {
				return false
			}
		}
	}
	return e.sameProps(p, i, j)
}

// sameProps reports whether two rows have the same dynamic properties.
func (e *engine) sameProps(p *plan, i, j uint32) bool {
	return string(e.a.props[level.At(p.a, i)]) == string(e.b.props[level.At(p.b, j)])
}

// element reports the differences of two elements.
func (e *engine) element(p *plan, name string, i, j uint32) {
	if len(p.fields) == 1 && p.fields[0].how != bySpan && len(e.a.l.Schema.Tables[p.a].Fields) == 1 {
		f := &p.fields[0]
		a, b := e.a.l.Row(p.a, i), e.b.l.Row(p.b, j)
		if !e.equal(f, a, b) && e.sameProps(p, i, j) {
			e.values(f, name, a, b)
			return
		}
	}
	e.rows(p, name+".", i, j)
}
