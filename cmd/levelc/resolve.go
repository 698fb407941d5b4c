package main

import (
	"bytes"
	"context"
	"os"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// resolve finds the schema of --types or --schema, unless it is known already.
func (b *builder) resolve(ctx context.Context) error {
	if b.resolved != nil {
		return nil
	}
	var err error
	if b.types != "" {
		b.resolved, err = b.rememberTypes(ctx)
		return err
	}
	s, err := readSchema(ctx, b.in, b.schema)
	if err == nil {
		b.resolved, err = resolvedOf(s)
	}
	return err
}

func resolvedOf(s *format.Schema) (*resolved, error) {
	text, err := schemaText(s)
	if err != nil {
		return nil, err
	}
	return &resolved{sum: cache.SumOf(text), schema: s}, nil
}

func schemaText(s *format.Schema) ([]byte, error) {
	var text bytes.Buffer
	err := export.WriteFile(&text, s)
	return text.Bytes(), err
}

// rememberTypes finds the schema of --types. It takes it from the cache if no file that
// it depends on has changed, because the go tool takes longer than many a build.
func (b *builder) rememberTypes(ctx context.Context) (*resolved, error) {
	var o schema.Options
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	env := schema.Env(o)
	if t, ok := b.store.Types(b.types, dir); ok && t.Env == env && t.Tool == b.tool {
		in := schema.Inputs{Files: t.Files, Folders: t.Folders}
		if sum, err := in.Sum(); err == nil && sum == t.Inputs {
			if s, err := export.ReadFile(bytes.NewReader(t.Schema)); err == nil {
				b.setInputs(&in)
				return &resolved{sum: cache.SumOf(t.Schema), schema: s, depends: t.Depends}, nil
			}
		}
	}
	// The files are summed before and after the load, so that the sum is certainly that
	// of the loaded types. If the files cannot be found, either the load fails and says
	// why, or nothing is remembered.
	in, unknown := schema.FindInputs(ctx, b.types, o)
	b.setInputs(in)
	var before cache.Sum
	if unknown == nil {
		before, unknown = in.Sum()
	}
	w, err := loadTypes(ctx, b.types, o)
	if err != nil {
		return nil, err
	}
	text, err := schemaText(w.Schema)
	if err != nil {
		return nil, err
	}
	r := &resolved{sum: cache.SumOf(text), schema: w.Schema}
	if unknown != nil {
		return r, nil
	}
	r.depends = in.Depends
	if after, err := in.Sum(); err == nil && before == after {
		err = b.store.PutTypes(cache.Types{
			Spec: b.types, Dir: dir, Env: env, Tool: b.tool, Schema: text,
			Files: in.Files, Folders: in.Folders, Depends: in.Depends, Inputs: before,
		})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// setInputs tells levelc watch what to watch. If that cannot be found, it adds the
// folder of the package to what was watched before.
func (b *builder) setInputs(in *schema.Inputs) {
	switch {
	case b.inputs == nil:
	case in != nil:
		*b.inputs = *in
	case schema.Folder(b.types) != "":
		b.inputs.Folders = append(b.inputs.Folders, schema.Folder(b.types))
		slices.Sort(b.inputs.Folders)
		b.inputs.Folders = slices.Compact(b.inputs.Folders)
	}
}

// schemaOf finds the schema for a build of the files, and its name for messages.
func (b *builder) schemaOf(ctx context.Context, files []*source.File) (s *format.Schema, from string, err error) {
	switch {
	case b.resolved != nil && b.types != "":
		return b.resolved.schema, b.types, nil
	case b.resolved != nil && b.schema != "":
		return b.resolved.schema, b.schema, nil
	case b.types != "":
		w, err := loadTypes(ctx, b.types, schema.Options{})
		if err != nil {
			return nil, "", err
		}
		return w.Schema, b.types, nil
	case b.schema != "":
		s, err = readSchema(ctx, b.in, b.schema)
		return s, b.schema, err
	}
	s, err = b.inferSchema(ctx, files, infer.Options{Source: b.sourceOptions()})
	return s, "the inferred schema", err
}
