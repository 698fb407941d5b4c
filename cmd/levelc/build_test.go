package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACancelledBuildLeavesNothing(t *testing.T) {
	plan := gamePlan(t)
	out := t.TempDir()
	source := filepath.Join(t.TempDir(), "level.xml")
	text := "<scene title=\"T\">" + strings.Repeat("<body pos=\"1 2\"/>\n", 5000) + "</scene>"
	require.NoError(t, os.WriteFile(source, []byte(text), 0o666))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := newBuilder(streams{err: new(bytes.Buffer)})
	files, _ := b.open(t.Context(), []string{source})
	defer closeAll(files)
	_, err := b.build(ctx, plan, files, filepath.Join(out, "level.lvl"), nil)
	require.EqualError(t, err, "interrupted")
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestTypesMayHaveOneDash(t *testing.T) {
	require.Equal(t, []string{"build", "--types", "./g.W", "--types=x", "a.xml", "-o", "y", "--", "-types"},
		longFlags([]string{"build", "-types", "./g.W", "-types=x", "a.xml", "-o", "y", "--", "-types"}))
}
