package format

import (
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
// tables that this package does not know. The new file has the minor version of this
// package and no optional flags, since nobody knows whether those of a later version
// still hold. Rewrite returns the length of the new file, which depends on nothing but
// the rows and the options.
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
	wo := WriterOptions{Align: o.Align, Codec: o.Codec, BlockBytes: stageFull}
	if err := wo.validate(); err != nil {
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
	drop := func(table int) bool {
		return o.DropSrc && table == TableSrc || o.DropProps && (table == TableProp || table == TablePropBytes)
	}
	var dir directory
	dir.chunks = append(dir.chunks, r.Chunks()...)
	for i := range r.Blocks() {
		if b := r.Blocks()[i]; drop(b.Table) {
			dir.chunks[b.Chunk].Blocks--
		} else {
			dir.blocks = append(dir.blocks, b)
		}
	}
	head := header{minor: minor, schemaLen: uint32(len(schema)), metaLen: uint32(len(meta)),
		chunks: uint32(len(dir.chunks)), blocks: uint32(len(dir.blocks)), align: uint8(bits.TrailingZeros(uint(o.Align)))}
	var to blockWriter
	to.start(out, head.align, o.Codec, o.Small, head.dataPos())
	for i := 0; ; {
		b, err := r.Next()
		if err == io.EOF {
			return int64(to.pos), to.head(&head, schema, meta, &dir)
		}
		if err != nil {
			return 0, err
		}
		if drop(b.Table) {
			continue
		}
		if err := to.put(&dir.blocks[i], b.Data); err != nil {
			return 0, err
		}
		i++
	}
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
