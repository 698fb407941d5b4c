package main

import (
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
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
