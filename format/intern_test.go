package format

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzInterner holds the interner against a map. Of each command the first two bytes
// are a string's number, the third its length; one in 256 forgets all.
func FuzzInterner(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{10, 3000, 60000} {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, commands []byte) {
		var in interner
		in.start()
		ids, texts := map[string]uint32{}, []string{""}
		for ; len(commands) >= 3; commands = commands[3:] {
			if commands[2] == 255 && commands[0] == 0 {
				left := 1 << 20
				in.keep(&left)
				in.start()
				clear(ids)
				texts = texts[:1]
				continue
			}
			s := fmt.Sprintf("%0*x", commands[2]%40, binary.LittleEndian.Uint16(commands))
			want, known := ids[s]
			if !known {
				want = uint32(len(texts))
				ids[s], texts = want, append(texts, s)
			}
			got, err := in.addEither([]byte(s), commands[2]&64 > 0)
			require.NoError(t, err)
			require.Equal(t, want, got, s)
			require.Equal(t, len(texts), in.count())
			require.Equal(t, s, string(in.get(got)))
		}
		for i, s := range texts {
			require.Equal(t, s, string(in.get(uint32(i))))
		}
		in.checkSlots(t)
	})
}

// addEither is add or addString.
func (n *interner) addEither(s []byte, asString bool) (uint32, error) {
	if asString {
		return n.addString(string(s))
	}
	return n.add(s)
}

// checkSlots checks the invariants of the table.
func (n *interner) checkSlots(t *testing.T) {
	found := map[uint32]bool{}
	for i, tag := range n.tags {
		if tag == 0 {
			continue
		}
		id := n.slots[i]
		at, want := n.slot(n.get(id))
		require.Equal(t, want, tag)
		require.False(t, found[id])
		found[id] = true
		for mask := len(n.slots) - 1; at != i; at = (at + 1) & mask {
			require.NotZero(t, n.tags[at], "the string would not be found")
		}
	}
	require.Len(t, found, n.count()-1)
}

// Strings that all have the same slot in one table are spread in another, so that nobody
// can write a level that takes long to compile.
func TestStringsOfOneSlotAreSpreadInOtherTables(t *testing.T) {
	for _, form := range []string{"%x", "apple-%x", "an apple of the tree %x"} {
		var one, other interner
		for _, n := range []*interner{&one, &other} {
			n.start()
			n.resize(1 << 10)
		}
		slots := map[int]bool{}
		strs := 0
		for i := 0x1000; strs < 64; i++ {
			s := fmt.Appendf(nil, form, i)
			if slot, _ := one.slot(s); slot == 7 {
				strs++
				slot, _ = other.slot(s)
				slots[slot] = true
			}
		}
		require.Greater(t, len(slots), 32, form)
	}
}

// BenchmarkIntern adds strings, each twice, to an empty interner and to a map.
func BenchmarkIntern(b *testing.B) {
	for _, n := range []int{1000, 30000, 500000} {
		list := make([][]byte, 2*n)
		for i := range n {
			list[i] = fmt.Appendf(nil, "apple-tree-%d", i)
			list[n+i] = fmt.Appendf(nil, "apple-tree-%d", (i*7919)%n)
		}
		b.Run(fmt.Sprintf("strings=%d/how=interner", n), func(b *testing.B) {
			var in interner
			for b.Loop() {
				left := 1 << 30
				in.keep(&left)
				in.start()
				for _, s := range list {
					if _, err := in.add(s); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/string")
		})
		b.Run(fmt.Sprintf("strings=%d/how=map", n), func(b *testing.B) {
			for b.Loop() {
				m := map[string]uint32{}
				for _, s := range list {
					if _, ok := m[string(s)]; !ok {
						m[string(s)] = uint32(len(m))
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/string")
		})
	}
}

// What has been announced comes without growth, and gets the numbers that it would get
// anyway.
func TestAnnouncedStringsNeedNoGrowth(t *testing.T) {
	var n interner
	n.start()
	_, err := n.add([]byte("the first"))
	require.NoError(t, err)
	texts := make([]string, 5000)
	size := 0
	for i := range texts {
		texts[i] = fmt.Sprintf("string %d", i)
		size += len(texts[i])
	}
	n.expect(len(texts), size)
	text, ends, slots := cap(n.text), cap(n.ends), len(n.slots)
	for i, s := range texts {
		id, err := n.addString(s)
		require.NoError(t, err)
		require.EqualValues(t, i+2, id)
	}
	require.Equal(t, []int{text, ends, slots}, []int{cap(n.text), cap(n.ends), len(n.slots)})
	n.expect(1, 0)
	id, err := n.addString("string 7")
	require.NoError(t, err)
	require.EqualValues(t, 9, id)
}
