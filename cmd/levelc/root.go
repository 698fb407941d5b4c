package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// streams is where a command reads and writes; aboutOutput says what goes where.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// verbs makes the commands below levelc. Each has a file of its own.
var verbs = []func(streams) *cobra.Command{
	newBuild, newWatch, newClean, newCheck, newInfer, newSchema, newVerify, newDump, newDiff, newStat, newStrip, newRecompress, newBench, newDocs,
	newCompletion, newVersion,
}

// run executes one command line and returns the exit code.
func run(args []string, s streams) int {
	ctx, stop := untilInterrupted()
	defer stop()
	s.in, s.out, s.err = interrupt.Awaited(ctx, s.in), interrupt.Pipe(ctx, s.out), interrupt.Pipe(ctx, s.err)
	root := newRoot(s)
	help := &faultKeeper{Writer: s.out} // cobra ignores errors when it writes help
	root.SetOut(help)
	args, err := expandResponses(ctx, args)
	if err == nil {
		err = verbFirst(root, args)
	}
	if err == nil && isCompleting(args) {
		args = completeOneDash(root, args)
	}
	if err == nil {
		args, err = longFlags(args, flagsOfAll(root))
	}
	if isCompleting(args) {
		unquoteUsage(root)
	}
	if err == nil {
		root.SetArgs(args)
		err = cmp.Or(root.ExecuteContext(ctx), help.err)
	}
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, fault.ErrInterrupted)) {
		err = fault.ErrInterrupted // and not about what was read
	}
	if err != nil && !errors.Is(err, errReported) {
		s.say(err)
	}
	if sig := (interruption{}); err != nil && errors.As(context.Cause(ctx), &sig) {
		return exitSignal + signalNumber(sig.Signal)
	}
	return exitCode(err)
}

// say prints what went wrong. A name in it may have characters that a terminal obeys.
func (s streams) say(err error) {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		text := strings.TrimLeft(line, "\t")
		lines[i] = line[:len(line)-len(text)] + diag.Printable(text)
		if i > 0 && text == line && text != "" { // another error
			lines[i] = "levelc: " + lines[i]
		}
	}
	fmt.Fprintf(s.err, "levelc: %s\n", strings.Join(lines, "\n"))
}

// faultKeeper is a writer that keeps its first error.
type faultKeeper struct {
	io.Writer
	err error
}

func (w *faultKeeper) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "levelc",
		Short: "compile the levels of a game into flat binary files",
		Long: "levelc compiles the levels of a game into flat binary files, which the game\n" +
			"streams straight into its stores. It reads XML, JSON, maps of Tiled and\n" +
			"projects of LDtk. Flags may have one dash or two.",
		Args:              noVerb,
		PersistentPreRunE: nothingEmpty,
		RunE:              verbMissing,
		Example: "  levelc build -types ./game.World scene.xml -o scene.lvl\n" +
			"  levelc build map.tmx\n" +
			"  levelc help build\n" +
			"  levelc help output",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(wrongFlag)
	root.SetUsageTemplate(strings.NewReplacer("Available Commands:", "Verbs:", "[command]", "VERB", "a command", "a verb",
		"Additional help topics:", "Topics of levelc help:", "rpad .CommandPath .CommandPathPadding", "rpad .Name .NamePadding",
		".FlagUsages ", ".FlagUsagesWrapped 80 ").Replace(root.UsageTemplate()))
	for _, verb := range verbs {
		root.AddCommand(verb(s))
	}
	root.AddCommand(newOutputTopic())
	root.SetHelpCommand(newHelp())
	root.Version = moduleVersion()
	root.SetVersionTemplate("levelc {{.Version}}\n")
	completions(root)
	return root
}

// verbMissing is the call of a verb such as schema without one of its own verbs. It
// lists these.
func verbMissing(cmd *cobra.Command, _ []string) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "%s\n\n%s\n", cmd.Long, cmd.UsageString())
	return fault.Usage(errors.New("a verb is missing"))
}

// noVerb refuses words that are no verbs.
func noVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	_, err := verbOf(cmd, args[:1])
	if info, serr := os.Stat(args[0]); err != nil && serr == nil && info.Mode().IsRegular() && !cmd.HasParent() {
		return fault.Usage(fmt.Errorf("a verb is missing: levelc build %s makes a level of it", args[0]))
	}
	return err
}

// verbFirst refuses a first word that is no verb. The flags behind it are those of the
// verb that was meant, and unknown until that is known.
func verbFirst(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	root.InitDefaultHelpCmd() // is a verb too
	cmd := root
	for _, word := range args {
		if !cmd.HasSubCommands() || strings.HasPrefix(word, "-") {
			return nil
		}
		verb, err := verbOf(cmd, []string{word})
		if err != nil {
			return noVerb(cmd, []string{word})
		}
		cmd = verb
	}
	return nil
}

// verbOf finds the command below cmd that the words name.
func verbOf(cmd *cobra.Command, words []string) (*cobra.Command, error) {
next:
	for _, word := range words {
		var names []string
		for _, verb := range cmd.Commands() {
			if verb.Name() == word {
				cmd = verb
				continue next
			}
			names = append(names, verb.Name())
		}
		hint := ""
		if near := spell.Nearest([]byte(word), names); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		of := ""
		if cmd.HasParent() {
			of = " of " + cmd.CommandPath()
		}
		return nil, fault.Usage(fmt.Errorf("unknown verb %q%s%s", word, of, hint))
	}
	return cmd, nil
}

// anyNumber means that there is no upper limit on arguments.
const anyNumber = math.MaxInt

// arguments checks the number of arguments of a verb.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		n := len(args)
		if n >= least && n <= most {
			return nil
		}
		want := terse.Quantity(least, "argument")
		switch {
		case most == 0:
			want = "no arguments"
		case most == anyNumber:
			want += " or more"
		case least < most:
			want = "at most " + terse.Quantity(most, "argument")
		}
		form, _, _ := strings.Cut(cmd.UseLine(), "\n")
		return fault.Usage(fmt.Errorf("%s takes %s, not %d: %s; see %s --help", strings.TrimPrefix(cmd.CommandPath(), "levelc "), want, n, strings.TrimSuffix(form, " [flags]"), cmd.CommandPath()))
	}
}

// nothingEmpty refuses empty arguments, and flags with an empty text. They name nothing,
// and mostly come from an unset variable in a script.
func nothingEmpty(cmd *cobra.Command, args []string) error {
	if cmd.Name() == cobra.ShellCompRequestCmd { // a word to be completed may be empty
		return nil
	}
	if slices.Contains(args, "") {
		return fault.Usage(errors.New("an argument is empty, and names no file"))
	}
	if f := cmd.Flags().Lookup("output"); f != nil && f.Changed && f.Value.String() == "" {
		return fault.Usage(errors.New("-o is empty, and names no file"))
	}
	var empty error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list, _ := f.Value.(pflag.SliceValue)
		if f.Value.Type() == "string" && f.Value.String() == "" || list != nil && !slices.ContainsFunc(list.GetSlice(), func(s string) bool { return s != "" }) {
			empty = fault.Usage(fmt.Errorf("--%s is empty: give it a value, or leave it out", f.Name))
		}
	})
	return empty
}
