package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Annotate writes every byte of a file in hexadecimal, each with what it says:
//
//	000000  89 4c 56 4c 0d 0a 1a 0a  magic
//	000008  01 00                    major 1
//
// If a file breaks a rule, it is written up to that place; then the error follows on a
// line of its own that begins with "!", and is also returned. Compressed blocks are
// shown decoded. Their offsets count within the block and are marked with "+". What a
// terminal would take for a command is escaped. Annotate holds the strings of the file in
// memory.
func Annotate(w io.Writer, src io.Reader, o Options) error {
	if src == nil {
		return errAt(0, -1, errNoSource, "")
	}
	head := &headOf{src: src}
	r, err := NewReader(head, o)
	if e := (*Error)(nil); len(head.b) < headerLen && errors.As(err, &e) && e.Rule == 0 {
		return err // of the source, which has not given what could be shown
	}
	a := &annotator{w: bufio.NewWriter(w), mark: ' '}
	a.header(head.b[:min(len(head.b), headerLen)])
	if err == nil {
		head.done = true
		err = a.file(r, head.b)
	}
	if err != nil {
		fmt.Fprintf(a.w, "! %v\n", err)
	}
	if flush := a.w.Flush(); flush != nil {
		return flush
	}
	return err
}

// headOf keeps what is read until done is set.
type headOf struct {
	src  io.Reader
	b    []byte
	done bool
}

func (h *headOf) Read(p []byte) (int, error) {
	n, err := readSome(h.src, p)
	if !h.done {
		h.b = append(h.b, p[:n]...)
	}
	return n, err
}

type annotator struct {
	w    *bufio.Writer
	pos  int64
	mark byte // before the offset: ' ' in the file, '+' in a decoded block
	strs StringTable
	text []byte // what a line says
}

// perLine is how many bytes a line shows.
const perLine = 8

// line writes bytes with their meaning.
func (a *annotator) line(b []byte, format string, args ...any) {
	a.text = fmt.Appendf(a.text[:0], format, args...)
	a.show(b)
}

// show writes bytes with their meaning, which is in a.text.
func (a *annotator) show(b []byte) {
	what := OneLine(string(a.text))
	for first := true; first || len(b) > 0; first = false {
		n := min(len(b), perLine)
		line := fmt.Appendf(a.w.AvailableBuffer(), "%c%06x  %- *x  %s", a.mark, a.pos, 3*perLine-1, b[:n], what)
		a.w.Write(append(bytes.TrimRight(line, " "), '\n'))
		a.pos += int64(n)
		b, what = b[n:], ""
	}
}

// zeros writes padding.
func (a *annotator) zeros(b []byte) {
	if len(b) > 0 {
		fmt.Fprintf(a.w, "%c%06x  %d bytes of padding\n", ' ', a.pos, len(b))
		a.pos += int64(len(b))
	}
}

func (a *annotator) header(b []byte) {
	fmt.Fprintf(a.w, "# header\n")
	for _, f := range []struct {
		n    int
		name string
	}{{8, "magic"}, {2, "major %d"}, {2, "minor %d"}, {4, "flags %#x"}, {8, "file_len %d"}, {4, "schema_len %d"}, {4, "meta_len %d"},
		{4, "chunk_count %d"}, {4, "block_count %d"}, {1, "align_log2 %d"}, {7, "zero"}, {8, "head_sum"}, {8, "header_sum"}} {
		n := min(f.n, len(b))
		if n == 0 {
			break
		}
		if strings.Contains(f.name, "%") {
			var wide [8]byte
			copy(wide[:], b[:n])
			a.line(b[:n], f.name, binary.LittleEndian.Uint64(wide[:]))
		} else {
			a.line(b[:n], "%s", f.name)
		}
		b = b[n:]
	}
}

// file writes what follows the header. b is what has been read: the head, and some bytes
// behind it.
func (a *annotator) file(r *Reader, b []byte) error {
	h := &r.head.h
	fmt.Fprintf(a.w, "# schema\n")
	a.schema(r.Schema(), b[headerLen:headerLen+int(h.schemaLen)])
	a.zeros(b[a.pos:h.metaPos()])
	if h.metaLen > 0 {
		fmt.Fprintf(a.w, "# metadata\n")
		a.line(r.head.meta, "%s", r.Meta().AppendJSON(nil))
		a.zeros(b[a.pos:h.dirPos()])
	}
	fmt.Fprintf(a.w, "# directory\n")
	for i, c := range r.Chunks() {
		a.line(b[a.pos:a.pos+chunkLen], "chunk %d: %d blocks, %d nodes, label %d", i, c.Blocks, c.Nodes, c.Label)
	}
	for i, bi := range r.Blocks() {
		a.line(b[a.pos:a.pos+blockLen], "block %d: %s, %s, %d rows from %d, %d bytes at %#x", i, r.Schema().Tables[bi.Table].Name,
			bi.Codec, bi.Rows, bi.First, bi.Stored, bi.Offset)
	}
	a.zeros(b[a.pos:h.dataPos()])
	for i := 0; ; i++ {
		blk, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := a.block(r, i, blk); err != nil {
			return err
		}
	}
}

// schema shows the tables in words. Its msgpack is shown by the tuples of tables and
// fields.
func (a *annotator) schema(s *Schema, b []byte) {
	fmt.Fprintf(a.w, "%c%06x  %d bytes of msgpack\n", ' ', a.pos, len(b))
	a.pos += int64(len(b))
	for i := range s.Tables {
		t := &s.Tables[i]
		fmt.Fprintf(a.w, "         table %d %s: %s, %d bytes, id %016x\n", i, OneLine(t.Name), t.Class, t.Stride, TableID(t))
		for k := range t.Fields {
			f := &t.Fields[k]
			fmt.Fprintf(a.w, "           %4d  %s %s", f.Offset, OneLine(f.Name), f.Type)
			if f.Count > 1 {
				fmt.Fprintf(a.w, " x %d", f.Count)
			}
			if f.Target != "" {
				fmt.Fprintf(a.w, " -> %s", OneLine(f.Target))
			}
			if len(f.Symbols) > 0 {
				fmt.Fprintf(a.w, " (%s)", OneLine(strings.Join(f.Symbols, "|")))
			}
			fmt.Fprintln(a.w)
		}
	}
}

func (a *annotator) block(r *Reader, i int, b Block) error {
	info := &r.Blocks()[i]
	t := &r.Schema().Tables[b.Table]
	fmt.Fprintf(a.w, "# block %d: chunk %d, %s, %d rows from %d\n", i, b.Chunk, OneLine(t.Name), b.Rows, b.First)
	if err := a.strs.Add(b); err != nil {
		return err
	}
	a.pos, a.mark = b.Offset, ' '
	if info.Codec != CodecNone {
		fmt.Fprintf(a.w, " %06x  %d bytes of %s, decoded:\n", a.pos, info.Stored, info.Codec)
		a.pos, a.mark = 0, '+'
	}
	switch b.Table {
	case TableBytes:
		for at := 0; at < len(b.Data); at += perLine {
			p := b.Data[at:min(at+perLine, len(b.Data))]
			a.line(p, "%q", p)
		}
	case TablePropBytes:
		a.props(b.Data)
	default:
		for at := 0; at < len(b.Data); at += int(t.Stride) {
			a.row(r.Schema(), t, b.First+uint32(at/int(t.Stride)), b.Data[at:at+int(t.Stride)])
		}
	}
	a.mark = ' '
	a.pos = info.Offset + int64(info.Stored)
	a.zeros(make([]byte, pad(uint64(info.Stored), r.head.h.align)-uint64(info.Stored)))
	return nil
}

func (a *annotator) props(b []byte) {
	var k keyCheck
	for len(b) > 0 {
		rest, what := k.value(b, 0)
		if what != "" { // only in an unchecked file
			rest = nil
		}
		a.line(b[:len(b)-len(rest)], "%s", Props(b[:len(b)-len(rest)]).AppendJSON(nil))
		b = rest
	}
}

func (a *annotator) row(s *Schema, t *Table, row uint32, b []byte) {
	if t.Name == "$node" {
		node := (*NodeRow)(b)
		kind, depth := int(node.Kind()), node.Depth()
		name := "?"
		if kind < len(s.Tables) {
			name = s.Tables[kind].Name
		}
		a.line(b, "%d: %*s%s, depth %d, slot %d", row, int(depth), "", name, depth, node.Slot())
		return
	}
	prefix := fmt.Sprintf("%d: ", row)
	blank := strings.Repeat(" ", len(prefix))
	at := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if int(f.Offset) > at {
			a.line(b[at:f.Offset], "gap")
		}
		a.text = append(append(append(a.text[:0], prefix...), f.Name...), " = "...)
		a.text = AppendField(a.text, s, f, b, &a.strs)
		at = int(f.Offset + f.Size())
		a.show(b[f.Offset:at])
		prefix = blank
	}
	if at < len(b) {
		a.line(b[at:], "gap")
	}
}
