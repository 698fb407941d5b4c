package view

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// This file shows the rows of the fixed tables that are about other rows.

// appendOwner writes the row that a row of $id is about.
func (r *rows) appendOwner(b []byte, id *format.IDRow) []byte {
	return r.appendRow(append(b, ' '), int(id.Table()), id.Row())
}

// appendRow writes table[row]. Unlike a reference, it is never nil.
func (r *rows) appendRow(b []byte, table int, row uint32) []byte {
	if table >= len(r.schema.Tables) {
		return append(b, '?')
	}
	return r.appendPlace(b, table, row)
}

// appendSource writes a row of $src: a row and the place it was compiled from.
func (r *rows) appendSource(b []byte, src *format.SrcRow) []byte {
	b = r.appendRow(append(b, ' '), int(src.Table()), src.Row())
	b = append(b, " from "...)
	if name, ok := r.names.string(src.File()); ok {
		b = append(b, terse.Printable(string(name))...)
	}
	b = append(b, ':')
	b = strconv.AppendUint(b, uint64(src.Line()), 10)
	b = append(b, ':')
	return strconv.AppendUint(b, uint64(src.Column()), 10)
}

// props writes the properties that are complete with this block of $propbytes.
func (p *printer) props(r *rows, b format.Block) {
	r.payload = append(r.payload, b.Data...)
	r.payloadEnd = b.First + b.Rows
	for len(r.props) > 0 {
		row := &r.props[0]
		start := int64(row.Start()) - int64(r.payloadEnd) + int64(len(r.payload))
		end := start + int64(row.Len())
		if start < 0 || end > int64(len(r.payload)) {
			break
		}
		line := append(p.line[:0], "  "...)
		line = r.appendRow(line, int(row.Table()), row.Row())
		p.line = append(line, " properties "...)
		p.w.Write(p.line)
		p.properties(r.payload[start:end])
		p.w.WriteByte('\n')
		r.props = r.props[1:]
		r.payload = r.payload[end:]
	}
}

// properties writes a msgpack map as JSON, without control characters. The reader has
// checked it, including its depth.
func (p *printer) properties(m []byte) {
	p.line = format.Props(m).AppendJSON(p.line[:0])
	for from := 0; from < len(p.line); {
		r, n := utf8.DecodeRune(p.line[from:])
		switch {
		case strconv.IsPrint(r):
			p.w.Write(p.line[from : from+n])
		case r > 0xFFFF:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(p.w, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(p.w, `\u%04x`, r)
		}
		from += n
	}
}
