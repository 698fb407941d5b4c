package main

import (
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// levelFlags are the flags of build, and what they say. Check, watch, bench and infer have
// some of them.
type levelFlags struct {
	streams
	Options // as far as flags set them by themselves
	unknown policyFlag
	codec   codecFlag
	hasJobs bool // the verb has -j
}

// options returns what the flags say, once they are read.
func (b *levelFlags) options() Options {
	o := b.Options
	o.unknown, o.unknownGiven, o.codec = b.unknown.policy, b.unknown.given, b.codec.Codec
	if !b.hasJobs {
		o.jobs = 1
	}
	if o.project != "" {
		o.project = filepath.Clean(o.project) // messages and levels name it in one way
	}
	o.identity = identity
	return o
}

// newRun begins a run with these flags. The history is that of watch, or nil.
func (b *levelFlags) newRun(h *History) *Run {
	return NewRun(b.options(), Streams{In: b.in, Out: b.streams.out, Err: b.err}, h)
}

// chunkFlag adds --chunk-by.
func (b *levelFlags) chunkFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&b.chunkBy, "chunk-by", nil, "make a chunk of each subtree of a `kind`, named by the node's id; may be repeated, or be a list")
}

// typeFlags adds the flags that say what may stand in a source.
func (b *levelFlags) typeFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&b.types, "types", "", "the world type, as `PKG.Type`; also spelled -types")
	f.StringVar(&b.schema, "schema", "", "a schema `file` or a level, in place of -types")
	f.BoolVar(&b.lenient, "lenient-xml", false, `accept common faults of XML files: "--" in a comment, a bare "&", "]]>" in text, no space between attributes, space before the declaration`)
	kindMemberFlag(f, &b.kindMember)
	f.Var(&b.unknown, "unknown", "what to do with names that the types do not have: error, warn, ignore or keep")
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
	cmd.Flags().IntVarP(&b.jobs, "jobs", "j", max(2, runtime.GOMAXPROCS(0)), "work on `n` levels at the same time")
}

// editorFlags adds the flags about levels of editors.
func (b *levelFlags) editorFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*readerFlag)(&b.reader), "reader", "how to read the sources: tiled, ldtk, plain (XML or JSON as it stands) or auto")
	f.Var((*missingFlag)(&b.missing), "missing", "what to do if a file that an editor's level refers to is missing: error or warn")
	f.StringVar(&b.project, "project", "", "the Tiled project `file` that defines the classes of maps")
}

// reportFlags adds the flags that say how diagnostics are printed.
func (b *levelFlags) reportFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*formatFlag)(&b.form), "format", "how to print diagnostics: text, json, github or sarif")
	f.IntVar(&b.maxErrors, "max-errors", 20, "how many errors and warnings to print; 0 means all")
}

// quietFlag adds -q.
func (b *levelFlags) quietFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&b.quiet, "quiet", "q", false, "print only errors and warnings")
}
