package main

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// levelFlags are the flags of build, and what they say. Check, watch, bench and infer have
// some of them.
type levelFlags struct {
	streams
	build.Options      // as far as flags set them by themselves
	hasJobs       bool // the verb has -j
}

// options returns what the flags say, once they are read.
func (b *levelFlags) options() build.Options {
	o := b.Options
	if !b.hasJobs {
		o.Jobs = 1
	}
	if o.Project != "" {
		o.Project = filepath.Clean(o.Project) // messages and levels name it in one way
	}
	o.Identity, o.OwnCache = identity, ownCache()
	return o
}

// newRun begins a run with these flags. The history is that of watch, or nil.
func (b *levelFlags) newRun(h *build.History) *build.Run {
	return build.NewRun(b.options(), build.Streams{In: b.in, Out: b.streams.out, Err: b.err}, h)
}

// chunkFlag adds --chunk-by.
func (b *levelFlags) chunkFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&b.ChunkBy, "chunk-by", nil, "make a chunk of each subtree of a `kind`, named by the node's id; may be repeated, or be a list")
}

// typeFlags adds the flags that say what may stand in a source.
func (b *levelFlags) typeFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&b.Types, "types", "", "the world type, as `PKG.Type`; also spelled -types")
	f.StringVar(&b.Schema, "schema", "", "a schema `file` or a level, in place of -types")
	f.BoolVar(&b.Lenient, "lenient-xml", false, `accept common faults of XML files: "--" in a comment, a bare "&", "]]>" in text, no space between attributes, space before the declaration`)
	kindMemberFlag(f, &b.KindMember)
	f.Var(unknownFlag(&b.Unknown, &b.UnknownGiven), "unknown", "what to do with names that the types do not have: error, warn, ignore or keep")
	b.editorFlags(cmd)
}

// kindMemberFlag adds the flag --kind-member.
func kindMemberFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "kind-member", source.TypeMember, "the `member` of a JSON object that names its kind")
}

// jobsFlag adds -j.
func (b *levelFlags) jobsFlag(cmd *cobra.Command) {
	b.hasJobs = true
	// Even one processor has something to do while the disk writes.
	cmd.Flags().IntVarP(&b.Jobs, "jobs", "j", max(2, runtime.GOMAXPROCS(0)), "work on `n` levels at the same time")
}

// editorFlags adds the flags about levels of editors.
func (b *levelFlags) editorFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(readerFlag(&b.Reader), "reader", "how to read the sources: "+strings.Join(readers.Names(), ", ")+", plain (XML or JSON as it stands) or auto")
	f.Var(&choice{kind: "policy", words: missing, take: func(i int) { b.Missing = diag.Severity(i) }}, "missing", "what to do if a file or an object that an editor's level refers to is missing: error or warn")
	f.StringVar(&b.Project, "project", "", "the Tiled project `file` that defines the classes of maps")
}

// reportFlags adds the flags that say how diagnostics are printed.
func (b *levelFlags) reportFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&choice{kind: "format", words: diag.Formats, take: func(i int) { b.Form = diag.Format(i) }}, "format", "how to print diagnostics: text, json, github or sarif")
	f.IntVar(&b.MaxErrors, "max-errors", 20, "how many errors and warnings to print; 0 means all")
}

// quietFlag adds -q.
func (b *levelFlags) quietFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&b.Quiet, "quiet", "q", false, "print only errors and warnings")
}
