package format

import "io"

// blockWriter writes blocks one after the other, and at the end the head in front of
// them.
type blockWriter struct {
	packer
	out    io.WriterAt
	align  uint8
	pos    uint64
	padded []byte
	front  []byte // what stands in front of the blocks
}

// packer encodes blocks that shrink by it.
type packer struct {
	codec  Codec
	small  bool
	enc    encoder
	packed []byte
}

// start begins a file of which h knows the lengths of all that is in front of the blocks.
func (w *blockWriter) start(out io.WriterAt, h *header, codec Codec, small bool) {
	w.out, w.align, w.codec, w.small, w.pos = out, h.align, codec, small, h.dataPos()
}

// put stores a block's rows and fills in its codec, lengths, offset and sum.
// It may use the capacity of rows for the padding.
func (w *blockWriter) put(b *BlockInfo, rows []byte) error {
	stored, err := w.pack(b, rows)
	if err != nil {
		return err
	}
	return w.store(b, stored)
}

// pack returns the bytes to be stored of a block, rows or p.packed, and fills in its
// codec and their number.
func (p *packer) pack(b *BlockInfo, rows []byte) ([]byte, error) {
	b.Codec, b.Stored = CodecNone, len(rows)
	if p.codec == CodecNone {
		return rows, nil
	}
	packed, err := p.enc.encode(p.codec, p.small, p.packed[:0], rows)
	if err != nil {
		return nil, errAt(0, -1, err, "")
	}
	p.packed = packed
	if n := len(packed); n > 0 && n < len(rows) {
		b.Codec, b.Stored = p.codec, n
		return packed, nil
	}
	return rows, nil
}

// store is put for what pack has returned.
func (w *blockWriter) store(b *BlockInfo, rows []byte) error {
	size := int(pad(uint64(b.Stored), w.align))
	if cap(rows) < size {
		w.padded = sized(w.padded, size)
		copy(w.padded, rows)
		rows = w.padded[:len(rows)]
	}
	b.Offset, b.Sum = int64(w.pos), sum(rows)
	stored := rows[:size]
	clear(stored[b.Stored:])
	if err := writeAt(w.out, stored, int64(w.pos)); err != nil {
		return errAt(0, int64(w.pos), err, "")
	}
	w.pos += uint64(size)
	return nil
}

// writeAt calls WriteAt of a file. The error is nil if and only if it took all of b.
func writeAt(out io.WriterAt, b []byte, at int64) error {
	n, err := out.WriteAt(b, at)
	if err == nil && n != len(b) {
		return io.ErrShortWrite // a WriterAt must say why it stops
	}
	return err
}

// head writes everything in front of the blocks, which is known only at the end.
func (w *blockWriter) head(h *header, schema, meta []byte, d *directory) error {
	h.fileLen = w.pos
	b := sized(w.front, int(h.dataPos()))[:headerLen]
	w.front = b
	b = append(append(b, schema...), make([]byte, int(h.metaPos())-headerLen-len(schema))...)
	b = append(append(b, meta...), make([]byte, int(h.dirPos()-h.metaPos())-len(meta))...)
	b = d.append(b)
	b = append(b, make([]byte, h.dataPos()-h.dirEnd())...)
	h.headSum = sum(b[headerLen:])
	h.append(b[:0])
	if err := writeAt(w.out, b, 0); err != nil {
		return errAt(0, 0, err, "")
	}
	return nil
}
