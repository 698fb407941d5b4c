package schema

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProbe(t *testing.T) {
	w, err := Load(context.Background(), "../../../../testdata/game.World", Options{})
	require.NoError(t, err)
	for _, tt := range w.Schema.Tables {
		t.Logf("%+v", tt)
	}
}
