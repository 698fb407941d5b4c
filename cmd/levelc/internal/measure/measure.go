// Package measure times several ways of doing one thing beside each other, so
// that their ratios mean something on a machine that is not quiet.
//
// The ways take turns: each round measures every one of them once, and the
// median over all rounds is reported. What disturbs the machine for a while
// disturbs all of them. The garbage that one has left is collected before the
// next one begins. All are warm: a short one runs once more after the collection,
// which does not count.
package measure

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"
)

// Case is one way to do the thing.
type Case struct {
	Name string
	// Run does it once and returns how long the part that counts took. Anything else,
	// such as cleaning up, is not timed, but its allocations count.
	Run func() (time.Duration, error)
}

// Result is what one run of a case took.
type Result struct {
	Name   string
	Runs   int           // how many there were, with those that warm up in a round
	Median time.Duration // of the rounds' means
	Allocs float64       // mean over all runs
	Bytes  float64       // allocated, mean over all runs
	GCs    float64       // garbage collections, mean over all runs
}

const (
	// sampleTime is how long a case runs in a round, unless one run takes longer: long
	// enough for a clock of microseconds.
	sampleTime = 2 * time.Millisecond
	minRounds  = 3
	maxRounds  = 1000
	maxBatch   = 10_000 // runs of a case in a round
)

// Beside measures the cases for about the given time in total, or for three rounds if
// these take longer. The first error of a run ends it.
func Beside(ctx context.Context, total time.Duration, cases []Case) ([]Result, error) {
	all := make([]samples, len(cases))
	for i, c := range cases {
		if err := all[i].warm(c); err != nil {
			return nil, err
		}
	}
	begin := time.Now()
	for round := 0; round < maxRounds; round++ {
		if round >= minRounds && time.Since(begin) > total {
			break
		}
		for i, c := range cases {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := all[i].take(c); err != nil {
				return nil, err
			}
		}
	}
	results := make([]Result, len(cases))
	for i, c := range cases {
		results[i] = all[i].result(c.Name)
	}
	return results, nil
}

// samples is what was measured of a case.
type samples struct {
	batch  int // runs in a round
	means  []time.Duration
	runs   int
	allocs uint64
	bytes  uint64
	gcs    uint32
}

// warm runs a case until its memory and the machine's caches are warm, twice at least,
// and finds out how many runs make a round.
func (s *samples) warm(c Case) error {
	least, total := time.Duration(math.MaxInt64), time.Duration(0)
	for n := 0; n < 2 || total < sampleTime && n < maxBatch; n++ {
		took, err := c.Run()
		if err != nil {
			return err
		}
		least = min(least, took)
		total += took
	}
	s.batch = int(min(max(1, sampleTime/max(least, 1)), maxBatch))
	return nil
}

// take runs a case for one round.
func (s *samples) take(c Case) error {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if s.batch > 1 { // the collection has put what is short out of the caches
		if _, err := c.Run(); err != nil {
			return err
		}
		s.runs++
	}
	var took time.Duration
	for range s.batch {
		t, err := c.Run()
		if err != nil {
			return err
		}
		took += t
	}
	runtime.ReadMemStats(&after)
	s.means = append(s.means, took/time.Duration(s.batch))
	s.runs += s.batch
	s.allocs += after.Mallocs - before.Mallocs
	s.bytes += after.TotalAlloc - before.TotalAlloc
	s.gcs += after.NumGC - before.NumGC
	return nil
}

func (s *samples) result(name string) Result {
	slices.Sort(s.means)
	n := float64(s.runs)
	return Result{
		Name: name, Runs: s.runs,
		Median: s.means[len(s.means)/2],
		Allocs: float64(s.allocs) / n, Bytes: float64(s.bytes) / n, GCs: float64(s.gcs) / n,
	}
}
