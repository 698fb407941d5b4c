package format

import "math/bits"

// WriterOptions say how a file is laid out. The zero value is an uncompressed
// file whose blocks are aligned to 64 bytes.
type WriterOptions struct {
	Align      int   // of blocks: a power of two from 64 to 65536; 0 is 64
	BlockBytes int   // the size that blocks aim at, up to 16 MiB; 0 is 256 KiB
	Codec      Codec // for blocks that become shorter by it
	Small      bool  // spend the codec's best effort; decoding is as fast
	Meta       Props // a msgpack map, as PropBuilder makes it; nil means none
	// Memory is how many bytes of rows are held in memory before they go to the spool;
	// 0 is 16 MiB. Only full blocks of which every row was Put go there, so a table
	// whose last block is not full holds that one beside. Without a Spool all rows are held.
	Memory int64
	// Spool is called once, when the memory is exceeded, by Node, Append, Prop or Finish,
	// which returns its errors and those of the spool's methods.
	Spool func() (Spool, error)
}

// complete fills in defaults and validates.
func (o *WriterOptions) complete() error {
	if o.Align == 0 {
		o.Align = 1 << minAlign
	}
	if o.BlockBytes == 0 {
		o.BlockBytes = stageFull
	}
	if o.Memory == 0 {
		o.Memory = 16 << 20
	}
	return o.validate()
}

func (o *WriterOptions) validate() error {
	switch {
	case o.Align < 1<<minAlign || o.Align > 1<<maxAlign || o.Align&(o.Align-1) != 0:
		return misuse("alignment %d is no power of two from 64 to 65536", o.Align)
	case o.BlockBytes < 64 || o.BlockBytes > maxRaw:
		return misuse("blocks of %d bytes; 64 to 16 MiB is possible", o.BlockBytes)
	case o.Memory < 0:
		return misuse("a negative limit of memory")
	case o.Codec > CodecZstd:
		return misuse("codec %d does not exist", o.Codec)
	case len(o.Meta) > maxMeta:
		return misuse("metadata of %d bytes; at most 1 MiB is possible", len(o.Meta))
	}
	if len(o.Meta) > 0 {
		var k keyCheck
		if what := k.check(o.Meta); what != "" {
			return errAt(3, -1, ErrMeta, what)
		}
	}
	return canEncode(o.Codec)
}

// perBlock returns how many rows of a stride a block has. If blocks begin on pages, the
// rows are whole pages, so that a table's rows are contiguous in the file and can be
// mapped in one piece. Otherwise they are whole cache lines, if a block has room for
// that many rows, so that rows that are read to their final place begin on lines too.
func (o *WriterOptions) perBlock(stride int) int {
	n := max(1, o.BlockBytes/stride)
	if pages := multiple(stride, o.Align); o.Align >= pageAlign && pages <= maxRaw/stride {
		return max(n/pages*pages, pages)
	}
	if lines := multiple(stride, 1<<minAlign); n > lines {
		return n / lines * lines
	}
	return n
}

// multiple returns how many rows of a stride make a multiple of a power of two.
func multiple(stride, of int) int { return max(1, of>>bits.TrailingZeros(uint(stride))) }
