package main

import (
	"fmt"
)

// notThroughLinks refuses levels of --outdir that links would lead to each other, or to
// what levels are made of. That takes a look at the disk for each level, so nothing is
// checked if nothing is written.
func (run *Run) notThroughLinks(jobs, todo []job) error {
	if run.outdir == "" || len(todo) == 0 {
		return nil
	}
	e := newEnds()
	from := make(map[string]string, len(jobs)) // by the key of an end: the output
	linked := map[string]bool{}                // by output
	for _, j := range jobs {
		end, isLinked := e.of(j.out)
		key := e.here.key(end)
		if other, taken := from[key]; taken {
			return usage(fmt.Errorf("%s and %s would both be written to %s, to which links lead", other, j.out, end))
		}
		from[key] = j.out
		if isLinked {
			linked[j.out] = true
		}
	}
	if len(linked) == 0 {
		return nil
	}
	inputs := run.inputsByEnd(e, jobs)
	for _, j := range todo {
		if !linked[j.out] {
			continue
		}
		end, _ := e.of(j.out)
		what := inputs[e.here.key(end)]
		if what == "" && isGoCode(end) {
			what = "Go code"
		}
		if what != "" {
			return usage(fmt.Errorf("%s is a link to %s, and would be written over %s", j.out, end, what))
		}
	}
	return nil
}

// inputsByEnd says what the files are that levels are made of, as far as they are known
// before they are built.
func (run *Run) inputsByEnd(e *ends, jobs []job) map[string]string {
	inputs := map[string]string{}
	add := func(what string, paths ...string) {
		for _, p := range paths {
			if p != "" && p != "-" {
				end, _ := e.of(p)
				inputs[e.here.key(end)] = what
			}
		}
	}
	if run.resolved != nil {
		add("a file that the types depend on", run.resolved.depends...)
	}
	add("a file that a level is made of", run.history.others.all()...)
	add("the project", run.project)
	if run.store != nil {
		add("the cache", cachePath(run.cacheFile, run.outdir))
	}
	for _, j := range jobs {
		add("a source", j.sources...)
	}
	return inputs
}
