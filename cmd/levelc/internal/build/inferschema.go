package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// InferFrom is infer.Files with an error for the user: a FoundError, if sources cannot be
// read.
func InferFrom(ctx context.Context, files []*source.File, o infer.Options) (*infer.Result, error) {
	r, err := infer.Files(ctx, files, o)
	if err != nil {
		return nil, notInferred(err)
	}
	return r, nil
}

// notInferred returns a FoundError if the sources are the reason why there is no
// schema.
func notInferred(err error) error {
	var failed infer.ReadErrors
	if !errors.As(err, &failed) {
		return err
	}
	found := &FoundError{List: new(diag.List)}
	for _, f := range failed {
		found.List.Add(f.File.Diagnose(f.Err))
		found.failed = append(found.failed, f.File)
	}
	return found
}

// inferSchema infers the schema of a level that is built without types, and says so.
// What has no place in the schema is kept as properties, unless the user has chosen
// something else.
func (run *Run) inferSchema(ctx context.Context, files []*source.File) (*format.Schema, error) {
	o := infer.Options{Source: run.sourceOptions(), OneLevel: !run.Each}
	o.Source.Ahead = source.AheadSize
	r, err := InferFrom(ctx, files, o)
	if err != nil {
		return nil, err
	}
	kinds := 0
	for _, t := range r.Schema.Tables {
		if t.Class == format.ClassNode {
			kinds++
		}
	}
	if run.Quiet { // losses are as important as warnings
		r.Notes = slices.DeleteFunc(r.Notes, func(n infer.Note) bool { return !n.Lost })
	} else {
		from := fmt.Sprintf("%s: %s", terse.Quantity(len(files), "source"), terse.Quantity(kinds, "kind"))
		if run.history.inferred.isNew(from) {
			run.say("no -types, so the schema is inferred from %s (levelc infer prints them as Go types)", from)
		}
		run.tellOfParts(files, nil)
	}
	TellOfLosses(run.Err, r, 5) // levelc infer tells of all
	loses, kept := r.Loses()
	if loses && !run.UnknownGiven {
		run.policy = compile.UnknownKeep
	}
	if kept && !run.UnknownGiven {
		run.note("what has no place in the schema is kept as properties of its node or element, as with --unknown=keep")
	}
	return r.Schema, nil
}

// FoundError carries diagnostics about sources to where they are printed. They keep all
// levels of a call from being built.
type FoundError struct {
	List   *diag.List
	failed []*source.File
}

func (e *FoundError) Error() string { return "the sources have errors" }

// TellOfLosses prints the notes that the types do not contain: in one line all places, or the
// first few, of which the same is to be said.
func TellOfLosses(w io.Writer, r *infer.Result, mostPlaces int) {
	places := map[string][]string{}
	for _, n := range r.Notes {
		places[n.Msg] = append(places[n.Msg], n.Where)
	}
	for _, n := range r.Notes {
		at, more := places[n.Msg], ""
		if at == nil {
			continue // it was said
		}
		places[n.Msg] = nil
		if len(at) > mostPlaces {
			at, more = at[:mostPlaces], fmt.Sprintf(" and %d more", len(at)-mostPlaces)
		}
		n.Where = strings.Join(at, ", ") + more
		fmt.Fprintf(w, "levelc: note: %s\n", diag.Printable(n.String()))
	}
}
