package build

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// notThroughLinks refuses levels of --outdir that links would lead to each other, or to
// what levels are made of. That takes a look at the disk for each level, so nothing is
// checked if nothing is written.
func (run *Run) notThroughLinks(jobs, todo []Job) error {
	if run.Outdir == "" || len(todo) == 0 {
		return nil
	}
	e := samefile.NewEnds()
	from := make(map[string]string, len(jobs)) // by the key of an end: the output
	linked := map[string]bool{}                // by output
	for _, j := range jobs {
		end, isLinked := e.Of(j.Out)
		key := e.Here.Key(end)
		if other, taken := from[key]; taken {
			return fault.Usage(fmt.Errorf("%s and %s would both be written to %s, to which links lead", other, j.Out, end))
		}
		from[key] = j.Out
		if isLinked {
			linked[j.Out] = true
		}
	}
	if len(linked) == 0 {
		return nil
	}
	inputs := run.inputsByEnd(e, jobs)
	for _, j := range todo {
		if !linked[j.Out] {
			continue
		}
		end, _ := e.Of(j.Out)
		what := inputs[e.Here.Key(end)]
		if what == "" && outfile.IsGoCode(end) {
			what = "Go code"
		}
		if what != "" {
			return fault.Usage(fmt.Errorf("%s is a link to %s, and would be written over %s", j.Out, end, what))
		}
	}
	return nil
}

// inputsByEnd says what the files are that levels are made of, as far as they are known
// before they are built.
func (run *Run) inputsByEnd(e *samefile.Ends, jobs []Job) map[string]string {
	inputs := map[string]string{}
	add := func(what string, paths ...string) {
		for _, p := range paths {
			if p != "" && p != "-" {
				end, _ := e.Of(p)
				inputs[e.Here.Key(end)] = what
			}
		}
	}
	add("a file that a level is made of", run.history.others.all()...)
	for _, f := range run.inputs() {
		add(f.what, f.path)
	}
	if run.store != nil {
		add("the cache", CachePath(run.CacheFile, run.Outdir))
	}
	for _, j := range jobs {
		add("a source", j.sources...)
	}
	return inputs
}
