package stat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// TextOptions say what WriteText leaves out.
type TextOptions struct {
	Fields bool // list the fields of each table
	Blocks bool // list the blocks
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	b := &printer{Writer: bufio.NewWriter(w)}
	b.printf("%s: %s bytes, %s in memory\n", terse.Printable(r.Name), terse.Grouped(r.Bytes), terse.Grouped(r.Raw))
	b.printf("%s, %s, %s; %s, %s, aligned to %s\n", terse.GroupedQuantity(r.Nodes, "node"), terse.GroupedQuantity(r.Elements, "element"),
		terse.GroupedQuantity(r.Strings.Count, "string"), terse.GroupedQuantity(r.Chunks, "chunk"), terse.GroupedQuantity(len(r.Blocks), "block"), terse.Grouped(int64(r.Align)))
	b.tables(r)
	if o.Fields {
		b.fields(r)
	}
	b.gaps(r)
	b.strings(&r.Strings)
	b.codecs(r)
	b.labels(r)
	if o.Blocks {
		b.blocks(r)
	}
	b.savings(r)
	return b.Flush()
}

// printer writes lines. A bufio.Writer keeps its first error, so single writes are not
// checked.
type printer struct{ *bufio.Writer }

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.Writer, format, args...) }

// columns writes rows of cells, the first of which is the headings. Columns named in
// left are aligned left, the others right.
func (p *printer) columns(left string, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], terse.Width(c))
		}
	}
	for _, row := range rows {
		line := ""
		for i, c := range row {
			gap := strings.Repeat(" ", widths[i]-terse.Width(c))
			if i > 0 {
				line += "  "
			}
			if i < len(left) && left[i] == 'l' {
				line += c + gap
			} else {
				line += gap + c
			}
		}
		p.WriteString("  " + strings.TrimRight(line, " ") + "\n")
	}
}

func (p *printer) tables(r *Report) {
	rows := [][]string{{"table", "rows", "stride", "in memory", "in the file", "share", "equal rows"}}
	for i := range r.Tables {
		t := &r.Tables[i]
		equal := ""
		if t.Class != "fixed" {
			equal = terse.Grouped(int64(t.Equal))
		}
		rows = append(rows, []string{terse.Printable(t.Name), terse.Grouped(int64(t.Rows)), strconv.Itoa(t.Stride), terse.Grouped(t.Raw), terse.Grouped(t.Stored), percent(t.Share), equal})
	}
	h := &r.Head
	for _, part := range []struct {
		name  string
		bytes int64
	}{{"schema", int64(h.Schema)}, {"metadata", int64(h.Meta)}, {"header and directory", int64(64 + h.Directory)}, {"padding", h.Padding}} {
		if part.bytes > 0 {
			rows = append(rows, []string{"(" + part.name + ")", "", "", "", terse.Grouped(part.bytes), percent(share(part.bytes, r.Bytes)), ""})
		}
	}
	p.printf("\ntables\n")
	p.columns("l", rows)
}

func (p *printer) fields(r *Report) {
	for i := range r.Tables {
		t := &r.Tables[i]
		if len(t.Fields) == 0 {
			continue
		}
		p.printf("\n%s: %d bytes a row\n", terse.Printable(t.Name), t.Stride)
		rows := [][]string{{"field", "type", "bytes", "share", "in memory", ""}}
		for _, f := range t.Fields {
			note := ""
			if f.Constant {
				note = "the same in all rows"
			}
			rows = append(rows, []string{terse.Printable(f.Name), f.Type, strconv.Itoa(f.Size), percent(f.Share), terse.Grouped(f.Bytes), note})
		}
		for _, g := range []struct {
			name  string
			bytes int
		}{{"(padding)", t.Gap.Padding}, {"(the game's own)", t.Gap.Hidden}} {
			if g.bytes > 0 {
				rows = append(rows, []string{g.name, "", strconv.Itoa(g.bytes), percent(share(int64(g.bytes), int64(t.Stride))), terse.Grouped(int64(g.bytes) * int64(t.Rows)), ""})
			}
		}
		p.columns("ll   l", rows)
	}
}

func (p *printer) gaps(r *Report) {
	head := "\nfields in another order\n"
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Gap.Saves == 0 {
			continue
		}
		p.printf("%s", head)
		head = ""
		p.printf("  %s: %d bytes of padding a row; %d bytes a row instead of %d would save %s\n    %s\n", terse.Printable(t.Name), t.Gap.Padding,
			t.Gap.Stride, t.Stride, terse.Grouped(t.Gap.Saves), terse.Printable(strings.Join(t.Gap.Order, ", ")))
	}
}

func (p *printer) strings(s *Strings) {
	p.printf("\nstrings\n  %s of %s bytes; %s equal to another, %s of %s bytes named by nobody\n", terse.Grouped(int64(s.Count)), terse.Grouped(int64(s.Bytes)),
		terse.Grouped(int64(s.Equal)), terse.Grouped(int64(s.Unnamed)), terse.Grouped(int64(s.Idle)))
	for _, list := range []struct {
		name string
		of   []String
	}{{"longest", s.Longest}, {"most used", s.MostUsed}} {
		if len(list.of) == 0 {
			continue
		}
		rows := [][]string{{list.name, "bytes", "uses"}}
		for _, one := range list.of {
			rows = append(rows, []string{strconv.Quote(one.Text), terse.Grouped(int64(one.Bytes)), terse.Grouped(int64(one.Uses))})
		}
		p.columns("l", rows)
	}
}

func (p *printer) codecs(r *Report) {
	rows := [][]string{{"stored as", "blocks", "in memory", "in the file", "ratio"}}
	for _, c := range r.Codecs {
		rows = append(rows, []string{c.Name, terse.Grouped(int64(c.Blocks)), terse.Grouped(c.Raw), terse.Grouped(c.Stored), ratio(c.Ratio)})
	}
	p.printf("\ncompression\n")
	p.columns("l", rows)
}

func (p *printer) blocks(r *Report) {
	rows := [][]string{{"block", "chunk", "rows", "stored as", "in memory", "in the file", "ratio"}}
	for _, b := range r.Blocks {
		rows = append(rows, []string{fmt.Sprintf("%s[%d:%d]", terse.Printable(b.Table), b.First, uint64(b.First)+uint64(b.Rows)), strconv.Itoa(b.Chunk),
			terse.Grouped(int64(b.Rows)), b.Codec, terse.Grouped(int64(b.Raw)), terse.Grouped(int64(b.Stored)), ratio(b.Ratio)})
	}
	p.printf("\nblocks\n")
	p.columns("l", rows)
}

func (p *printer) savings(r *Report) {
	if len(r.Savings) == 0 {
		return
	}
	rows := [][]string{{"written as", "bytes", "saved", ""}}
	for _, s := range r.Savings {
		rows = append(rows, []string{s.What, terse.Grouped(s.Bytes), terse.Grouped(s.Saves), percent(share(s.Saves, r.Bytes))})
	}
	p.printf("\nwhat would be saved\n")
	p.columns("l", rows)
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + " %" }

func ratio(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
