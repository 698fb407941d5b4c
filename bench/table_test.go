package bench

import (
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	tableSizes  = flag.String("table", "", "print a table for levels of these `sizes`: 500KB,5MB,50MB")
	tableRounds = flag.Int("rounds", 7, "how often each one is measured for the table")
	tablePeers  = flag.String("peers", "", "only these `peers` beside levelc: a regular expression")
)

// sample is how long one measurement takes at least.
const sample = 20 * time.Millisecond

// TestTable prints medians as Markdown. All take turns, so that what disturbs
// the machine for a while disturbs all of them.
func TestTable(t *testing.T) {
	if *tableSizes == "" {
		t.Skip("prints a table where -table has sizes")
	}
	pattern, err := regexp.Compile(*tablePeers)
	require.NoError(t, err)
	var out strings.Builder
	out.WriteString("| level | | file, KB | ns/node | times levelc | allocs/node |\n|---|---|---:|---:|---:|---:|\n")
	for size := range strings.SplitSeq(*tableSizes, ",") {
		list := subjects(t, size, func(name string) bool { return name == "levelc" || pattern.MatchString(name) })
		results := measure(t, list)
		for i, s := range list {
			r := results[i]
			ns, levelc := median(r.ns), median(results[0].ns)
			times := fmt.Sprintf("%.1f", ns/levelc)
			if s.bar > 0 {
				times += fmt.Sprintf(" (bar %g)", s.bar)
			}
			fmt.Fprintf(&out, "| %s | %s | %d | %.1f | %s | %.3f |\n", size, s.name, s.file>>10, ns, times, r.allocs)
		}
	}
	fmt.Print(out.String())
}

// result is what one subject took, per node.
type result struct {
	ns     []float64 // of each round
	allocs float64   // of the last round
}

func measure(t *testing.T, list []subject) []result {
	results := make([]result, len(list))
	loads := make([]int, len(list)) // in each round
	for i, s := range list {
		for range 2 { // the first of levelc is cold
			took := s.once(t)
			loads[i] = int(sample/max(1, took)) + 1
			if took > sample {
				break
			}
		}
	}
	var before, after runtime.MemStats
	for range *tableRounds {
		for i, s := range list {
			runtime.GC()
			s.once(t) // meanwhile the memory of the one before goes back to the system
			runtime.ReadMemStats(&before)
			var took time.Duration
			for range loads[i] {
				took += s.once(t)
			}
			runtime.ReadMemStats(&after)
			nodes := float64(loads[i]) * float64(s.nodes)
			results[i].ns = append(results[i].ns, float64(took.Nanoseconds())/nodes)
			results[i].allocs = float64(after.Mallocs-before.Mallocs) / nodes
		}
	}
	return results
}

// median sorts the list.
func median(list []float64) float64 {
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
