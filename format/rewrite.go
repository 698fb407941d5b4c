package format

import (
	"fmt"
	"io"
	"math/bits"
)

// RewriteOptions say what Rewrite changes.
type RewriteOptions struct {
	Read  Options // for reading the file
	Align int     // of blocks; 0 keeps the file's
	Codec Codec   // for blocks that become shorter by it
	Small bool    // spend the codec's best effort
	// What is left out: the rows of $src; those of $prop; the metadata; the texts in
	// the schema that document tables and fields. A string that only $src named stays.
	DropSrc, DropProps, DropMeta, DropDocs bool
}

// Rewrite copies a file, block by block, with another compression or alignment or
// without some of its parts. All other rows stay the same, byte for byte, even in
// tables that this package does not know. Blocks stay the same too, unless they come to
// begin on pages: then they are divided as a Writer divides them, so that tables can be
// mapped in one piece. The new file has the minor version of this package and no optional
// flags, since nobody knows whether those of a later version still hold. Rewrite returns
// the length of the new file, which depends on nothing but the old one and the options.
func Rewrite(out io.WriterAt, src io.Reader, o RewriteOptions) (size int64, err error) {
	if out == nil {
		return 0, misuse("Rewrite: the output is nil")
	}
	r, err := NewReader(src, o.Read)
	if err != nil {
		return 0, err
	}
	if o.Align == 0 {
		o.Align = r.Align()
	}
	wo := WriterOptions{Align: o.Align, Codec: o.Codec}
	if err := wo.complete(); err != nil {
		return 0, err
	}
	schema, meta := r.head.schema, r.head.meta
	if o.DropDocs {
		s := withoutDocs(r.Schema())
		b, err := AppendSchema(nil, s)
		if err != nil {
			return 0, err
		}
		schema = b
	}
	if o.DropMeta {
		meta = nil
	}
	dir, err := o.directory(r, &wo)
	if err != nil {
		return 0, err
	}
	head := headerOf(schema, meta, &dir, uint8(bits.TrailingZeros(uint(o.Align))))
	var to blockWriter
	defer to.enc.zstd.rest()
	to.start(out, &head, o.Codec, o.Small)
	if err := o.copyRows(&to, dir.blocks, r); err != nil {
		return 0, err
	}
	return int64(to.pos), to.head(&head, schema, meta, &dir)
}

// drops reports whether the rows of a table are left out.
func (o *RewriteOptions) drops(table int) bool {
	return o.DropSrc && table == TableSrc || o.DropProps && (table == TableProp || table == TablePropBytes)
}

// directory returns the chunks and blocks of the new file.
func (o *RewriteOptions) directory(r *Reader, wo *WriterOptions) (dir directory, err error) {
	for i := range r.Blocks() {
		if b := r.Blocks()[i]; !o.drops(b.Table) {
			dir.blocks = append(dir.blocks, b)
		}
	}
	if o.Align >= pageAlign && o.Align > r.Align() {
		if dir.blocks = inPages(dir.blocks, r.Schema(), wo); len(dir.blocks) > maxBlocks {
			return dir, errAt(0, -1, ErrManyBlocks, fmt.Sprintf("%d to begin on pages", len(dir.blocks)))
		}
	}
	dir.chunks = append(dir.chunks, r.Chunks()...)
	for i := range dir.chunks {
		dir.chunks[i].Blocks = 0
	}
	for i := range dir.blocks {
		dir.chunks[dir.blocks[i].Chunk].Blocks++
	}
	return dir, nil
}

// copyRows writes the rows of a file in other blocks.
func (o *RewriteOptions) copyRows(to *blockWriter, blocks []BlockInfo, r *Reader) error {
	var begun []byte // rows of a block that goes on in the file's next one
	for {
		b, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for rows := b.Data; len(rows) > 0 && !o.drops(b.Table); {
			n := min(blocks[0].Raw-len(begun), len(rows))
			block := rows[:n:n]
			if rows = rows[n:]; n < blocks[0].Raw {
				begun = append(begun, block...)
				block = begun
			}
			if len(block) < blocks[0].Raw {
				break
			}
			if err := to.put(&blocks[0], block); err != nil {
				return err
			}
			blocks, begun = blocks[1:], begun[:0]
		}
	}
}

// inPages divides blocks as a Writer does, except for those of texts and properties, which
// end where these do.
func inPages(blocks []BlockInfo, s *Schema, o *WriterOptions) (out []BlockInfo) {
	for len(blocks) > 0 {
		b, rows, n := blocks[0], uint64(0), 0
		for ; n < len(blocks) && blocks[n].Chunk == b.Chunk && blocks[n].Table == b.Table; n++ {
			rows += uint64(blocks[n].Rows)
		}
		stride := int(s.Tables[b.Table].Stride)
		per := uint64(o.perBlock(stride))
		if b.Table == TableBytes || b.Table == TablePropBytes {
			out, rows = append(out, blocks[:n]...), 0
		}
		for ; rows > 0; rows -= uint64(b.Rows) {
			b.Rows = uint32(min(per, rows))
			b.Raw = int(b.Rows) * stride
			out = append(out, b)
		}
		blocks = blocks[n:]
	}
	return out
}

// withoutDocs returns a copy of a schema without the texts that document it.
func withoutDocs(s *Schema) *Schema {
	to := &Schema{Tables: append([]Table(nil), s.Tables...)}
	for i := range to.Tables {
		t := &to.Tables[i]
		t.Attr.Doc = ""
		t.Fields = append([]Field(nil), t.Fields...)
		for j := range t.Fields {
			t.Fields[j].Attr.Doc = ""
		}
	}
	return to
}
