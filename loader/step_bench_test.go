package loader_test

import (
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// BenchmarkUnload loads and unloads a level again and again in warm memory and
// says what part of it the unloading is. What it is to reach: a fifth of the
// load.
func BenchmarkUnload(b *testing.B) {
	for _, size := range sizes {
		b.Run("size="+size.name, func(b *testing.B) {
			f := generated(b, size.bytes)
			var w game.World
			bd := bind(b, &w)
			var loads, unloads []time.Duration
			for b.Loop() {
				_, err := f.Seek(0, io.SeekStart)
				require.NoError(b, err)
				start := time.Now()
				l, err := bd.Load(ctx, f)
				if err != nil {
					b.Fatal(err)
				}
				loaded := time.Now()
				if err := l.Unload(); err != nil {
					b.Fatal(err)
				}
				loads, unloads = append(loads, loaded.Sub(start)), append(unloads, time.Since(loaded))
			}
			load, unload := median(loads), median(unloads)
			b.ReportMetric(float64(load.Nanoseconds()), "load-ns")
			b.ReportMetric(float64(unload.Nanoseconds()), "unload-ns")
			b.ReportMetric(float64(unload)/float64(load), "unload/load")
		})
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkStep loads a level in steps of one millisecond beside loading it at
// once. What it is to reach at 50 MB: a step of at most 1.5 ms in 99 of 100
// cases, and altogether 1.25 times the load, whatever is kept.
func BenchmarkStep(b *testing.B) {
	for _, size := range sizes {
		b.Run("size="+size.name, func(b *testing.B) {
			f := generated(b, size.bytes)
			for _, keep := range []struct {
				what string
				opts []loader.Option
			}{
				{"nothing", nil},
				{"nodes", []loader.Option{loader.KeepNodes()}},
				{"rows", []loader.Option{loader.Reloadable()}},
			} {
				b.Run("keep="+keep.what, func(b *testing.B) { benchmarkStep(b, f, keep.opts) })
			}
		})
	}
}

func benchmarkStep(b *testing.B, f *os.File, opts []loader.Option) {
	const budget = time.Millisecond
	var w game.World
	bd := bind(b, &w, opts...)
	var loads, totals, steps, finishes []time.Duration
	for b.Loop() {
		_, err := f.Seek(0, io.SeekStart)
		require.NoError(b, err)
		start := time.Now()
		l, err := bd.Load(ctx, f)
		if err != nil {
			b.Fatal(err)
		}
		loads = append(loads, time.Since(start))
		require.NoError(b, l.Unload())

		_, err = f.Seek(0, io.SeekStart)
		require.NoError(b, err)
		total := time.Duration(0)
		ld := bd.Start(f)
		for done := false; !done; {
			start := time.Now()
			done = ld.Step(budget)
			took := time.Since(start)
			steps, total = append(steps, took), total+took
		}
		start = time.Now()
		if l, err = ld.Finish(); err != nil {
			b.Fatal(err)
		}
		took := time.Since(start)
		finishes, totals = append(finishes, took), append(totals, total+took)
		require.NoError(b, l.Unload())
	}
	slices.Sort(steps)
	b.ReportMetric(float64(steps[len(steps)*99/100].Microseconds()), "p99-step-us")
	b.ReportMetric(float64(steps[len(steps)-1].Microseconds()), "max-step-us")
	b.ReportMetric(float64(median(finishes).Microseconds()), "finish-us")
	b.ReportMetric(float64(median(totals))/float64(median(loads)), "total/load")
}
