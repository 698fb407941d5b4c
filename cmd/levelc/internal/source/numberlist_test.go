package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomList is a list of numbers, most of them as tools write them.
func randomList(r *rand.Rand) []byte {
	odd := []string{"-1", "+1", "007", "1e2", "1.", ".5", "", "x", "18446744073709551615", "18446744073709551616", "999999999999999999",
		"1000000000000000000", "4294967296", "65536", "256", "128", "255", "12345678", "123456789", "0.0000001", "16777217", "é"}
	separators := []string{" ", ",", ", ", "\n", "  ", ",,", "\t"}
	var b strings.Builder
	for range r.IntN(40) {
		switch r.IntN(30) {
		case 0:
			b.WriteString(odd[r.IntN(len(odd))])
		case 1, 2, 3:
			fmt.Fprintf(&b, "%.*f", r.IntN(4), 200*r.Float64()-100)
		default:
			fmt.Fprint(&b, r.Uint64()>>(r.IntN(64)))
		}
		b.WriteString(separators[max(0, r.IntN(40)-33)])
	}
	return []byte(b.String())
}

// What a run takes is what the list's items are, one by one.
func TestRunsAreTheirItems(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	taken := 0
	for range 30000 {
		b := randomList(r)
		size, float := 1<<r.IntN(4), r.IntN(3) == 0
		most := uint64(math.MaxUint64) >> (64 - 8*size) >> r.IntN(2)
		if float {
			size = 4
		}
		dst := make([]byte, size*r.IntN(50))
		n, used := 0, 0
		if float {
			n, used = Float32Run(dst, b)
		} else {
			n, used = UintRun(dst, size, most, b)
		}
		require.LessOrEqual(t, n*size, len(dst))
		taken += n
		it := Split(b)
		for i := range n {
			if !it.Next() {
				t.Fatalf("%q has not even %d items", b, n)
			}
			var room [8]byte
			copy(room[:], dst[i*size:][:size])
			got := binary.LittleEndian.Uint64(room[:])
			if float {
				f, err := ParseFloat32(it.Item())
				if err != nil || uint64(math.Float32bits(f)) != got {
					t.Fatalf("%q is %x: %v", it.Item(), got, err)
				}
				continue
			}
			v, err := ParseUint(it.Item(), 64)
			if err != nil || v > most || v != got {
				t.Fatalf("%q is %d, at most %d: %v", it.Item(), got, most, err)
			}
		}
		// What is left is the rest of the same list.
		rest := Split(b[used:])
		for it.Next() {
			if !rest.Next() || !bytes.Equal(it.Item(), rest.Item()) {
				t.Fatalf("%q goes on with %q in place of %q", b, rest.Item(), it.Item())
			}
		}
		require.False(t, rest.Next())
		require.Equal(t, it.Err(), rest.Err(), "%q", b)
	}
	require.Greater(t, taken, 20000)
}

// A run goes on until there is no room, or too little behind the item.
func TestARunFillsTheRoomThatThereIs(t *testing.T) {
	list := []byte(strings.Repeat("7,", 20) + strings.Repeat("x", aroundItem))
	for _, size := range []int{1, 2, 4, 8} {
		n, used := UintRun(make([]byte, 5*size+size-1), size, 7, list)
		require.Equal(t, []int{5, 10}, []int{n, used})
	}
	n, used := Float32Run(make([]byte, 5*4+3), list)
	require.Equal(t, []int{5, 10}, []int{n, used})
	one := list[len(list)-aroundItem-4:]
	for behind, want := range []int{0, 1} {
		b := one[:aroundItem-1+behind]
		n, _ = UintRun(make([]byte, 8), 1, 7, b)
		require.Equal(t, want, n)
		n, _ = Float32Run(make([]byte, 8), b)
		require.Equal(t, want, n)
	}
}

// BenchmarkRun converts a list at once, and item by item.
func BenchmarkRun(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	var cells, heights []byte
	for range 100000 {
		cells = fmt.Appendf(cells, "%d,", r.IntN(1200))
		heights = fmt.Appendf(heights, "%.2f ", 90*r.Float64())
	}
	cells, heights = cells[:len(cells)-1], heights[:len(heights)-1]
	dst := make([]byte, 400000)
	for _, c := range []struct {
		of, how string
		list    []byte
		read    func(b []byte) int
	}{
		{"cells", "run", cells, func(b []byte) int { n, _ := UintRun(dst, 4, math.MaxUint32, b); return n }},
		{"cells", "items", cells, func(b []byte) (n int) {
			for it := Split(b); it.Next(); n++ {
				v, _ := ParseUint(it.Item(), 32)
				binary.LittleEndian.PutUint32(dst[4*n:], uint32(v))
			}
			return n
		}},
		{"heights", "run", heights, func(b []byte) int { n, _ := Float32Run(dst, b); return n }},
		{"heights", "items", heights, func(b []byte) (n int) {
			for it := Split(b); it.Next(); n++ {
				v, _ := ParseFloat32(it.Item())
				binary.LittleEndian.PutUint32(dst[4*n:], math.Float32bits(v))
			}
			return n
		}},
	} {
		b.Run(fmt.Sprintf("of=%s/how=%s", c.of, c.how), func(b *testing.B) {
			b.SetBytes(int64(len(c.list)))
			for b.Loop() {
				if c.read(c.list) < 99990 {
					b.Fatal("too few")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100000, "ns/number")
		})
	}
}
