package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/measure"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

func report() *benchReport {
	r := &benchReport{Level: "orchard.xml", Nodes: 1000, Elements: 2345, SourceBytes: 123456, LevelBytes: 65536}
	r.addRows([]measure.Result{
		{Name: "bare read", Runs: 1234567, Median: 2 * time.Microsecond},
		{Name: "load into stores", Runs: 5000, Median: 5 * time.Microsecond, Allocs: 2.01, Bytes: 96.4},
		{Name: "encoding/xml tree, walked", Runs: 5, Median: 2 * time.Millisecond, Allocs: 12345, Bytes: 1 << 20, GCs: 0.25},
	}, []int64{65536, 65536, 123456})
	return r
}

func TestBenchTableIsAligned(t *testing.T) {
	var b strings.Builder
	require.NoError(t, report().writeTable(&b, 1500*time.Millisecond))
	require.Equal(t, `orchard.xml: 1,000 nodes, 2,345 span elements
source 123,456 bytes, compiled 65,536 bytes

                              us  ns/node  ratio  allocs    alloc B   GCs
-------------------------------------------------------------------------
bare read                   2.00     2.00   1.00       0          0     0
load into stores            5.00     5.00   2.50       2         96     0
encoding/xml tree, walked  2,000    2,000  1,000  12,345  1,048,576  0.25

Medians of 5 to 1,234,567 runs, which took turns for 1.5 s. Cycles of
the garbage collector (GCs) are a mean for one run.
`, b.String())
}

func TestBenchTableOfATranslatedSource(t *testing.T) {
	r := report()
	r.TranslatedBytes = 234567
	var b strings.Builder
	require.NoError(t, r.writeTable(&b, 0))
	require.Contains(t, b.String(), "\nsource 123,456 bytes, translated to 234,567 bytes of XML,\ncompiled 65,536 bytes\n\n")
	require.Contains(t, b.String(), "\nencoding/xml reads the translation; levelc build translates the source first.\n")
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, len(line), 81)
	}
}

func TestBenchReportAsJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, streams{out: &b}.printJSON(report()))
	var got benchReport
	require.NoError(t, json.Unmarshal([]byte(b.String()), &got))
	require.Equal(t, *report(), got)
	require.Contains(t, b.String(), `"ns_per_node": 5`)
}

func TestALevelWithoutNodesHasNoTimeForOne(t *testing.T) {
	r := &benchReport{Level: "a.lvl", Elements: 1, LevelBytes: 960}
	r.addRows([]measure.Result{{Name: "a"}, {Name: "b", Median: time.Second}}, []int64{0, 0})
	for _, row := range r.Rows {
		require.False(t, math.IsNaN(row.Ratio) || math.IsInf(row.Ratio, 0))
	}
	var b strings.Builder
	require.NoError(t, r.writeTable(&b, 0))
	require.True(t, strings.HasPrefix(b.String(), "a.lvl: 0 nodes, 1 span element\n960 bytes\n"), b.String())
	require.Regexp(t, `(?m)^b +1,000,000 +- `, b.String())
	b.Reset()
	require.NoError(t, streams{out: &b}.printJSON(r))
	require.NotContains(t, b.String(), "ns_per_node")
}

func TestFigures(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.00012: "0.0001", 0.25: "0.25", 9.996: "10.00", 12.34: "12.3", 99.96: "100.0", 1234.5: "1,235", 1e6: "1,000,000"} {
		require.Equal(t, want, significant(v))
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		require.Equal(t, want, terse.Grouped(n))
	}
}
