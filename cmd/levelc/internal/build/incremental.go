package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// incremental is a build of several levels that leaves alone what it would only make
// again. Only contents count. A level is left alone if the cache has a fact about
// exactly this source, schema, set of flags and levelc, and if the output has the bytes
// that the fact says.
type incremental struct {
	run    *Run
	jobs   []Job
	states []state   // one for each job
	schema cache.Sum // of all of them
	again  int       // jobs that failed before and would fail again

	learned atomic.Bool // the cache got facts about levels

	mu     sync.Mutex
	unkept error // the first error of the cache
}

// state is what is known about a job.
type state struct {
	key     string // the name of the output in the cache
	sum     cache.Sum
	err     error // why there is no sum
	fact    cache.Level
	has     bool            // there is a fact
	seen    cache.Seen      // of the last build
	now     cache.Seen      // for the next
	made    fs.FileInfo     // the output, if it was built
	reasons string          // for building it; empty if it is up to date
	reader  *readers.Reader // in a build without types: the editor's reader of the source
}

// judge finds the jobs that have to be built. It adds the warnings of the others to
// list, because they are repeated in each build.
func (run *Run) judge(ctx context.Context, jobs []Job, list *diag.List) (*incremental, []Job, error) {
	inc := &incremental{run: run, jobs: jobs, states: make([]state, len(jobs))}
	if err := run.atOnce(ctx, len(jobs), inc.look); err != nil {
		return nil, nil, err
	}
	if err := inc.findSchema(ctx); err != nil {
		return nil, nil, err
	}
	if err := run.atOnce(ctx, len(jobs), inc.reason); err != nil {
		return nil, nil, err
	}
	var todo []Job
	var hints editor.Hints
	for i := range jobs {
		s := &inc.states[i]
		if s.has {
			run.known++
		}
		if s.reasons == "" && run.history.OnlyNews {
			continue
		}
		if s.reasons == "" {
			for _, w := range s.fact.Warnings {
				list.Add(hints.Renew(w))
			}
			list.More(diag.Warning, s.fact.More)
			continue
		}
		if run.history.failures.same(inc, i) {
			inc.again++
			run.fail(&jobs[i])
			continue
		}
		if run.Explain && s.err == nil { // else the diagnostic says it
			run.say("%s: %s", jobs[i].Out, s.reasons)
		}
		j := jobs[i]
		j.learn = func(r result) { inc.learn(i, r) }
		todo = append(todo, j)
	}
	return inc, todo, nil
}

// look finds the sum of a job's sources, and the fact about its output.
func (inc *incremental) look(i int) {
	s, j := &inc.states[i], &inc.jobs[i]
	s.key = inc.run.cacheKey(j.Out)
	s.fact, s.has = inc.run.store.Level(s.key)
	s.seen = inc.run.store.Seen(s.key)
	s.now.Out = s.key
	if len(j.sources) > 1 {
		s.sum, s.err = sumSources(j.sources)
	} else {
		var found cache.Sight
		found, s.err = cache.Look(j.sources[0], s.fact.SourceSum, s.seen.Source)
		s.sum, s.now.Source = found.Sum, found.Witness
	}
	if !inc.run.IsTyped() && s.err == nil {
		s.reader = inc.run.readerAt(j.sources[0])
	}
}

// sumSources returns the sum of one file, or of several in their order.
func sumSources(paths []string) (cache.Sum, error) {
	var all []byte
	for _, p := range paths {
		sum, _, err := cache.SumFile(p)
		if err != nil || len(paths) == 1 {
			return sum, err
		}
		all = append(all, sum[:]...)
	}
	return cache.SumOf(all), nil
}

// cacheKey returns the name of an output in the cache: its path below the folder of all
// outputs, so that the folder can be moved.
func (run *Run) cacheKey(out string) string {
	if rel, err := filepath.Rel(run.Outdir, out); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(out)
}

// findSchema finds the schema of all jobs, from the cache if it is known there.
// If it has to be inferred, the plan is kept for the build.
func (inc *incremental) findSchema(ctx context.Context) error {
	run := inc.run
	if !run.IsTyped() {
		if !slices.ContainsFunc(inc.states, func(s state) bool { return s.reader == nil }) {
			return nil // nothing has to be inferred
		}
		if known, ok := run.store.Inferred(); ok && known == inc.inferred(known.Schema) {
			inc.schema = known.Schema
			return nil
		}
		plan, err := run.planJobs(ctx, inc.jobs)
		if err != nil {
			return err
		}
		if plan == nil {
			return nil
		}
		run.planned = plan
	} else if err := run.resolve(ctx); err != nil {
		return err
	}
	inc.schema = run.resolved.sum
	return nil
}

// inferred returns the fact that these sources have that schema.
func (inc *incremental) inferred(schema cache.Sum) cache.Inferred {
	var all strings.Builder
	for i := range inc.states {
		if inc.states[i].reader != nil { // the schema does not depend on it
			continue
		}
		fmt.Fprintf(&all, "%q %s %v\n", inc.jobs[i].sources, inc.states[i].sum, inc.states[i].err)
	}
	return cache.Inferred{Sources: cache.SumOf([]byte(all.String())), Flags: inc.run.Flags, Tool: inc.run.tool, Schema: schema}
}

// reason compares a job with the fact about its output.
func (inc *incremental) reason(i int) {
	s, j := &inc.states[i], &inc.jobs[i]
	found, err := cache.Look(j.Out, s.fact.Sum, s.seen.Made)
	s.now.Made = found.Witness
	if !s.has {
		s.reasons = "new"
		if err == nil {
			s.reasons = "the cache does not know it"
		}
		return
	}
	var why []string
	is := func(holds bool, what string) {
		if holds {
			why = append(why, what)
		}
	}
	is(s.fact.Tool != inc.run.tool, "levelc changed")
	if s.fact.Flags != inc.run.Flags { // only then is each flag compared
		is(true, "the flags changed: "+FlagChanges(s.fact.Flags, inc.run.Flags))
	}
	is(s.fact.Schema != inc.schemaOf(s), "the schema changed")
	was := joinSources(j.sources)
	switch {
	case s.fact.Source != was:
		is(true, fmt.Sprintf("the source is %s and was %s", was, s.fact.Source))
	case s.err != nil:
		is(true, "the source cannot be compared")
	default:
		is(s.fact.SourceSum != s.sum, "the source changed")
		if of := othersOf(&s.fact); !of.isEmpty() && of.sum != of.now() {
			is(true, of.change(j.Out))
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		is(true, "the output is missing")
	case err != nil:
		is(true, "the output cannot be read")
	default:
		is(found.Sum != s.fact.Sum || found.Size != s.fact.Size, "the output was changed")
	}
	is(s.fact.More > 0 && inc.run.mostRemembered() > len(s.fact.Warnings), "--max-errors asks for more warnings than are kept")
	s.reasons = strings.Join(why, ", ")
	// The others were found by the last attempt, which may have failed.
	if s.reasons == "" {
		inc.run.history.others.set(j.Out, othersOf(&s.fact))
	}
}

// schemaOf returns the sum of a job's schema. The schema of an editor's types changes
// only with levelc.
func (inc *incremental) schemaOf(s *state) cache.Sum {
	if s.reader != nil {
		return cache.SumOf([]byte(s.reader.Types))
	}
	return inc.schema
}

func joinSources(paths []string) string { return strings.Join(paths, " + ") }

// mostRemembered returns how many warnings a fact may have: as many as --max-errors may ask
// for, between two limits. If that is not all, the rest are counted, and a build that leaves
// the level alone counts them too.
func (run *Run) mostRemembered() int {
	const least, most = 200, 10000 // about 2 MB of the cache
	return max(least, min(run.mostKept(), most))
}

// learn takes the result of a job. Its output has its name already.
func (inc *incremental) learn(i int, r result) {
	s, j := &inc.states[i], &inc.jobs[i]
	known := s.isOf(j, r.files)
	inc.run.history.failures.set(inc, i, r.failed && (known || s.isNow(j, r.files)))
	if r.failed || !known || s.err != nil {
		return
	}
	l := cache.Level{
		Out: s.key, Source: joinSources(j.sources), SourceSum: s.sum,
		Schema: inc.schemaOf(s), Flags: inc.run.Flags, Tool: inc.run.tool,
		Sum: r.made.sum, Size: r.made.size,
	}
	of := inc.run.history.others.of(j.Out)
	if of.sum != of.now() {
		return
	}
	l.Others, l.Fits, l.Places, l.Here, l.OthersSum = of.paths, of.fits, of.places, of.here, of.sum
	if all := r.found.All(); len(all) > 0 {
		l.Warnings = slices.Clone(all[:min(len(all), inc.run.mostRemembered())])
		l.More = r.found.Count(diag.Warning) - len(l.Warnings)
	}
	s.fact, s.made = l, r.made.info
	inc.learned.Store(true)
	inc.keep(inc.run.store.PutLevel(l))
}

// isOf reports whether the sum is that of the files that a job has opened. They may have
// been others for a moment, or gone, even if the sources are now what they were.
func (s *state) isOf(j *Job, files []*source.File) bool {
	now, err := sumSources(j.sources)
	if err != nil || s.err != nil {
		return fmt.Sprint(err) == fmt.Sprint(s.err)
	}
	return now == s.sum && len(files) == len(j.sources) && areSame(files)
}

// isNow makes the sum that of the files that a job has opened, if the sources still are what
// they were then. So a level that failed is not tried again although a source was written
// between the look at it and the build.
func (s *state) isNow(j *Job, files []*source.File) bool {
	now, err := sumSources(j.sources)
	if err != nil || len(files) != len(j.sources) || !areSame(files) {
		return false
	}
	s.sum, s.err = now, nil
	return true
}

// keep keeps the first error of the cache.
func (inc *incremental) keep(err error) {
	inc.mu.Lock()
	defer inc.mu.Unlock()
	if inc.unkept == nil {
		inc.unkept = err
	}
}

// vouch remembers the state in which the files of the existing levels were found, so
// that the next build need not read files that nobody has touched.
func (inc *incremental) vouch() {
	now := time.Now()
	for i := range inc.states {
		s := &inc.states[i]
		if s.made != nil {
			s.now.Made = cache.WitnessOf(s.made, s.fact.Sum, now)
		}
		if (s.made != nil || s.reasons == "") && s.now != s.seen {
			inc.keep(inc.run.store.PutSeen(s.now))
		}
	}
}

// finish stores what is known only at the end.
func (inc *incremental) finish(failed int) {
	inc.vouch()
	if inc.run.planned == nil || failed > 0 {
		return
	}
	before := inc.inferred(inc.schema)
	for i := range inc.jobs { // the schema depends on all of them
		s := &inc.states[i]
		if s.sum, s.err = sumSources(inc.jobs[i].sources); s.err != nil {
			return
		}
	}
	if inc.inferred(inc.schema) == before {
		// It may be kept in memory only until a level is written.
		_ = inc.run.store.PutInferred(before)
	}
}
