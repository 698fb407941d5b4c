package inline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScratchTakesBackWhatItGaveSinceAMark(t *testing.T) {
	s := NewScratch[int](10)
	a := s.Take(4)
	m := s.Mark()
	b := s.Take(6)
	require.Equal(t, 4, cap(a), "appending to a span does not write into the next one")
	s.Release(m)
	require.Same(t, &b[0], &s.Take(6)[0])
	require.Equal(t, 10, s.Cap())
	s.Release(Mark{})
	require.Same(t, &a[0], &s.Take(1)[0])
}

func TestScratchGrowsByChunksAndSpansStay(t *testing.T) {
	s := NewScratch[uint64](4)
	var spans [][]uint64
	m := s.Mark()
	for i := range 50 {
		span := s.Take(i % 9)
		for j := range span {
			span[j] = uint64(i)
		}
		spans = append(spans, span)
	}
	for i, span := range spans {
		require.Len(t, span, i%9)
		for _, x := range span {
			require.EqualValues(t, i, x)
		}
	}
	grown := s.Cap()
	require.Greater(t, grown, 4)
	for range 3 {
		s.Release(m)
		for i := range 50 {
			s.Take(i % 9)
		}
		require.Equal(t, grown, s.Cap(), "the chunks are used again")
	}
	s.Release(m)
	require.Len(t, s.Take(1000), 1000, "a span larger than every chunk")
	s.Release(m)
	require.Len(t, s.Take(5000), 5000)
}

func TestScratchIsGoodAfterATakeOfMoreThanThereCanBe(t *testing.T) {
	for _, s := range []*Scratch[int]{new(Scratch[int]), NewScratch[int](4)} {
		require.Panics(t, func() { s.Take(math.MaxInt) })
		m := s.Mark()
		a := s.Take(3)
		require.Panics(t, func() { s.Take(math.MaxInt) })
		b := s.Take(1)
		b[0] = 7
		require.Len(t, s.Take(100), 100)
		require.Panics(t, func() { s.Take(math.MaxInt) })
		s.Release(m)
		require.Same(t, &a[0], &s.Take(3)[0])
	}
}

func TestScratchOfPointersIsCleared(t *testing.T) {
	s := NewScratch[*int](2)
	for range 3 {
		m := s.Mark()
		for n := 1; n < 6; n++ {
			for i, span := 0, s.Take(n); i < n; i++ {
				require.Nil(t, span[i])
				span[i] = new(int)
			}
		}
		s.Release(m)
		for _, c := range s.chunks {
			for _, p := range c {
				require.True(t, p == nil, "a target is kept alive")
			}
		}
	}
}

func TestReleaseLeavesSpansBeforeTheMark(t *testing.T) {
	s := NewScratch[*int](4)
	kept := s.Take(2)
	kept[0], kept[1] = new(int), new(int)
	m := s.Mark()
	s.Take(1)
	s.Take(10) // in the next chunk
	s.Release(m)
	require.NotContains(t, kept, (*int)(nil))
}

func TestScratchOfNothing(t *testing.T) {
	s := NewScratch[byte](-1)
	require.Empty(t, s.Take(0))
	require.Empty(t, s.Take(-5))
	require.Len(t, s.Take(3), 3)
	s.Release(Mark{})
	require.Empty(t, s.Take(0))
}

func TestTheZeroScratchIsReadyToUse(t *testing.T) {
	var s Scratch[*int]
	m := s.Mark()
	s.Release(m)
	require.Zero(t, s.Cap())
	require.Empty(t, s.Take(0))
	span := s.Take(3)
	require.Len(t, span, 3)
	span[0] = new(int)
	s.Release(m)
	require.Nil(t, s.Take(1)[0], "it knows of the pointers")
	require.Len(t, s.Take(100), 100)
	s.Release(m)
	require.Equal(t, m, s.Mark())
}

func TestReleaseOfAReleasedMark(t *testing.T) {
	s := NewScratch[byte](8)
	outer := s.Mark()
	s.Take(2)
	inner := s.Mark()
	s.Take(20)
	later := s.Mark()
	s.Release(inner)
	if checked {
		require.Panics(t, func() { s.Release(later) })
		return
	}
	s.Release(later)
	require.Equal(t, inner.place, s.place(), "nothing happens")
	s.Release(outer)
	require.Equal(t, outer.place, s.place())
}

func TestMarksNest(t *testing.T) {
	s := NewScratch[int](3)
	var walk func(depth int) int
	walk = func(depth int) int {
		if depth == 0 {
			return 0
		}
		m := s.Mark()
		defer s.Release(m)
		span := s.Take(depth)
		for i := range span {
			span[i] = depth
		}
		sum := walk(depth-1) + walk(depth-1)
		for _, x := range span {
			require.Equal(t, depth, x)
			sum += x
		}
		return sum
	}
	walk(7)
	require.Equal(t, place{}, s.place())
}
