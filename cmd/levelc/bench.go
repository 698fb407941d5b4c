package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/measure"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// bencher is one call of levelc bench.
type bencher struct {
	levelFlags
	build *build.Run
	time  time.Duration
	json  bool
	pool  bool

	forSources []*pflag.Flag // what a compiled level makes no use of
	timeFlag   *pflag.Flag
}

func newBench(s streams) *cobra.Command {
	b := &bencher{levelFlags: levelFlags{streams: s}}
	b.MaxErrors = 20
	cmd := &cobra.Command{
		Use:   "bench LEVEL",
		Short: "measure how fast a level loads",
		Long: "bench measures how fast a level loads. It compiles the level and loads it into\n" +
			"stores many times over. In the same run it measures two other ways: the bare\n" +
			"read of the same file, and the usual way, which parses the source into a tree\n" +
			"with encoding/xml or encoding/json, walks the tree, and converts its values to\n" +
			"the same typed fields. The ways take turns, and the table shows medians.\n" +
			"Ratios are to the bare read. The last line is what levelc build takes.\n\n" +
			"LEVEL is a source, read as levelc build reads it, or a .lvl file, which\n" +
			"contains its schema. A .lvl file has no source that could be measured beside\n" +
			"it. A LEVEL of - is standard input, which is kept in a temporary file.\n\n" +
			"If an editor wrote the source, the tree is that of the XML to which levelc\n" +
			"translates it, because encoding/xml alone cannot make a level of such a source.\n" +
			"What levelc build takes includes the translation.\n\n" +
			"levelc makes the stores from the schema. It does not run the game's code.",
		Example: "  levelc bench -types ./game.World scene.xml\n" +
			"  levelc bench map.tmx\n" +
			"  levelc bench --time 10s scene.lvl",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), args[0]) },
	}
	b.typeFlags(cmd)
	f := cmd.Flags()
	f.VisitAll(func(flag *pflag.Flag) { b.forSources = append(b.forSources, flag) })
	f.DurationVar(&b.time, "time", 2*time.Second, "how long to measure in all")
	b.timeFlag = f.Lookup("time")
	f.BoolVar(&b.json, "json", false, "print JSON instead of a table")
	f.BoolVar(&b.pool, "pool-stats", false, "print what compiling the source takes from the pool of small objects, instead of times")
	b.quietFlag(cmd)
	return cmd
}

// maxBenchBytes allows levels of any size: they are the user's own.
const maxBenchBytes = math.MaxInt64

func (b *bencher) run(ctx context.Context, path string) (err error) {
	if b.time < 0 {
		return fault.Usage(errors.New("--time takes a duration from 0 on"))
	}
	o := b.options()
	if err := cmp.Or(o.Check(), operand.OnceStandardInput(b.Schema, []string{path})); err != nil {
		return err
	}
	if b.pool {
		return b.poolStats(ctx, path)
	}
	begin := time.Now()
	l, err := b.prepare(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	report := &benchReport{Level: filepath.Base(operand.Name(path)), Nodes: l.nodes, Elements: l.elements, SourceBytes: l.sourceSize, LevelBytes: l.size}
	if l.translated {
		report.TranslatedBytes = int64(len(l.source))
	}
	cases, inputs, err := l.cases(ctx)
	if err != nil {
		return err
	}
	for _, note := range l.notes {
		b.note("%s", note)
	}
	results, err := measure.Beside(ctx, b.time, cases)
	switch {
	case ctx.Err() != nil:
		return fault.ErrInterrupted
	case err != nil:
		return err
	}
	report.addRows(results, inputs)
	if b.json {
		return b.printJSON(report)
	}
	return report.writeTable(b.streams.out, time.Since(begin))
}

// prepare opens a level, compiled or not. The caller closes it.
func (b *bencher) prepare(ctx context.Context, path string) (*benchLevel, error) {
	compiled, err := b.isCompiled(ctx, path)
	if err != nil {
		return nil, err
	}
	for _, f := range b.forSources {
		if compiled && f.Changed {
			return nil, fault.Usage(fmt.Errorf("--%s is for sources; %s is compiled and has its schema in it", f.Name, operand.Name(path)))
		}
	}
	l := new(benchLevel)
	switch {
	case !compiled:
		err = b.compile(ctx, l, path)
	case path == "-":
		err = l.keep(b.in, operand.Name(path))
	default:
		if l.file, err = os.Open(path); err == nil {
			err = l.measureFile(l.file, path)
		}
	}
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

// isCompiled reports whether a file begins as a .lvl file does. Of standard input it
// takes nothing away.
func (b *bencher) isCompiled(ctx context.Context, path string) (bool, error) {
	in := bufio.NewReader(b.in)
	if path == "-" {
		b.in = in
	} else {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return false, fmt.Errorf("%s: is no file; bench reads it many times, for which it keeps only standard input (-)", path)
		}
		f, err := interrupt.Open(ctx, path)
		if err != nil {
			return false, err
		}
		defer f.Close()
		in.Reset(f)
	}
	head, err := in.Peek(4)
	if err != nil && err != io.EOF { // if it is too short, the compiler will say so
		return false, fmt.Errorf("%s: cannot be read: %w", operand.Name(path), fault.PlainCause(err))
	}
	return format.IsLevel(head), nil
}

// openOne opens a source. If it cannot, it reports why. The run begins here, because
// isCompiled may have put a buffer before standard input.
func (b *bencher) openOne(ctx context.Context, path string) (*source.File, error) {
	b.build = b.newRun(nil)
	files, list, err := build.Open(ctx, b.in, []string{path})
	if err != nil {
		return nil, err
	}
	if list.Count(diag.Error) > 0 {
		return nil, b.report(list)
	}
	return files[0], nil
}

// compile compiles a source into a temporary file, from which the levels are loaded as
// a game would load them.
func (b *bencher) compile(ctx context.Context, l *benchLevel, path string) error {
	f, err := b.openOne(ctx, path)
	if err != nil {
		return err
	}
	l.opened = f
	var out format.Buffer
	return b.once(ctx, f, &out, nil, func(plan *compile.Plan, t *build.Translated, _ *compile.Summary) (err error) {
		if l.source, err = t.Files[0].Bytes(); err != nil {
			return err
		}
		l.sourceSize, l.translated, l.written = f.Size(), len(t.Levels) > 0, plan.Schema()
		l.way = dom.Options{Lenient: b.Lenient}
		if t.Files[0].Format == source.JSON {
			l.way = dom.Options{Syntax: dom.JSON}
			if !l.translated { // levels of editors are translated to sources with the usual member
				l.way.KindMember = b.KindMember
			}
		}
		l.compile = func() error {
			if f.IsSpooled() {
				return b.again(ctx, f, plan, &out)
			}
			f, err := source.Open(path) // that is a part of a build
			if err != nil {
				return err
			}
			defer f.Close()
			return b.again(ctx, f, plan, &out)
		}
		return l.keep(bytes.NewReader(out), f.Name)
	})
}

// again compiles a source that is known to be right into out.
func (b *bencher) again(ctx context.Context, f *source.File, plan *compile.Plan, out *format.Buffer) error {
	t, err := b.translateForBench(ctx, []*source.File{f}, plan)
	if err != nil {
		return err
	}
	defer t.Close()
	*out = (*out)[:0]
	o := b.build.CompileOptions()
	o.Lost = t.Lost
	_, _, err = plan.Build(ctx, t.Files, out, inMemoryOnly, o)
	return err
}

// inMemoryOnly is for levels that are built into a buffer.
var inMemoryOnly = format.WriterOptions{Memory: math.MaxInt64}

// once compiles a source into out and reports what it finds. What spills goes to pool, if
// there is one. If the source is right, once calls then before it closes what the source was
// translated to.
func (b *bencher) once(ctx context.Context, f *source.File, out *format.Buffer, pool *smallalloc.Pool,
	then func(*compile.Plan, *build.Translated, *compile.Summary) error) error {
	files := []*source.File{f}
	plan, err := b.build.PlanOf(ctx, files)
	if err != nil {
		return b.conclude(nil, err)
	}
	t, err := b.translateForBench(ctx, files, plan)
	if err != nil {
		return err
	}
	defer t.Close()
	o := b.build.CompileOptions()
	o.Pool, o.Lost = pool, t.Lost
	found, _, err := plan.Build(ctx, t.Files, out, inMemoryOnly, o)
	if found != nil {
		t.Found.AddAll(&found.Diagnostics)
	}
	if reported := b.report(&t.Found); reported != nil {
		return reported
	}
	if err != nil {
		return err
	}
	return then(plan, t, found)
}

// translateForBench translates levels of editors. It finds out whether the level can be
// built before it is measured.
func (b *bencher) translateForBench(ctx context.Context, files []*source.File, plan *compile.Plan) (*build.Translated, error) {
	t, err := b.build.Translate(ctx, files, plan.Schema())
	if err != nil {
		return nil, err
	}
	if t.Found.Count(diag.Error) > 0 {
		err = b.report(&t.Found)
		t.Close()
		return nil, err
	}
	return t, nil
}
