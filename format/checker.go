package format

import (
	"fmt"
	"sort"
)

// checker holds the state that rules 7, 8 and 9 carry from one block to the next. If it
// can look back, its memory is O(tables). Otherwise it also keeps what stringCheck and
// propCheck list.
//
// Invariants between calls: have[t] is the number of rows of table t up to the end of
// the current chunk, as the directory says, except for tables that jump has left alone;
// cursor[s] <= have[target of s].
type checker struct {
	plan   *schemaPlan
	dir    *directory
	have   []uint64 // rows by table, including the current chunk
	total  []uint64 // rows by table in the whole file
	kinds  []uint64 // the same, but 0 for tables that are not kinds
	cursor []uint64 // by span field: where the last span ended
	blocks []BlockInfo
	chunk  int
	left   bool   // the chunk has ended
	full   bool   // rules 7 to 9 are checked
	skip   []bool // tables whose blocks the caller skips
	passed []int  // the same as a list

	// If chunks are read in any order, see jump:
	index *chunkIndex
	ends  int // the block behind the current chunk

	nodes nodeCheck
	strs  stringCheck
	ids   idCheck
	props rowNames // $prop and
	srcs  rowNames // $src name rows of their chunk, in ascending order
	lens  propCheck
	back  *lookBack // nil if the checker keeps what it needs instead

	scan rowScan
}

// start begins a file.
func (c *checker) start(p *schemaPlan, d *directory, full bool) {
	c.plan, c.dir, c.full = p, d, full
	c.have = zeroed(c.have, len(p.schema.Tables))
	c.total = d.total
	c.kinds = zeroed(c.kinds, len(p.schema.Tables))
	for i := range c.kinds {
		if p.schema.Tables[i].Class == ClassNode {
			c.kinds[i] = d.total[i]
		}
	}
	c.cursor = zeroed(c.cursor, len(p.spans))
	c.blocks, c.chunk = nil, -1
	c.skip, c.passed = zeroed(c.skip, len(p.schema.Tables)), c.passed[:0]
	c.nodes.start(len(p.schema.Tables))
	c.index = nil
	c.strs.start()
	c.strs.total, c.strs.strs = c.total[TableBytes], c.total[TableStr]
	c.again()
}

// again forgets the last chunk and what the caller wanted to skip, but neither the
// positions of the tables nor the strings.
func (c *checker) again() {
	for _, t := range c.passed {
		c.skip[t] = false
	}
	c.passed = c.passed[:0]
	c.ids, c.back = idCheck{}, nil
}

// pass makes the checker skip a table's blocks.
func (c *checker) pass(table int) {
	if table >= 0 && table < len(c.skip) && !c.skip[table] {
		c.skip[table] = true
		c.passed = append(c.passed, table)
	}
}

// enter begins the next chunk of the file, which has these blocks.
func (c *checker) enter(chunk int, blocks []BlockInfo) {
	c.chunk, c.blocks, c.left = chunk, blocks, false
	for i := range blocks {
		c.have[blocks[i].Table] += uint64(blocks[i].Rows)
	}
	c.strs.enter(c.strsWanted())
	c.props, c.srcs = rowNames{}, rowNames{}
	c.lens.enter()
}

// jump begins a chunk without having seen the ones before it. blocks are its blocks;
// the first of them is block first of the file. The state before it follows from the
// directory: where a chunk ends, all spans end at the rows of their targets.
//
// After the first chunk, a jump costs only the tables of the new chunk and of the last
// one. For all other tables it is enough that they have as many nodes as rows and that
// their spans have ended, wherever that was.
func (c *checker) jump(x *chunkIndex, first int, blocks []BlockInfo) {
	if c.index != x {
		c.index = x
		for i := range c.have {
			c.place(i, first)
		}
	} else {
		for i := range FixedTables {
			c.place(i, first)
		}
		c.placeAll(c.blocks, first)
		c.placeAll(blocks, first)
	}
	c.ends = first + len(blocks)
	c.nodes.depth = anyDepth
}

// placeAll calls place for the tables of a chunk and for those that their rows own.
func (c *checker) placeAll(blocks []BlockInfo, first int) {
	for i := range blocks {
		t := blocks[i].Table
		if i > 0 && t == blocks[i-1].Table {
			continue
		}
		c.place(t, first)
		for _, s := range c.plan.owns[t] {
			c.place(c.plan.spans[s].target, first)
		}
	}
}

// place sets the state of a table in front of a block, from the directory.
func (c *checker) place(table, first int) {
	n := c.index.rows(c.dir, table, first)
	c.have[table] = n
	if s := c.plan.owned[table]; s >= 0 {
		c.cursor[s] = n
	}
	if c.plan.schema.Tables[table].Class == ClassNode {
		c.nodes.counts[table] = n
	}
}

// rowsOf returns the number of rows of a table up to the end of the current chunk. It
// also works for a table that jump has left alone.
func (c *checker) rowsOf(table int) uint64 {
	if c.index == nil {
		return c.have[table]
	}
	return c.index.rows(c.dir, table, c.ends)
}

// before returns the number of rows of a table before the current chunk, whose blocks
// ascend by table.
func (c *checker) before(table int) uint64 {
	i := sort.Search(len(c.blocks), func(i int) bool { return c.blocks[i].Table >= table })
	if i < len(c.blocks) && c.blocks[i].Table == table {
		return uint64(c.blocks[i].First)
	}
	return c.rowsOf(table)
}

// strsWanted reports whether rows of $id will need the bytes of strings.
func (c *checker) strsWanted() bool {
	return c.full && !c.skip[TableIDs] && !c.skip[TableBytes] && !c.skip[TableStr] && c.total[TableIDs] > 0 && c.ids.rows < c.total[TableIDs]
}

// check checks a block of the current chunk. held is what a scan has already found
// about its rows, or nil.
func (c *checker) check(b *BlockInfo, data []byte, held *scanResult) error {
	if !c.full {
		return nil
	}
	err := c.byTable(b, data, held)
	if err == nil {
		c.invariants()
	}
	return err
}

func (c *checker) byTable(b *BlockInfo, data []byte, held *scanResult) error {
	switch b.Table {
	case TableBytes:
		return c.checkBytes(b, data)
	case TableNode:
		return c.checkNodes(b, data)
	case TablePropBytes:
		return c.checkPropBytes(b, data)
	case TableStr:
		if c.passStrs(b, data) {
			return nil
		}
	}
	if err := c.checkRows(b, data, held); err != nil {
		return err
	}
	switch b.Table {
	case TableStr:
		return c.checkStrs(b, data)
	case TableProp:
		return c.checkProps(b, data)
	case TableIDs:
		return c.checkIDs(b, data)
	case TableSrc:
		return c.checkRowNames(&c.srcs, b, data)
	}
	return nil
}

// leave checks the end of the chunk: its array rows and bytes belong to its spans. A second
// call does nothing. All else that its rows name has come with it: no span reaches behind
// the rows of the chunk, no kind has more nodes than rows, and the directory has as many of
// both; and payloads that are not empty and fill $propbytes are all there.
func (c *checker) leave() error {
	if !c.full || c.left {
		return nil
	}
	c.left = true
	for i := range c.blocks {
		t := c.blocks[i].Table
		if i > 0 && t == c.blocks[i-1].Table {
			continue
		}
		if s := c.plan.owned[t]; s >= 0 {
			if err := c.spanDone(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) spanDone(s int) error {
	sp := c.plan.spans[s]
	if c.skip[sp.table] || c.cursor[s] == c.have[sp.target] {
		return nil
	}
	t := &c.plan.schema.Tables[sp.table]
	return &Error{Rule: 7, Offset: -1, Table: t.Name, Row: -1, Field: t.Fields[sp.field].Name, Err: ErrSpan,
		Detail: fmt.Sprintf("the spans through chunk %d end at row %d of %s, which has %d by then", c.chunk, c.cursor[s],
			c.plan.schema.Tables[sp.target].Name, c.have[sp.target])}
}
