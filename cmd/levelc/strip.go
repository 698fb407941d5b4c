package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// stripper is one call of levelc strip.
type stripper struct {
	streams
	out      string
	drop     dropFlag
	codec    codecFlag
	best     bool
	maxBytes int64
}

// dropParts are the parts that levelc strip can leave out.
var dropParts = []struct {
	name string
	part rebuild.Drop
}{
	{"sources", rebuild.Sources}, {"docs", rebuild.Docs}, {"meta", rebuild.Meta},
	{"names", rebuild.Names}, {"props", rebuild.Props}, {"ids", rebuild.IDs},
}

// partNames returns the values of --drop.
func partNames() (names []string) {
	for _, p := range dropParts {
		names = append(names, p.name)
	}
	return names
}

func newStrip(s streams) *cobra.Command {
	c := &stripper{streams: s, drop: dropFlag{parts: rebuild.Sources | rebuild.Docs | rebuild.Meta}}
	cmd := &cobra.Command{
		Use:   "strip FILE.lvl...",
		Short: "leave out what a game does not load",
		Long: "strip writes levels again without parts that a game does not need. It replaces\n" +
			"each file, or writes one level to the file that -o names. --drop names the\n" +
			"parts:\n\n" +
			"  sources  where in the sources rows come from, and the sources' names\n" +
			"  docs     the texts that document tables and fields\n" +
			"  meta     the file's metadata\n" +
			"  names    what only a compiler needs: names in a source, aliases, defaults\n" +
			"  props    dynamic properties\n" +
			"  ids      by what nodes are found; references between nodes stay\n\n" +
			"By default, what a game loads stays the same. The identities of all tables stay\n" +
			"the same in any case.\n\n" +
			"A level that was built with --src and is stripped of its sources is, byte for\n" +
			"byte, the level that a build without --src would have written. If it was built\n" +
			"with --best, strip needs --best for that too.\n\n" +
			"The level is held in memory. A level of - is standard input.",
		Example: "  levelc strip levels/*.lvl\n" +
			"  levelc strip --drop sources,docs,meta,names level.lvl -o ship.lvl",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.codec.takesBest(c.best); err != nil {
				return err
			}
			return eachLevel(s, args, c.out, func(name, out string) error { return c.run(cmd.Context(), name, out) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&c.drop, "drop", "the parts to leave out; may be repeated, or be a list")
	f.Var(c.codec.choice(), "compress", "none, lz4 or zstd; by default that of the level")
	f.Lookup("compress").DefValue = "" // --help could not name it
	f.BoolVar(&c.best, "best", false, "spend more time for a smaller file")
	f.StringVarP(&c.out, "output", "o", "", "the `file` to write; by default the level itself")
	maxBytes(cmd, &c.maxBytes)
	return cmd
}

func (c *stripper) run(ctx context.Context, name, path string) error {
	o := format.Options{MaxBytes: c.maxBytes}
	l, err := readLevel(ctx, c.streams, name, o)
	if err != nil {
		return err
	}
	codec := c.codec.Codec
	if !c.codec.set {
		codec = rebuild.Codec(l.Blocks)
	}
	var size int64
	err = outfile.Replace(ctx, path, func(out *output.File) error {
		size, err = rebuild.Write(interrupt.WriterAt(ctx, out), l, rebuild.Options{Drop: c.drop.parts,
			Writer: format.WriterOptions{Codec: codec, Small: c.best, Align: l.Align, Spool: out.Spool}})
		if err != nil {
			return aboutLevel(name, err)
		}
		if err := sameTables(l, io.NewSectionReader(out, 0, size), o); err != nil {
			return fmt.Errorf("%s: what was written cannot be read back: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.sizes(path, l.Size, size)
}

// sameTables verifies a written level, and compares the identities and sizes of its
// tables with those of the original.
func sameTables(l *level.Level, src io.Reader, o format.Options) error {
	r, err := format.NewReader(src, o)
	if err != nil {
		return err
	}
	for i := range l.Schema.Tables {
		t := &l.Schema.Tables[i]
		if format.TableID(t) != format.TableID(&r.Schema().Tables[i]) || t.Class != format.ClassFixed && l.Rows(i) != int(r.Rows(i)) {
			return fmt.Errorf("table %s is not the same", t.Name)
		}
	}
	for err == nil {
		_, err = r.Next()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// dropFlag is the value of --drop. The first one replaces the default, and others add to it.
type dropFlag struct {
	parts rebuild.Drop
	given bool
}

// Type implements pflag.Value.
func (d *dropFlag) Type() string { return "parts" }

func (d *dropFlag) String() string {
	var list []string
	for _, p := range dropParts {
		if d.parts&p.part != 0 {
			list = append(list, p.name)
		}
	}
	return strings.Join(list, ",")
}

// Set implements pflag.Value.
func (d *dropFlag) Set(s string) error {
	if !d.given {
		*d = dropFlag{given: true}
	}
	for name := range strings.SplitSeq(s, ",") {
		i := slices.Index(partNames(), name)
		if i < 0 {
			return errors.New("the parts are sources, docs, meta, names, props and ids")
		}
		d.parts |= dropParts[i].part
	}
	return nil
}
