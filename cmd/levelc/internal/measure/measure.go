// Package measure times several ways of doing one thing beside each other, so
// that their ratios mean something on a machine that is not quiet.
//
// The ways take turns: each round measures every one of them once, and the
// median over all rounds is reported. What disturbs the machine for a while
// disturbs all of them.
//
// A turn begins with a collection of the garbage that the others have left. That
// collection also empties pools and caches, so one run follows which does not
// count. Then come the runs that count: as many as fill the time of a turn. A
// turn that ends much too early shows that they were too few, perhaps because the
// machine was busy when they were counted. It begins again with more of them.
package measure

import (
	"cmp"
	"context"
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

// Result is what one run of a case took. Medians are those of the rounds' means.
type Result struct {
	Name   string
	Runs   int // how many there were that count
	Median time.Duration
	Allocs float64 // median; a pool that runs out now and then does not change it
	Bytes  float64 // allocated, median
	GCs    float64 // garbage collections, mean over all runs
}

const (
	// sampleTime is about how long a case runs in a round, unless one run takes longer:
	// long enough for a clock of microseconds.
	sampleTime = 2 * time.Millisecond
	minRounds  = 3
	maxRounds  = 1000
	maxBatch   = 10_000 // runs of a case in a round
	maxGrowth  = 10     // of a batch at once, because the time that it took may be wrong
)

// Beside measures the cases for about the given time in total, or for three rounds if
// these take longer. The first error of a run ends it.
func Beside(ctx context.Context, total time.Duration, cases []Case) ([]Result, error) {
	all := make([]samples, len(cases))
	begin := time.Now()
	for round := range maxRounds {
		if round >= minRounds && time.Since(begin) > total {
			break
		}
		for i, c := range cases {
			if err := all[i].take(ctx, c); err != nil {
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
	runs   int
	means  []time.Duration
	allocs []float64 // means
	bytes  []float64 // means
	gcs    uint32
}

// take runs a case for one round.
func (s *samples) take(ctx context.Context, c Case) error {
	runtime.GC()
	if _, err := run(ctx, c, 1); err != nil {
		return err
	}
	var before, after runtime.MemStats
	var took time.Duration
	for more := true; more; more = s.grow(took) {
		s.batch = max(s.batch, 1)
		runtime.ReadMemStats(&before)
		var err error
		if took, err = run(ctx, c, s.batch); err != nil {
			return err
		}
		runtime.ReadMemStats(&after)
	}
	s.means = append(s.means, took/time.Duration(s.batch))
	s.runs += s.batch
	s.allocs = append(s.allocs, float64(after.Mallocs-before.Mallocs)/float64(s.batch))
	s.bytes = append(s.bytes, float64(after.TotalAlloc-before.TotalAlloc)/float64(s.batch))
	s.gcs += after.NumGC - before.NumGC
	return nil
}

// run runs a case n times and returns how long that took in all.
func run(ctx context.Context, c Case, n int) (took time.Duration, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for range n {
		t, err := c.Run()
		if err != nil {
			return 0, err
		}
		took += t
	}
	return took, nil
}

// grow makes the batch larger if it took less than half of a round's time. It reports
// whether it did.
func (s *samples) grow(took time.Duration) bool {
	if took >= sampleTime/2 || s.batch == maxBatch {
		return false
	}
	enough := sampleTime * time.Duration(s.batch) / max(took, 1)
	s.batch = int(min(enough, time.Duration(min(maxGrowth*s.batch, maxBatch))))
	return true
}

func (s *samples) result(name string) Result {
	return Result{
		Name: name, Runs: s.runs,
		Median: median(s.means), Allocs: median(s.allocs), Bytes: median(s.bytes), GCs: float64(s.gcs) / float64(s.runs),
	}
}

func median[T cmp.Ordered](all []T) T {
	slices.Sort(all)
	return all[len(all)/2]
}
