package loader

import "github.com/levelc/levelc/format"

// side is one of the two versions of a level, with its tree. The nodes are in document
// order: those below a node follow it.
type side struct {
	*image
	tables []*imageTable // by store
	other  []int32       // by node: the same node of the other side, or -1
	end    []int32       // by node: the first one that is not below it
	named  []uint32      // by node: its string plus one, 0 if there is none; nil if no node has an id
	nodeOf [][]int32     // by table, by row: the node; see node
	hashes []uint64      // by node, see reload.hash
	hashed []bool        // by node
	texts  []uint64      // by string: its hash, or 0
}

// row is that of the image, without its search for the table.
func (s *side) row(table int, row uint32) []byte { return s.tables[table].from(row, 1) }

// both returns n rows of each version, or as many of them as are in one piece in both.
func (r *reload) both(table int, first, to, n uint32) (old, new []byte) {
	old, new = r.old.tables[table].from(first, n), r.new.tables[table].from(to, n)
	size := min(len(old), len(new))
	return old[:size], new[:size]
}

func newSide(im *image) *side {
	n := len(im.nodes)
	s := &side{image: im, other: make([]int32, n), end: make([]int32, n), tables: make([]*imageTable, len(im.world.Tables))}
	for t := range s.tables {
		s.tables[t] = im.table(t)
	}
	var path [256]int32 // the node before, and those that it is below
	open := 0           // of path
	for i := range im.nodes {
		s.other[i] = -1
		for depth := int(im.nodes[i].depth); open > depth; open-- {
			s.end[path[open-1]] = int32(i)
		}
		path[open] = int32(i)
		open++
	}
	for ; open > 0; open-- {
		s.end[path[open-1]] = int32(n)
	}
	if len(im.ids) > 0 {
		s.named = make([]uint32, n)
		for _, e := range im.ids {
			s.named[s.node(int(e.table), e.row)] = e.str + 1
		}
	}
	return s
}

// node returns the node of a row. Most levels without ids and references never ask.
func (s *side) node(table int, row uint32) int32 {
	if s.nodeOf == nil {
		s.nodeOf = make([][]int32, len(s.tables))
		for t, tb := range s.tables {
			if s.world.Tables[t].Class == format.ClassNode && tb.n > 0 {
				s.nodeOf[t] = make([]int32, 0, tb.n)
			}
		}
		for i := range s.nodes {
			k := s.nodes[i].kind
			s.nodeOf[k] = append(s.nodeOf[k], int32(i))
		}
	}
	return s.nodeOf[table][row]
}

// id returns the string of a node's id plus one, or 0 if it has none.
func (s *side) id(node int32) uint32 {
	if s.named == nil {
		return 0
	}
	return s.named[node]
}

// targetID returns the id of the node that a reference leads to.
func (s *side) targetID(table int, row uint32) uint32 {
	if s.named == nil {
		return 0
	}
	return s.named[s.node(table, row)]
}
