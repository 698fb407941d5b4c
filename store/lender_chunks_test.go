package store_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// dryChunks is a level of chunks "0", "1" and so on, each with n mosses; of each moss
// the fourth cell counts.
func dryChunks(t *testing.T, chunks, n int) []byte {
	b, err := loader.Bind(new(dryWorld))
	require.NoError(t, err)
	wr, err := format.NewWriter(b.Schema(), format.WriterOptions{})
	require.NoError(t, err)
	moss := 0
	for wr.Schema().Tables[moss].Name != "moss" {
		moss++
	}
	row := make([]byte, wr.Schema().Tables[moss].Stride)
	for c := range chunks {
		label, err := wr.String(fmt.Append(nil, c))
		require.NoError(t, err)
		require.NoError(t, wr.Chunk(label))
		for i := range n {
			at, err := wr.Node(moss, 0, 0)
			require.NoError(t, err)
			binary.LittleEndian.PutUint32(row[12:], uint32(c*n+i))
			require.NoError(t, wr.Put(moss, at, row))
		}
	}
	var file format.Buffer
	_, err = wr.Finish(&file)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	return file
}

// A chunk that there is no memory for leaves the others as they are, also the one
// before it, and can be loaded once there is memory. The same holds in steps.
func TestChunksGoThroughDroughts(t *testing.T) {
	const chunks, rows = 3, 90
	file := dryChunks(t, chunks, rows)
	d := store.StartDrought(t)
	load := func(f *loader.File, label string) error { return f.Load(t.Context(), label) }
	step := func(f *loader.File, label string) error {
		ld := f.Start(label)
		for !ld.Step(0) {
		}
		return ld.Finish()
	}
	for _, back := range []store.Backing{store.Reserved, store.Blocks, store.Geometric} {
		for name, way := range map[string]func(*loader.File, string) error{"load": load, "steps": step} {
			eachDrought(t, d, fmt.Sprintf("%v/%s", back, name), func(t *testing.T, during during) {
				for after := 0; ; after++ {
					w, b := bindDry(t, back)
					f, err := b.Open(t.Context(), bytes.NewReader(file), int64(len(file)))
					require.NoError(t, err)
					var failed []string
					_ = during(after, func() error {
						for _, label := range []string{"0", "1", "2"} {
							before := w.bits(t)
							if err := way(f, label); err != nil {
								require.ErrorIs(t, err, store.ErrMemory, "request %d", after)
								require.True(t, bytes.Equal(before, w.bits(t)), "request %d", after)
								failed = append(failed, label)
							}
						}
						return nil
					})
					for _, label := range failed {
						require.NoError(t, way(f, label))
					}
					for c := range chunks {
						require.Equal(t, rows, w.chunk(c, rows), "chunk %d, request %d", c, after)
					}
					require.Equal(t, chunks*rows, w.Mosses.Len())
					require.NoError(t, f.Close())
					require.NoError(t, b.Close())
					if d.Refused() == 0 {
						require.Positive(t, after)
						break
					}
				}
			})
		}
	}
}

// chunk counts a chunk's mosses in the world.
func (w *dryWorld) chunk(c, rows int) (n int) {
	for _, moss := range w.Mosses.All() {
		if int(moss.Cells[3])/rows == c {
			n++
		}
	}
	return n
}
