package store

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// printed is what a game has: stores as fields of a struct.
type printed struct {
	Bulk    Bulk[pair]
	Packed  Packed[pair]
	Groups  Groups[pair]
	Array   Array[pair]
	Strings Strings
	Arena   Arena[pair]
}

func (p *printed) all() []any {
	return []any{&p.Bulk, &p.Packed, &p.Groups, &p.Array, &p.Strings, &p.Arena}
}

// newPrinted returns stores with n records each. Packed and Groups are in one piece,
// and reserve theirs where the others have blocks.
func newPrinted(t *testing.T, backing Backing, n int) *printed {
	p := new(printed)
	piece := Reserved
	if backing == Heap {
		piece = Heap
	}
	require.NoError(t, p.Bulk.Init(Backed(backing)))
	require.NoError(t, p.Packed.Init(Backed(piece)))
	require.NoError(t, p.Groups.Init(8, Backed(piece)))
	require.NoError(t, p.Array.Init(Backed(backing)))
	require.NoError(t, p.Strings.Init(Backed(backing)))
	require.NoError(t, p.Arena.Grow(n))
	t.Cleanup(func() {
		for _, s := range p.all() {
			if c, ok := s.(interface{ Close() error }); ok {
				require.NoError(t, c.Close())
			}
		}
	})
	for i := range n {
		row := pair{float32(i), math.MaxFloat32}
		_, err := p.Bulk.Insert(row)
		require.NoError(t, err)
		_, err = p.Packed.Insert(row)
		require.NoError(t, err)
		_, err = p.Groups.Insert(row)
		require.NoError(t, err)
		_, err = p.Array.Append(row)
		require.NoError(t, err)
		_, err = p.Strings.Intern(fmt.Sprint("text ", i))
		require.NoError(t, err)
		_, err = p.Arena.Insert(row)
		require.NoError(t, err)
	}
	return p
}

// failure is a test that keeps what it is told, and goes on.
type failure struct{ text string }

func (f *failure) Errorf(format string, args ...any) { f.text += fmt.Sprintf(format, args...) }
func (f *failure) FailNow()                          {}

// Whatever prints or compares a store goes through its struct, by pointers too. None of
// that may come to memory that must not be touched, or to all of what may be.
func TestStoresCanBePrinted(t *testing.T) {
	const most = 1 << 20
	for _, backing := range []Backing{Automatic, Reserved, Blocks, Geometric, Heap} {
		for _, n := range []int{0, 1, 100} {
			p, q := newPrinted(t, backing, n), newPrinted(t, backing, n+1)
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
				require.Less(t, len(fmt.Sprintf(verb, p)), most, "%v %s", backing, verb)
				require.Less(t, len(fmt.Sprintf(verb, reflect.ValueOf(p).Elem())), most, "%v %s", backing, verb)
			}
			for i, s := range p.all() {
				for _, verb := range []string{"%v", "%+v", "%#v"} {
					require.Less(t, len(fmt.Sprintf(verb, s)), 100, "%v", backing)
				}
				require.Less(t, len(fmt.Sprintf("%+v", reflect.ValueOf(s).Elem())), most, "%v %T", backing, s)
				var f failure // its message has a dump of both and the difference
				require.Equal(&f, s, q.all()[i])
				require.NotEmpty(t, f.text)
				require.Less(t, len(f.text), most, "%v %T", backing, s)
			}
			var f failure
			require.Equal(&f, p, q)
			require.NotEmpty(t, f.text)
			require.False(t, reflect.DeepEqual(p, q))
			c := p.Bulk.Cursor()
			c.Next()
			require.Less(t, len(fmt.Sprintf("%+v", c)), 1000)
		}
	}
}

func TestStoresSayWhatTheyHold(t *testing.T) {
	p := newPrinted(t, Heap, 3)
	for _, s := range []fmt.Stringer{&p.Bulk, &p.Packed, &p.Groups, &p.Array, &p.Arena, &p.Strings} {
		require.Regexp(t, `^[A-Z][a-z]+(\[.+\])? of 3, [1-9][0-9]* bytes$`, s.String())
		require.Equal(t, s.String(), fmt.Sprintf("%#v", s))
	}
	require.Equal(t, "Bulk[store.pair] of 3, ", p.Bulk.String()[:len("Bulk[store.pair] of 3, ")])
	require.NoError(t, p.Bulk.Close())
	require.Equal(t, "Bulk[store.pair], closed", p.Bulk.String())
	var none Array[uint32]
	require.Equal(t, "Array[uint32] of 0, 0 bytes", none.String())
}
