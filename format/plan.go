package format

import (
	"cmp"
	"fmt"
	"slices"
)

// Plan turns rows of a file's table into rows of the reader's. It is for tables that
// are not declared alike, and for machines with another byte order than the file's. It
// is made once, before any row is read, and then converts any number of blocks. It is
// immutable and may be used by several goroutines.
//
// A Plan converts fields that moved; integers, unsigned integers and floats that became
// wider; integers that became floats which hold them exactly (8 and 16 bits in an f32,
// 32 bits in an f64); enums and flags by their symbols; fixed arrays that were cut, or
// that grew and are filled from the default, by the names of their values if they have
// names on both sides. A field that the file does not have gets
// its default; a field that the reader does not have is left out. Everything else is an
// error of NewPlan.
//
// References stay as they are in the file: a row of the file and, for an anyref, a
// table of the file. So do strings and spans.
type Plan struct {
	from, to int // strides
	ops      []planOp
	moves    []wordMove // the short copies among ops, if both strides are whole words
	vec      gather     // the ops that vectors do
	same     bool
	texts    []TextDefault
}

// TextDefault is a str value that the file does not have. Convert leaves it
// empty; the reader fills it in once it has the string.
type TextDefault struct {
	Offset uint32 // in the reader's row
	Text   string
}

type planKind uint8

const (
	planCopy  planKind = iota // n bytes as they are
	planConst                 // the bytes of data
	planValue                 // count values, one by one
)

type planOp struct {
	kind     planKind
	src, dst int
	n        int // bytes, or values of a planValue
	data     []byte
	conv     conversion
	gathered bool // vec does it
}

// NewPlan makes the plan from a table of a file to a table of the reader. The error is
// an *Error with the table and field, and wraps ErrConvert, or ErrComponents, which
// wraps it. To plan all tables, use one Planner.
func NewPlan(file *Schema, fileTable int, reader *Schema, readerTable int) (*Plan, error) {
	return NewPlanner(file, reader, nil).Plan(fileTable, readerTable)
}

// Planner makes the plans between two schemas. What the plans of renamed tables need to
// know of all tables, it finds once. It is for one goroutine at a time.
type Planner struct{ names renames }

// NewPlanner returns a Planner. match is what Match returned for the two schemas, or
// nil.
func NewPlanner(file, reader *Schema, match []int) *Planner {
	return &Planner{renames{file: file, reader: reader, match: match}}
}

// Plan is NewPlan for two of the tables.
func (m *Planner) Plan(fileTable, readerTable int) (*Plan, error) {
	file, reader := m.names.file, m.names.reader
	if file == nil || reader == nil {
		return nil, errTable(0, "", "", ErrConvert, "a schema is nil")
	}
	if fileTable < 0 || fileTable >= len(file.Tables) || readerTable < 0 || readerTable >= len(reader.Tables) {
		return nil, errTable(0, "", "", ErrConvert, "no such table")
	}
	from, to := &file.Tables[fileTable], &reader.Tables[readerTable]
	if from.Class != to.Class {
		return nil, errTable(0, to.Name, "", ErrConvert, fmt.Sprintf("%s table in the file, %s table in the reader", from.Class, to.Class))
	}
	p := &Plan{from: int(from.Stride), to: int(to.Stride)}
	if littleEndian && alike(from, to) && sameComponents(from, to) {
		p.add(planOp{kind: planCopy, n: p.to})
		p.same = true
		return p, nil
	}
	end := 0
	for _, pair := range matchFields(from, to) {
		p.zeros(end, int(pair.to.Offset))
		end = int(pair.to.Offset + pair.to.Size())
		if err := p.field(pair, &m.names); err != nil {
			err.Table = to.Name
			return nil, err
		}
	}
	p.zeros(end, p.to)
	p.coalesce(from)
	p.listMoves()
	p.gather()
	p.same = littleEndian && p.from == p.to && len(p.ops) == 1 && p.ops[0].kind == planCopy && p.ops[0].n == p.to
	return p, nil
}

// Same reports whether the rows of the file are the reader's rows as they are.
func (p *Plan) Same() bool { return p.same }

// Texts lists the defaults of str fields that the file does not have.
func (p *Plan) Texts() []TextDefault { return p.texts }

func (p *Plan) add(op planOp) {
	if op.n > 0 {
		p.ops = append(p.ops, op)
	}
}

// zeros fills a gap of the reader's row.
func (p *Plan) zeros(from, to int) {
	if to > from {
		p.add(planOp{kind: planConst, dst: from, n: to - from, data: make([]byte, to-from)})
	}
}

// field adds the operations for one field. If there can be none, it returns the reason as
// an error that does not name the table.
func (p *Plan) field(pair fieldPair, names *renames) *Error {
	to, from := pair.to, pair.from
	parts := []stretch{{-1, 0, int(to.Count)}}
	if from != nil {
		list, what := correspond(from, to)
		if what != "" {
			return errTable(0, "", to.Name, ErrComponents, what)
		}
		parts = stretches(list, from, to)
		if what := p.values(from, to, parts, names); what != "" {
			return errTable(0, "", to.Name, ErrConvert, what)
		}
	}
	if what := p.missing(to, parts); what != "" {
		return errTable(0, "", to.Name, ErrConvert, what)
	}
	return nil
}

// missing adds the constants for values that the file does not have. It returns the reason
// if there can be none, as values does.
func (p *Plan) missing(to *Field, parts []stretch) string {
	if !slices.ContainsFunc(parts, func(s stretch) bool { return s.from < 0 }) {
		return ""
	}
	def, err := DefaultBytes(to)
	if err != nil {
		return err.(*Error).Detail
	}
	if !littleEndian {
		swapValues(def, to.Type)
	}
	var words []string
	if to.Type == TypeStr && to.Attr.HasDefault && to.Attr.Default != "" {
		words = defaultWords(to)
	}
	size := int(to.Type.Size())
	for _, s := range parts {
		if s.from >= 0 {
			continue
		}
		p.add(planOp{kind: planConst, dst: int(to.Offset) + s.to*size, n: s.n * size, data: def[s.to*size : (s.to+s.n)*size]})
		for k := s.to; words != nil && k < s.to+s.n; k++ {
			p.texts = append(p.texts, TextDefault{Offset: to.Offset + uint32(4*k), Text: words[k]})
		}
	}
	return ""
}

// values adds the conversions of those values of a field that the file has.
func (p *Plan) values(from, to *Field, parts []stretch, names *renames) string {
	if what := sameTargets(from, to, names); what != "" {
		return what
	}
	c, what := convert(from, to)
	if what != "" {
		return what
	}
	for _, s := range parts {
		if s.from < 0 {
			continue
		}
		src, dst := int(from.Offset)+s.from*int(from.Type.Size()), int(to.Offset)+s.to*int(to.Type.Size())
		switch {
		case c.step == stepSame:
			p.unchanged(to.Type, src, dst, s.n)
		case c.gone == nil:
			p.add(planOp{kind: planValue, src: src, dst: dst, n: s.n, conv: c})
		default: // the values of a field may have different defaults
			for k, n := 0, 0; k < s.n; k += n {
				n = 1
				for k+n < s.n && c.defaults[s.to+k+n] == c.defaults[s.to+k] {
					n++
				}
				p.add(planOp{kind: planValue, src: src + k*int(c.from), dst: dst + k*int(c.to), n: n, conv: c.standIn(c.defaults[s.to+k])})
			}
		}
	}
	return ""
}

// unchanged adds a copy of n values, but for the byte order.
func (p *Plan) unchanged(t Type, src, dst, n int) {
	size := int(t.Size())
	if littleEndian || size == 1 {
		p.add(planOp{kind: planCopy, src: src, dst: dst, n: n * size})
		return
	}
	for k := range n {
		for _, part := range typeParts(t) {
			p.add(planOp{kind: planValue, src: src + k*size + int(part.off), dst: dst + k*size + int(part.off), n: 1,
				conv: conversion{from: part.size, to: part.size}})
		}
	}
}

// part is a number within a value.
type part struct{ off, size uint8 }

// typeParts returns the numbers that a value consists of, for swapping bytes.
func typeParts(t Type) []part {
	switch t {
	case TypeRef, TypeSpan:
		return []part{{0, 4}, {4, 4}}
	case TypeAnyRef:
		return []part{{0, 4}, {4, 4}, {8, 2}, {10, 2}}
	}
	return []part{{0, uint8(t.Size())}}
}

// swapValues turns values of the file into values of a big-endian machine.
func swapValues(b []byte, t Type) {
	size := int(t.Size())
	for i := 0; i+size <= len(b); i += size {
		for _, part := range typeParts(t) {
			slices.Reverse(b[i+int(part.off) : i+int(part.off)+int(part.size)])
		}
	}
}

// renames knows the reader's names for the file's tables. That takes a look at all
// tables, which hardly any plan of a schema needs.
type renames struct {
	file, reader *Schema
	match        []int      // nil until it is needed
	tables       *nameIndex // of the file, from then on
}

// becomes returns the reader's name for a table whose name the reader does not have.
func (r *renames) becomes(name string) string {
	if r.match == nil {
		r.match = Match(r.file, r.reader)
	}
	if r.tables == nil {
		tables := tableIndex(r.file)
		r.tables = &tables
	}
	if i := r.tables.find(name); i >= 0 && r.match[i] >= 0 {
		return r.reader.Tables[r.match[i]].Name
	}
	return name
}

// sameTargets compares the tables that refs and spans point at. A name that both sides
// have means the same table.
func sameTargets(from, to *Field, names *renames) string {
	if from.Type != to.Type {
		return ""
	}
	switch to.Type {
	case TypeRef, TypeSpan:
		if from.Target != to.Target && names.becomes(from.Target) != to.Target {
			return fmt.Sprintf("a %s to %s in the file, to %s in the reader", to.Type, from.Target, to.Target)
		}
	case TypeAnyRef:
		may := symbolIndex(to.Symbols)
		for _, name := range from.Symbols {
			if may.find(name) < 0 && may.find(names.becomes(name)) < 0 {
				return fmt.Sprintf("the file's may name %s, the reader's may not", name)
			}
		}
	}
	return ""
}

// coalesce joins adjacent copies, and adjacent constants. A gap that moved together
// with a copied neighbour is zero in the file too, so it is copied with it.
func (p *Plan) coalesce(file *Table) {
	slices.SortStableFunc(p.ops, func(a, b planOp) int { return cmp.Compare(a.dst, b.dst) })
	for i := range p.ops {
		if op := &p.ops[i]; op.kind == planConst && isZero(op.data) {
			if i > 0 {
				p.copyGap(op, &p.ops[i-1], file)
			}
			if i+1 < len(p.ops) && op.kind == planConst {
				p.copyGap(op, &p.ops[i+1], file)
			}
		}
	}
	out := p.ops[:0]
	for _, op := range p.ops {
		if k := len(out) - 1; k >= 0 && out[k].kind == op.kind && out[k].dst+out[k].n == op.dst {
			switch {
			case op.kind == planCopy && out[k].src+out[k].n == op.src:
				out[k].n += op.n
				continue
			case op.kind == planConst:
				out[k].data = append(slices.Clip(out[k].data), op.data...)
				out[k].n += op.n
				continue
			}
		}
		out = append(out, op)
	}
	p.ops = out
}

// listMoves takes the short copies apart into words, at least four of them if there are any.
func (p *Plan) listMoves() {
	for i := range p.ops {
		if op := &p.ops[i]; op.kind == planCopy && (op.src|op.dst|op.n)&3 == 0 && op.n <= 4*longWords {
			for k := range op.n / 4 {
				p.moves = append(p.moves, wordMove{uint16(op.dst/4 + k), uint16(op.src/4 + k)})
			}
		}
	}
	for k := 0; k < len(p.moves) && len(p.moves) < 4; k++ {
		p.moves = append(p.moves, p.moves[k]) // a word may move twice
	}
}

// copyGap turns op into a copy if the file has a gap beside what its neighbour copies.
func (p *Plan) copyGap(op, beside *planOp, file *Table) {
	src := op.dst + beside.src - beside.dst
	if beside.kind != planCopy || src < 0 || src+op.n > p.from {
		return
	}
	for i := range file.Fields {
		if f := &file.Fields[i]; int(f.Offset) < src+op.n && src < int(f.Offset+f.Size()) {
			return
		}
	}
	*op = planOp{kind: planCopy, src: src, dst: op.dst, n: op.n}
}
