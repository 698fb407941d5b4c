package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// streams is where a command reads and writes; doc.go says what goes where.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// verbs makes the commands below levelc, one file each.
var verbs = []func(streams) *cobra.Command{
	newBuild, newWatch, newClean, newCheck, newInfer, newSchema, newVerify, newDump, newDiff, newStat, newStrip, newRecompress, newBench, newDocs,
	newVersion,
}

// run executes one command line and returns the exit code.
func run(args []string, s streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	root := newRoot(s)
	args, err := expandResponses(args)
	if err == nil {
		root.SetArgs(longFlags(args))
		err = root.ExecuteContext(ctx)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if err != nil && !errors.Is(err, errReported) {
		fmt.Fprintf(s.err, "levelc: %v\n", err)
	}
	return exitCode(err)
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "levelc",
		Short: "compile XML and JSON levels into flat binary files",
		Long: "levelc compiles XML and JSON levels into flat binary files, which a game streams\n" +
			"straight into its stores.",
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usageError{errors.New("a verb is missing; see levelc --help")}
		},
		Example: "  levelc build -types ./game.World scene.xml -o scene.lvl\n" +
			"  levelc help build",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w%s; see %s --help", err, nearestFlag(cmd, err), cmd.CommandPath())}
	})
	root.SetUsageTemplate(strings.NewReplacer("Available Commands:", "Verbs:", "[command]", "VERB", "a command", "a verb").Replace(root.UsageTemplate()))
	for _, verb := range verbs {
		root.AddCommand(verb(s))
	}
	completions(root)
	return root
}

// nearestFlag is what may have been meant by a flag that there is not.
func nearestFlag(cmd *cobra.Command, err error) string {
	var none *pflag.NotExistError
	if !errors.As(err, &none) {
		return ""
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spell.Nearest([]byte(none.GetSpecifiedName()), names); near != "" {
		return fmt.Sprintf("; did you mean --%s?", near)
	}
	return ""
}

// noVerb refuses the words that no command has claimed.
func noVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, verb := range cmd.Commands() {
		names = append(names, verb.Name())
	}
	hint := ""
	if near := spell.Nearest([]byte(args[0]), names); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return usageError{fmt.Errorf("unknown verb %q%s", args[0], hint)}
}

// arguments makes a failure of cobra's check of arguments a usage error.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
		}
		return nil
	}
}

// longFlags rewrites the flags that may have one dash, up to a "--".
func longFlags(args []string) []string {
	out := make([]string, len(args))
	copy(out, args)
	for i, a := range out {
		if a == "--" {
			break
		}
		name, _, _ := strings.Cut(a, "=")
		if name == "-types" || name == "-outdir" || name == "-depfile" {
			out[i] = "-" + a
		}
	}
	return out
}
