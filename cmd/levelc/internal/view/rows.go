package view

import (
	"bufio"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// rows knows how the rows of a schema are written.
type rows struct {
	w      *bufio.Writer // for long texts
	schema *format.Schema
	names  names
	index  map[string]int // of a table
	kinds  []uint32       // for each table, how many of its nodes $node has named

	// The rows of $prop whose properties have not come yet, the bytes that have come
	// for them, and where in $propbytes these begin. A block may end in the middle of a
	// row's properties.
	props      []format.PropRow
	payload    []byte
	payloadEnd uint32
}

func newRows(w *bufio.Writer, s *format.Schema) *rows {
	r := &rows{w: w, schema: s, index: make(map[string]int), kinds: make([]uint32, len(s.Tables))}
	r.names.ids = make(map[level.Place]uint32)
	for i := range s.Tables {
		r.index[s.Tables[i].Name] = i
	}
	return r
}

// rows writes the rows of a block, one line each.
func (p *printer) rows(r *rows, b format.Block) {
	t := &r.schema.Tables[b.Table]
	stride := int(t.Stride)
	switch b.Table {
	case format.TableBytes:
		p.bytes(t.Name, b)
		return
	case format.TablePropBytes:
		p.props(r, b)
		return
	}
	for i := 0; i < int(b.Rows) && len(b.Data) >= (i+1)*stride; i++ {
		row := b.Data[i*stride:][:stride]
		line := append(p.line[:0], "  "...)
		line = r.appendPlace(line, b.Table, b.First+uint32(i))
		switch b.Table {
		case format.TableStr:
			line = append(line, ' ')
			line = r.appendString(line, b.First+uint32(i))
		case format.TableNode:
			line = r.appendNode(line, (*format.NodeRow)(row))
		case format.TableProp:
			r.props = append(r.props, format.PropRow(row))
			continue // shown with the properties themselves
		case format.TableIDs:
			id := (*format.IDRow)(row)
			line = r.appendOwner(line, id)
			line = append(line, " id="...)
			line = r.appendString(line, id.Str())
		case format.TableSrc:
			line = r.appendSource(line, (*format.SrcRow)(row))
		default:
			line = r.appendFields(line, t, row)
		}
		p.line = append(line, '\n')
		p.w.Write(p.line)
	}
}

// bytes writes a block of plain bytes, 32 to a line, as a quoted string. In $bytes
// strings follow each other directly; $str separates them.
func (p *printer) bytes(name string, b format.Block) {
	for at := 0; at < len(b.Data); at += 32 {
		end := min(at+32, len(b.Data))
		line := append(p.line[:0], "  "...)
		line = appendRange(append(line, name...), uint64(b.First)+uint64(at), uint64(b.First)+uint64(end))
		line = append(line, ' ')
		line = strconv.AppendQuoteToASCII(line, string(b.Data[at:end]))
		p.line = append(line, '\n')
		p.w.Write(p.line)
	}
}

// appendPlace writes table[row].
func (r *rows) appendPlace(b []byte, table int, row uint32) []byte {
	b = append(b, r.schema.Tables[table].Name...)
	b = append(b, '[')
	b = strconv.AppendUint(b, uint64(row), 10)
	return append(b, ']')
}

// appendTarget writes the row that a reference names, with its id.
func (r *rows) appendTarget(b []byte, table int, rowPlusOne uint32) []byte {
	if rowPlusOne == 0 || table >= len(r.schema.Tables) {
		return append(b, "nil"...)
	}
	b = r.appendPlace(b, table, rowPlusOne-1)
	if id, ok := r.names.id(table, rowPlusOne-1); ok {
		b = r.appendQuoted(b, id)
	}
	return b
}

func (r *rows) appendString(b []byte, id uint32) []byte {
	if text, ok := r.names.string(id); ok {
		return r.appendQuoted(b, text)
	}
	return r.appendPlace(b, format.TableStr, id)
}

// appendNode writes a row of $node: its node, indented by the depth. The n-th node of a
// kind is row n of the kind's table.
func (r *rows) appendNode(b []byte, node *format.NodeRow) []byte {
	kind, depth, slot := int(node.Kind()), int(node.Depth()), int(node.Slot())
	for range depth + 1 {
		b = append(b, ' ')
	}
	if kind >= len(r.schema.Tables) {
		return append(b, '?')
	}
	b = r.appendTarget(b, kind, r.kinds[kind]+1)
	r.kinds[kind]++
	if elements := r.schema.Tables[kind].Attr.Names; slot > 0 && slot < len(elements) {
		b = append(b, " as "...)
		b = append(b, elements[slot]...)
	} else if slot > 0 {
		b = append(b, " slot "...)
		b = strconv.AppendInt(b, int64(slot), 10)
	}
	return b
}

// appendFields writes name=value for each field.
func (r *rows) appendFields(b []byte, t *format.Table, row []byte) []byte {
	for i := range t.Fields {
		f := &t.Fields[i]
		b = append(b, ' ')
		b = append(b, f.Name...)
		b = append(b, '=')
		size := int(f.Type.Size())
		if f.Count == 1 {
			b = r.appendValue(b, f, row[f.Offset:])
			continue
		}
		b = append(b, '(')
		for j := range int(f.Count) {
			if j > 0 {
				b = append(b, ' ')
			}
			b = r.appendValue(b, f, row[int(f.Offset)+j*size:])
		}
		b = append(b, ')')
	}
	return b
}
