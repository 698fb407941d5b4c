package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// builder has the flags of build, and the state of one call. Check, watch, bench, infer
// and schema use it too.
type builder struct {
	streams
	begun      time.Time
	types      string
	schema     string // a file, or empty
	out        string
	outdir     string // the folder in which each source becomes a level of its own
	depfile    string
	unknown    policyFlag
	codec      codecFlag
	best       bool
	align      alignFlag
	form       formatFlag
	each       bool // every source is a level of its own
	places     bool // record where each node is in its source
	chunkBy    []string
	kindMember string // the member of a JSON object that names its kind
	lenient    bool   // accept common faults of XML files
	reader     readerFlag
	missing    missingFlag
	project    string // a Tiled project file
	jobs       int    // levels at the same time, if there are several
	hasJobs    bool   // the verb has -j
	maxErrors  int
	quiet      bool

	remembering
	planned  *compile.Plan // for all jobs, if their schema was inferred
	byEditor *editorPlans
	others   *others
	shelves  *shelves // not nil while there are several jobs
}

func newBuilder(s streams) *builder {
	return &builder{streams: s, begun: time.Now(), byEditor: new(editorPlans), others: new(others)}
}

// aboutBuild is the help of levelc build.
const aboutBuild = "build compiles one or more sources, XML or JSON, into one level. The roots of\n" +
	"the sources follow one another, and a reference may lead from one source to\n" +
	"another. A source of - is standard input; then -o must name the level.\n\n" +
	"The world type, a Go struct of stores, says what a source may contain. -types\n" +
	"names it as PKG.Type, as in ./game.World; PKG is a package as the go tool takes\n" +
	"it. In its place, --schema takes a file that levelc schema export wrote, or\n" +
	"another level.\n\n" +
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
	"A level stays when its source is removed or renamed. If the source was in one of\n" +
	"the folders or patterns, build says so in one line.\n\n" +
	"--depfile writes a rule for make and ninja that lists what each level depends\n" +
	"on, including the types' Go files. A level that is left alone gets the time of\n" +
	"the youngest of these files, so that make sees it as up to date. A ninja rule\n" +
	"that makes several levels needs restat = 1 for that, and deps = gcc: without it,\n" +
	"ninja expects the depfile to begin with the first output of the rule. In a\n" +
	"Makefile:\n\n" +
	"  level.lvl: ; levelc build -types ./game.World level.xml -o $@ --depfile $@.d\n" +
	"  -include level.lvl.d\n\n" +
	"An argument @FILE stands for the lines of FILE, one argument a line, with or\n" +
	"without quotes.\n\n" +
	"--chunk-by KIND makes a chunk of each subtree of that kind, which a game can\n" +
	"load alone. A chunk is named by the id of its node, so these nodes must have an\n" +
	"id. They must not stand inside one another. Everything else goes into chunks\n" +
	"without a name.\n\n" +
	"--src records the file, line and column of each node, for tools and messages.\n" +
	"levelc strip takes these records out again.\n\n" +
	"--unknown says what happens to names that the types do not have. With keep,\n" +
	"they are stored as properties of the node that they stand in. A game can read\n" +
	"properties without a type, and levelc dump --as writes them back.\n\n" +
	"--lenient-xml accepts \"--\" in a comment, an \"&\" that begins no reference, \"]]>\"\n" +
	"in text, white space before the XML declaration, none between two attributes,\n" +
	"the encoding UTF8 for UTF-8, and bytes that windows-1252 does not have.\n\n" +
	"XML may be in UTF-8, UTF-16, windows-1252 or ISO-8859-1, as its declaration or\n" +
	"its byte order mark says. JSON is in UTF-8.\n\n" +
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
	b := newBuilder(s)
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
			b.flags = flagsThatMatter(cmd.Flags())
			if cmd.Flags().Changed("outdir") {
				return b.buildAll(cmd.Context(), args)
			}
			return b.run(cmd.Context(), args)
		},
	}
	b.buildFlags(cmd)
	return cmd
}

// buildFlags adds the flags that build and watch have in common.
func (b *builder) buildFlags(cmd *cobra.Command) {
	b.typeFlags(cmd)
	cmd.Flags().StringVarP(&b.out, "output", "o", "", "the `file` to write; by default the source's name with .lvl")
	cmd.Flags().StringVar(&b.outdir, "outdir", "", "the `folder` to write many levels to; created if it is missing")
	b.jobsFlag(cmd)
	cmd.Flags().Var(&b.codec, "compress", "how to compress blocks that become shorter by it: none, lz4 or zstd")
	cmd.Flags().BoolVar(&b.best, "best", false, "spend more time for a smaller file")
	cmd.Flags().Var(&b.align, "align", "start blocks at multiples of `bytes`, a power of two from 64 to 64K")
	cmd.Flags().BoolVar(&b.places, "src", false, "record the file, line and column of each node")
	b.chunkFlag(cmd)
	cmd.Flags().StringVar(&b.depfile, "depfile", "", "write what the levels depend on to a `file`, for make and ninja")
	b.cacheFlags(cmd)
	b.reportFlags(cmd)
	b.quietFlag(cmd)
}

// chunkFlag adds --chunk-by.
func (b *builder) chunkFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&b.chunkBy, "chunk-by", nil, "make a chunk of each subtree of a `kind`, named by the node's id; may be repeated, or be a list")
}

// typeFlags adds the flags that say what may stand in a source.
func (b *builder) typeFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&b.types, "types", "", "the world type, as `PKG.Type`; also spelled -types")
	f.StringVar(&b.schema, "schema", "", "a schema `file` or a level, in place of -types")
	f.BoolVar(&b.lenient, "lenient-xml", false, `accept common faults of XML files: "--" in a comment, a bare "&", "]]>" in text, no space between attributes, space before the declaration`)
	kindMemberFlag(f, &b.kindMember)
	f.Var(&b.unknown, "unknown", "what to do with names that the types do not have: error, warn, ignore or keep")
	b.editorFlags(cmd)
}

// run builds one level.
func (b *builder) run(ctx context.Context, paths []string) error {
	jobs, _, err := b.jobsOf(ctx, paths)
	if err != nil {
		return err
	}
	out := jobs[0].out
	if err := checkPlace(out); err != nil {
		return b.conclude(nil, err)
	}
	list, err := b.oneLevel(ctx, paths, out)
	if err == nil {
		err = b.writeDepfile(ctx, rulesOf(jobs))
	}
	return b.conclude(list, err)
}

// checkFlags refuses flags that contradict each other or have invalid values.
func (b *builder) checkFlags() error {
	switch {
	case b.types != "" && b.schema != "":
		return usageError{errors.New("name either -types or --schema, not both")}
	case b.maxErrors < 0:
		return usageError{errors.New("--max-errors takes a number from 0 on")}
	case b.depfile == "-" && diag.Format(b.form) != diag.Text:
		return usageError{fmt.Errorf("--depfile - and --format %s would both go to standard output; name a file for one of them", &b.form)}
	case b.hasJobs && b.jobs < 1:
		return usageError{errors.New("-j takes a number from 1 on")}
	case b.best && b.codec.Codec == format.CodecNone:
		return usageError{errors.New("--best goes with --compress lz4 or zstd; alone it does nothing")}
	case !b.each && (b.cacheFile != "" || b.noCache || b.explain):
		return usageError{errors.New("--cache, --no-cache and --explain go with --outdir; one level is always built")}
	}
	if b.project != "" {
		b.project = filepath.Clean(b.project) // messages and levels name it in one way
		// It is read with the first map of Tiled, of which there may be none.
		if _, err := os.Stat(b.project); err != nil {
			return cannotRead(b.project, err)
		}
	}
	return nil
}

// oneLevel compiles sources into one level and returns what it found.
func (b *builder) oneLevel(ctx context.Context, paths []string, out string) (*diag.List, error) {
	files, list := b.open(ctx, paths)
	defer closeAll(files)
	if list.Count(diag.Error) > 0 {
		return list, compile.ErrLevel
	}
	var plan *compile.Plan
	var err error
	if b.isTyped() || len(b.plainOnes(files)) == len(files) {
		if plan, err = b.plan(ctx, files); err != nil {
			return nil, err
		}
	}
	defer b.sayEditors()
	found, w, err := b.build(ctx, plan, files, out)
	if err == nil {
		err = w.commit()
	}
	return found, err
}

// plan makes the plan for sources from the types.
func (b *builder) plan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	of, from, err := b.schemaOf(ctx, files)
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	if err := b.checkChunks(plan); err != nil {
		return nil, err
	}
	if b.store != nil && b.resolved == nil {
		if b.resolved, err = resolvedOf(of); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// checkChunks refuses values of --chunk-by that are no kinds of the types.
func (b *builder) checkChunks(plan *compile.Plan) error {
	if err := plan.CheckChunks(b.chunkBy); err != nil {
		return usageError{fmt.Errorf("--chunk-by: %w", err)}
	}
	return nil
}

// inferPlan infers a plan for the sources of one level. Several levels may be
// planned at the same time.
func (b *builder) inferPlan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	r, err := inferFrom(ctx, files, infer.Options{Source: b.sourceOptions(), OneLevel: !b.each})
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(r.Schema)
	if err != nil {
		return nil, fmt.Errorf("the inferred schema: %w", err)
	}
	return plan, b.checkChunks(plan)
}

// build writes the level of open sources to path, under a temporary name. If path is
// empty, it only checks them. In a build without types, plan is for sources that no
// editor wrote.
func (b *builder) build(ctx context.Context, plan *compile.Plan, files []*source.File, path string) (list *diag.List, w *written, err error) {
	if !b.isTyped() {
		own, err := b.untyped(files)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case own != nil:
			plan = own
		case plan == nil: // an editor is writing its file just now, or there is nothing to infer from
			if plan, err = b.inferPlan(ctx, files); err != nil {
				if list, err = withList(new(diag.List), err); err == nil {
					err = compile.ErrLevel
				}
				return list, nil, err
			}
		}
	}
	t, err := b.translate(ctx, files, plan.Schema())
	if err != nil {
		return nil, nil, b.notTranslated(ctx, files[0].Name, err)
	}
	defer t.close()
	b.others.set(path, t.others)
	if err := b.notAnOther(path, t.others.paths); err != nil {
		return nil, nil, err
	}
	if !t.whole {
		return &t.found, nil, compile.ErrLevel
	}
	list = &t.found
	if list.Count(diag.Error) > 0 {
		path = "" // only to find what else is wrong
	}
	found, w, err := b.compile(ctx, plan, t.files, path)
	addAll(list, found)
	if err == nil && list.Count(diag.Error) > 0 {
		err = compile.ErrLevel
	}
	if errors.Is(err, compile.ErrLevel) {
		b.notePlain(files, plan.Schema())
	}
	return list, w, err
}

// rowsInMemory returns how many bytes of rows a build of files holds before it writes them
// to a temporary file, to be read again. Those of a source of 50 MB fit. Much larger
// sources need the file anyway, and memory for other things (BenchmarkMemory).
func rowsInMemory(files []*source.File) int64 {
	size := int64(0)
	for _, f := range files {
		size += f.Size()
	}
	if size > 64<<20 {
		return 8 << 20
	}
	return 32 << 20
}

// compile is build for sources that are levelc's own XML or JSON.
func (b *builder) compile(ctx context.Context, plan *compile.Plan, files []*source.File, path string) (list *diag.List, w *written, err error) {
	var to io.WriterAt = discard{}
	writer := format.WriterOptions{Codec: b.codec.Codec, Small: b.best, Align: int(b.align), Memory: rowsInMemory(files)}
	var out *output.File
	if path != "" {
		if out, err = create(path); err != nil {
			return nil, nil, b.inTheWay(files[0].Name, err)
		}
		defer func() {
			if w == nil {
				err = errors.Join(err, out.Close())
			}
		}()
		to, writer.Spool = out, out.Spool
	} else {
		spool := new(tempSpool)
		defer func() { err = errors.Join(err, spool.close()) }()
		writer.Spool = spool.open
	}
	o := compile.Options{Unknown: b.unknown.policy, Keep: b.mostKept(), Source: b.sourceOptions(), Places: b.places, ChunkBy: b.chunkBy}
	if b.shelves == nil || b.jobs == 1 { // no other level is built at the same time
		o.Source.Ahead = source.AheadSize
	}
	found, size, err := plan.Build(ctx, files, to, writer, o)
	if found != nil {
		list = &found.Diagnostics
	}
	switch {
	case errors.Is(err, compile.ErrLevel):
		return list, nil, err
	case ctx.Err() != nil:
		return list, nil, errInterrupted
	case err != nil && path != "":
		return list, nil, cannotWrite(path, err)
	case err != nil:
		return list, nil, cannotCheck(files[0].Name, err)
	case path == "":
		return list, nil, nil
	}
	return list, &written{path, out, size}, nil
}

// mostKept returns how many errors and warnings of one level are kept for printing.
func (b *builder) mostKept() int {
	if b.maxErrors == 0 {
		return math.MaxInt
	}
	return b.maxErrors
}

// mostOpen is how many sources are kept open at the same time. If there are more, each
// is open only while it is read.
const mostOpen = 64

// open opens the sources, and prepares for large ones. A source that cannot be read
// becomes a diagnostic.
func (b *builder) open(ctx context.Context, paths []string) ([]*source.File, *diag.List) {
	var files []*source.File
	list := new(diag.List)
	for _, p := range paths {
		var f *source.File
		var err error
		if p == "-" {
			f, err = source.Spool(b.in, nameOf(p))
		} else {
			f, err = openSource(ctx, p)
		}
		if err == nil && len(paths) > mostOpen {
			f.Rest()
		}
		if err != nil {
			d := unreadable(err)
			if info, serr := os.Stat(p); serr == nil && info.IsDir() {
				d.Hint = "levelc build --outdir DIR makes a level of each source in a folder; levelc check takes folders as they are"
			}
			list.Add(d)
			continue
		}
		files = append(files, f)
	}
	useHugePages(files)
	return files, list
}

// unreadable returns the diagnostic of a source that could not be opened.
func unreadable(err error) diag.Diagnostic {
	if errors.Is(err, errInterrupted) { // nothing is wrong with the source
		return diag.Diagnostic{Message: errInterrupted.Error()}
	}
	return (*source.File)(nil).Diagnose(err)
}

// kindMemberFlag adds the flag --kind-member.
func kindMemberFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "kind-member", source.TypeMember, "the `member` of a JSON object that names its kind")
}

// sourceOptions returns the options for reading sources.
func (b *builder) sourceOptions() source.Options {
	return source.Options{LenientXML: b.lenient, KindMember: b.kindMember}
}

func closeAll(files []*source.File) {
	for _, f := range files {
		f.Close() // they were only read
	}
}

// outputPath returns the path of the level.
func (b *builder) outputPath(sources []string) (string, error) {
	switch {
	case b.out != "":
		return b.out, notStandardOutput(b.out)
	case len(sources) > 1 && isLevelName(sources[len(sources)-1]):
		return "", usageError{fmt.Errorf("-o is missing: did you mean -o %s?", sources[len(sources)-1])}
	case len(sources) > 1:
		return "", usageError{errors.New("-o is missing: several sources make one level, which needs a name; --outdir makes a level of each")}
	case sources[0] == "-":
		return "", usageError{errors.New("-o is missing: a level from standard input needs a name")}
	case isLevelName(sources[0]):
		return "", usageError{fmt.Errorf("%s has the name of a level: build takes its source, which levelc dump --as xml writes; or -o names another level", sources[0])}
	}
	name := filepath.Base(sources[0])
	return filepath.Join(filepath.Dir(sources[0]), strings.TrimSuffix(name, filepath.Ext(name))+".lvl"), nil
}

// isLevelName reports whether a file is called as a level is.
func isLevelName(path string) bool { return strings.EqualFold(filepath.Ext(path), ".lvl") }

// notGoCode refuses to write a level over a Go file: it may be the one with the types.
func notGoCode(out string) error {
	if end, _ := newEnds().of(out); isGoCode(end) {
		return usageError{fmt.Errorf("-o %s would write over Go code", out)}
	}
	return nil
}

// isGoCode reports whether there is a file that has the name of Go code.
func isGoCode(path string) bool {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (filepath.Ext(name) == ".go" || name == "go.mod" || name == "go.sum" || name == "go.work")
}

// notAnInput refuses to write over a file that the level is made of.
func (b *builder) notAnInput(out string, sources []string) error {
	for _, s := range sources {
		if s != "-" && sameFile(s, out) {
			return usageError{fmt.Errorf("-o %s would write over a source", out)}
		}
	}
	if b.schema != "" && sameFile(b.schema, out) {
		return usageError{fmt.Errorf("-o %s would write over the schema", out)}
	}
	if b.project != "" && sameFile(b.project, out) {
		return usageError{fmt.Errorf("-o %s would write over the project", out)}
	}
	return nil
}

// notAnOther refuses to write over a file that a source refers to.
func (b *builder) notAnOther(out string, others []string) error {
	for _, p := range []string{out, b.depfile} {
		if p == "" || p == "-" || len(others) == 0 {
			continue
		}
		path := pathTo(p)
		if slices.ContainsFunc(others, path.is) {
			return usageError{fmt.Errorf("%s would be written over a file that the level is made of", p)}
		}
	}
	return nil
}
