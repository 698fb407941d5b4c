package rebuild

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// Options say how to write a level.
type Options struct {
	Drop   Drop
	Writer format.WriterOptions // Meta is taken from the level
}

// Write writes a level and returns the length of the file. The bytes depend on nothing
// but the level and the options.
func Write(out io.WriterAt, l *level.Level, o Options) (size int64, err error) {
	if o.Writer.Meta = l.Meta; o.Drop&Meta != 0 {
		o.Writer.Meta = nil
	}
	w, err := format.NewWriter(stripped(l.Schema, o.Drop), o.Writer)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	c := &copier{l: l, w: w, strs: make([]uint32, l.Strings())}
	for _, step := range []struct {
		part Drop
		copy func() error
	}{{0, c.nodes}, {0, c.elements}, {IDs, c.ids}, {Props, c.props}, {Sources, c.sources}} {
		if o.Drop&step.part != 0 {
			continue
		}
		if err := step.copy(); err != nil {
			return 0, err
		}
	}
	return w.Finish(out)
}

// copier passes the rows of a level to a writer.
type copier struct {
	l    *level.Level
	w    *format.Writer
	strs []uint32 // by string of the level: the writer's number plus one, or 0 if the writer does not have it
	row  []byte
}

func (c *copier) str(id uint32) (uint32, error) {
	if id == 0 {
		return 0, nil // a file may have no strings at all
	}
	if c.strs[id] == 0 {
		n, err := c.w.String(c.l.Text(id))
		if err != nil {
			return 0, err
		}
		c.strs[id] = n + 1
	}
	return c.strs[id] - 1, nil
}

// nodes passes the tree with its chunks, and the rows of the kinds.
func (c *copier) nodes() error {
	nodes := c.l.Nodes()
	for i, chunk := range c.l.Chunks {
		if i > 0 || chunk.Label != 0 { // the writer's first chunk has no label
			label, err := c.str(chunk.Label)
			if err == nil {
				err = c.w.Chunk(label)
			}
			if err != nil {
				return err
			}
		}
		for _, n := range nodes[:chunk.Nodes] {
			row, err := c.w.Node(int(n.Kind), int(n.Depth), n.Slot)
			if err != nil {
				return err
			}
			data, err := c.convert(int(n.Kind), c.l.Row(int(n.Kind), n.Row))
			if err == nil {
				err = c.w.Put(int(n.Kind), row, data)
			}
			if err != nil {
				return err
			}
		}
		nodes = nodes[chunk.Nodes:]
	}
	return nil
}

// convert returns rows as a writer wants them: with its own string numbers, and spans
// without their starts. They are valid until the next call.
func (c *copier) convert(table int, rows []byte) ([]byte, error) {
	t := &c.l.Schema.Tables[table]
	c.row = append(c.row[:0], rows...)
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Type != format.TypeStr && f.Type != format.TypeSpan {
			continue
		}
		for at := int(f.Offset); at < len(c.row); at += int(t.Stride) {
			if f.Type == format.TypeSpan {
				clear(c.row[at : at+4])
				continue
			}
			for k := range int(f.Count) {
				v := c.row[at+4*k:][:4]
				id, err := c.str(binary.LittleEndian.Uint32(v))
				if err != nil {
					return nil, err
				}
				binary.LittleEndian.PutUint32(v, id)
			}
		}
	}
	return c.row, nil
}

// elements passes the rows of the array tables, owners first.
func (c *copier) elements() error {
	for i := range c.l.Schema.Tables {
		if c.l.Schema.Tables[i].Class == format.ClassNode {
			if err := c.owned(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// owned passes the elements that the rows of a table own, then those that these own.
func (c *copier) owned(table int) error {
	t := &c.l.Schema.Tables[table]
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Type != format.TypeSpan {
			continue
		}
		target := c.l.Table(f.Target)
		stride := int(c.l.Schema.Tables[target].Stride)
		data := c.l.Data(target)
		for row := range c.l.Rows(table) {
			start, n := level.Span(c.l.Row(table, uint32(row))[f.Offset:])
			if n == 0 {
				continue
			}
			rows, err := c.convert(target, data[int(start)*stride:(int(start)+int(n))*stride])
			if err == nil {
				_, err = c.w.Append(target, uint32(row), rows)
			}
			if err != nil {
				return err
			}
		}
		if err := c.owned(target); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) ids() error {
	rows := format.FixedRows[format.IDRow](c.l.Data(format.TableIDs))
	for i := range rows {
		id := &rows[i]
		str, err := c.str(id.Str())
		if err == nil {
			err = c.w.ID(str, int(id.Table()), id.Row())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) props() error {
	for at, p := range c.l.Props {
		if err := c.w.Prop(int(at.Table), at.Row, p); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) sources() error {
	rows := format.FixedRows[format.SrcRow](c.l.Data(format.TableSrc))
	for i := range rows {
		src := &rows[i]
		file, err := c.str(src.File())
		if err == nil {
			err = c.w.Src(int(src.Table()), src.Row(), file, src.Line(), src.Column())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Codec returns the codec of most of the compressed bytes, or none.
func Codec(blocks []format.BlockInfo) format.Codec {
	var raw [format.CodecZstd + 1]int
	for i := range blocks {
		raw[blocks[i].Codec] += blocks[i].Raw
	}
	if raw[format.CodecLZ4] == 0 && raw[format.CodecZstd] == 0 {
		return format.CodecNone
	}
	if raw[format.CodecLZ4] > raw[format.CodecZstd] {
		return format.CodecLZ4
	}
	return format.CodecZstd
}
