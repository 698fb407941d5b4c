package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
)

func newDump(s streams) *cobra.Command {
	var o view.Options
	var hex bool
	as := asSource{streams: s}
	cmd := &cobra.Command{
		Use:   "dump FILE.lvl",
		Short: "show what a compiled level holds",
		Long: "dump shows a compiled level as text: its header, schema, directory and rows.\n" +
			"Strings, references and symbols are shown by name.\n\n" +
			"dump needs only the file, and reads it once, so - for standard input may be a\n" +
			"pipe. It verifies each block before it shows it. A file that breaks a rule is\n" +
			"shown up to that place.\n\n" +
			"With --only, dump shows the rows of the tables that it names, and no others: of\n" +
			"a kind, of a list such as shape.vertex, or of a table of the format's own, such\n" +
			"as $node (in single quotes, for the shell).\n\n" +
			"With --hex, dump shows every byte of the file in hexadecimal, and what it says.\n\n" +
			"With --as, dump writes a source in XML or JSON instead, which compiles to the\n" +
			"same rows. Build it with levelc build --schema FILE.lvl, and add --unknown=keep\n" +
			"if the level has properties, and --chunk-by if it has chunks. With --as, the\n" +
			"whole level is held in memory.",
		Example: "  levelc dump level.lvl\n" +
			"  levelc dump --head level.lvl\n" +
			"  levelc dump --only body,joint level.lvl\n" +
			"  levelc dump --hex level.lvl\n" +
			"  levelc dump --as xml level.lvl -o level.xml",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Name = args[0]
			switch {
			case len(o.Only) > 0 && (hex || o.Head || as.as != ""):
				return fault.Usage(errors.New("--only goes with none of --head, --hex and --as"))
			case hex && o.Head:
				return fault.Usage(errors.New("--hex and --head exclude each other"))
			case hex && as.as != "":
				return fault.Usage(errors.New("--hex and --as exclude each other"))
			}
			if err := as.check(o.Head); err != nil || as.as != "" {
				if err == nil {
					err = as.run(cmd.Context(), o.Name, o.MaxBytes)
				}
				return err
			}
			f, err := openLevel(cmd.Context(), s, o.Name)
			if err != nil {
				return err
			}
			defer f.Close()
			src := interrupt.Reader(cmd.Context(), f)
			if hex {
				err = format.Annotate(s.out, src, format.Options{MaxBytes: o.MaxBytes})
			} else {
				err = view.Dump(s.out, src, o)
			}
			if wrong := (*view.TableError)(nil); errors.As(err, &wrong) {
				return fault.Usage(fmt.Errorf("--only: %s: %w", o.Name, err))
			}
			if err != nil {
				return aboutLevel(o.Name, err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&o.Head, "head", false, "show only the header, schema and directory")
	cmd.Flags().StringSliceVar(&o.Only, "only", nil, "show only the rows of a `table`, by its name in the schema or that of a kind's element; may be repeated, or be a list")
	cmd.Flags().BoolVar(&hex, "hex", false, "show every byte, and what it says")
	as.flags(cmd)
	maxBytes(cmd, &o.MaxBytes)
	return cmd
}
