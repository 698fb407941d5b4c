package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
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
		Short: "show where the bytes of a level go, and what could be saved",
		Long: "stat shows where the bytes of a compiled level go: how many each table and\n" +
			"field takes, which rows and strings are equal, and how the blocks are\n" +
			"compressed. It also shows what could be saved: which fields would take less\n" +
			"room in another order, and how long the file would be with another compression\n" +
			"or stripped.\n\n" +
			"stat needs only the file, which it holds in memory. A level of - is standard\n" +
			"input.",
		Example: "  levelc stat level.lvl\n" +
			"  levelc stat --json level.lvl > level.stat.json",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.Top < 1:
				return fault.Usage(errors.New("--top takes a number from 1 on"))
			case asJSON && !text.Fields:
				return fault.Usage(errors.New("--fields=false and --json exclude each other; JSON has all fields"))
			}
			l, err := readLevel(cmd.Context(), s, args[0], read)
			if err != nil {
				return err
			}
			o.Name = args[0]
			r, err := stat.Of(cmd.Context(), l, o)
			if err != nil {
				return aboutLevel(args[0], err)
			}
			if asJSON {
				return s.printJSON(r)
			}
			return r.WriteText(s.out, text)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&text.Fields, "fields", true, "list the fields of each table")
	f.BoolVar(&text.Blocks, "blocks", false, "list the blocks")
	f.IntVar(&o.Top, "top", 10, "how many strings to list")
	f.BoolVar(&o.Trials, "trials", true, "write the level in other ways, to see what they would save")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	maxBytes(cmd, &read.MaxBytes)
	return cmd
}
