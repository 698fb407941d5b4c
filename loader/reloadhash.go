package loader

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/levelc/levelc/format"
)

// hash returns a number that stands for all that a node and its children hold, ids
// excepted. Most nodes are matched by less than that, so it is found when it is asked
// for, and for the whole subtree, which follows the node in document order.
func (r *reload) hash(s *side, node int32) uint64 {
	if s.hashed == nil {
		s.hashed, s.hashes, s.texts = make([]bool, len(s.nodes)), make([]uint64, len(s.nodes)), make([]uint64, s.strings())
	}
	if s.hashed[node] {
		return s.hashes[node]
	}
	for i := s.end[node] - 1; i >= node; i-- { // children come after their parent
		depth := s.nodes[i].depth
		below := r.added[int(depth)+1]
		r.added[int(depth)+1] = 0
		if !s.hashed[i] {
			s.hashes[i] = r.hashNode(s, int(i), below)
			s.hashed[i] = true
		}
		if i > node {
			r.added[depth] = mixed(r.added[depth]+uint64(s.nodes[i].kind), s.hashes[i])
		}
	}
	return s.hashes[node]
}

func (r *reload) hashNode(s *side, i int, below uint64) uint64 {
	n := &s.nodes[i]
	h := r.hashRow(mixed(below, uint64(n.name)), s, int(n.kind), n.row)
	if p := s.propsOf(int(n.kind), n.row); p != nil {
		h = mixed(h, maphash.Bytes(r.seed, p))
	}
	return h
}

// mixed adds v to the hash h. What others could choose has gone through maphash before.
func mixed(h, v uint64) uint64 { return (bits.RotateLeft64(h, 23) ^ v) * 0x9e3779b97f4a7c15 }

// hashRow adds the contents of a row to h: strings by their text, references by the ids
// of their targets, spans by their elements.
func (r *reload) hashRow(h uint64, s *side, table int, row uint32) uint64 {
	ne := binary.NativeEndian
	t := &r.shapes[table]
	data := s.row(table, row)
	for i := range t.stretches {
		p := &t.stretches[i]
		v := data[p.off:p.end]
		switch {
		case p.id:
		case p.Type == format.TypeStr:
			for ; len(v) > 0; v = v[4:] {
				h = mixed(h, r.hashText(s, ne.Uint32(v)))
			}
		case p.Type.IsRef():
			for ; len(v) > 0; v = v[p.Type.Size():] {
				st, to := p.target(v)
				h = mixed(h, uint64(st+1))
				if st >= 0 {
					if id := s.targetID(st, to); id != 0 {
						h = mixed(h, r.hashText(s, id-1))
					}
				}
			}
		case p.Type == format.TypeSpan:
			first, n := spanOf(v)
			h = mixed(h, uint64(n))
			if r.shapes[p.to].flat {
				h = mixed(h, r.hashRows(s, p.to, first, n))
				continue
			}
			for k := range n {
				h = r.hashRow(h, s, p.to, first+k)
			}
		default:
			h = mixed(h, maphash.Bytes(r.seed, v))
		}
	}
	return h
}

// hashRows returns the hash of the bytes of n rows, which does not depend on their pieces.
func (r *reload) hashRows(s *side, table int, first, n uint32) uint64 {
	t := s.tables[table]
	rows := t.from(first, n)
	if len(rows) == int(n)*t.stride {
		return maphash.Bytes(r.seed, rows)
	}
	var h maphash.Hash
	h.SetSeed(r.seed)
	for n > 0 {
		rows = t.from(first, n)
		h.Write(rows)
		first, n = first+uint32(len(rows)/t.stride), n-uint32(len(rows)/t.stride)
	}
	return h.Sum64()
}

// hashText returns the hash of a string that a row names.
func (r *reload) hashText(s *side, id uint32) uint64 {
	if s.texts[id] == 0 {
		s.texts[id] = maphash.String(r.seed, s.text(id))
	}
	return s.texts[id]
}
