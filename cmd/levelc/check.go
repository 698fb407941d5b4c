package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/operand"
)

func newCheck(s streams) *cobra.Command {
	b := &levelFlags{streams: s}
	oneLevel := false
	cmd := &cobra.Command{
		Use:   "check [-types PKG.Type | --schema FILE] {SOURCE | FOLDER | PATTERN}...",
		Short: "find the mistakes in levels, and write no level",
		Long: "check finds all mistakes in levels and writes no level. It accepts what build\n" +
			"accepts, and reports the same mistakes in the same words. Each source is a\n" +
			"level of its own; with --one-level all sources are parts of one level, as in\n" +
			"build. With --chunk-by it also finds what cannot be divided into chunks.\n\n" +
			aboutEditors +
			aboutFolders +
			"A source of - is standard input.\n\n" +
			"As in build, " + aboutOwnCache +
			"Errors are sorted by file and place. If there are several levels, the last line\n" +
			"on standard error says how many were checked.\n\n" +
			"The exit code is 0 if all levels are right, 1 if one is wrong or cannot be\n" +
			"read, and 2 if levelc was called wrongly.\n\n" +
			aboutFormats,
		Example: "  levelc check -types ./game.World levels\n" +
			"  levelc check -types ./game.World 'levels/**/*.xml' extra.json\n" +
			"  levelc check --schema game.schema --format sarif levels > levels.sarif",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			b.Each = !oneLevel
			return b.check(cmd.Context(), args)
		},
	}
	b.typeFlags(cmd)
	cmd.Flags().BoolVar(&oneLevel, "one-level", false, "treat the sources as parts of one level")
	b.chunkFlag(cmd)
	b.jobsFlag(cmd)
	b.reportFlags(cmd)
	b.quietFlag(cmd)
	return cmd
}

func (b *levelFlags) check(ctx context.Context, args []string) error {
	run := b.newRun(nil)
	if err := cmp.Or(run.Check(), operand.OnceStandardInput(b.Schema, args)); err != nil {
		return b.conclude(nil, err)
	}
	targets, list, err := operand.Expand(args, b.Schema)
	if err != nil {
		return b.conclude(nil, err)
	}
	if !b.Each {
		return b.conclude(run.CheckOne(ctx, targets, list))
	}
	jobs, closeJobs, err := run.JobsToCheck(ctx, targets, list)
	defer closeJobs()
	if err != nil {
		return b.conclude(nil, err)
	}
	return b.makeAll(ctx, run, jobs, list, "right")
}
