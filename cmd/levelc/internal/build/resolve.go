package build

import (
	"bytes"
	"context"
	"os"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// resolved is a schema that was found, or that the cache knows.
type resolved struct {
	schema  *format.Schema
	file    []byte    // the schema as a file of its own
	sum     cache.Sum // of that file
	depends []string  // the files that it depends on, as a person would list them; nil if nobody has asked
}

// resolve finds the schema of --types or --schema, unless it is known already.
func (run *Run) resolve(ctx context.Context) error {
	if run.resolved != nil {
		return nil
	}
	var s *format.Schema
	var err error
	switch {
	case run.Types == "":
		s, err = schemaof.Read(ctx, run.In, run.Schema)
	case run.store == nil && !run.history.forWatch && run.Depfile == "": // nobody asks what they depend on
		s, err = loadTypes(ctx, run.Types)
	default:
		run.resolved, err = run.rememberTypes(ctx)
		return err
	}
	if err == nil {
		run.resolved, err = resolvedOf(s)
	}
	return err
}

func resolvedOf(s *format.Schema) (*resolved, error) {
	var file bytes.Buffer
	if err := export.WriteFile(&file, s); err != nil {
		return nil, err
	}
	return &resolved{schema: s, file: file.Bytes(), sum: cache.SumOf(file.Bytes())}, nil
}

func loadTypes(ctx context.Context, spec string) (*format.Schema, error) {
	w, err := schemaof.Load(ctx, spec, schema.Options{})
	if err != nil {
		return nil, typesError(err)
	}
	return w.Schema, nil
}

// rememberTypes finds the schema of --types. It takes it from the cache if no file that
// it depends on has changed, because the go tool takes longer than many a build.
func (run *Run) rememberTypes(ctx context.Context) (*resolved, error) {
	var o schema.Options
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	env := schema.Env(o)
	if t, ok := run.knownTypes(dir); ok && t.Env == env && t.Tool == run.tool {
		in := schema.Inputs{Files: t.Files, Folders: t.Folders}
		if sum, err := in.Sum(); err == nil && sum == t.Inputs {
			if s, err := export.ReadFile(bytes.NewReader(t.Schema)); err == nil {
				run.setInputs(&in)
				return &resolved{schema: s, file: t.Schema, sum: cache.SumOf(t.Schema), depends: t.Depends}, nil
			}
		}
	}
	// The files are summed before and after the load, so that the sum is certainly that
	// of the loaded types. If the files cannot be found, either the load fails and says
	// why, or nothing is remembered.
	in, unknown := schema.FindInputs(ctx, run.Types, o)
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
	r.depends = in.Depends
	if run.store == nil {
		return r, nil
	}
	if after, err := in.Sum(); err == nil && before == after {
		err = run.store.PutTypes(cache.Types{
			Spec: run.Types, Dir: dir, Env: env, Tool: run.tool, Schema: r.file,
			Files: in.Files, Folders: in.Folders, Depends: in.Depends, Inputs: before,
		})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// knownTypes returns what the cache knows of the types.
func (run *Run) knownTypes(dir string) (cache.Types, bool) {
	if run.store == nil {
		return cache.Types{}, false
	}
	return run.store.Types(run.Types, dir)
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
	switch {
	case run.resolved != nil && run.Types != "":
		return run.resolved.schema, run.Types, nil
	case run.resolved != nil && run.Schema != "":
		return run.resolved.schema, run.Schema, nil
	case run.Types != "":
		s, err = loadTypes(ctx, run.Types)
		return s, run.Types, err
	case run.Schema != "":
		s, err = schemaof.Read(ctx, run.In, run.Schema)
		return s, run.Schema, err
	}
	s, err = run.inferSchema(ctx, files, infer.Options{Source: run.sourceOptions()})
	return s, "the inferred schema", err
}
