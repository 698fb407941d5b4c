package loader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A file by another writer may have a label twice among its strings: the chunks
// of both are those of that label.
func TestChunksOfEqualLabelsAreOne(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "two"})
	for _, label := range []string{"west", "east"} {
		a.chunk(label)
		a.node("group", 1, "", fields{"name": "in " + label})
	}
	file := a.file()
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	for i, b := range r.Blocks() {
		if b.Table == format.TableBytes {
			text := file[b.Offset:][:b.Stored]
			copy(text[bytes.Index(text, []byte("east")):], "west")
			resum(t, file, i)
		}
	}
	var w game.World
	f := open(t, bind(t, &w), file)
	require.Len(t, f.Chunks(), 2)
	require.Equal(t, 2, f.Chunks()[1].Nodes)
	loadChunks(t, f, "west")
	require.Equal(t, 2, w.Groups.Len())
	require.NoError(t, f.Unload("west"))
	require.Zero(t, w.Groups.Len())
	require.NoError(t, f.Close())
}

// MaxBytes bounds what a Load brings in, of however many chunks that is.
func TestMaxBytesBoundsARegion(t *testing.T) {
	level := func(parts int) []byte {
		a := gameAuthor(t)
		for i := range parts {
			a.chunk("all")
			for k := range 20 {
				a.node("group", 0, "", fields{"name": fmt.Sprint("group", i, " ", k)})
			}
		}
		return a.file()
	}
	most := func(file []byte) (chunk, region int64) {
		f, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
		require.NoError(t, err)
		by := map[int]int64{}
		for _, b := range f.Blocks() {
			by[b.Chunk] += int64(b.Raw)
		}
		for _, n := range by {
			chunk, region = max(chunk, n), region+n
		}
		return chunk, region - by[0]
	}
	file := level(40)
	chunk, region := most(file)
	require.Less(t, chunk, region/2)
	var w game.World
	f := open(t, bind(t, &w, loader.MaxBytes(region-1)), file)
	require.ErrorIs(t, f.Load(ctx, "all"), format.ErrBudget)
	require.Zero(t, w.Groups.Len())
	require.NoError(t, f.Close())
	f = open(t, bind(t, &w, loader.MaxBytes(region)), file)
	require.NoError(t, f.Load(ctx, "all"))
	require.Equal(t, 40*20, w.Groups.Len())
	require.NoError(t, f.Close())
}

// apart puts the strings from number n on into chunk 1, as another writer might.
func apart(t testing.TB, file []byte, n int) []byte {
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	le := binary.LittleEndian
	blocks := r.Blocks()
	dir := int(blocks[0].Offset) - (16*len(r.Chunks())+24*len(blocks)+63)&^63
	chunks := append([]format.Chunk(nil), r.Chunks()...)
	var entries, data, moved, movedEntries []byte
	add := func(entry, to []byte, table int, rows []byte, stride int) ([]byte, []byte) {
		e := make([]byte, 24)
		le.PutUint16(e, uint16(table))
		le.PutUint32(e[4:], uint32(len(rows)/stride))
		le.PutUint32(e[8:], uint32(len(rows)))
		le.PutUint64(e[16:], xxh3.Hash(rows))
		to = append(to, rows...)
		return append(entry, e...), append(to, make([]byte, -len(rows)&63)...)
	}
	cut := 0
	for _, b := range blocks {
		if b.Table == format.TableStr {
			cut = int(le.Uint32(file[int(b.Offset)+8*n:]))
		}
	}
	for _, b := range blocks {
		rows, stride := file[b.Offset:][:b.Stored], b.Stored/int(b.Rows)
		at := -1
		switch b.Table {
		case format.TableBytes:
			at = cut
		case format.TableStr:
			at = 8 * n
		}
		if at >= 0 {
			movedEntries, moved = add(movedEntries, moved, b.Table, rows[at:], stride)
			rows = rows[:at]
			chunks[1].Blocks++
		} else if b.Chunk == 1 && moved != nil {
			entries, data, moved = append(entries, movedEntries...), append(data, moved...), nil
		}
		entries, data = add(entries, data, b.Table, rows, stride)
	}
	out := bytes.Clone(file[:dir])
	for _, c := range chunks {
		for _, v := range []uint32{c.Blocks, c.Nodes, c.Label, 0} {
			out = le.AppendUint32(out, v)
		}
	}
	out = append(out, entries...)
	out = append(out, make([]byte, -len(out)&63)...)
	first := len(out)
	out = append(out, data...)
	le.PutUint64(out[16:], uint64(len(out)))
	le.PutUint32(out[36:], uint32(len(entries)/24))
	le.PutUint64(out[48:], xxh3.Hash(out[64:first]))
	le.PutUint64(out[56:], xxh3.Hash(out[:56]))
	return out
}

// However a file spreads its strings over chunks, MaxBytes bounds them together.
func TestMaxBytesBoundsTheStringsOfAllChunks(t *testing.T) {
	a := gameAuthor(t)
	long := strings.Repeat("x", 100)
	for i := range 2 {
		if i > 0 {
			a.chunk("more")
		}
		for k := range 20 {
			a.node("group", 0, "", fields{"name": fmt.Sprint("group", i, " ", k, long)})
		}
	}
	file := apart(t, a.file(), 22)
	require.NoError(t, format.Verify(bytes.NewReader(file), format.Options{}))
	var w game.World
	f := open(t, bind(t, &w), file)
	loadChunks(t, f, "", "more")
	for _, g := range w.Groups.All() {
		require.Contains(t, w.Strings.Get(g.Name), long)
	}
	most := int64(0)
	for _, c := range f.Chunks() {
		most = max(most, c.Size)
	}
	require.NoError(t, f.Close())
	_, err := bind(t, &w, loader.MaxBytes(most)).Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.ErrorIs(t, err, format.ErrBudget)
	require.Zero(t, w.Strings.Len())
}
