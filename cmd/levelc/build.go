package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/format"
)

// aboutBuild is the help of levelc build.
const aboutBuild = "build compiles one or more sources, XML or JSON, into one level. The roots of\n" +
	"the sources follow one another, and a reference may lead from one source to\n" +
	"another. A source of - is standard input; then -o must name the level.\n\n" +
	"The world type, a Go struct of stores, says what a source may contain. -types\n" +
	"names it as PKG.Type, as in ./game.World; PKG is a package as the go tool takes\n" +
	"it. In its place, --schema takes a file that levelc schema export wrote, or\n" +
	"another level. A level does not say how sources write references: none=,\n" +
	"form= and index of the types' tags are only in a schema file.\n\n" +
	"With neither flag, levels of editors get the Go types that are ready-made for\n" +
	"them. For all other sources levelc infers a schema, and keeps as properties\n" +
	"what that schema has no place for.\n\n" +
	aboutEditors +
	"With --outdir, each source becomes a level of its own in that folder, and\n" +
	"several are built at the same time. A level that fails does not stop the\n" +
	"others. Without types, one schema is inferred for all of them.\n\n" +
	"With --outdir, a source may be a folder or a pattern.\n\n" +
	aboutFolders +
	"A level keeps the path that its source has below the folder, or below the part\n" +
	"of the pattern that has no wildcard. A file that you name yourself keeps only\n" +
	"its name.\n\n" +
	"With --outdir, a level that is already what a build would write is left alone.\n" +
	"levelc compares contents, not times: those of the source, the types' Go files,\n" +
	"the level, the flags and levelc itself. Files that nobody has touched since\n" +
	"they were last read, by the system's own record, are not read again. That\n" +
	"record may leave out a program that writes through a memory map; --no-cache\n" +
	"reads everything. The warnings of a level that is left alone are repeated.\n\n" +
	"levelc remembers these contents in .levelc-cache in the folder, or in the file\n" +
	"that --cache names. --explain gives the reason for each build, and --no-cache\n" +
	"builds everything. levelc clean removes what was built. If another process holds\n" +
	"the cache, levelc waits, and soon says so.\n\n" +
	"Without --outdir, " + aboutOwnCache +
	"A level stays when its source is removed or renamed. If the source was in one of\n" +
	"the folders or patterns, build says so in one line.\n\n" +
	"--depfile writes a rule for make and ninja that lists what each level depends\n" +
	"on, including the types' Go files; with --outdir, also for levels that failed. A\n" +
	"level that is left alone gets the time of the youngest of these files, so that\n" +
	"make sees it as up to date. A ninja rule that makes several levels needs\n" +
	"restat = 1 for that, and deps = gcc: without it, ninja expects the depfile to\n" +
	"begin with the first output of the rule. Names that make or ninja cannot read\n" +
	"are refused. ninja 1.12 and older ones divide a name at ', \" and &, of which\n" +
	"levelc warns. In a Makefile:\n\n" +
	"  level.lvl: ; levelc build -types ./game.World level.xml -o $@ --depfile $@.d\n" +
	"  -include level.lvl.d\n\n" +
	"With --outdir a Makefile needs no depfile, because levelc itself sees what has\n" +
	"changed. A phony rule calls it, and what is made of the levels is made again\n" +
	"only if one of them is new. Grouped targets (&:) with a depfile would be built\n" +
	"each time, because make holds each of them against the sources of all:\n\n" +
	"  .PHONY: levels\n" +
	"  levels: ; levelc build -types ./game.World maps --outdir assets\n" +
	"  assets/a.lvl assets/b.lvl: levels ;\n" +
	"  game.pak: assets/a.lvl assets/b.lvl ; zip -q $@ $^\n\n" +
	"An argument @FILE stands for the lines of FILE, one argument a line, with or\n" +
	"without quotes.\n\n" +
	"--chunk-by KIND makes a chunk of each subtree of that kind, which a game can\n" +
	"load alone. A chunk is named by the id of its node, so these nodes must have an\n" +
	"id. They must not stand inside one another. Everything else goes into chunks\n" +
	"without a name.\n\n" +
	"--src records the file, line and column of each node, for tools and messages.\n" +
	"levelc strip takes these records out again.\n\n" +
	"--unknown says what happens to names that the types do not have. With keep,\n" +
	"they are stored as properties of the node, or the element of a list, that they\n" +
	"stand in. A game can read properties without a type, by Level.Props and\n" +
	"ElementProps of package loader, and levelc dump --as writes them back.\n\n" +
	"--lenient-xml accepts \"--\" in a comment, an \"&\" that begins no reference, \"]]>\"\n" +
	"in text, white space before the XML declaration, none between two attributes,\n" +
	"the encoding UTF8 for UTF-8, and bytes that windows-1252 does not have.\n\n" +
	"XML may be in UTF-8, UTF-16, windows-1252 or ISO-8859-1, as its declaration or\n" +
	"its byte order mark says; ISO-8859-1 is read as windows-1252, as on the web.\n" +
	"JSON is in UTF-8. A DOCTYPE is passed over, and no DTD is opened; one that\n" +
	"declares entities or anything else between brackets is refused.\n\n" +
	"A JSON object names its kind in its member \"type\". --kind-member names another\n" +
	"member for that, as kind does for {\"kind\": \"door\"}; then \"type\" is a member\n" +
	"like any other.\n\n" +
	"--compress lz4 makes a level smaller and still fast to load; zstd makes it\n" +
	"smallest. --align 16K starts blocks on page boundaries, so that LoadMapped need\n" +
	"not copy them; a small level becomes much longer by it. Windows needs 64K for\n" +
	"that.\n\n" +
	"build reports all errors of all sources. It writes the output only if there are\n" +
	"none, and then whole or not at all.\n\n" +
	aboutFormats

func newBuild(s streams) *cobra.Command {
	b := &levelFlags{streams: s}
	cmd := &cobra.Command{
		Use: "build [-types PKG.Type | --schema FILE] SOURCE...\n" +
			"  levelc build [-types PKG.Type | --schema FILE] --outdir DIR {SOURCE | FOLDER | PATTERN}...",
		Short: "compile a level, or many",
		Long:  aboutBuild,
		Example: "  levelc build -types ./game.World scene.xml\n" +
			"  levelc build map.tmx\n" +
			"  levelc build -types example.com/game.World a.json b.json -o level.lvl\n" +
			"  levelc build -types ./game.World levels --outdir assets --explain\n" +
			"  levelc build -types ./game.World 'levels/**/*.xml' --outdir assets --depfile assets.d",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			b.Flags = flagsThatMatter(cmd.Flags())
			if b.Each = cmd.Flags().Changed("outdir"); b.Each {
				return b.buildAll(cmd.Context(), args)
			}
			return b.buildOne(cmd.Context(), args)
		},
	}
	b.buildFlags(cmd)
	return cmd
}

// buildFlags adds the flags that build and watch have in common.
func (b *levelFlags) buildFlags(cmd *cobra.Command) {
	b.typeFlags(cmd)
	cmd.Flags().StringVarP(&b.Output, "output", "o", "", "the `file` to write; by default the source's name with .lvl")
	cmd.Flags().StringVar(&b.Outdir, "outdir", "", "the `folder` to write many levels to; created if it is missing")
	b.jobsFlag(cmd)
	cmd.Flags().Var(&choice{kind: "codec", words: codecs, take: func(i int) { b.Codec = format.Codec(i) }}, "compress", "how to compress blocks that become shorter by it: none, lz4 or zstd")
	cmd.Flags().BoolVar(&b.Best, "best", false, "spend more time for a smaller file")
	cmd.Flags().Var((*alignFlag)(&b.Align), "align", "start blocks at multiples of `bytes`, a power of two from 64 to 64K")
	cmd.Flags().BoolVar(&b.Places, "src", false, "record the file, line and column of each node")
	b.chunkFlag(cmd)
	cmd.Flags().StringVar(&b.Depfile, "depfile", "", "write what the levels depend on to a `file`, for make and ninja")
	b.cacheFlags(cmd)
	b.reportFlags(cmd)
	b.quietFlag(cmd)
}

// buildOne makes one level of all sources.
func (b *levelFlags) buildOne(ctx context.Context, args []string) error {
	run := b.newRun(nil)
	jobs, _, err := run.JobsOf(ctx, args)
	if err != nil {
		return b.conclude(nil, err)
	}
	return b.conclude(run.MakeOne(ctx, jobs[0]))
}

// buildAll makes each source a level of its own, in the folder of --outdir.
func (b *levelFlags) buildAll(ctx context.Context, args []string) error {
	run := b.newRun(nil)
	jobs, list, err := run.JobsOf(ctx, args)
	if err != nil {
		return b.conclude(nil, err)
	}
	err = b.makeAll(ctx, run, jobs, list, "built")
	if ctx.Err() == nil {
		run.SayLost(args, jobs)
	}
	return err
}

// makeAll makes or checks many levels and reports the results; list has the diagnostics so
// far.
func (b *levelFlags) makeAll(ctx context.Context, run *build.Run, jobs []build.Job, list *diag.List, done string) error {
	if len(jobs) == 0 {
		return b.conclude(list, nil)
	}
	t, err := run.MakeAll(ctx, jobs, list)
	if err == nil {
		err = run.WriteDepfile(ctx, jobs, list)
	}
	err = b.conclude(list, err)
	if len(jobs) > 1 && !b.Quiet && t != (build.Tally{}) && (err == nil || errors.Is(err, errReported)) {
		fmt.Fprintln(b.err, "levelc: "+t.Summary(done))
	}
	return err
}
