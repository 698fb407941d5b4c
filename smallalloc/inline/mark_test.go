package inline

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStaleMarkDoesNotReachSpansTakenSince(t *testing.T) {
	s := NewScratch[int](100)
	m1 := s.Mark()
	s.Take(10)
	m2 := s.Mark()
	s.Release(m1)
	live := s.Take(20)
	live[15] = 7
	if checked {
		require.Panics(t, func() { s.Release(m2) })
	} else {
		s.Release(m2)
	}
	s.Take(5)[0] = 99
	for _, x := range live[10:] {
		require.NotEqual(t, 99, x)
	}
	require.Equal(t, 7, live[15])
	s.Release(m1)
	require.Same(t, &live[0], &s.Take(1)[0], "m1 is as good as ever")
}

// walker takes, marks and releases at random, beside a list of all marks that says of
// each whether a Release has gone back behind it.
type walker struct {
	t     *testing.T
	s     *Scratch[byte]
	marks []Mark
	stale []bool
}

func (w *walker) release(i int) {
	m, was := w.marks[i], w.s.place()
	if !w.stale[i] {
		w.s.Release(m)
		require.Equal(w.t, m.place, w.s.place())
		for k, other := range w.marks {
			w.stale[k] = w.stale[k] || m.before(other.place)
		}
		return
	}
	if checked {
		require.Panics(w.t, func() { w.s.Release(m) })
	} else {
		w.s.Release(m)
	}
	require.Equal(w.t, was, w.s.place(), "mark %d is stale", i)
}

func TestMarksAreStaleExactlyIfAReleaseWentBackBehindThem(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := walker{t: t, s: NewScratch[byte](1 + r.IntN(20))}
		for range 100 {
			switch r.IntN(4) {
			case 0:
				w.s.Take(r.IntN(5))
			case 1, 2:
				w.marks, w.stale = append(w.marks, w.s.Mark()), append(w.stale, false)
			case 3:
				if n := len(w.marks); n > 0 { // young ones more often
					w.release(n - 1 - min(r.IntN(n), r.IntN(n), r.IntN(n)))
				}
			}
		}
	}
}

func TestReturnsAreKeptOnlyForMarksThatTheyMadeStale(t *testing.T) {
	s := NewScratch[byte](100)
	for range 50 {
		m := s.Mark()
		s.Take(3)
		s.Release(m)
		s.Take(1)
	}
	require.Empty(t, s.marks.returns)

	const depth = 8
	var walk func(left int)
	walk = func(left int) {
		for range min(left, 3) {
			m := s.Mark()
			s.Take(1)
			walk(left - 1)
			s.Release(m)
			require.LessOrEqual(t, len(s.marks.returns), depth)
		}
	}
	walk(depth)
	require.Len(t, s.marks.returns, 1)
}
