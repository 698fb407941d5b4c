package build

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// resolved is a schema that was found, or that the cache knows.
type resolved struct {
	schema  *format.Schema
	ofLevel bool      // it is that of a level
	file    []byte    // the schema as a file of its own
	sum     cache.Sum // of that file
	depends []string  // the files that it depends on, as a person would list them; nil if nobody has asked
}

// resolve finds the schema of --types or --schema, once: a pipe cannot be read again, and
// the go tool takes its time to say again what is wrong.
func (run *Run) resolve(ctx context.Context) error {
	if run.resolved == nil && run.unresolved == nil {
		run.resolved, run.unresolved = run.findTypes(ctx)
	}
	return run.unresolved
}

func (run *Run) findTypes(ctx context.Context) (*resolved, error) {
	if run.Types != "" {
		return run.resolveTypes(ctx)
	}
	if run.history.forWatch {
		if err := unwatchable(run.Schema); err != nil {
			return nil, err
		}
	}
	s, of, err := schemaof.ReadOf(ctx, run.In, run.Schema)
	if err != nil {
		return nil, err
	}
	r, err := resolvedOf(s)
	if err != nil {
		return nil, err
	}
	r.ofLevel = of.Level
	return r, nil
}

func resolvedOf(s *format.Schema) (*resolved, error) {
	var file bytes.Buffer
	if err := export.WriteFile(&file, s); err != nil {
		return nil, err
	}
	return &resolved{schema: s, file: file.Bytes(), sum: cache.SumOf(file.Bytes())}, nil
}

// resolveTypes finds the schema of --types. It takes one that is remembered if no file that
// it depends on has changed, because the go tool takes longer than many a build.
func (run *Run) resolveTypes(ctx context.Context) (*resolved, error) {
	memory, err := run.typesMemory(ctx)
	if err != nil {
		return nil, err
	}
	if memory != nil {
		if r, in := memory.find(); r != nil {
			run.setInputs(in)
			return r, nil
		}
	} else if !run.history.forWatch && run.Depfile == "" { // nobody asks what it depends on
		s, err := loadTypes(ctx, run.Types)
		if err != nil {
			return nil, err
		}
		return resolvedOf(s)
	}
	// The files are summed before and after the load, so that the sum is certainly that
	// of the loaded types, and their list is looked at again. If the files cannot be found,
	// either the load fails and says why, or nothing is remembered.
	in, unknown := schema.FindInputs(ctx, run.Types, schema.Options{})
	run.setInputs(in)
	var before cache.Sum
	if unknown == nil {
		before, unknown = in.Sum()
	}
	s, err := loadTypes(ctx, run.Types)
	if err != nil {
		return nil, err
	}
	r, err := resolvedOf(s)
	if err != nil || unknown != nil {
		return r, err
	}
	r.depends = schema.Near(in.Depends)
	if memory != nil {
		if after, err := in.Sum(); err == nil && before == after && in.AsListed() {
			return r, memory.put(r, in, before)
		}
	}
	return r, nil
}

func loadTypes(ctx context.Context, spec string) (*format.Schema, error) {
	w, err := schemaof.Load(ctx, spec)
	if err != nil {
		return nil, typesError(err)
	}
	return w.Schema, nil
}

// setInputs tells levelc watch what to watch. If that cannot be found, it adds the
// folder of the package to what was watched before.
func (run *Run) setInputs(in *schema.Inputs) {
	switch {
	case !run.history.forWatch:
	case in != nil:
		run.history.Inputs = *in
	case schema.Folder(run.Types) != "":
		run.history.Inputs.Folders = append(run.history.Inputs.Folders, schema.Folder(run.Types))
		slices.Sort(run.history.Inputs.Folders)
		run.history.Inputs.Folders = slices.Compact(run.history.Inputs.Folders)
	}
}

// schemaOf finds the schema for a build of the files, and its name for messages.
func (run *Run) schemaOf(ctx context.Context, files []*source.File) (s *format.Schema, from string, err error) {
	if !run.IsTyped() {
		s, err = run.inferSchema(ctx, files)
		return s, "the inferred schema", err
	}
	if err := run.resolve(ctx); err != nil {
		return nil, "", err
	}
	return run.resolved.schema, cmp.Or(run.Types, run.Schema), nil
}
