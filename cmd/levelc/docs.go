package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/manual"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
)

// pageForms are the values of --as.
var pageForms = []string{"markdown", "man"}

// docs is one call of levelc docs.
type docs struct {
	streams
	man    bool // and not Markdown
	out    string
	outdir string
}

func newDocs(s streams) *cobra.Command {
	d := &docs{streams: s}
	cmd := &cobra.Command{
		Use:   "docs [VERB...]",
		Short: "write the manual",
		Long: "docs writes the manual, which is the text of --help: all of it, or the page of\n" +
			"one verb.\n\n" +
			"The manual is Markdown, or with --as man the source of pages for man(1). With\n" +
			"--outdir, each page becomes a file of its own, such as levelc-build.1. Put\n" +
			"these files into a man1 folder where man looks for them.",
		Example: "  levelc docs > levelc.md\n" +
			"  levelc docs --as man schema check | man -l -\n" +
			"  levelc docs --as man --outdir /usr/local/share/man/man1",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeVerbs,
		RunE:              func(cmd *cobra.Command, verbs []string) error { return d.run(cmd.Context(), cmd.Root(), verbs) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&choice{kind: "form", words: pageForms, take: func(i int) { d.man = i == 1 }}, "as", "the form: markdown or man")
	f.StringVarP(&d.out, "output", "o", "", "the `file` to write; by default standard output")
	f.StringVar(&d.outdir, "outdir", "", "the `folder` to write one file for each page to")
	return cmd
}

func (d *docs) run(ctx context.Context, root *cobra.Command, verbs []string) error {
	if d.out != "" && d.outdir != "" {
		return fault.Usage(errors.New("name either -o or --outdir"))
	}
	of, err := verbOf(root, verbs)
	if err != nil {
		return err
	}
	pages := manual.Pages(of)
	if d.outdir != "" {
		return d.files(ctx, pages)
	}
	if !d.man {
		return outfile.Write(ctx, d.streams.out, d.out, manual.MarkdownBook(pages))
	}
	var text []byte
	for _, p := range pages {
		text = append(text, manual.Man(p, moduleVersion())...)
	}
	return outfile.Write(ctx, d.streams.out, d.out, text)
}

func (d *docs) files(ctx context.Context, pages []manual.Page) error {
	if err := os.MkdirAll(d.outdir, 0o777); err != nil {
		return fault.CannotWrite(d.outdir, err)
	}
	for _, p := range pages {
		name, text := p.Name+".md", manual.Markdown(p)
		if d.man {
			name, text = p.Name+".1", manual.Man(p, moduleVersion())
		}
		if err := outfile.Write(ctx, d.streams.out, filepath.Join(d.outdir, name), text); err != nil {
			return err
		}
	}
	return nil
}
