package build

import (
	"context"
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// Editors write files beside their levels that are called .json and .xml too: tilesets,
// templates, exports. As levels of their own they would fail with misleading messages, or
// become levels that nobody wants. What a folder or a pattern finds of them is left out.

// jobOf returns a job for a target, without an output.
func jobOf(t operand.Target) Job {
	j := Job{sources: []string{t.Path}}
	if t.Found {
		j.below = t.Rel
	}
	return j
}

// jobsOf returns a job for each target.
func jobsOf(targets []operand.Target) []Job {
	jobs := make([]Job, len(targets))
	for i, t := range targets {
		jobs[i] = jobOf(t)
	}
	return jobs
}

// pathsOf returns the first source of each job.
func pathsOf(jobs []Job) (paths []string) {
	for _, j := range jobs {
		paths = append(paths, j.sources[0])
	}
	return paths
}

// partsIn finds parts among files. It is for a build with or without types.
type partsIn struct {
	run *Run
	by  []*readers.Reader // that are looked for
	own []*format.Schema  // for each of them, the kinds that are not the editor's; nil without types
}

// newPartsIn is for a build for a schema, or for one without types, whose schema is nil.
func (run *Run) newPartsIn(s *format.Schema) *partsIn {
	p := &partsIn{run: run}
	for _, r := range readers.All {
		if run.Reader.Plain || run.Reader.One != nil && run.Reader.One != r || run.Reader.One == nil && !run.auto(r, s) {
			continue
		}
		var own *format.Schema
		if s != nil {
			own = readers.Besides(r.Name, s)
		}
		p.by, p.own = append(p.by, r), append(p.own, own)
	}
	return p
}

// of returns what a file is. A node of a kind of somebody's own may begin like a part.
func (p *partsIn) of(f *source.File, below string) editor.Part {
	for i, r := range p.by {
		part := r.PartOf(f, below)
		if !part.IsZero() && (p.own[i] == nil || part.Kind == "" || !readers.HasKind(p.own[i], part.Kind)) {
			return part
		}
	}
	return editor.Part{}
}

// at is of for a file that is not open yet. One at which peek cannot look is for whoever
// builds it.
func (p *partsIn) at(j *Job) editor.Part {
	path := j.sources[0]
	if j.spool != nil || path == "-" || readers.IsNamedAsLevel(path, j.below) {
		return editor.Part{}
	}
	f := peek(path)
	if f == nil {
		return editor.Part{}
	}
	defer f.Close()
	return p.of(f, j.below)
}

// levelsOf returns the jobs without those whose sources are no levels by themselves, and
// says so. Those that somebody has named stay. That none is left becomes a diagnostic.
func (run *Run) levelsOf(ctx context.Context, jobs []Job, list *diag.List) ([]Job, error) {
	return run.withoutParts(ctx, jobs, list, "--reader=plain builds all")
}

// LevelsAmong is levelsOf for the sources from which types are inferred.
func (run *Run) LevelsAmong(ctx context.Context, targets []operand.Target, list *diag.List) ([]string, error) {
	jobs, err := run.withoutParts(ctx, jobsOf(targets), list, "a file that is named is taken")
	return pathsOf(jobs), err
}

// withoutParts is levelsOf. The note ends with how to have all.
func (run *Run) withoutParts(ctx context.Context, jobs []Job, list *diag.List, all string) ([]Job, error) {
	var s *format.Schema
	if run.IsTyped() {
		if err := run.resolve(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, fault.ErrInterrupted
			}
			return jobs, nil // whoever builds them will say it
		}
		s = run.resolved.schema
	}
	in := run.newPartsIn(s)
	if len(in.by) == 0 {
		return jobs, nil
	}
	parts := make([]editor.Part, len(jobs))
	err := run.atOnce(ctx, len(jobs), func(i int) {
		if jobs[i].below != "" || s != nil { // without types, whoever infers them looks at the others
			parts[i] = in.at(&jobs[i])
		}
	})
	if err != nil {
		return nil, err
	}
	var levels []Job
	var left leftOut
	named := false
	for i, j := range jobs {
		if !parts[i].IsZero() && j.below != "" {
			left.add(parts[i], j.sources[0])
			continue
		}
		levels = append(levels, j)
		if !parts[i].IsZero() && !named {
			named = true
			run.tellOfPart(parts[i], j.sources[0])
		}
	}
	if left.files > 0 {
		run.sayPart(left.String() + "; " + all)
		if len(levels) == 0 {
			list.Add(diag.Diagnostic{Message: "no level is left: what was found belongs to levels, and is none by itself"})
		}
	}
	return levels, nil
}

// leftOut is files that were left out, by what they are.
type leftOut struct {
	files int
	first string
	sorts []editor.Part // in the order of the files
	count []int
}

func (l *leftOut) add(p editor.Part, path string) {
	if l.files++; l.files == 1 {
		l.first = path
	}
	for i := range l.sorts {
		if l.sorts[i] == p {
			l.count[i]++
			return
		}
	}
	l.sorts, l.count = append(l.sorts, p), append(l.count, 1)
}

// String returns a note.
func (l *leftOut) String() string {
	var sorts []string
	for i, p := range l.sorts {
		if l.count[i] == 1 {
			sorts = append(sorts, p.String())
			continue
		}
		sorts = append(sorts, terse.Quantity(l.count[i], p.Noun)+" "+p.Of)
	}
	are, such := "are no levels by themselves", ", such as"
	if l.files == 1 {
		are, such = "is no level by itself", ","
	}
	return fmt.Sprintf("%s left out that %s: %s%s %s", terse.Quantity(l.files, "file"), are, strings.Join(sorts, ", "), such, l.first)
}

// tellOfParts says what to build in place of the first source that is not a level. The
// source is built as plain XML or JSON all the same, because somebody may want just that.
func (run *Run) tellOfParts(files []*source.File, s *format.Schema) {
	in := run.newPartsIn(s)
	if len(in.by) == 0 {
		return
	}
	for _, f := range files {
		if run.ReaderOf(f, s) != nil {
			continue
		}
		if p := in.of(f, ""); !p.IsZero() {
			run.tellOfPart(p, f.Name)
			return
		}
	}
}

func (run *Run) tellOfPart(p editor.Part, name string) {
	run.sayPart(fmt.Sprintf("%s is %s, and no level by itself: build %s; --reader=plain means it as it is", name, p, p.Instead))
}

// sayPart prints a note once: levelc watch finds the same files again and again.
func (run *Run) sayPart(note string) {
	p := &run.history.editors
	p.mu.Lock()
	defer p.mu.Unlock()
	if run.Quiet || p.saidParts[note] {
		return
	}
	if p.saidParts == nil {
		p.saidParts = map[string]bool{}
	}
	p.saidParts[note] = true
	run.note("%s", note)
}
