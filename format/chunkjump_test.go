package format

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// manyTables is a file of n chunks and a schema of some kinds with elements, of
// which each chunk has three, of each up to most nodes.
func manyTables(t testing.TB, kinds, n, most int) []byte {
	var w Writer
	defer w.Close()
	return writeManyTables(t, &w, kinds, n, most)
}

func writeManyTables(t testing.TB, w *Writer, kinds, n, most int) []byte {
	s := new(Schema)
	for i := range kinds {
		name := fmt.Sprintf("kind%04d", i)
		s.Tables = append(s.Tables, Table{Name: name, Class: ClassNode, Stride: 12, Fields: []Field{
			{Name: "to", Type: TypeSpan, Count: 1, Target: name + ".to"},
			{Name: "text", Type: TypeStr, Offset: 8, Count: 1}}},
			Table{Name: name + ".to", Class: ClassArray, Stride: 4, Fields: []Field{{Name: "x", Type: TypeU32, Count: 1}}})
	}
	require.NoError(t, w.Reset(s, WriterOptions{}))
	props := Props{0x81, 0xa1, 'n', 1} // {"n": 1}
	for c := range n {
		text, err := w.String([]byte(fmt.Sprint("chunk ", c)))
		require.NoError(t, err)
		require.NoError(t, w.Chunk(text))
		for k := range 3 {
			table := FixedTables + 2*((c+5*k*k)%kinds)
			for i := range 1 + c*c%most {
				row, err := w.Node(table, min(i, 1), 0)
				require.NoError(t, err)
				require.NoError(t, w.Put(table, row, []byte{4: byte(i), 8: byte(text), 11: 0}))
				if i%256 > 0 {
					_, err = w.Append(table+1, row, make([]byte, 4*(i%256)))
					require.NoError(t, err)
				}
				if i == 0 { // an order that a chunk by itself can break
					id, err := w.String([]byte(fmt.Sprint("chunk ", c, "cab"[k:])))
					require.NoError(t, err)
					require.NoError(t, w.ID(id, table, row))
				}
				if k == 1 {
					require.NoError(t, w.Prop(table, row, props))
				}
			}
		}
	}
	out := new(buf)
	_, err := w.Finish(out)
	require.NoError(t, err)
	return out.b
}

// A chunk reader that goes on to another chunk looks at the tables of the two.
func TestAChunkLooksAtNoOtherTables(t *testing.T) {
	file := manyTables(t, 40, 12, 3)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	var c ChunkReader
	read := func(chunk int) map[int]bool {
		require.NoError(t, c.Reset(f, chunk))
		have := map[int]bool{}
		for {
			b, err := c.Next()
			if err == io.EOF {
				return have
			}
			require.NoError(t, err)
			have[b.Table] = true
		}
	}
	own := read(5)
	for table := range read(6) {
		own[table] = true
	}
	read(5)
	// What stands of the others now is not believed, or not left, by who looks at it.
	mark := map[int]uint64{}
	for table := FixedTables; table < len(c.check.have); table++ {
		if !own[table] && f.Schema().Tables[table].Class == ClassNode {
			mark[table] = c.check.total[table] - f.index.rows(&f.head.dir, table, f.first[6])
			c.check.have[table], c.check.nodes.counts[table] = mark[table], mark[table]+1
		}
	}
	require.Greater(t, len(mark), 30)
	read(6)
	for table, n := range mark {
		require.Equal(t, n, c.check.have[table], "table %d", table)
		require.Equal(t, n+1, c.check.nodes.counts[table], "table %d", table)
	}
}

// How a reader came to a chunk, through whichever others and however far, changes
// nothing of what it finds there, whether it is good or damaged.
func TestChunksAreTheSameByWhicheverWay(t *testing.T) {
	few, many := manyTables(t, 20, 8, 3), manyTables(t, 20, 8, 40)
	bad, seeds := 0, int64(300)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewSource(seed))
		a := dissect(t, [][]byte{few, many}[seed/4%2])
		if seed%4 == 0 { // strings that come late, which a reader of the whole file would not take
			to := 1 + rnd.Intn(4)
			at := 0
			for i := range to {
				at += int(a.chunks[i].Blocks)
			}
			end := at + int(a.chunks[to].Blocks)
			first := slices.Clone(a.blocks[:a.chunks[0].Blocks])
			a.blocks = slices.Insert(a.blocks, end, first...)[len(first):]
			a.chunks[0].Blocks, a.chunks[to].Blocks = 0, a.chunks[to].Blocks+a.chunks[0].Blocks
			slices.SortStableFunc(a.blocks[at-len(first):end], func(x, y rawBlock) int { return int(x.table) - int(y.table) })
		}
		if seed%4 == 1 { // other writers have strings and $id in several chunks
			for to, of := 1, 8; ; {
				strings := to + rnd.Intn(3)
				ids := strings + rnd.Intn(3)
				if of = rnd.Intn(of); of == 0 || ids > 8 {
					break
				}
				a.stringsLater(strings, 3*of) // that the last rows of $id name
				a.later(ids, TableIDs, 3*of, 12)
				to = ids + 1
			}
		}
		damages, blocks, jump := rnd.Intn(5), 20, 9
		if seed%8 == 1 { // what a whole chunk has counts for one soon after it
			damages, blocks, jump = 0, 100, 4
		}
		for range damages { // damage that the sums know nothing of
			b := &a.blocks[rnd.Intn(len(a.blocks))]
			switch b.table {
			case TableNode, TableProp:
				at := rnd.Intn(len(b.stored)/4) * 4
				b.stored[at] = byte(FixedTables + 2*rnd.Intn(20))
			default:
				b.stored[rnd.Intn(len(b.stored))] ^= byte(1 << rnd.Intn(5))
			}
		}
		file := a.assemble()
		open := func() *File {
			f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
			require.NoError(t, err)
			return f
		}
		f, g := open(), open() // each knows the edges of the chunks that were read through it
		var c ChunkReader
		chunk := 0
		for range 30 {
			chunk = (chunk + rnd.Intn(jump)) % 9
			most, skip := rnd.Intn(blocks), rnd.Intn(60)
			want := new(ChunkReader)
			err := want.Reset(g, chunk, skip)
			require.Equal(t, err, c.Reset(f, chunk, skip))
			for ; most > 0 && err == nil; most-- {
				var w, b Block
				w, err = want.Next()
				var got error
				b, got = c.Next()
				if err != nil || got != nil {
					require.Equal(t, err, got, "seed %d, chunk %d", seed, chunk)
				}
				if w.Table != b.Table || !bytes.Equal(w.Data, b.Data) {
					require.Fail(t, "another block", "seed %d, chunk %d: %d bytes of table %d, not %d of %d", seed, chunk, len(b.Data), b.Table, len(w.Data), w.Table)
				}
			}
			if err != nil && err != io.EOF {
				bad++
			}
		}
	}
	require.Greater(t, bad, int(seeds))
}

// Nodes fewer than the kinds are counted node by node, more of them kind by kind;
// what is wrong with them is found in both ways.
func TestFewNodesAndManyAreHeldAlike(t *testing.T) {
	for _, kinds := range []int{5, 1000} {
		for _, test := range []struct {
			name string
			node []byte
		}{
			{"no kind", []byte{FixedTables + 1, 0, 0, 0}},
			{"another kind", []byte{FixedTables + 2, 0, 0, 0}},
			{"no table", []byte{0xff, 0xff, 0, 0}},
			{"fixed", []byte{0, 0, 0, 0}},
			{"depth", []byte{FixedTables, 0, 9, 0}},
		} {
			a := dissect(t, manyTables(t, kinds, 6, 3))
			last := len(a.blocks) - 1
			for a.blocks[last].table != TableNode {
				last--
			}
			copy(a.blocks[last].stored[4:], test.node)
			file := a.assemble()
			require.ErrorIs(t, Verify(bytes.NewReader(file), Options{}), ErrTree, "%s, %d kinds", test.name, kinds)
		}
	}
}

// A writer lists for each chunk the tables that it has, and no others.
func TestAWriterListsTheTablesOfEachChunk(t *testing.T) {
	var w Writer
	file := writeManyTables(t, &w, 40, 12, 3)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	for chunk := 1; chunk < len(f.Chunks()); chunk++ { // the first one has no marks: all tables with rows
		var has, listed []int
		for _, b := range f.head.dir.chunkBlocks(chunk, f.first[chunk]) {
			if b.Table == TableNode || b.Table >= FixedTables {
				has = append(has, b.Table)
			}
		}
		for _, table := range w.fin.within[w.fin.begins[chunk]:w.fin.begins[chunk+1]] {
			listed = append(listed, int(table))
		}
		require.Subset(t, listed, has, "chunk %d", chunk)
		for _, table := range listed { // elements go with their owners, also where these have none
			if s := w.plan.owned[table]; s >= 0 {
				table = w.plan.spans[s].table
			}
			require.Contains(t, has, table, "chunk %d", chunk)
		}
	}
}
