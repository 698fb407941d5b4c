package format

import (
	"cmp"
	"slices"
	"sort"
)

// layOut decides the blocks of each chunk. Their stored lengths are known when they are
// written.
func (f *finish) layOut() {
	f.propAt = zeroed(f.propAt, len(f.props)+1)
	for i := range f.props {
		f.propAt[i+1] = f.propAt[i] + f.props[i].length
	}
	f.next = zeroed(f.next, len(f.tables))
	f.at = zeroed(f.at, len(f.tables))
	f.listTables()
	propRow, srcRow := 0, 0
	for c, label := range f.chunks {
		first := len(f.dir.blocks)
		if c == 0 {
			f.cut(c, TableBytes, 0, f.starts[len(f.used)])
			f.cut(c, TableStr, 0, uint32(len(f.used)))
			f.cut(c, TableIDs, 0, uint32(len(f.ids)))
		}
		k := propRow
		for k < len(f.props) && f.chunkOf(f.props[k].rowID) <= c {
			k++
		}
		f.cut(c, TableProp, uint32(propRow), uint32(k))
		f.cut(c, TablePropBytes, f.propAt[propRow], f.propAt[k])
		propRow = k
		k = srcRow
		for k < len(f.srcs) && f.chunkOf(f.srcs[k].rowID) <= c {
			k++
		}
		f.cut(c, TableSrc, uint32(srcRow), uint32(k))
		srcRow = k
		nodes := uint32(0)
		for _, i := range f.within[f.begins[c]:f.begins[c+1]] {
			n := f.cutTable(c, int(i))
			if i == TableNode {
				nodes = n
			}
		}
		blocks := f.dir.blocks[first:]
		slices.SortStableFunc(blocks, func(a, b BlockInfo) int { return cmp.Compare(a.Table, b.Table) })
		f.dir.chunks = append(f.dir.chunks, Chunk{Blocks: uint32(len(blocks)), Nodes: nodes, Label: f.final[label]})
	}
}

// listTables lists the tables of each chunk, so that not every table has to be looked
// at for every chunk. The list of the first chunk, which has no marks, has every table
// with rows.
func (f *finish) listTables() {
	f.begins = zeroed(f.begins, len(f.chunks)+2)
	each := func(take func(chunk, table int)) {
		for i := range f.tables {
			if i < FixedTables && i != TableNode || f.tables[i].rows == 0 {
				continue
			}
			take(0, i)
			for _, m := range f.tables[i].marks {
				take(m.chunk, i)
			}
		}
	}
	each(func(chunk, _ int) { f.begins[chunk+2]++ })
	for c := range f.chunks {
		f.begins[c+2] += f.begins[c+1]
	}
	f.within = sized(f.within, int(f.begins[len(f.chunks)+1]))
	each(func(chunk, table int) { // begins[chunk+1] moves from the beginning of the chunk's tables to their end
		f.within[f.begins[chunk+1]] = uint16(table)
		f.begins[chunk+1]++
	})
}

// cutTable divides a table's rows in a chunk into blocks, and returns how many rows
// there are.
func (f *finish) cutTable(chunk, table int) uint32 {
	marks, first, end := f.tables[table].marks, f.at[table], f.tables[table].rows
	next := &f.next[table]
	for *next < len(marks) && marks[*next].chunk <= chunk {
		*next++
	}
	if *next < len(marks) {
		end = marks[*next].row
	}
	f.cut(chunk, table, first, end)
	f.at[table] = end
	return end - first
}

// cut divides rows of a table into blocks. Blocks of $bytes end between runes,
// those of $propbytes between maps.
func (f *finish) cut(chunk, table int, first, end uint32) {
	per := uint32(f.tables[table].perBlock)
	for first < end {
		n := min(per, end-first)
		if first+n < end {
			switch table {
			case TableBytes:
				n = f.runeEnd(first+n) - first
			case TablePropBytes:
				i := lastAt(f.propAt, first+n)
				if f.propAt[i] <= first {
					i++ // one map is longer than a block should be
				}
				n = f.propAt[i] - first
			}
		}
		f.dir.blocks = append(f.dir.blocks, BlockInfo{Table: table, Chunk: chunk, First: first, Rows: n,
			Raw: int(n) * f.tables[table].stride})
		first += n
	}
}

// lastAt returns the index of the last of the ascending starts, of which the first is 0, that
// is not behind at.
func lastAt(starts []uint32, at uint32) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > at }) - 1
}

// runeEnd returns the last position of $bytes up to at that is not within a rune.
func (f *finish) runeEnd(at uint32) uint32 {
	i := lastAt(f.starts, at)
	s := f.strs.get(f.used[i])
	k := at - f.starts[i]
	for k > 0 && int(k) < len(s) && s[k]&0xc0 == 0x80 {
		k--
	}
	return f.starts[i] + k
}
