package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

func newStat(s streams) *cobra.Command {
	var (
		o      stat.Options
		text   stat.TextOptions
		read   format.Options
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "stat FILE.lvl",
		Short: "count what a level consists of, and what could be saved",
		Long: "stat tells how many bytes of a compiled level each table and field takes, which rows and\n" +
			"strings are equal, how the blocks are compressed, which fields in another order would\n" +
			"take less room, and how long the file would be with another compression or stripped.\n" +
			"It works from the file alone, which it holds in memory; - is standard input.",
		Example: "  levelc stat level.lvl\n" +
			"  levelc stat --json level.lvl > level.stat.json",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Top < 1 {
				return usageError{errors.New("--top takes a number from 1 on")}
			}
			l, err := readLevel(cmd.Context(), s, args[0], read)
			if err != nil {
				return err
			}
			o.Name = args[0]
			r, err := stat.Of(cmd.Context(), l, o)
			if errors.Is(err, context.Canceled) {
				return errInterrupted
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if asJSON {
				return r.WriteJSON(s.out)
			}
			return r.WriteText(s.out, text)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&text.Fields, "fields", true, "list the fields of each table")
	f.BoolVar(&text.Blocks, "blocks", false, "list the blocks")
	f.IntVar(&o.Top, "top", 10, "how many strings to list")
	f.BoolVar(&o.Trials, "trials", true, "write the level in other ways to see what would be saved")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	maxBytes(cmd, &read.MaxBytes)
	return cmd
}
