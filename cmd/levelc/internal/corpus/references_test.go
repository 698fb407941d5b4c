package corpus_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// loadWritten builds a source into a world, and requires that what a dump makes of the
// level, which has the ids alone, builds to the same bytes.
func loadWritten[World any](t *testing.T, w *World, text string) {
	t.Helper()
	schema := leveltest.SchemaOf[World](t)
	lvl := leveltest.Build(t, schema, text, format.WriterOptions{})
	for _, syntax := range []source.Format{source.XML, source.JSON} {
		var dump bytes.Buffer
		require.NoError(t, unparse.Write(&dump, leveltest.Read(t, lvl), unparse.Options{Syntax: syntax}))
		require.Equal(t, lvl, leveltest.Build(t, schema, dump.String(), format.WriterOptions{}), dump.String())
	}
	b, err := loader.Bind(w)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	_, err = b.LoadBytes(context.Background(), lvl)
	require.NoError(t, err)
}
