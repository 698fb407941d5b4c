package stat

import (
	"bytes"
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
)

// Options say what is counted.
type Options struct {
	Name   string // of the file
	Top    int    // how many strings are listed; 0 is 10
	Trials bool   // find out what could be saved
}

// Of counts a level. The error is that of a trial, or of the context.
func Of(ctx context.Context, l *level.Level, o Options) (*Report, error) {
	if o.Top == 0 {
		o.Top = 10
	}
	r := &Report{Name: o.Name, Bytes: l.Size, Nodes: l.Rows(format.TableNode), Chunks: len(l.Chunks), Align: l.Align}
	r.blocks(l)
	r.labels(l)
	stored := make([]int64, len(l.Schema.Tables))
	all := int64(0)
	for i := range l.Blocks {
		stored[l.Blocks[i].Table] += int64(l.Blocks[i].Stored)
		all += int64(l.Blocks[i].Stored)
	}
	equal := equalRows(l)
	for i := range l.Schema.Tables {
		t := &l.Schema.Tables[i]
		n := l.Rows(i)
		if t.Class == format.ClassArray {
			r.Elements += n
		}
		r.Raw += int64(len(l.Data(i)))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		table := Table{Name: t.Name, Class: t.Class.String(), Rows: n, Stride: int(t.Stride), Raw: int64(len(l.Data(i))),
			Stored: stored[i], Share: share(stored[i], l.Size), Equal: equal[i]}
		if t.Class != format.ClassFixed {
			table.Fields, table.Gap = fields(l, i), gapOf(t, n)
		}
		r.Tables = append(r.Tables, table)
	}
	schema, err := format.AppendSchema(nil, l.Schema)
	if err != nil {
		return nil, err
	}
	r.Head = Head{Schema: len(schema), Meta: len(l.Meta), Directory: 16*len(l.Chunks) + 24*len(l.Blocks)}
	r.Head.Padding = l.Size - 64 - int64(r.Head.Schema+r.Head.Meta+r.Head.Directory) - all
	r.Strings = texts(l, o.Top)
	if o.Trials {
		r.Savings, err = trials(ctx, l)
	}
	return r, err
}

func share(part, of int64) float64 {
	if of == 0 {
		return 0
	}
	return float64(part) / float64(of)
}

// blocks lists the blocks, and adds them up by codec.
func (r *Report) blocks(l *level.Level) {
	var sums [format.CodecZstd + 1]Codec
	for i := range l.Blocks {
		b := &l.Blocks[i]
		r.Blocks = append(r.Blocks, Block{Table: l.Schema.Tables[b.Table].Name, Chunk: b.Chunk, First: b.First, Rows: b.Rows,
			Codec: b.Codec.String(), Raw: b.Raw, Stored: b.Stored, Ratio: share(int64(b.Raw), int64(b.Stored))})
		s := &sums[b.Codec]
		s.Blocks++
		s.Raw += int64(b.Raw)
		s.Stored += int64(b.Stored)
	}
	for k := range sums {
		if s := &sums[k]; s.Blocks > 0 {
			s.Name, s.Ratio = format.Codec(k).String(), share(s.Raw, s.Stored)
			r.Codecs = append(r.Codecs, *s)
		}
	}
}

// fields counts the fields of a table that has rows.
func fields(l *level.Level, table int) (out []Field) {
	t := &l.Schema.Tables[table]
	n := l.Rows(table)
	for i := range t.Fields {
		f := &t.Fields[i]
		size := int(f.Size())
		out = append(out, Field{Name: f.Name, Type: level.TypeName(f), Size: size, Bytes: int64(size) * int64(n),
			Share: share(int64(size), int64(t.Stride)), Constant: n > 1 && constant(l, table, f)})
	}
	return out
}

// constant reports whether a field has one value in all rows. Spans are the same if all
// are empty.
func constant(l *level.Level, table int, f *format.Field) bool {
	stride := int(l.Schema.Tables[table].Stride)
	data := l.Data(table)
	if f.Type == format.TypeSpan {
		return l.Rows(l.Table(f.Target)) == 0
	}
	first := data[f.Offset:][:f.Size()]
	if len(first) == stride { // all at once: each is equal to the next
		return bytes.Equal(data[stride:], data[:len(data)-stride])
	}
	for at := int(f.Offset) + stride; at < len(data); at += stride {
		if !bytes.Equal(data[at:at+len(first)], first) {
			return false
		}
	}
	return true
}

// gapOf finds the bytes of a row that belong to no field.
func gapOf(t *format.Table, rows int) Gap {
	var g Gap
	end, sum, most := 0, 0, 1
	for i := range t.Fields {
		f := &t.Fields[i]
		align := int(f.Type.Align())
		g.add(end, int(f.Offset), align)
		end = int(f.Offset + f.Size())
		sum += int(f.Size())
		most = max(most, align)
	}
	g.add(end, int(t.Stride), most)
	if g.Stride = up(sum+g.Hidden, most); g.Stride >= int(t.Stride) {
		g.Stride = int(t.Stride)
		return g
	}
	g.Saves = int64(int(t.Stride)-g.Stride) * int64(rows)
	for align := 8; align > 0; align /= 2 {
		for i := range t.Fields {
			if int(t.Fields[i].Type.Align()) == align {
				g.Order = append(g.Order, t.Fields[i].Name)
			}
		}
	}
	return g
}

// add counts a gap in front of something that is aligned.
func (g *Gap) add(from, to, align int) {
	if to == up(from, align) {
		g.Padding += to - from
	} else {
		g.Hidden += to - from
	}
}

func up(n, align int) int { return (n + align - 1) / align * align }

// discard takes the output of trials, until the context ends.
type discard struct{ ctx context.Context }

func (d discard) WriteAt(p []byte, _ int64) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// trials writes the level in other ways and counts the bytes.
func trials(ctx context.Context, l *level.Level) (out []Saving, err error) {
	codec := rebuild.Codec(l.Blocks)
	for _, t := range []struct {
		what string
		o    rebuild.Options
	}{
		{"uncompressed", rebuild.Options{Writer: format.WriterOptions{Codec: format.CodecNone}}},
		{"lz4", rebuild.Options{Writer: format.WriterOptions{Codec: format.CodecLZ4}}},
		{"zstd", rebuild.Options{Writer: format.WriterOptions{Codec: format.CodecZstd}}},
		{"strip", rebuild.Options{Drop: rebuild.Sources | rebuild.Docs | rebuild.Meta, Writer: format.WriterOptions{Codec: codec}}},
		{"strip with names", rebuild.Options{Drop: rebuild.Sources | rebuild.Docs | rebuild.Meta | rebuild.Names, Writer: format.WriterOptions{Codec: codec}}},
		{"no equal or unnamed strings", rebuild.Options{Writer: format.WriterOptions{Codec: codec}}},
	} {
		t.o.Writer.Align, t.o.Writer.Memory = l.Align, 1<<62
		size, err := rebuild.Write(discard{ctx}, l, t.o)
		if err != nil {
			return nil, err
		}
		out = append(out, Saving{What: t.what, Bytes: size, Saves: l.Size - size})
	}
	return out, nil
}
