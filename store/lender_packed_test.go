package store

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// dryStore is what Packed and Groups have in common.
type dryStore interface {
	kept[broad]
	Load(io.Reader) error
	Close() error
}

func getPacked(s dryStore, h Handle[broad]) (uint32, bool) {
	switch s := s.(type) {
	case *Packed[broad]:
		v, ok := s.Get(h)
		return v[0], ok
	case *Groups[broad]:
		v, ok := s.Get(h)
		return v[0], ok
	}
	return 0, false
}

// If there is no room for one more record, the packed records stay where they are.
func TestPackedStoresGoThroughDroughts(t *testing.T) {
	d := startDrought(t)
	for _, back := range []Backing{Reserved, Heap} {
		for name, fresh := range map[string]func() (dryStore, func() error){
			"packed": func() (dryStore, func() error) {
				p := new(Packed[broad])
				return p, func() error { return p.Init(Backed(back)) }
			},
			"groups": func() (dryStore, func() error) {
				g := new(Groups[broad])
				return g, func() error { return g.Init(8, Backed(back)) }
			},
			"by itself": func() (dryStore, func() error) { return new(Packed[broad]), func() error { return nil } },
		} {
			t.Run(fmt.Sprintf("%v/%s", back, name), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 7))
				s, init := fresh()
				d.again(t, rng.IntN(4), init, func() {})
				live := map[Handle[broad]]uint32{}
				same := func() {
					require.NoError(t, s.Check())
					require.Equal(t, len(live), s.Len())
					for h, want := range live {
						if n, ok := getPacked(s, h); !ok || n != want {
							require.Fail(t, "a wrong record", "%v: %d, not %d", h, n, want)
						}
					}
				}
				for n := range uint32(120) {
					d.again(t, rng.IntN(4), func() error {
						h, err := s.Insert(number[broad](n))
						if err == nil {
							live[h] = n
						}
						return err
					}, same)
					if n%5 == 0 {
						for h := range live {
							require.True(t, s.Remove(h))
							delete(live, h)
							break
						}
					}
				}
				var file bytes.Buffer
				require.NoError(t, s.Save(&file))
				require.NoError(t, s.Close())
				s, init = fresh()
				require.NoError(t, init())
				for after := 0; ; after++ {
					err := d.during(after, func() error { return s.Load(bytes.NewReader(file.Bytes())) })
					if err == nil {
						break
					}
					require.ErrorIs(t, err, ErrMemory)
					require.NoError(t, s.Check())
					require.Zero(t, s.Len())
				}
				same()
				require.NoError(t, s.Close())
			})
		}
	}
}

// A text that there was no memory for is interned at the next attempt, with any
// backing, and is never taken for "".
func TestStringsGoThroughDroughts(t *testing.T) {
	d := startDrought(t)
	for _, back := range backings {
		for after := range 6 {
			t.Run(fmt.Sprintf("%v/%d", back, after), func(t *testing.T) {
				var s Strings
				d.again(t, after, func() error { return s.Init(Backed(back)) }, func() {})
				texts := map[Str]string{}
				same := func() {
					require.NoError(t, s.Check())
					require.Equal(t, len(texts), s.Len())
					require.Empty(t, s.Get(Str{}))
					for id, text := range texts {
						again, ok := s.Find(text)
						if s.Get(id) != text || !ok || again != id {
							require.Fail(t, "a wrong text", "%v: found %v: %v", id, ok, again)
						}
					}
				}
				for i := range 60 {
					text := fmt.Sprint(i) + strings.Repeat("x", i*i*40)
					d.again(t, after%3, func() error {
						id, err := s.Intern(text)
						if err == nil {
							texts[id] = text
						}
						return err
					}, same)
				}
				var file bytes.Buffer
				require.NoError(t, s.Save(&file))
				require.NoError(t, s.Close())

				var l Strings
				require.NoError(t, l.Init(Backed(back)))
				for after := 0; ; after++ {
					err := d.during(after, func() error { return l.Load(bytes.NewReader(file.Bytes())) })
					if err == nil {
						break
					}
					require.ErrorIs(t, err, ErrMemory)
					require.NoError(t, l.Check())
					require.Zero(t, l.Len())
					require.EqualValues(t, 1, l.entries.used, "the entry of the empty string")
				}
				for id, text := range texts {
					require.Equal(t, text, l.Get(id))
				}
				require.NoError(t, l.Close())
			})
		}
	}
}

// If there was no memory for the first entry, the Strings count as not used yet.
func TestStringsComeToBeAfterADrought(t *testing.T) {
	d := startDrought(t)
	for _, back := range backings {
		for after := 0; ; after++ {
			var s Strings
			err := d.during(after, func() error { return s.Init(Backed(back)) })
			if err != nil {
				require.ErrorIs(t, err, ErrMemory)
				require.NoError(t, s.Init(Backed(back)), "it is as new")
			}
			id, err2 := s.Intern("crate")
			require.NoError(t, err2)
			require.EqualValues(t, 1, id.ID())
			require.Equal(t, "crate", s.Get(id))
			require.NoError(t, s.Close())
			require.ErrorIs(t, s.Init(), ErrClosed)
			if d.refused == 0 {
				break
			}
		}
	}
}
