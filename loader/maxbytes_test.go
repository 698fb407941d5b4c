package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// A record that has grown since a level was built takes more memory than the file says.
// MaxBytes bounds that too.
func TestMaxBytesBoundsRecordsThatHaveGrown(t *testing.T) {
	type thin struct {
		N uint8 `level:"n"`
	}
	type grown struct {
		N     uint8     `level:"n"`
		Since [100]byte `level:"since"`
	}
	type was struct {
		Rows standin.Bulk[thin] `level:"row"`
	}
	const rows = 1000
	a := newAuthor(t, was{}, format.WriterOptions{})
	for range rows {
		a.node("row", 0, "", fields{})
	}
	file := a.file()
	head, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	whole, chunk := int64(rows*100), int64(rows*100) // a chunk has no strings
	for _, b := range head.Blocks() {
		whole += int64(b.Raw)
		if b.Table != format.TableStr {
			chunk += int64(b.Raw)
		}
	}

	var w struct {
		Rows store.Bulk[grown] `level:"row"`
	}
	ways := map[string]func(*loader.Binding) (unload func() error, err error){
		"load": func(b *loader.Binding) (func() error, error) {
			l, err := b.Load(ctx, bytes.NewReader(file))
			return l.Unload, err
		},
		"bytes": func(b *loader.Binding) (func() error, error) {
			l, err := b.LoadBytes(ctx, file)
			return l.Unload, err
		},
		"steps": func(b *loader.Binding) (func() error, error) {
			l, err := b.Start(bytes.NewReader(file)).Finish()
			return l.Unload, err
		},
		"chunk": func(b *loader.Binding) (func() error, error) {
			f := open(t, b, file)
			return f.Close, f.Load(ctx, "")
		},
	}
	for name, load := range ways {
		need := whole
		if name == "chunk" {
			need = chunk
		}
		_, err := load(bind(t, &w, loader.MaxBytes(need-1)))
		require.ErrorIs(t, err, format.ErrBudget, name)
		require.ErrorContains(t, err, "MaxBytes allows", name)
		require.Zero(t, w.Rows.Len(), name)
		unload, err := load(bind(t, &w, loader.MaxBytes(need)))
		require.NoError(t, err, name)
		require.Equal(t, rows, w.Rows.Len(), name)
		require.NoError(t, unload(), name)
	}
}
