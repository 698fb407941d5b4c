package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// This file is about compiled levels as arguments: how they are named, opened and
// written again.

// levelFiles replaces patterns by the files that they match, for shells that do
// not. A file that exists is never a pattern.
func levelFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil || !operand.IsPattern(arg) {
			files = append(files, arg)
			continue
		}
		targets, list, err := operand.Expand([]string{arg}, "")
		if err != nil {
			return nil, err
		}
		var errs []error
		for _, d := range list.All() {
			text := d.Message
			if d.File != "" {
				text = d.File + ": " + text
			}
			errs = append(errs, errors.New(text))
		}
		if len(errs) > 0 {
			return nil, errors.Join(errs...)
		}
		for _, t := range targets {
			files = append(files, t.Path)
		}
	}
	return files, nil
}

// openLevel opens a compiled level; - is standard input.
func openLevel(ctx context.Context, s streams, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.in), nil
	}
	return interrupt.Open(ctx, name)
}

// readLevel reads and verifies a compiled level; - is standard input.
func readLevel(ctx context.Context, s streams, name string, o format.Options) (*level.Level, error) {
	f, err := openLevel(ctx, s, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := level.Read(interrupt.Reader(ctx, f), o)
	if err != nil {
		return nil, aboutLevel(name, err)
	}
	return l, nil
}

// aboutLevel adds the level's name to an error. An interrupt is not about a level, nor is
// what cannot be written.
func aboutLevel(name string, err error) error {
	if errors.Is(err, fault.ErrInterrupted) {
		return fault.ErrInterrupted
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) && at.Op == "write" {
		return err
	}
	name = operand.Name(name)
	if errors.Is(err, format.ErrBudget) {
		return fmt.Errorf("%s: %w; --max-bytes permits more", name, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// maxBytes adds the flag that bounds what a compiled level may decode to.
func maxBytes(cmd *cobra.Command, to *int64) {
	*to = format.DefaultMaxBytes
	cmd.Flags().Var((*sizeFlag)(to), "max-bytes", "refuse files whose rows take more `bytes` than this, as 64M; 0 is no bound")
}

// eachLevel calls run for each level that is to be written again, and goes on after
// a failure. A level is written to out, or to its own name if out is empty.
func eachLevel(s streams, args []string, out string, run func(name, out string) error) error {
	names, err := levelFiles(args)
	if err != nil {
		return err
	}
	if len(names) > 1 && out != "" {
		return fault.Usage(errors.New("-o goes with one level"))
	}
	if err := outfile.NotStandardOutput(out); err != nil {
		return err
	}
	if out == "" && slices.Contains(names, "-") {
		return fault.Usage(errors.New("-o is missing: a level from standard input needs a name"))
	}
	return s.each(names, func(name string) error { return run(name, cmp.Or(out, name)) })
}

// each calls run for all names, even if some fail. If there are several, it prints what
// failed.
func (s streams) each(names []string, run func(name string) error) error {
	failed := false
	for _, name := range names {
		if err := run(name); err != nil {
			if len(names) == 1 || errors.Is(err, fault.ErrInterrupted) {
				return err
			}
			s.say(err)
			failed = true
		}
	}
	if failed {
		return errReported
	}
	return nil
}

// sizes prints one line about a level that was written again. It comes last: the reader of
// standard output may be gone, which ends the process.
func (s streams) sizes(path string, old, size int64) error {
	_, err := fmt.Fprintf(s.out, "%s: %d -> %d bytes\n", terse.Printable(path), old, size)
	return err
}
