package measure_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/measure"
)

var sink []byte

// took returns a run that says it took that long.
func took(d time.Duration) func() (time.Duration, error) {
	return func() (time.Duration, error) { return d, nil }
}

func TestResultsAreWhatTheRunsSay(t *testing.T) {
	results, err := measure.Beside(context.Background(), 0, []measure.Case{
		{Name: "slow", Run: took(time.Second)},
		{Name: "quick", Run: took(time.Microsecond)},
		{Name: "instant", Run: took(0)},
	})
	require.NoError(t, err)
	require.Len(t, results, 3)
	require.Equal(t, "slow", results[0].Name)
	require.Equal(t, time.Second, results[0].Median)
	require.Equal(t, 3, results[0].Runs, "a long run is measured once a round")
	require.Equal(t, time.Microsecond, results[1].Median)
	require.Equal(t, 3*1000, results[1].Runs, "a short one as often as makes a millisecond or two")
	require.Equal(t, 3*10_000, results[2].Runs)
	require.Zero(t, results[2].GCs)
}

func TestAllocationsAreCounted(t *testing.T) {
	results, err := measure.Beside(context.Background(), 0, []measure.Case{
		{Name: "none", Run: took(time.Millisecond)},
		{Name: "one", Run: func() (time.Duration, error) {
			sink = make([]byte, 1<<20)
			return time.Millisecond, nil
		}},
		{Name: "collect", Run: func() (time.Duration, error) {
			runtime.GC()
			return time.Second, nil
		}},
	})
	require.NoError(t, err)
	require.InDelta(t, 0, results[0].Allocs, 5, "the runtime's own now and then")
	require.InDelta(t, 1, results[1].Allocs, 5)
	require.InDelta(t, 1<<20, results[1].Bytes, 1<<16)
	require.GreaterOrEqual(t, results[2].GCs, 1.0)
}

// Memory that lasts until the next collection, such as that of a pool, is there when
// the runs begin that count.
func TestWarmingUpDoesNotCount(t *testing.T) {
	for _, d := range []time.Duration{time.Second, 200 * time.Microsecond} { // one run in a turn, and some
		var pool weak.Pointer[[1 << 20]byte]
		made := 0
		results, err := measure.Beside(context.Background(), 0, []measure.Case{{Name: "pool", Run: func() (time.Duration, error) {
			b := pool.Value()
			if b == nil {
				made++
				b = new([1 << 20]byte)
				pool = weak.Make(b)
			}
			runtime.KeepAlive(b)
			return d, nil
		}}})
		require.NoError(t, err)
		require.Less(t, results[0].Bytes, 64e3)
		require.GreaterOrEqual(t, made, 3, "the collections took it away")
	}
}

func TestAnAllocationNowAndThenDoesNotCount(t *testing.T) {
	n := 0
	results, err := measure.Beside(context.Background(), 0, []measure.Case{{Name: "a", Run: func() (time.Duration, error) {
		if n++; n == 4 { // in the second of three turns
			sink = make([]byte, 1<<20)
		}
		return time.Second, nil
	}}})
	require.NoError(t, err)
	require.Less(t, results[0].Bytes, 64e3)
}

// A machine that is busy at first makes every run seem long.
func TestABusyBeginningDoesNotLast(t *testing.T) {
	n := 0
	results, err := measure.Beside(context.Background(), 0, []measure.Case{{Name: "a", Run: func() (time.Duration, error) {
		if n++; n <= 4 {
			return time.Second, nil
		}
		return time.Microsecond, nil
	}}})
	require.NoError(t, err)
	require.Equal(t, 1+1+1000, results[0].Runs, "as many as make a millisecond, once it is quiet")
}

func TestCasesTakeTurns(t *testing.T) {
	var order []string
	run := func(name string) measure.Case {
		return measure.Case{Name: name, Run: func() (time.Duration, error) {
			order = append(order, name)
			return time.Hour, nil
		}}
	}
	_, err := measure.Beside(context.Background(), 0, []measure.Case{run("a"), run("b")})
	require.NoError(t, err)
	require.Equal(t, []string{"a", "a", "b", "b", "a", "a", "b", "b", "a", "a", "b", "b"}, order)
}

func TestRoundsGoOnUntilTheTimeIsUp(t *testing.T) {
	const spent = 200 * time.Millisecond // the shortest sleep may be 16 ms, as on Windows
	begin := time.Now()
	results, err := measure.Beside(context.Background(), spent, []measure.Case{
		{Name: "a", Run: func() (time.Duration, error) {
			time.Sleep(time.Millisecond)
			return time.Millisecond, nil
		}},
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(begin), spent)
	require.Greater(t, results[0].Runs, 3)
}

func TestErrorsEndIt(t *testing.T) {
	broken := errors.New("broken")
	for _, failing := range []int{1, 2, 3} { // as one warms up, and as it counts
		n := 0
		_, err := measure.Beside(context.Background(), time.Hour, []measure.Case{
			{Name: "a", Run: func() (time.Duration, error) {
				if n++; n >= failing {
					return 0, broken
				}
				return time.Second, nil
			}},
		})
		require.ErrorIs(t, err, broken)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := measure.Beside(ctx, time.Hour, []measure.Case{{Name: "a", Run: took(time.Second)}})
	require.ErrorIs(t, err, context.Canceled)
}
