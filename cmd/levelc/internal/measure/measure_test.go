package measure_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

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
	require.Equal(t, 3*(1+2000), results[1].Runs, "a short one as often as makes two milliseconds, and once to warm up")
	require.Equal(t, 3*(1+10_000), results[2].Runs)
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
	require.Equal(t, []string{"a", "a", "b", "b", "a", "b", "a", "b", "a", "b"}, order)
}

func TestRoundsGoOnUntilTheTimeIsUp(t *testing.T) {
	begin := time.Now()
	results, err := measure.Beside(context.Background(), 50*time.Millisecond, []measure.Case{
		{Name: "a", Run: func() (time.Duration, error) {
			time.Sleep(time.Millisecond)
			return time.Millisecond, nil
		}},
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(begin), 50*time.Millisecond)
	require.Greater(t, results[0].Runs, 3)
}

func TestErrorsEndIt(t *testing.T) {
	broken := errors.New("broken")
	for _, failing := range []int{1, 2, 3} { // in either run that warms up, and in a round
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
