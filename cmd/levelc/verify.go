package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

func newVerify(s streams) *cobra.Command {
	var o format.Options
	cmd := &cobra.Command{
		Use:   "verify FILE.lvl...",
		Short: "check compiled levels against every rule of the format",
		Long: "verify reads compiled levels to their ends and checks every rule of the format.\n" +
			"For a file that keeps all rules it prints one line. Otherwise it names the\n" +
			"first broken rule and its place: the byte offset, the table, the row and the\n" +
			"field.\n\n" +
			"A file of - is standard input.",
		Example: "  levelc verify assets/*.lvl",
		Args:    arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := operand.OnceStandardInput("", args); err != nil {
				return err
			}
			files, err := levelFiles(args)
			if err != nil {
				return err
			}
			return s.each(files, func(name string) error { return verifyFile(cmd.Context(), s, name, o) })
		},
	}
	maxBytes(cmd, &o.MaxBytes)
	return cmd
}

func verifyFile(ctx context.Context, s streams, name string, o format.Options) error {
	f, err := openLevel(ctx, s, name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := format.NewReader(interrupt.Reader(ctx, f), o)
	for err == nil {
		_, err = r.Next()
	}
	if err != io.EOF {
		return aboutLevel(name, err)
	}
	nodes := uint64(0)
	for _, c := range r.Chunks() {
		nodes += uint64(c.Nodes)
	}
	_, err = fmt.Fprintf(s.out, "%s: ok, %s in %s, %s bytes\n", terse.Printable(name),
		terse.GroupedQuantity(int(nodes), "node"), terse.GroupedQuantity(len(r.Blocks()), "block"), terse.Grouped(r.Size()))
	return err
}
