package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/measure"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// benchReport is the result of bench, as --json prints it.
type benchReport struct {
	Level           string     `json:"level"`
	Nodes           int        `json:"nodes"`
	Elements        int        `json:"elements"` // of spans
	SourceBytes     int64      `json:"source_bytes,omitempty"`
	TranslatedBytes int64      `json:"translated_bytes,omitempty"` // of the XML that an editor's source was translated to
	LevelBytes      int64      `json:"level_bytes"`
	Rows            []benchRow `json:"rows"`
}

// benchRow is one way to load the level. Figures are for one run: medians, except for
// the cycles of the garbage collector, which are a mean.
type benchRow struct {
	Name      string  `json:"name"`
	Ns        float64 `json:"ns"`
	NsPerNode float64 `json:"ns_per_node,omitempty"` // 0 in a level without nodes
	Ratio     float64 `json:"ratio"`                 // to the first row
	Allocs    float64 `json:"allocs"`
	Bytes     float64 `json:"allocated_bytes"`
	GCs       float64 `json:"gc_cycles"`
	Input     int64   `json:"input_bytes"`
	Runs      int     `json:"runs"`
}

// addRows makes rows of results. inputs says how many bytes each case reads.
func (r *benchReport) addRows(results []measure.Result, inputs []int64) {
	base := float64(results[0].Median.Nanoseconds())
	for i, result := range results {
		ns := float64(result.Median.Nanoseconds())
		row := benchRow{
			Name:   result.Name,
			Ns:     ns,
			Ratio:  ns / max(base, 1),
			Allocs: result.Allocs, Bytes: result.Bytes, GCs: result.GCs,
			Input: inputs[i], Runs: result.Runs,
		}
		if r.Nodes > 0 {
			row.NsPerNode = ns / float64(r.Nodes)
		}
		r.Rows = append(r.Rows, row)
	}
}

// writeTable writes the report for people. It leaves out some of what --json has,
// because a terminal has 80 columns.
func (r *benchReport) writeTable(w io.Writer, took time.Duration) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", terse.Printable(r.Level), terse.GroupedQuantity(r.Nodes, "node"), terse.GroupedQuantity(r.Elements, "span element"))
	switch {
	case r.TranslatedBytes > 0:
		fmt.Fprintf(&b, "source %s bytes, translated to %s bytes of XML,\ncompiled ", terse.Grouped(r.SourceBytes), terse.Grouped(r.TranslatedBytes))
	case r.SourceBytes > 0:
		fmt.Fprintf(&b, "source %s bytes, compiled ", terse.Grouped(r.SourceBytes))
	}
	fmt.Fprintf(&b, "%s bytes\n\n", terse.Grouped(r.LevelBytes))
	columns := [][]string{{""}, {"us"}, {"ns/node"}, {"ratio"}, {"allocs"}, {"alloc B"}, {"GCs"}}
	least, most := math.MaxInt, 0
	for _, row := range r.Rows {
		perNode := "-"
		if r.Nodes > 0 {
			perNode = significant(row.NsPerNode)
		}
		for i, cell := range []string{
			row.Name, significant(row.Ns / 1000), perNode, significant(row.Ratio), count(row.Allocs), count(row.Bytes),
			significant(row.GCs),
		} {
			columns[i] = append(columns[i], cell)
		}
		least, most = min(least, row.Runs), max(most, row.Runs)
	}
	writeColumns(&b, columns)
	fmt.Fprintf(&b, "\nMedians of %s to %s runs, which took turns for %.1f s. Cycles of\n"+
		"the garbage collector (GCs) are a mean for one run.\n", terse.Grouped(int64(least)), terse.Grouped(int64(most)), took.Seconds())
	if r.TranslatedBytes > 0 {
		b.WriteString("encoding/xml reads the translation; levelc build translates the source first.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeColumns aligns columns, the first to the left and the others to the
// right, and draws a line under the headings.
func writeColumns(b *strings.Builder, columns [][]string) {
	widths := make([]int, len(columns))
	total := 2 * (len(columns) - 1)
	for i, column := range columns {
		for _, cell := range column {
			widths[i] = max(widths[i], len(cell))
		}
		total += widths[i]
	}
	for line := range columns[0] {
		var row strings.Builder
		fmt.Fprintf(&row, "%-*s", widths[0], columns[0][line])
		for i, column := range columns[1:] {
			fmt.Fprintf(&row, "  %*s", widths[i+1], column[line])
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
		if line == 0 {
			b.WriteString(strings.Repeat("-", total))
			b.WriteByte('\n')
		}
	}
}

// significant writes a figure with three significant digits.
func significant(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 100:
		return terse.Grouped(int64(v + 0.5))
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case v >= 0.1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// count writes a mean of whole numbers. It is rounded because some runs allocate a
// little more than others.
func count(v float64) string { return terse.Grouped(int64(v + 0.5)) }
