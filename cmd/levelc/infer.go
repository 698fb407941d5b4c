package main

import (
	"context"
	"fmt"
	gobuild "go/build"
	"go/token"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// inferrer is one call of levelc infer.
type inferrer struct {
	streams
	out     string
	types   export.GoOptions
	options infer.Options
}

func newInfer(s streams) *cobra.Command {
	v := &inferrer{streams: s, options: infer.Options{Source: source.Options{Ahead: source.AheadSize}}}
	cmd := &cobra.Command{
		Use:   "infer {SOURCE | FOLDER | PATTERN}...",
		Short: "write Go types for levels that have none yet",
		Long: "infer reads levels, XML or JSON, and writes Go types that fit all of them.\n" +
			"There is a record for each kind of node, with its level tags and with comments\n" +
			"on what was seen of each field, the constants of enums, and the world with a\n" +
			"store for each kind.\n\n" +
			"The levels build with these types. The types are a start: names, ranges and\n" +
			"required fields are for you to correct.\n\n" +
			"Each source is a level of its own. With --one-level, all sources are parts of\n" +
			"one level: then ids are unique across all sources, and references may lead from\n" +
			"one source to another.\n\n" +
			aboutFolders +
			"Of what is found in folders, infer leaves out what editors write beside their\n" +
			"levels, such as tilesets.\n\n" +
			"infer leaves out what no type can hold, and says so on standard error. levelc\n" +
			"build --unknown=keep keeps it as properties.",
		Example: "  levelc infer levels/*.xml -o game/types.go --package game\n" +
			"  levelc infer scene.json",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&v.out, "output", "o", "", "the Go `file` to write; by default standard output")
	f.StringVar(&v.types.Package, "package", "", "the `name` of the package; by default that in the folder of -o, or level")
	f.StringVar(&v.types.World, "world", "World", "the `name` of the world type")
	f.BoolVar(&v.options.OneLevel, "one-level", false, "treat the sources as parts of one level")
	f.BoolVar(&v.options.Source.LenientXML, "lenient-xml", false, `accept "--" in comments and similar faults`)
	kindMemberFlag(f, &v.options.Source.KindMember)
	return cmd
}

func (v *inferrer) run(ctx context.Context, args []string) error {
	b := &levelFlags{streams: v.streams, Options: build.Options{MaxErrors: 20}}
	if err := operand.OnceStandardInput("", args); err != nil {
		return err
	}
	targets, list, err := operand.Expand(args, "")
	if err != nil {
		return err
	}
	paths, err := b.newRun(nil).LevelsAmong(ctx, targets, list)
	if err != nil {
		return err
	}
	if v.out != "" && v.out != "-" {
		if err := build.NotOverSources(v.out, paths); err != nil {
			return err
		}
	}
	if v.types.Package == "" {
		v.types.Package = packageName(v.out)
	}
	if err := v.types.Check(); err != nil {
		return fault.Usage(err)
	}
	files, wrong, err := build.Open(ctx, v.in, paths)
	if err != nil {
		return err
	}
	defer build.CloseAll(files)
	list.AddAll(wrong)
	if list.Count(diag.Error) > 0 {
		return b.report(list)
	}
	r, err := build.InferFrom(ctx, files, v.options)
	if err != nil {
		return b.conclude(nil, err)
	}
	v.types.Doc = fmt.Sprintf("Package %s is the types of levels, as levelc infer found them in %s.", v.types.Package, terse.Quantity(len(paths), "source"))
	text, err := export.Go(r.Schema, v.types)
	if err != nil {
		return err
	}
	build.TellOfLosses(v.err, r, math.MaxInt)
	v.tellOfEditors(files)
	switch loses, kept := r.Loses(); {
	case kept:
		v.streams.note("with these types the levels build with --unknown=keep, which keeps that as properties of its node or element")
	case loses:
		v.streams.note("with these types the levels build with --unknown=warn, as nothing can keep that")
	}
	return outfile.Write(ctx, v.streams.out, v.out, text)
}

// tellOfEditors says that there are better types than inferred ones.
func (v *inferrer) tellOfEditors(files []*source.File) {
	for _, f := range files {
		if r := new(build.Options).ReaderOf(f, nil); r != nil {
			v.streams.note("%s is %s, whose cells and references are mere text in these types; levelc build without -types uses those of %s", f.Name, r.Levels, r.Types)
			return
		}
	}
}

// packageName returns the package of a Go file that is written to out: the package of
// the files in that folder, or else one named after the folder.
func packageName(out string) string {
	if out == "" || out == "-" {
		return "level"
	}
	dir, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return "level"
	}
	if there, _ := gobuild.ImportDir(dir, 0); there != nil && there.Name != "" { // even if they have errors
		return there.Name
	}
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(filepath.Base(dir)))
	if name = strings.TrimLeft(name, "0123456789"); !token.IsIdentifier(name) { // nothing is left, or a keyword
		return "level"
	}
	return name
}
