package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// gamePlan is the plan of the game's types, without the go tool's help.
func gamePlan(t testing.TB) *compile.Plan {
	t.Helper()
	plan, err := compile.NewPlan(leveltest.GameSchema(t))
	require.NoError(t, err)
	return plan
}

// compiled builds one source of the game that is free of errors.
func compiled(t testing.TB, path string) []byte {
	t.Helper()
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var out format.Buffer
	found, _, err := gamePlan(t).Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, compile.Options{})
	if found != nil {
		require.Empty(t, found.Diagnostics.All())
	}
	require.NoError(t, err)
	return out
}

// levels lists the hand-written levels, by name, each with its two sources.
func levels(t testing.TB) map[string][2]string {
	t.Helper()
	xml, err := filepath.Glob("../../testdata/levels/*.xml")
	require.NoError(t, err)
	out := make(map[string][2]string)
	for _, path := range xml {
		json := strings.TrimSuffix(path, ".xml") + ".json"
		require.FileExists(t, json)
		out[strings.TrimSuffix(filepath.Base(path), ".xml")] = [2]string{path, json}
	}
	require.GreaterOrEqual(t, len(out), 5)
	return out
}

// levelc runs a command line as main would.
func levelc(stdin []byte, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, streams{in: bytes.NewReader(stdin), out: &out, err: &err})
	return code, out.String(), err.String()
}
