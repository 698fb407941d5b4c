package main

import (
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Options are what the flags of a verb say. Nothing changes them once a run has them.
type Options struct {
	types   string
	schema  string // a file, or empty
	output  string // the level, if it is one
	outdir  string // the folder in which each source becomes a level of its own
	depfile string

	cacheFile string
	noCache   bool
	explain   bool
	flags     string                 // those that levels depend on, with their values
	identity  func() (string, error) // identifies this levelc

	Each         bool // every source is a level of its own
	unknown      compile.Policy
	unknownGiven bool // and not the default
	places       bool // record where each node is in its source
	chunkBy      []string
	kindMember   string // the member of a JSON object that names its kind
	lenient      bool   // accept common faults of XML files
	reader       readerChoice
	missing      diag.Severity // of a file that an editor's level refers to, and that is not there
	project      string        // a Tiled project file, as filepath.Clean has it

	codec format.Codec
	best  bool
	align int

	jobs      int // levels at the same time, if there are several; 1 for verbs of one level
	form      diag.Format
	maxErrors int // 0 is all
	quiet     bool
}

// check refuses flags that contradict each other or have invalid values.
func (o *Options) check() error {
	switch {
	case o.types != "" && o.schema != "":
		return usage(errors.New("name either -types or --schema, not both"))
	case o.maxErrors < 0:
		return usage(errors.New("--max-errors takes a number from 0 on"))
	case o.depfile == "-" && o.form != diag.Text:
		return usage(fmt.Errorf("--depfile - and --format %s would both go to standard output; name a file for one of them", o.form))
	case o.jobs < 1:
		return usage(errors.New("-j takes a number from 1 on"))
	case o.best && o.codec == format.CodecNone:
		return usage(errors.New("--best goes with --compress lz4 or zstd; alone it does nothing"))
	case !o.Each && (o.cacheFile != "" || o.noCache || o.explain):
		return usage(errors.New("--cache, --no-cache and --explain go with --outdir; one level is always built"))
	}
	if o.project != "" {
		// It is read with the first map of Tiled, of which there may be none.
		if _, err := os.Stat(o.project); err != nil {
			return cannotRead(o.project, err)
		}
	}
	return nil
}

// sourceOptions returns the options for reading sources.
func (o *Options) sourceOptions() source.Options {
	return source.Options{LenientXML: o.lenient, KindMember: o.kindMember}
}

// compileOptions returns the options for compiling a level.
func (o *Options) compileOptions() compile.Options {
	return compile.Options{Unknown: o.unknown, Keep: o.mostKept(), Source: o.sourceOptions()}
}

// mostKept returns how many errors and warnings of one level are kept for printing.
func (o *Options) mostKept() int {
	if o.maxErrors == 0 {
		return math.MaxInt
	}
	return o.maxErrors
}

// isTyped reports whether the user gave types or a schema.
func (o *Options) isTyped() bool { return o.types != "" || o.schema != "" }
