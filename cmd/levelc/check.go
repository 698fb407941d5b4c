package main

import (
	"context"
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

func newCheck(s streams) *cobra.Command {
	b := newBuilder(s)
	oneLevel := false
	cmd := &cobra.Command{
		Use:   "check [-types PKG.Type | --schema FILE] {SOURCE | FOLDER | PATTERN}...",
		Short: "say what is wrong with levels, and write nothing",
		Long: "check does all that build does but for writing: what it accepts, build accepts, and what\n" +
			"is wrong is said in the same words. Each source is a level of its own, unless --one-level\n" +
			"says that they are parts of one, as build takes them.\n\n" +
			aboutEditors +
			"A folder stands for the .xml, .json, .tmx, .tmj, .world and .ldtk files in and below it that are\n" +
			"not hidden. A pattern has the wildcards *, ?, [a-z], and ** for any number of folders; put\n" +
			"it in quotes to keep the shell from taking it. - is standard input.\n\n" +
			"All errors of all sources are reported, sorted by file and place; of several levels, a\n" +
			"last line on standard error says how many there were. The exit code is 0 if all are\n" +
			"right, 1 if one is wrong or cannot be read, 2 if levelc was called wrongly.\n\n" + aboutFormats,
		Example: "  levelc check -types ./game.World levels\n" +
			"  levelc check -types ./game.World 'levels/**/*.xml' extra.json\n" +
			"  levelc check --schema game.schema --format sarif levels > levels.sarif",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			b.each = !oneLevel
			return b.check(cmd.Context(), args)
		},
	}
	b.typeFlags(cmd)
	cmd.Flags().BoolVar(&oneLevel, "one-level", false, "the sources are parts of one level")
	b.jobsFlag(cmd)
	b.reportFlags(cmd)
	b.quietFlag(cmd)
	return cmd
}

// jobsFlag adds -j.
func (b *builder) jobsFlag(cmd *cobra.Command) {
	// Even one processor has something to do while the disk writes.
	cmd.Flags().IntVarP(&b.jobs, "jobs", "j", max(2, runtime.GOMAXPROCS(0)), "work on `n` levels at the same time")
}

func (b *builder) check(ctx context.Context, args []string) error {
	if err := b.checkFlags(); err != nil {
		return err
	}
	targets, list, err := expand(args, b.schema)
	if err != nil {
		return err
	}
	if !b.each {
		return b.conclude(b.checkOne(ctx, targets, list))
	}
	jobs := make([]job, 0, len(targets))
	for _, t := range targets {
		j := job{sources: []string{t.path}}
		if t.path == "-" {
			if j.spool, err = source.Spool(b.in, "standard input"); err != nil {
				list.Add(unreadable(err))
				continue
			}
			defer j.spool.Close()
		}
		jobs = append(jobs, j)
	}
	return b.runAll(ctx, jobs, list, "right")
}

// checkOne checks sources that are parts of one level.
func (b *builder) checkOne(ctx context.Context, targets []target, list *diag.List) (*diag.List, error) {
	if list.Count(diag.Error) > 0 {
		return list, nil
	}
	paths := make([]string, len(targets))
	for i, t := range targets {
		paths[i] = t.path
	}
	return b.one(ctx, paths, "")
}

// withList keeps what was found before err.
func withList(list *diag.List, err error) (*diag.List, error) {
	var found *foundError
	if errors.As(err, &found) {
		addAll(list, found.list)
		return list, nil
	}
	return list, err
}
