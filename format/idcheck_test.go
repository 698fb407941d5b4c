package format

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// idRows is up to n strings that ascend, of 1 to longest bytes each that differ at any
// place, and rows of $id that name them in order.
func idRows(r *rand.Rand, n, longest int) (w, starts []uint32, all []byte) {
	texts := make([]string, n)
	for i := range texts {
		b := make([]byte, 1+r.IntN(longest))
		for k := range b {
			b[k] = "\x00abyz\x7f\x80\xff"[r.IntN(8)]
		}
		texts[i] = string(b)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	for i, s := range texts {
		starts = append(starts, uint32(len(all)))
		all = append(all, s...)
		w = append(w, uint32(i), r.Uint32(), r.Uint32())
	}
	return w, append(starts, uint32(len(all))), all
}

// What passes over ids says of any rows what the loop says, however far it gets.
func TestIDsAreHeldAgainstEachOtherAsInTheLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	far := 0
	for i := range 20000 {
		w, starts, all := idRows(r, r.IntN(40), 1+r.IntN(24))
		if n := len(w) / 3; n > 0 {
			switch i % 5 {
			case 1: // a row that is out of order, or not there
				w[3*r.IntN(n)] = uint32(r.IntN(n + 2))
				starts[n] = uint32(r.IntN(len(all)))
			case 2:
				w[3*r.IntN(n)] = r.Uint32()
			case 3: // a string that is not there, or ends before it begins
				starts[r.IntN(n+1)] = r.Uint32() >> r.IntN(32)
			case 4:
				all = all[:r.IntN(len(all)+1)]
			}
		}
		all = slices.Clip(all)
		want, got := idPrefix{}, idPrefix{}
		if i%3 == 0 {
			want = idPrefix{r.Uint64() >> r.IntN(64), r.Uint64()}
			got = want
		}
		n := ascendLoop(w, starts, all, &want)
		require.Equal(t, n, ascendRun(w, starts, all, &got), "round %d", i)
		require.Equal(t, want, got)
		require.Zero(t, n%3)
		if n > 0 {
			far++
		}
	}
	require.Greater(t, far, 5000)
	require.Zero(t, ascendRun(nil, nil, nil, new(idPrefix)))
}

// An id that is out of order is named with the one in front of it.
func TestAnIDThatDescendsIsNamedWithTheOneBefore(t *testing.T) {
	file := writeLevel(t, 6, false, WriterOptions{})
	rows, err := readWhole(file, Options{})
	require.NoError(t, err)
	text := func(id []byte) []byte {
		at := 8 * leU32(id)
		start, n := leU32(rows[TableStr][at:]), leU32(rows[TableStr][at+4:])
		return rows[TableBytes][start:][:n]
	}
	for i := 1; i < len(rows[TableIDs])/12; i++ {
		a := dissect(t, file)
		b := a.block(TableIDs).stored[12*(i-1):][:24]
		before := bytes.Clone(b[:12])
		copy(b, b[12:])
		copy(b[12:], before)
		var e *Error
		require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
		require.ErrorIs(t, e, ErrOrder)
		require.EqualValues(t, i, e.Row)
		require.Equal(t, fmt.Sprintf("%q does not come after %q", text(b[12:]), text(b[:12])), e.Detail)
	}
}

// Where ids differ does not matter, nor how many bytes they have in common.
func TestIDsAreComparedToTheirEnd(t *testing.T) {
	defer func(n uint64) { keepMost = n }(keepMost)
	r := rand.New(rand.NewPCG(5, 6))
	tried := map[bool]int{}
	for range 300 {
		b := []byte("the beginning that is longer than any prefix")[:r.IntN(33)]
		text := func() string {
			own := make([]byte, r.IntN(19))
			for i := range own {
				own[i] = "aab"[r.IntN(3)]
			}
			return string(append(slices.Clone(b), own...))
		}
		x, y := text(), text()
		if len(x)*len(y) == 0 || x == y {
			continue
		}
		require.Equal(t, x < y, ascends([]byte(x), []byte(y)), "%q, %q", x, y)
		require.False(t, ascends([]byte(x), []byte(x)))
		w, err := NewWriter(testSchema(), WriterOptions{})
		require.NoError(t, err)
		for _, id := range []string{x, y} {
			row, err := w.Node(tJoint, 0, 0)
			require.NoError(t, err)
			name, err := w.StringOf(id)
			require.NoError(t, err)
			require.NoError(t, w.Put(tJoint, row, make([]byte, testSchema().Tables[tJoint-FixedTables].Stride)))
			require.NoError(t, w.ID(name, tJoint, row))
		}
		var out buf
		_, err = w.Finish(&out)
		require.NoError(t, err)
		a := dissect(t, out.b)
		for _, swapped := range []bool{false, true} {
			if swapped {
				rows := a.block(TableIDs).stored
				a.block(TableIDs).stored = slices.Concat(rows[12:], rows[:12])
			}
			for _, keepMost = range []uint64{0, 1 << 20} {
				err := Verify(bytes.NewReader(a.assemble()), Options{})
				if swapped {
					require.ErrorIs(t, err, ErrOrder, "%q, %q", x, y)
				} else {
					require.NoError(t, err, "%q, %q", x, y)
				}
			}
		}
		tried[x < y]++
	}
	require.Greater(t, min(tried[false], tried[true]), 50)
}

// BenchmarkIDs is rule 9 for ids whose strings are in no near cache: the loop, and
// what is used.
func BenchmarkIDs(b *testing.B) {
	const n = 400000
	var all []byte
	w, starts := make([]uint32, 0, 3*n), make([]uint32, 0, n+1)
	for i := range n {
		starts = append(starts, uint32(len(all)))
		all = fmt.Appendf(all, "body%07d", i)
		w = append(w, uint32(i), uint32(i), 0)
	}
	starts = append(starts, uint32(len(all)))
	for _, x := range []struct {
		how string
		run func(w, starts []uint32, all []byte, last *idPrefix) int
	}{{"loop", ascendLoop}, {"used", ascendRun}} {
		b.Run(fmt.Sprintf("ids=%d/how=%s", n, x.how), func(b *testing.B) {
			for b.Loop() {
				if got := x.run(w, starts, all, new(idPrefix)); got < 3*n-6 {
					b.Fatal(got)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/id")
		})
	}
}
