package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/format"
)

// The tree of a large source takes long, and an interrupt does not wait for it.
func TestAnInterruptDoesNotWaitForATree(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := &benchLevel{source: []byte("<level>" + strings.Repeat(" ", slowTree) + "</level>"), written: new(format.Schema)}
	run, err := l.tree(ctx)
	require.NoError(t, err)
	_, err = run()
	require.ErrorIs(t, err, fault.ErrInterrupted)
}
