package format

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// idTexts are n strings of a sort, some of them more than once.
func idTexts(rng *rand.Rand, n int, sort string) [][]byte {
	texts := make([][]byte, n)
	for i := range texts {
		switch sort {
		case "words":
			texts[i] = fmt.Appendf(nil, "%s-%d", []string{"tree", "apple-tree", "crate"}[rng.IntN(3)], rng.IntN(n))
		case "long":
			texts[i] = fmt.Appendf(nil, "a-name-of-sixteen-%d", rng.IntN(n))
		case "bytes":
			texts[i] = make([]byte, rng.IntN(20))
			for k := range texts[i] {
				texts[i][k] = byte(rng.Uint32())
			}
		case "equal":
			texts[i] = []byte("the-same")
		}
	}
	return texts
}

// sortedKeys are the keys of texts in the order of their first bytes.
func sortedKeys(texts [][]byte, room int) []idKey {
	keys := make([]idKey, len(texts))
	for i := range keys {
		keys[i] = idKey{prefix(texts[i]), uint32(i)}
	}
	sortKeys(keys, make([]idKey, room), 0)
	return keys
}

func TestKeysAreSortedLikeTheirStrings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, sort := range []string{"words", "long", "bytes", "equal"} {
		for i, n := range []int{0, 1, 2, fewKeys, fewKeys + 1, 300, 5000, 5000, 5000} {
			texts := idTexts(rng, n, sort)
			keys := sortedKeys(texts, []int{n, 500, 0}[i%3])
			seen := make([]bool, n)
			for i := range keys {
				require.False(t, seen[keys[i].at], "a key is there twice")
				seen[keys[i].at] = true
				require.Equal(t, prefix(texts[keys[i].at]), keys[i].idPrefix)
				require.False(t, i > 0 && keys[i-1].after(keys[i].idPrefix))
			}
		}
	}
}

// One id may name a row of each table; they come in the tables' order.
func TestOneIDOfSeveralTables(t *testing.T) {
	for _, id := range []string{"lift", "a-name-of-sixteen-and-more-bytes"} {
		var s Schema
		for i := range 3 {
			s.Tables = append(s.Tables, Table{Name: fmt.Sprint("t", i), Class: ClassNode, Stride: 4, Fields: []Field{{Name: "x", Type: TypeI32, Count: 1}}})
		}
		w, err := NewWriter(&s, WriterOptions{})
		require.NoError(t, err)
		str, err := w.String([]byte(id))
		require.NoError(t, err)
		for i := 2; i >= 0; i-- {
			row, err := w.Node(FixedTables+i, 0, 0)
			require.NoError(t, err)
			require.NoError(t, w.Put(FixedTables+i, row, make([]byte, 4)))
			require.NoError(t, w.ID(str, FixedTables+i, row))
		}
		var out buf
		_, err = w.Finish(&out)
		require.NoError(t, err)
		rows, err := readWhole(out.b, Options{})
		require.NoError(t, err)
		ids := rows[TableIDs]
		require.Len(t, ids, 3*12)
		for i := range 3 {
			require.EqualValues(t, FixedTables+i, ids[12*i+8], "%s: id %d", id, i)
		}
	}
}

// sortedIDs are the rows of ids in the order of the file: those of texts, some of them for
// two tables.
func sortedIDs(t *testing.T, texts [][]byte) ([]idEntry, error) {
	w := &Writer{tables: make([]tableWriter, 2)}
	w.tables[0].name, w.tables[1].name = "a", "b"
	w.strs.start()
	for i, text := range texts {
		str, err := w.strs.add(text)
		require.NoError(t, err)
		for table := range 1 + i%2 {
			*piecesPush(&w.ids) = idEntry{str: str, row: uint32(i), table: uint16(table)}
		}
	}
	f := &finish{Writer: w}
	err := f.sortIDs()
	return f.ids, err
}

func TestIDsAreSortedAlikeOnTwoCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	defer func(n int) { idsForTwo = n }(idsForTwo)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, sort := range []string{"words", "long"} {
		for _, n := range []int{0, 1, 2, 3, 40, 300, pieceLen + 1, 3 * pieceLen} {
			texts := idTexts(rng, n, sort)
			slices.SortFunc(texts, bytes.Compare)
			texts = slices.CompactFunc(texts, bytes.Equal)
			rng.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
			idsForTwo = math.MaxInt
			one, err := sortedIDs(t, texts)
			require.NoError(t, err)
			idsForTwo = 0
			two, err := sortedIDs(t, texts)
			require.NoError(t, err)
			require.Equal(t, one, two, "%d %s", n, sort)
			for i := 1; i < len(two); i++ {
				a, b := two[i-1], two[i]
				c := bytes.Compare(texts[a.row], texts[b.row])
				require.True(t, c < 0 || c == 0 && a.table < b.table, "%d %s: id %d", n, sort, i)
			}
			if len(texts) > 1 {
				first, last := texts[0], len(texts)-1
				texts[last] = first
				_, err = sortedIDs(t, texts)
				require.ErrorContains(t, err, fmt.Sprintf("is the id of two rows of a, 0 and %d", last))
			}
		}
	}
}

// Of more than two rows of one id, the first two are named, on however many cores.
func TestTheFirstTwoRowsOfOneIDAreNamed(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	defer func(n int) { idsForTwo = n }(idsForTwo)
	for _, twin := range []string{"twin", "twins-of-sixteen-bytes-and-more"} {
		rng := rand.New(rand.NewPCG(11, 12))
		for range 20 {
			texts := make([][]byte, 100)
			for i := range texts {
				texts[i] = fmt.Appendf(nil, "twins-of-sixteen-%d", i)
			}
			rows := rng.Perm(len(texts))[:8]
			slices.Sort(rows)
			for _, row := range rows {
				texts[row] = []byte(twin)
			}
			for _, idsForTwo = range []int{math.MaxInt, 0} {
				_, err := sortedIDs(t, texts)
				require.ErrorContains(t, err, fmt.Sprintf("%q is the id of two rows of a, %d and %d", twin, rows[0], rows[1]))
			}
		}
	}
}

func BenchmarkSortKeys(b *testing.B) {
	texts := idTexts(rand.New(rand.NewPCG(3, 4)), 12000, "words")
	from := make([]idKey, len(texts))
	for i := range from {
		from[i].idPrefix = prefix(texts[i])
	}
	keys, room := make([]idKey, len(from)), make([]idKey, len(from))
	b.Run("how=bytes", func(b *testing.B) {
		for b.Loop() {
			copy(keys, from)
			sortKeys(keys, room, 0)
		}
	})
	b.Run("how=compared", func(b *testing.B) {
		for b.Loop() {
			copy(keys, from)
			slices.SortFunc(keys, func(a, b idKey) int { return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.low, b.low)) })
		}
	})
}

// BenchmarkSortIDs is $id of a large level, from the ids as they came.
func BenchmarkSortIDs(b *testing.B) {
	texts := idTexts(rand.New(rand.NewPCG(7, 8)), 300_000, "words")
	slices.SortFunc(texts, bytes.Compare)
	texts = slices.CompactFunc(texts, bytes.Equal)
	rand.New(rand.NewPCG(9, 10)).Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for _, cores := range []int{1, 2} {
		b.Run(fmt.Sprintf("ids=%d/cores=%d", len(texts), cores), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			f := &finish{Writer: &Writer{tables: make([]tableWriter, 1)}}
			f.strs.start()
			for b.Loop() {
				b.StopTimer()
				f.strs.keep(new(int))
				f.strs.start()
				for i, text := range texts {
					str, err := f.strs.add(text)
					require.NoError(b, err)
					*piecesPush(&f.Writer.ids) = idEntry{str: str, row: uint32(i)}
				}
				b.StartTimer()
				require.NoError(b, f.sortIDs())
			}
		})
	}
}
