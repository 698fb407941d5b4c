package build

import (
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Options are what the flags of a verb say. Nothing changes them once a run has them.
type Options struct {
	Types   string // the world type, PKG.Type, or empty
	Schema  string // a file, or empty
	Output  string // the level, if it is one
	Outdir  string // the folder in which each source becomes a level of its own
	Depfile string // a file, - or empty

	CacheFile string
	NoCache   bool
	OwnCache  string // the user's folder for schemas of Go types, or empty
	Explain   bool
	Flags     string                 // those that levels depend on: name="value", sorted, a space between
	Identity  func() (string, error) // identifies this levelc; called only if a cache is used

	Each         bool // every source is a level of its own
	Unknown      compile.Policy
	UnknownGiven bool // and not the default
	Places       bool // record where each node is in its source
	ChunkBy      []string
	KindMember   string // the member of a JSON object that names its kind
	Lenient      bool   // accept common faults of XML files
	Reader       readers.Choice
	Missing      diag.Severity // of a file or an object that an editor's level refers to, and that is not there
	Project      string        // a Tiled project file, as filepath.Clean has it

	Codec format.Codec
	Best  bool
	Align int

	Jobs      int // levels at the same time, if there are several; 1 for verbs of one level
	Form      diag.Format
	MaxErrors int // 0 is all
	Quiet     bool
}

// Check refuses, with an error of usage, flags that contradict each other or have invalid values.
func (o *Options) Check() error {
	switch {
	case o.Types != "" && o.Schema != "":
		return fault.Usage(errors.New("name either -types or --schema, not both"))
	case o.MaxErrors < 0:
		return fault.Usage(errors.New("--max-errors takes a number from 0 on"))
	case o.Depfile == "-" && o.Form != diag.Text:
		return fault.Usage(fmt.Errorf("--depfile - and --format %s would both go to standard output; name a file for one of them", o.Form))
	case o.Jobs < 1:
		return fault.Usage(errors.New("-j takes a number from 1 on"))
	case o.Best && o.Codec == format.CodecNone:
		return fault.Usage(errors.New("--best goes with --compress lz4 or zstd; alone it does nothing"))
	case !o.Each && (o.CacheFile != "" || o.NoCache || o.Explain):
		return fault.Usage(errors.New("--cache, --no-cache and --explain go with --outdir; one level is always built"))
	}
	if o.Project != "" {
		// It is read with the first map of Tiled, of which there may be none.
		if _, err := os.Stat(o.Project); err != nil {
			return fault.CannotRead(o.Project, err)
		}
	}
	return nil
}

// sourceOptions returns the options for reading sources.
func (o *Options) sourceOptions() source.Options {
	return source.Options{LenientXML: o.Lenient, KindMember: o.KindMember}
}

// mostKept returns how many errors and warnings of one level are kept for printing.
func (o *Options) mostKept() int {
	if o.MaxErrors == 0 {
		return math.MaxInt
	}
	return o.MaxErrors
}

// IsTyped reports whether the user gave types or a schema.
func (o *Options) IsTyped() bool { return o.Types != "" || o.Schema != "" }
