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
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/standin"
)

// A file of another writer may have two strings for one label. The chunks of both belong
// to that label.
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

// MaxBytes bounds all that one Load brings in, however many chunks that is.
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

// A game that follows a reference into a region that is not there asks what to load.
func TestAPendingReferenceSaysWhichChunkItLeadsInto(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 3, 4))
	leadsTo := func(ref store.AnyHandle) string {
		t.Helper()
		label, ok := f.ChunkOf(ref)
		require.True(t, ok)
		return label
	}
	for _, id := range []string{"island1", "island2-3", "rope2", "gate0", "eye"} {
		want := map[string]string{"island1": "island1", "island2-3": "island2", "rope2": "island2", "gate0": "island0", "eye": "sky"}[id]
		ref, ok := f.Find(id)
		require.True(t, ok)
		require.Equal(t, want, leadsTo(ref), id)
	}
	sea, ok := f.Find("sea")
	require.True(t, ok)
	require.Empty(t, leadsTo(sea), "which stands in none")

	loadChunks(t, f, "island0")
	joint, ok := w.Joints.Get(find(t, f, &w.Joints, "rope0"))
	require.True(t, ok)
	gate, ok := w.Triggers.Get(find(t, f, &w.Triggers, "gate0"))
	require.True(t, ok)
	require.Equal(t, "island1", leadsTo(w.Bodies.Any(joint.B)))
	require.Equal(t, "island2", leadsTo(gate.Target))
	require.Zero(t, testing.AllocsPerRun(10, func() { f.ChunkOf(gate.Target) }))
	require.Zero(t, testing.AllocsPerRun(10, func() { f.Loaded("nowhere") }))
	require.NoError(t, f.Load(ctx, leadsTo(w.Bodies.Any(joint.B))))
	_, ok = w.Bodies.Get(joint.B)
	require.True(t, ok)

	for name, ref := range map[string]store.AnyHandle{
		"nil": {}, "alive": w.Bodies.Any(joint.B), "no such row": store.AnyFromBits(w.Bodies.Kind(), 1<<20),
		"no kind": store.AnyFromBits(0, 1), "no such kind": store.AnyFromBits(999, 1), "of another kind": store.AnyFromBits(w.Cameras.Kind(), 2),
	} {
		label, ok := f.ChunkOf(ref)
		require.False(t, ok, name)
		require.Empty(t, label, name)
	}
	target := gate.Target
	require.NoError(t, f.Close())
	_, ok = f.ChunkOf(target)
	require.False(t, ok)
}

// Of kinds that the world does not have, a chunk is read only to be checked.
func TestAChunkIsReadWithoutKindsOfOthers(t *testing.T) {
	type before struct {
		Doors   standin.Bulk[plain] `level:"door"`
		Windows standin.Bulk[plain] `level:"window"`
	}
	var after struct {
		Doors store.Bulk[plain] `level:"door"`
	}
	a := newAuthor(t, before{}, format.WriterOptions{})
	a.node("door", 0, "", fields{"n": 1})
	a.node("window", 0, "", fields{"n": 0x01020304})
	file := a.file()
	file[bytes.LastIndex(file, []byte{4, 3, 2, 1})]++
	for mode, damage := range map[format.Mode]error{format.CheckFull: format.ErrSum, format.CheckSums: nil, format.CheckNone: nil} {
		f := open(t, bind(t, &after, loader.Check(mode)), file)
		require.ErrorIs(t, f.Load(ctx, ""), damage, mode)
		require.NoError(t, f.Close())
	}
}
