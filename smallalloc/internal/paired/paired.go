// Package paired benchmarks things beside one another on a machine that is not
// quiet. It runs short slices of each thing in turn, so that what disturbs one
// disturbs all, and compares low quartiles, which the disturbed slices do not
// reach. The ratios are what to look at; the nanoseconds are of this machine.
package paired

import (
	"slices"
	"testing"
	"time"
)

// Case is one of the things compared.
type Case struct {
	Name string
	Run  func(n int) // does the operation n times
}

// Compare reports, for each case, the nanoseconds of one operation as "Name-ns"
// and, for all but the first, the ratio to the first as "Name/First". One
// iteration of the benchmark is one slice of every case: -benchtime=1000x is a
// thorough run.
func Compare(b *testing.B, cases ...Case) { CompareIn(b, 200*time.Microsecond, cases...) }

// CompareIn is Compare in slices of about the length given: longer ones for work
// that needs time to get going, such as that of several goroutines.
func CompareIn(b *testing.B, slice time.Duration, cases ...Case) {
	size := make([]int, len(cases))
	times := make([][]float64, len(cases))
	for i, c := range cases {
		c.Run(1)
		for n := 16; ; n *= 2 {
			if d := measure(c, n); d > slice/2 || n > 1<<24 {
				size[i] = max(1, int(float64(n)*float64(slice)/float64(max(d, 1))))
				break
			}
		}
	}
	b.ResetTimer()
	for b.Loop() {
		for i, c := range cases {
			d := measure(c, size[i])
			times[i] = append(times[i], float64(d)/float64(size[i]))
		}
	}
	b.ReportMetric(0, "ns/op")
	base := quartile(times[0])
	for i, c := range cases {
		q := quartile(times[i])
		b.ReportMetric(q, c.Name+"-ns")
		if i > 0 {
			b.ReportMetric(q/base, c.Name+"/"+cases[0].Name)
		}
	}
}

func measure(c Case, n int) time.Duration {
	start := time.Now()
	c.Run(n)
	return time.Since(start)
}

// quartile returns the lower quartile.
func quartile(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/4]
}
