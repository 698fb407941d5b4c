package loader

import (
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// convertBytes is how much of a block is converted at a time. It fits the first-level
// cache together with its input.
const convertBytes = 32 << 10

// scratch returns memory for n converted bytes, aligned for any row.
func (ln *lane) scratch(n int) []byte {
	if words := (n + 7) / 8; words > len(ln.words) {
		ln.words = make([]uint64, words)
	}
	return format.BytesOf(ln.words)[:n]
}

// placeConverted is placeRows for rows whose layout differs from the store's.
func (ld *load) placeConverted(tp *tablePlan, r store.Range, blk format.Block) error {
	from := int(ld.plan.schema.Tables[blk.Table].Stride)
	piece := max(1, convertBytes/max(from, tp.stride))
	for row, data := 0, blk.Data; len(data) > 0; {
		n := min(piece, len(data)/from)
		out := ld.scratch(n * tp.stride)
		if err := tp.convert.Convert(out, data[:n*from], n); err != nil {
			return err
		}
		if err := ld.relocate(blk.Table, out); err != nil {
			return err
		}
		if err := ld.copyRows(tp, r, blk.Table, int(blk.First)+row, out); err != nil {
			return err
		}
		row, data = row+n, data[n*from:]
	}
	return nil
}
