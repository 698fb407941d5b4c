package paired

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRatiosAreThoseOfTheWork(t *testing.T) {
	wait := func(d time.Duration) func(n int) {
		return func(n int) {
			for end := time.Now().Add(time.Duration(n) * d); time.Now().Before(end); {
			}
		}
	}
	r := testing.Benchmark(func(b *testing.B) {
		Compare(b, Case{"one", wait(10 * time.Microsecond)}, Case{"three", wait(30 * time.Microsecond)})
	})
	require.InDelta(t, 3, r.Extra["three/one"], 1)
	require.Positive(t, r.Extra["one-ns"])
}

func TestQuartile(t *testing.T) {
	require.EqualValues(t, 2, quartile([]float64{9, 1, 3, 2, 8, 7, 5, 4}[:5]))
	require.EqualValues(t, 7, quartile([]float64{7}))
}
