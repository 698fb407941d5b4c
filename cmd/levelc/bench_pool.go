package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// Measuring uses more slots than any level needs. The plan is then made for as many
// bytes as the pool of a build has.
const (
	measureSlots = 64
	planBudget   = 64 << 10
)

// poolStats compiles a source once and prints the statistics of the pool.
func (b *bencher) poolStats(ctx context.Context, path string) error {
	switch {
	case b.json:
		return fault.Usage(errors.New("--pool-stats and --json exclude each other"))
	case b.timeFlag.Changed:
		return fault.Usage(errors.New("--pool-stats and --time exclude each other; --pool-stats compiles once"))
	}
	compiled, err := b.isCompiled(ctx, path)
	switch {
	case err != nil:
		return err
	case compiled:
		return fault.Usage(fmt.Errorf("--pool-stats is for sources; %s is compiled", operand.Name(path)))
	}
	pool, err := compile.NewPool(measureSlots)
	if err != nil {
		return err
	}
	f, err := b.openOne(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	return b.once(ctx, f, new(format.Buffer), pool, func(_ *compile.Plan, _ *build.Translated, found *compile.Summary) error {
		return writePool(b.streams.out, pool.Stats(), found.Spills)
	})
}

// writePool prints the statistics, what caused them, and the plan.
func writePool(w io.Writer, st smallalloc.Stats, spills []spill.Count) error {
	fmt.Fprintln(w, st)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "own room\tmost\tto pool\tto heap\t  of")
	for _, c := range spills {
		if c.Most > 0 {
			fmt.Fprintf(t, "%d\t%d\t%d\t%d\t  %s\n", c.Own, c.Most, c.ToPool, c.ToHeap, c.Place)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	classes := st.Plan(planBudget)
	if len(classes) == 0 {
		_, err := fmt.Fprintf(w, "\nplan: no pool, nothing asked for one\n")
		return err
	}
	bytes, err := smallalloc.Footprint(classes)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nplan for at most %d bytes (takes %d):\n", planBudget, bytes)
	for _, c := range classes {
		if _, err := fmt.Fprintf(w, "  %d slots of %d bytes\n", c.Slots, c.Size); err != nil {
			return err
		}
	}
	return nil
}
