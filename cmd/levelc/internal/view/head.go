package view

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

const headerLen = 64 // bytes

// header is the part of a file's first bytes that is shown.
type header struct {
	major, minor       uint16
	flags              uint32
	schemaLen, metaLen uint32
	headSum            uint64
}

// headerOf reads the header's fields, and trusts none of them. If there are too few
// bytes, it returns the zero header; the reader says what is wrong then.
func headerOf(b []byte) header {
	if len(b) < headerLen {
		return header{}
	}
	le := binary.LittleEndian
	return header{
		major: le.Uint16(b[8:]), minor: le.Uint16(b[10:]), flags: le.Uint32(b[12:]),
		schemaLen: le.Uint32(b[24:]), metaLen: le.Uint32(b[28:]), headSum: le.Uint64(b[48:]),
	}
}

func (p *printer) header(name string, h header, r *format.Reader) {
	nodes := uint64(0)
	for _, c := range r.Chunks() {
		nodes += uint64(c.Nodes)
	}
	fmt.Fprintf(p.w, "level %s\n", terse.Printable(name))
	fmt.Fprintf(p.w, "  version    %d.%d\n", h.major, h.minor)
	fmt.Fprintf(p.w, "  flags      %#08x\n", h.flags)
	fmt.Fprintf(p.w, "  bytes      %d\n", r.Size())
	fmt.Fprintf(p.w, "  schema     %d bytes, %d tables\n", h.schemaLen, len(r.Schema().Tables))
	fmt.Fprintf(p.w, "  meta       %d bytes", h.metaLen)
	if len(r.Meta()) > 0 {
		p.w.WriteString(": ")
		p.properties(r.Meta())
	}
	p.w.WriteByte('\n')
	fmt.Fprintf(p.w, "  data       %d nodes; chunks %d, blocks %d, alignment %d\n", nodes, len(r.Chunks()), len(r.Blocks()), r.Align())
	fmt.Fprintf(p.w, "  head sum   %016x\n", h.headSum)
}

// schema writes the schema with printable names. The identities are those of the schema
// as it is in the file.
func (p *printer) schema(s, real *format.Schema) {
	p.w.WriteString("schema\n")
	for i := range s.Tables {
		t := &s.Tables[i]
		fmt.Fprintf(p.w, "  %s: %s, stride %d, identity %s", t.Name, t.Class, t.Stride, identity(&real.Tables[i]))
		if len(t.Attr.Names) > 1 || len(t.Attr.Names) == 1 && t.Attr.Names[0] != t.Name {
			fmt.Fprintf(p.w, ", elements %s", strings.Join(t.Attr.Names, "|"))
		}
		p.w.WriteByte('\n')
		if t.Class == format.ClassFixed {
			continue // every file has the same
		}
		width := 0
		for j := range t.Fields {
			width = max(width, terse.Width(t.Fields[j].Name))
		}
		for j := range t.Fields {
			f := &t.Fields[j]
			gap := strings.Repeat(" ", width-terse.Width(f.Name))
			line := fmt.Sprintf("    %5d  %s%s  %-10s %s", f.Offset, f.Name, gap, level.TypeName(f), remarks(f))
			p.w.WriteString(strings.TrimRight(line, " "))
			p.w.WriteByte('\n')
		}
	}
}

func identity(t *format.Table) string { return fmt.Sprintf("%016x", format.TableID(t)) }

// remarks returns what else the schema says about a field.
func remarks(f *format.Field) string {
	var out []string
	if f.Target != "" {
		out = append(out, "of "+f.Target)
	}
	if len(f.Symbols) > 0 {
		out = append(out, strings.Join(f.Symbols, "|"))
	}
	if f.Attr.Role != format.RoleValue {
		out = append(out, f.Attr.Role.String())
	}
	if f.Attr.Required {
		out = append(out, "required")
	}
	if f.Attr.HasDefault {
		out = append(out, "default="+strconv.Quote(f.Attr.Default))
	}
	return strings.Join(out, ", ")
}

// labels writes the labels of chunks, if there are any. They are known when the strings
// are.
func (p *printer) labels(r *format.Reader, rows *rows) {
	found := false
	for i, c := range r.Chunks() {
		if c.Label == 0 {
			continue
		}
		if !found {
			p.w.WriteString("chunks\n")
			found = true
		}
		text, _ := rows.names.string(c.Label)
		p.line = rows.appendQuoted(fmt.Appendf(p.line[:0], "  chunk %d: ", i), text)
		p.line = fmt.Appendf(p.line, ", %d nodes\n", c.Nodes)
		p.w.Write(p.line)
	}
}

func (p *printer) directory(r *format.Reader, s *format.Schema) {
	p.w.WriteString("directory\n")
	first, blocks := 0, r.Blocks()
	for i, c := range r.Chunks() { // some may have no blocks
		fmt.Fprintf(p.w, "  chunk %d: %d blocks, %d nodes", i, c.Blocks, c.Nodes)
		if c.Label != 0 {
			fmt.Fprintf(p.w, ", label $str[%d]", c.Label)
		}
		p.w.WriteByte('\n')
		for k := range blocks[first:][:c.Blocks] {
			p.block(first+k, &blocks[first+k], s)
		}
		first += int(c.Blocks)
	}
}

func (p *printer) block(i int, b *format.BlockInfo, s *format.Schema) {
	fmt.Fprintf(p.w, "    block %d at %d: %s[%d:%d], %d bytes", i, b.Offset, s.Tables[b.Table].Name, b.First, uint64(b.First)+uint64(b.Rows), b.Stored)
	if b.Codec != format.CodecNone {
		fmt.Fprintf(p.w, " (%s of %d)", b.Codec, b.Raw)
	}
	fmt.Fprintf(p.w, ", sum %016x\n", b.Sum)
}
