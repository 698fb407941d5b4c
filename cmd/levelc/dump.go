package main

import (
	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/view"
)

func newDump(s streams) *cobra.Command {
	var o view.Options
	as := asSource{streams: s}
	cmd := &cobra.Command{
		Use:   "dump FILE.lvl",
		Short: "show what a compiled level holds",
		Long: "dump shows a compiled level as text: its header, its schema, its directory and its\n" +
			"rows, with strings, references and symbols by name. It needs the file only, and reads\n" +
			"it once, so - for standard input may be a pipe. Each block is verified before it is\n" +
			"shown; a file that breaks a rule is shown up to there.\n\n" +
			"With --as it writes a source instead, XML or JSON, that compiles to the same rows:\n" +
			"levelc build --schema FILE.lvl takes it, and with --unknown=keep the properties that the\n" +
			"level may have. The whole level is then held in memory.",
		Example: "  levelc dump level.lvl\n" +
			"  levelc dump --head level.lvl\n" +
			"  levelc dump --as xml level.lvl -o level.xml",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Name = args[0]
			if err := as.check(o.Head); err != nil || as.as != "" {
				if err == nil {
					err = as.run(cmd.Context(), o.Name, o.MaxBytes)
				}
				return err
			}
			f, err := openLevel(s, o.Name)
			if err != nil {
				return err
			}
			defer f.Close()
			if err := view.Dump(s.out, f, o); err != nil {
				return aboutLevel(o.Name, err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&o.Head, "head", false, "the header, schema and directory only")
	as.flags(cmd)
	maxBytes(cmd, &o.MaxBytes)
	return cmd
}
