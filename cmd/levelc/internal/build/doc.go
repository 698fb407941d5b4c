// Package build makes levels: it is what levelc build, check and watch do between their
// flags and what they print at the end. The verbs bench and infer use parts of it.
//
//	Options (what the flags say) + Streams -> NewRun -> Run
//	arguments -> Run.JobsOf -> jobs -> Run.MakeOne or Run.MakeAll -> levels, a diag.List, a Tally
//
// A Job is one level: its sources, and the file that it is written to. JobsOf finds the jobs
// in the arguments, refuses those that would write over each other or over an input, and
// opens the cache. MakeAll leaves alone what is up to date (incremental.go says when that
// is), gives each job its plan, and makes several levels at the same time:
//
//	open -> readers: did an editor write it? -> editor.Translate -> compile.Plan.Build
//	     -> a temporary file -> its name, several at once (written.go)
//
// # What is kept, and for how long
//
// Options do not change once a run has them. A Run is made for one build and finds out
// everything anew: the schema, the cache, what to do with names that an inferred schema
// lacks. Whoever builds again makes another run. What the builds of levelc watch must know
// of each other, such as which levels failed and what has been said already, is a History,
// which is given to each of these runs. A run that stands alone needs none.
//
// # Errors
//
// What is wrong with sources is a diagnostic in a list, and the error is compile.ErrLevel, or
// a FoundError that has a list of its own. An error that fault.IsUsage knows is one of the
// command line. Others are those of files and of the system, in words for the user;
// fault.ErrInterrupted takes the place of a context's. The package does not print
// diagnostics. It prints to Streams.Err what should be said while it works: notes, reasons
// for --explain, and a line of progress on a terminal.
//
// # Concurrency
//
// The methods of a Run are called one after the other. MakeAll works on Options.Jobs levels
// at a time, and what it finds is in an order that does not depend on which was first. A
// History belongs to one run at a time. An interrupt leaves no half level behind.
package build
