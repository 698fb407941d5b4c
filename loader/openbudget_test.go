package loader_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// decoded returns the bytes of some tables in the whole file, and in the chunk that has the
// most of them.
func decoded(t *testing.T, file []byte, tables ...int) (all, most int64) {
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	chunks := make([]int64, len(r.Chunks()))
	for _, b := range r.Blocks() {
		for _, table := range tables {
			if b.Table == table {
				all += int64(b.Raw)
				chunks[b.Chunk] += int64(b.Raw)
			}
		}
	}
	for _, n := range chunks {
		most = max(most, n)
	}
	return all, most
}

// MaxBytes bounds what Open reads, not what it leaves where it is.
func TestOpenTakesOfTheBudgetWhatItReads(t *testing.T) {
	file := planks(t, 300)
	need, _ := decoded(t, file, format.TableBytes, format.TableStr, format.TableIDs)
	for _, most := range []int64{need - 1, need} {
		b := bind(t, newGame(t), loader.MaxBytes(most))
		f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		if most < need {
			require.ErrorIs(t, err, format.ErrBudget)
			continue
		}
		require.NoError(t, err)
		require.ErrorIs(t, f.Load(ctx, ""), format.ErrBudget, "its rows are more")
		require.NoError(t, f.Close())
	}
}

// The tree of a level that lacks parent fields is read chunk by chunk.
func TestOpenTakesOfTheBudgetTheTreeOfAChunk(t *testing.T) {
	nodes := holdings(rand.New(rand.NewPCG(3, 3)), 900, 3)
	file := estateFile(t, nodes, false, format.WriterOptions{})
	need, _ := decoded(t, file, format.TableBytes, format.TableStr, format.TableIDs)
	for _, n := range nodes {
		if n.label != "" {
			need += 8 * int64(n.depth) // what encloses the first node of a chunk
		}
	}
	_, tree := decoded(t, file, format.TableNode)
	need = max(need, tree)
	_, err := format.NewReader(bytes.NewReader(file), format.Options{MaxBytes: need})
	require.ErrorIs(t, err, format.ErrBudget)
	_, b := bindEstate(t, loader.MaxBytes(need))
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// Nor does the load of a chunk take anything for strings and ids, which Open has read.
func TestALoadOfAChunkTakesOfTheBudgetWhatItReads(t *testing.T) {
	file := planks(t, 300)
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	all, need := int64(0), int64(0)
	for _, b := range r.Blocks() {
		all += int64(b.Raw)
		if b.Table == format.TableNode || b.Table >= format.FixedTables {
			need += int64(b.Raw)
		}
	}
	require.Less(t, need, all)
	for _, most := range []int64{need - 1, need} {
		b := bind(t, newGame(t), loader.MaxBytes(most))
		f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		for range 2 { // a refusal leaves everything as it was
			if err = f.Load(ctx, ""); most == need {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, format.ErrBudget)
		}
		require.NoError(t, f.Close())
	}
}

// Chunks of a node each, deep in a tree that Open has to read, take ten times the file for
// the nodes around them, and a hundred times what each Load may take.
func TestOpenTakesOfTheBudgetTheNodesAroundChunks(t *testing.T) {
	const deep, chunks = format.MaxDepth, 300
	a := newAuthor(t, oldEstate{}, format.WriterOptions{})
	for depth := range deep {
		a.node("wing", depth, "", nil)
	}
	for i := range chunks {
		a.chunk(strconv.Itoa(i))
		a.node("wing", deep, "", nil)
	}
	file := a.file()
	text, _ := decoded(t, file, format.TableBytes, format.TableStr, format.TableIDs)
	need := text + chunks*deep*8
	for _, most := range []int64{need - 1, need} {
		w, b := bindEstate(t, loader.MaxBytes(most))
		f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		if most < need {
			require.ErrorIs(t, err, format.ErrBudget)
			require.ErrorContains(t, err, "strings, ids and the nodes around chunks")
			require.Zero(t, w.Strings.Len(), "they are given back")
			continue
		}
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
}
