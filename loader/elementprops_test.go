package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type word struct {
	N float32 `level:"n"`
}

type petal struct {
	N     int32            `level:"n"`
	Words store.Span[word] `level:"word"`
}

type book struct {
	Name   store.Str         `level:"name,id"`
	Leaves store.Span[petal] `level:"petal"`
	Words  store.Span[word]  `level:"word"`
	Notes  store.Span[word]  `level:"note"`
}

// shelf has one store for the words of two lists, and another for those of a third.
type shelf struct {
	Books   store.Bulk[book] `level:"book"`
	Leaves  store.Array[petal]
	Words   store.Array[word]
	Notes   store.Array[word] `level:"book.note"`
	Strings store.Strings
}

// bookOf is a book in a level: how many words each petal has, and the number of its first
// element.
type bookOf struct {
	name   string
	first  int
	leaves []int
}

// shelfFile writes a level of books, each in a chunk of its own. Elements with an odd number
// have it as a property.
func shelfFile(t *testing.T, books ...bookOf) []byte {
	a := newAuthor(t, shelf{}, format.WriterOptions{Align: 16 << 10})
	for _, b := range books {
		n := b.first
		add := func(table string, owner uint32, f fields) uint32 {
			k := a.table(table)
			f["n"] = n
			row, err := a.w.Append(k, owner, a.row(k, 0, f))
			require.NoError(t, err)
			if n%2 == 1 {
				require.NoError(t, a.w.Prop(k, row, format.Props{0x81, 0xa1, 'n', byte(n)}))
			}
			n++
			return row
		}
		a.chunk(b.name)
		row := a.node("book", 0, b.name, fields{"name": b.name, "petal": length(len(b.leaves)), "word": length(3), "note": length(3)})
		for _, words := range b.leaves {
			petal := add("book.petal", row, fields{"word": length(words)})
			for range words {
				add("book.petal.word", petal, fields{})
			}
		}
		for range 3 {
			add("book.word", row, fields{})
			add("book.note", row, fields{})
		}
	}
	return a.file()
}

// requireNumbers fails if the properties of the elements of a list are not those that their
// numbers say.
func requireNumbers[T any](t *testing.T, l *loader.Level, in *store.Array[T], s store.Span[T], number func(*T) int32) (n int) {
	t.Helper()
	for i := range s.Len() {
		want := number(&in.Slice(s)[i])
		p := loader.ElementProps(l, in, s, i)
		got, ok := p.Get("n").Int()
		require.Equal(t, want%2 == 1, ok, want)
		if ok {
			require.EqualValues(t, want, got)
			n++
		}
	}
	require.Nil(t, loader.ElementProps(l, in, s, -1))
	require.Nil(t, loader.ElementProps(l, in, s, s.Len()))
	return n
}

func TestPropertiesOfElements(t *testing.T) {
	before := shelfFile(t, bookOf{"a", 1, []int{2, 0, 3}}, bookOf{"b", 40, []int{1}})
	after := shelfFile(t, bookOf{"c", 81, []int{4}}, bookOf{"a", 1, []int{2, 0, 3}}, bookOf{"b", 41, []int{1}})
	for name, o := range map[string]loader.Option{"kept": loader.KeepNodes(), "reloadable": loader.Reloadable()} {
		for _, mapped := range []bool{false, true} {
			var w shelf
			b := bind(t, &w, o)
			load(t, b, after) // so that rows and places differ
			var l *loader.Level
			if mapped {
				var err error
				l, err = b.LoadMapped(ctx, onDisk(t, before))
				require.NoError(t, err)
			} else {
				l = load(t, b, before)
			}
			check := func(books ...string) (n int) {
				t.Helper()
				ofWord := func(w *word) int32 { return int32(w.N) }
				for _, id := range books {
					h, ok := loader.Find(l, &w.Books, id)
					require.True(t, ok)
					book, ok := w.Books.Get(h)
					require.True(t, ok)
					n += requireNumbers(t, l, &w.Leaves, book.Leaves, func(l *petal) int32 { return l.N })
					for _, petal := range w.Leaves.Slice(book.Leaves) {
						n += requireNumbers(t, l, &w.Words, petal.Words, ofWord)
					}
					n += requireNumbers(t, l, &w.Words, book.Words, ofWord)
					n += requireNumbers(t, l, &w.Notes, book.Notes, ofWord)
				}
				return n
			}
			require.Equal(t, 7+4, check("a", "b"), name)
			h, _ := loader.Find(l, &w.Books, "a")
			a, _ := w.Books.Get(h)
			leaves := a.Leaves
			require.Zero(t, testing.AllocsPerRun(10, func() { loader.ElementProps(l, &w.Leaves, leaves, 0) }))
			var other store.Array[word]
			require.Nil(t, loader.ElementProps(l, &other, a.Words, 0), "of no store of the world")
			if name == "reloadable" {
				_, err := l.Reload(ctx, bytes.NewReader(after))
				require.NoError(t, err)
				require.Equal(t, 6+7+4, check("c", "a", "b"))
			}
			require.NoError(t, l.Unload())
			require.Nil(t, loader.ElementProps(l, &w.Leaves, leaves, 0))
			require.NoError(t, b.Close())
		}
	}
	var w shelf
	l := load(t, bind(t, &w), before)
	h, _ := loader.Find(l, &w.Books, "a")
	a, _ := w.Books.Get(h)
	require.Nil(t, loader.ElementProps(l, &w.Leaves, a.Leaves, 0), "without KeepNodes")
}
