package format

import "slices"

// chunkIndex finds what is in front of a chunk without going over all blocks before it,
// which would be quadratic for many chunks. It takes 4 bytes for each block and each
// chunk.
type chunkIndex struct {
	blocks [][]int32 // by table: its blocks, ascending
	before []int32   // by chunk: the last chunk before it that has nodes, or -1
}

func newChunkIndex(d *directory) chunkIndex {
	x := chunkIndex{blocks: make([][]int32, len(d.total)), before: make([]int32, len(d.chunks))}
	for i := range d.blocks {
		t := d.blocks[i].Table
		x.blocks[t] = append(x.blocks[t], int32(i))
	}
	last := int32(-1)
	for i := range d.chunks {
		x.before[i] = last
		if d.chunks[i].Nodes > 0 {
			last = int32(i)
		}
	}
	return x
}

// rows returns how many rows a table has in the blocks before block first.
func (x *chunkIndex) rows(d *directory, table, first int) uint64 {
	i, _ := slices.BinarySearch(x.blocks[table], int32(first))
	if i == len(x.blocks[table]) {
		return d.total[table]
	}
	return uint64(d.blocks[x.blocks[table][i]].First)
}
