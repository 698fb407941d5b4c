package interrupt

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// Work that looks at no context does not keep an interrupt waiting.
func TestRunEndsWithTheContext(t *testing.T) {
	wrong := errors.New("wrong")
	require.ErrorIs(t, Run(t.Context(), func() error { return wrong }), wrong)
	require.NoError(t, Run(t.Context(), func() error { return nil }))

	ctx, cancel := context.WithCancel(t.Context())
	end := make(chan struct{})
	defer close(end)
	err := Run(ctx, func() error {
		cancel()
		<-end
		return nil
	})
	require.ErrorIs(t, err, fault.ErrInterrupted)
}
