package view

import (
	"bufio"
	"io"

	"github.com/levelc/levelc/format"
)

// Options say what a dump shows.
type Options struct {
	Name     string   // of the file, for the first line
	Head     bool     // leave the rows out
	Only     []string // show only the rows of these tables, if there are any
	MaxBytes int64    // of decoded rows; 0 is the format's default

	check format.Mode // always full, except in a test of wrong rows
}

// Dump writes a file as text. If the file breaks a rule, what comes before is written
// and the reader's *format.Error is returned.
func Dump(w io.Writer, src io.Reader, o Options) error {
	out := &printer{w: bufio.NewWriterSize(w, 64<<10)}
	err := out.dump(src, o)
	if flushed := out.w.Flush(); err == nil {
		err = flushed
	}
	return err
}

// printer writes lines. A bufio.Writer keeps its first error and refuses
// everything after it, so single writes are not checked.
type printer struct {
	w    *bufio.Writer
	line []byte // of the current row
}

func (p *printer) dump(src io.Reader, o Options) error {
	in := bufio.NewReaderSize(src, headerLen)
	head, err := in.Peek(headerLen)
	if err != nil && err != io.EOF {
		return err
	}
	header := headerOf(head) // shown after the reader has checked it
	r, err := format.NewReader(in, format.Options{MaxBytes: o.MaxBytes, Check: o.check})
	if err != nil {
		return err
	}
	schema := printable(r.Schema())
	only, err := tablesOf(schema, o.Only)
	if err != nil {
		return err
	}
	if only == nil {
		p.header(o.Name, header, r)
		p.schema(schema, r.Schema())
		p.directory(r, schema)
	}
	if !o.Head {
		p.w.WriteString("rows\n")
	}
	rows := newRows(p.w, schema)
	for {
		block, err := r.Next()
		if err == io.EOF {
			if only == nil {
				p.labels(r, rows)
			}
			return nil
		}
		if err != nil {
			return err
		}
		rows.names.learn(block)
		if !o.Head && (only == nil || only[block.Table]) {
			p.rows(rows, block)
		}
		if _, err := p.w.Write(nil); err != nil { // the output is closed, such as a pipe
			return err
		}
	}
}
