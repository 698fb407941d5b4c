package infer_test

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// levels are the files under dir that are levels by their names.
func levels(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case ".xml", ".tmx", ".tsx", ".tx", ".sdf", ".json", ".ldtk", ".ldtkl", ".world", ".prefab":
			out = append(out, path)
		}
		return err
	}))
	return out
}

func open(t *testing.T, paths ...string) []*source.File {
	t.Helper()
	var files []*source.File
	for _, p := range paths {
		f, err := source.Open(p)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		files = append(files, f)
	}
	return files
}

// build compiles files with a schema and checks the level against every rule.
// It returns what the compiler had to say.
func build(t *testing.T, s *format.Schema, policy compile.Policy, files ...*source.File) []string {
	t.Helper()
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	return buildBy(t, plan, policy, files...)
}

// buildBy is build for a plan that several levels have: the next one reads with the same buffers.
func buildBy(t *testing.T, plan *compile.Plan, policy compile.Policy, files ...*source.File) []string {
	t.Helper()
	out := new(format.Buffer)
	sum, _, err := plan.Build(context.Background(), files, out, format.WriterOptions{}, compile.Options{Unknown: policy, Source: source.Options{LenientXML: true}})
	var said bytes.Buffer
	if sum != nil {
		require.NoError(t, diag.Write(&said, &sum.Diagnostics, diag.Options{}))
	}
	if err != nil {
		require.ErrorIs(t, err, compile.ErrLevel)
		return append(strings.Split(said.String(), "\n"), "ERROR")
	}
	require.NoError(t, format.Verify(bytes.NewReader(*out), format.Options{}))
	return strings.Split(strings.TrimSpace(said.String()), "\n")
}

// TestRealLevelsBuildWithTheSchemaInferredFromThem is the promise of the
// package. A file with a place that no schema has builds too, with a warning
// for it.
func TestRealLevelsBuildWithTheSchemaInferredFromThem(t *testing.T) {
	dir := corpus.Folder(t, "levels")
	built, lossy, refused := 0, 0, 0
	for _, path := range levels(t, dir) {
		name, _ := filepath.Rel(dir, path)
		files := open(t, path)
		r, err := infer.Files(context.Background(), files, infer.Options{Source: source.Options{LenientXML: true}})
		if err != nil {
			t.Logf("%s: %v", name, err)
			refused++
			continue
		}
		lost := false
		for _, n := range r.Notes {
			lost = lost || n.Lost
		}
		policy := compile.UnknownError
		if lost {
			lossy++
			policy = compile.UnknownWarn
		}
		said := build(t, r.Schema, policy, files...)
		if len(said) > 0 && said[len(said)-1] == "ERROR" {
			t.Errorf("%s: %s", name, strings.Join(said, "\n"))
			for _, n := range r.Notes {
				t.Logf("    note: %v", n)
			}
			continue
		}
		built++
	}
	t.Logf("%d levels built with their own schemas, %d of them with places left out; %d refused", built, lossy, refused)
}
