package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

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
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := levelFiles(args)
			if err != nil {
				return err
			}
			failed := false
			for _, name := range files {
				if err := verifyFile(s, name, o); err != nil {
					fmt.Fprintf(s.err, "levelc: %v\n", err)
					failed = true
				}
			}
			if failed {
				return errReported
			}
			return nil
		},
	}
	maxBytes(cmd, &o.MaxBytes)
	return cmd
}

func verifyFile(s streams, name string, o format.Options) error {
	f, err := openLevel(s, name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := format.NewReader(f, o)
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
	_, err = fmt.Fprintf(s.out, "%s: ok, %s in %s, %d bytes\n", name, quantity(int(nodes), "node"), quantity(len(r.Blocks()), "block"), r.Size())
	return err
}

// levelFiles replaces patterns by the files that they match, for shells that do
// not. A file that exists is never a pattern.
func levelFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil || !isPattern(arg) {
			files = append(files, arg)
			continue
		}
		targets, list, err := expand([]string{arg}, "")
		if err != nil {
			return nil, err
		}
		if all := list.All(); len(all) > 0 {
			return nil, errors.New(all[0].Message)
		}
		for _, t := range targets {
			files = append(files, t.path)
		}
	}
	return files, nil
}

// maxBytes adds the flag that bounds what a compiled level may decode to.
func maxBytes(cmd *cobra.Command, to *int64) {
	*to = 1 << 30
	cmd.Flags().Var((*sizeFlag)(to), "max-bytes", "refuse files whose rows take more `bytes` than this, as 64M")
}
