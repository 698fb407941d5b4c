package format

import (
	"cmp"
	"slices"
)

// A rowPlan is rule 7 for one table, as a list of plain loops over the rows of
// a block. It is built once for a schema.
type rowPlan struct {
	stride   int
	ops      []rowOp
	period   int       // bytes after which wide starts again
	wide     []column  // for the ops that can be done 64 bits at a time
	ceilings []ceiling // the limits in wide that depend on the file
	fields   []Field   // for messages
}

type opKind uint8

const (
	opZero   opKind = iota // the bits of mask are zero in each of n words from off on
	opZeroIn               // the same for bytes, in rows that do not consist of words
	opStr                  // a string id
	opRef                  // u32 row+1, u32 zero
	opAny                  // u32 row+1, u32 zero, u16 table, u16 zero
	opSpan                 // u32 start, u32 count; starts where the last one ended
	opEnum                 // below limit, the number of symbols; mask has the bits of a value
	opFinite32
	opFinite64
)

// rowOp is one loop over a block, or n loops if the field is an array. off is in bytes
// from the row's start.
type rowOp struct {
	kind    opKind
	field   int // in the table; -1 for a gap
	off     int
	n       int
	step    int // bytes from one of the n to the next
	mask    uint32
	limit   uint64
	target  int      // ref, span: table
	span    int      // span: index among the spans of the schema
	allowed []uint64 // anyref: a bit for each table that it may name
	wide    bool     // columns do it
}

// maskAt returns the mask for the byte at an offset of the row.
func (op *rowOp) maskAt(off int) byte { return byte(op.mask >> (8 * (off & 3))) }

// spanOf is a span field of the schema: where it is, and what it covers.
type spanOf struct {
	table, field, target int
}

// schemaPlan is everything that checking needs to know of a schema.
type schemaPlan struct {
	schema *Schema
	rows   []rowPlan
	spans  []spanOf
	owned  []int   // by table: the span that targets it, or -1
	owns   [][]int // by table: its spans
	wide   int     // columns of all tables

	ops  []rowOp  // scratch for the ops of a table
	cols []column // and for its columns
}

func newSchemaPlan(s *Schema) *schemaPlan {
	p := &schemaPlan{schema: s, rows: make([]rowPlan, len(s.Tables)), owned: make([]int, len(s.Tables)), owns: make([][]int, len(s.Tables))}
	byName := make(map[string]int, len(s.Tables))
	for i := range s.Tables {
		byName[s.Tables[i].Name] = i
		p.owned[i] = -1
	}
	for i := range s.Tables {
		p.addTable(i, byName)
	}
	p.ops, p.cols = nil, nil
	return p
}

func (p *schemaPlan) addTable(i int, byName map[string]int) {
	t := &p.schema.Tables[i]
	r := &p.rows[i]
	r.stride, r.fields, r.ops = int(t.Stride), t.Fields, p.ops[:0]
	end := 0
	for j := range t.Fields {
		f := &t.Fields[j]
		r.zeroBytes(-1, end, int(f.Offset)-end, ^uint32(0))
		end = int(f.Offset + f.Size())
		op := rowOp{field: j, off: int(f.Offset), n: int(f.Count), step: int(f.Type.Size())}
		switch f.Type {
		case TypeBool:
			r.zeroBytes(j, op.off, op.n, 0xfefefefe)
			continue
		case TypeFlags8, TypeFlags16, TypeFlags32, TypeFlags64:
			r.flags(j, f)
			continue
		case TypeF32, TypeF64:
			if !f.Attr.Finite {
				continue
			}
			op.kind = opFinite32
			if f.Type == TypeF64 {
				op.kind = opFinite64
			}
		case TypeStr:
			op.kind = opStr
		case TypeRef:
			op.kind, op.target = opRef, byName[f.Target]
		case TypeAnyRef:
			op.kind = opAny
			for _, name := range f.Symbols {
				for t := byName[name]; len(op.allowed) <= t/64; {
					op.allowed = append(op.allowed, 0)
				}
				op.allowed[byName[name]/64] |= 1 << (byName[name] % 64)
			}
		case TypeSpan:
			op.kind, op.target, op.span = opSpan, byName[f.Target], len(p.spans)
			p.spans = append(p.spans, spanOf{table: i, field: j, target: op.target})
			p.owned[op.target] = op.span
			p.owns[i] = append(p.owns[i], op.span)
		case TypeEnum8, TypeEnum16, TypeEnum32:
			op.kind, op.limit, op.mask = opEnum, uint64(len(f.Symbols)), ^uint32(0)>>(32-8*op.step)
		case TypeU8, TypeI8, TypeU16, TypeI16, TypeU32, TypeI32, TypeU64, TypeI64:
			continue // every value is one
		default: // Validate lets no other type through
			panic("format: no rule for values of the type " + f.Type.String())
		}
		r.ops = append(r.ops, op)
	}
	r.zeroBytes(-1, end, r.stride-end, ^uint32(0))
	r.merge()
	p.ops, r.ops = r.ops[:0], slices.Clone(r.ops)
	p.wide += p.columns(r, mostColumns-p.wide)
}

// flags adds the bits that have no name.
func (r *rowPlan) flags(field int, f *Field) {
	unnamed := ^uint64(0) << len(f.Symbols) // a shift by 64 gives 0
	off, n := int(f.Offset), int(f.Count)
	switch f.Type.Size() {
	case 1:
		r.zeroBytes(field, off, n, uint32(unnamed&0xff)*0x01010101)
	case 2:
		r.zeroBytes(field, off, 2*n, uint32(unnamed&0xffff)*0x00010001)
	case 4:
		r.words(field, off, n, 4, uint32(unnamed))
	case 8:
		r.words(field, off, n, 8, uint32(unnamed))
		r.words(field, off+4, n, 8, uint32(unnamed>>32))
	}
}

// zeroBytes adds the check that the bits of mask are zero in n bytes from off on. mask
// stands for a word of the row, so its bytes repeat.
func (r *rowPlan) zeroBytes(field, off, n int, mask uint32) {
	if n <= 0 || mask == 0 {
		return
	}
	if r.stride%4 != 0 {
		r.ops = append(r.ops, rowOp{kind: opZeroIn, field: field, off: off, n: n, step: 1, mask: mask})
		return
	}
	const all = ^uint32(0)
	if head := off & 3; head != 0 || n < 4 {
		k := min(4-head, n)
		r.words(field, off-head, 1, 4, mask&(all<<(8*head))&(all>>(8*(4-head-k))))
		off, n = off+k, n-k
	}
	r.words(field, off, n/4, 4, mask)
	if n&3 != 0 {
		r.words(field, off+n&^3, 1, 4, mask&(all>>(8*(4-n&3))))
	}
}

func (r *rowPlan) words(field, off, n, step int, mask uint32) {
	if n > 0 && mask != 0 {
		r.ops = append(r.ops, rowOp{kind: opZero, field: field, off: off, n: n, step: step, mask: mask})
	}
}

// merge joins ops that look at the same word.
func (r *rowPlan) merge() {
	slices.SortStableFunc(r.ops, func(a, b rowOp) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n))
	})
	out := r.ops[:0]
	for _, op := range r.ops {
		if k := len(out) - 1; k >= 0 && op.kind == opZero && out[k].kind == opZero && op.off == out[k].off && op.n == 1 && out[k].n == 1 {
			out[k].mask |= op.mask
			continue
		}
		out = append(out, op)
	}
	r.ops = out
}

// fieldAt returns the field that a failing byte of a row belongs to, and what is wrong
// with it.
func (r *rowPlan) fieldAt(off int) (name string, err error) {
	for i := range r.fields {
		f := &r.fields[i]
		if off >= int(f.Offset) && off < int(f.Offset+f.Size()) {
			return f.Name, ErrRange
		}
	}
	return "", ErrGap
}
