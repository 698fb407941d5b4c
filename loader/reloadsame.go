package loader

import (
	"bytes"
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// same compares a stretch of a row in both versions by what it says. If only likeness is
// asked for, ids and parents do not count, and references are those to nodes of one kind and
// one id; otherwise they are to nodes that match.
func (r *reload) same(p *stretch, a, b []byte, alike bool) bool {
	ne := binary.NativeEndian
	switch {
	case alike && p.id:
	case p.Type == format.TypeStr:
		for ; len(a) > 0; a, b = a[4:], b[4:] {
			if !r.sameText(ne.Uint32(a), ne.Uint32(b)) {
				return false
			}
		}
	case p.Type.IsRef():
		for ; len(a) > 0; a, b = a[p.Type.Size():], b[p.Type.Size():] {
			st, from := p.target(a)
			st2, to := p.target(b)
			if st != st2 || st >= 0 && !r.sameTarget(st, from, to, alike) {
				return false
			}
		}
	case p.Type == format.TypeSpan:
		first, n := spanOf(a)
		to, m := spanOf(b)
		return n == m && r.sameElements(p.to, first, to, n, alike)
	default:
		return bytes.Equal(a, b)
	}
	return true
}

// sameTarget compares the nodes that references of both versions lead to.
func (r *reload) sameTarget(table int, from, to uint32, alike bool) bool {
	if !alike {
		return r.old.other[r.old.node(table, from)] == r.new.node(table, to)
	}
	was, now := r.old.targetID(table, from), r.new.targetID(table, to)
	return (was == 0) == (now == 0) && (was == 0 || r.sameText(was-1, now-1))
}

// sameFields compares rows of a table.
func (r *reload) sameFields(table int, a, b []byte, alike bool) bool {
	t := &r.shapes[table]
	for i := range t.stretches {
		if p := &t.stretches[i]; !r.same(p, a[p.off:p.end], b[p.off:p.end], alike) {
			return false
		}
	}
	return true
}

// sameElements compares n rows of an array table, from first in the old version and from
// to in the new one.
func (r *reload) sameElements(table int, first, to, n uint32, alike bool) bool {
	if n == 0 {
		return true
	}
	t, c := &r.shapes[table], r.commonOf(table)
	switch {
	case c.has(first, to, n):
		return true
	case t.flat && first == to && first <= c.head && first+n > c.head: // there they differ
		return false
	case t.flat:
		return r.sameBytes(table, first, to, n)
	}
	for n > 0 {
		a, b := r.both(table, first, to, n)
		k := uint32(len(a) / t.stride)
		for ; len(a) > 0; a, b = a[t.stride:], b[t.stride:] {
			if !r.sameFields(table, a[:t.stride], b[:t.stride], alike) {
				return false
			}
		}
		first, to, n = first+k, to+k, n-k
	}
	return true
}
