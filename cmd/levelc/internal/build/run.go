package build

import (
	"fmt"
	"io"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// Streams is where a run reads standard input, and where it writes.
type Streams struct {
	In  io.Reader
	Out io.Writer // a depfile that goes to standard output
	Err io.Writer // what a run says while it works, one line at a time
}

// Run is one build or check of levels. It is made for that and used for nothing else:
// what it finds out is forgotten with it, except for what goes into its History.
//
// Its methods are called one after the other; inside them several levels are made at the
// same time.
type Run struct {
	Options
	Streams
	history *History
	begun   time.Time

	store   *cache.Store   // nil if nothing is remembered
	tool    string         // identifies this levelc
	listed  int            // the levels that the cache listed before the run
	known   int            // the levels of this run among them
	planned *compile.Plan  // for all jobs, if their schema was inferred
	policy  compile.Policy // what to do with unknown names; an inferred schema may lack some
	shelves *shelves       // not nil while there are several jobs

	resolved   *resolved // the schema, once it is known
	unresolved error     // why that of --types or --schema is not

	failed map[string]bool // the levels, by output, that could not be made
}

// NewRun begins a run. A History joins it to those before it; a run that stands alone
// has nil.
func NewRun(o Options, s Streams, h *History) *Run {
	if h == nil {
		h = new(History)
	}
	h.rememberHere(&o)
	o.Jobs = min(o.Jobs, mostJobs(openLimit()))
	return &Run{Options: o, Streams: s, history: h, begun: time.Now(), store: h.store, tool: h.tool, policy: o.Unknown}
}

// CompileOptions returns the options for compiling a level. They are known once the plan is:
// what an inferred schema has no place for is kept.
func (run *Run) CompileOptions() compile.Options {
	return compile.Options{Unknown: run.policy, Keep: run.mostKept(), Source: run.sourceOptions(), Places: run.Places, ChunkBy: run.ChunkBy}
}

func (run *Run) note(format string, args ...any) { run.say("note: "+format, args...) }

// say prints a line, in which names may have characters that a terminal obeys.
func (run *Run) say(format string, args ...any) {
	fmt.Fprintf(run.Err, "levelc: %s\n", diag.Printable(fmt.Sprintf(format, args...)))
}
