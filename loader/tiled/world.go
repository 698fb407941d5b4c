package tiled

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/store"
)

// World holds what Tiled's levels are made of. It is ready to use, by itself or
// embedded in a game's own world. A game with levels of LDtk too has an ldtk.World
// beside this one and binds each by itself: they have kinds of the same names.
type World struct {
	Worlds   store.Bulk[WorldFile] `level:"worldfile"`
	Maps     store.Bulk[Map]       `level:"tilemap"`
	Tilesets store.Bulk[Tileset]   `level:"tileset"`
	Tiles    store.Bulk[Tile]      `level:"tile"`
	WangSets store.Bulk[WangSet]   `level:"wangset"`
	Layers   store.Bulk[Layer]     `level:"layer"`
	Chunks   store.Bulk[Chunk]     `level:"chunk"`
	Objects  store.Bulk[Object]    `level:"object"`

	Cells      store.Array[GID]
	ChunkRefs  store.Array[ChunkRef]
	TileRefs   store.Array[TileRef]
	Uses       store.Array[TilesetUse]
	Frames     store.Array[Frame]
	WangColors store.Array[WangColor]
	WangTiles  store.Array[WangTile]
	Points     store.Array[Point]
	Texts      store.Array[Text]
	Properties store.Array[Property]
	Strings    store.Strings
}

// Tileset finds the tileset of a tile of a map, and the tile's number in it. ok is
// false if the gid is empty or the map has no such tileset.
func (w *World) Tileset(m *Map, gid GID) (set *Tileset, local uint32, ok bool) {
	h, local, ok := w.TilesetHandle(m, gid)
	if !ok {
		return nil, 0, false
	}
	set, ok = w.Tilesets.Get(h)
	return set, local, ok
}

// TilesetHandle is Tileset, but returns a handle.
func (w *World) TilesetHandle(m *Map, gid GID) (set store.Handle[Tileset], local uint32, ok bool) {
	if gid.Empty() {
		return set, 0, false
	}
	uses, id := w.Uses.Slice(m.Tilesets), gid.ID()
	i, found := slices.BinarySearchFunc(uses, id, func(u TilesetUse, id uint32) int { return cmp.Compare(u.FirstGID, id) })
	if !found {
		i--
	}
	if i < 0 {
		return set, 0, false
	}
	return uses[i].Tileset, id - uses[i].FirstGID, true
}

// Tile finds what a tileset has about one of its tiles, by its number. Most tiles have
// nothing: no class, properties, animation, image or collision.
func (w *World) Tile(set *Tileset, local uint32) (*Tile, bool) {
	refs := w.TileRefs.Slice(set.Tiles)
	i, found := slices.BinarySearchFunc(refs, local, func(r TileRef, local uint32) int { return cmp.Compare(r.Number, local) })
	if !found {
		return nil, false
	}
	return w.Tiles.Get(refs[i].Tile)
}

// TileOf is Tile for a map's gid.
func (w *World) TileOf(m *Map, gid GID) (*Tile, bool) {
	set, local, ok := w.Tileset(m, gid)
	if !ok {
		return nil, false
	}
	return w.Tile(set, local)
}

// Frame returns the tile that an animation shows, ms after its beginning. It returns 0
// and false for a tile that is not animated.
func (w *World) Frame(t *Tile, ms uint64) (local uint32, ok bool) {
	frames := w.Frames.Slice(t.Frames)
	total := uint64(0)
	for i := range frames {
		total += uint64(frames[i].Duration)
	}
	if len(frames) == 0 {
		return 0, false
	}
	if total == 0 {
		return frames[0].Tile, true
	}
	ms %= total
	for i := range frames {
		if d := uint64(frames[i].Duration); ms >= d {
			ms -= d
			continue
		}
		return frames[i].Tile, true
	}
	return frames[0].Tile, true
}

// At returns the gid in a cell of a tile layer. It is 0 if there is no tile, if the
// chunk is not loaded, and outside of the layer.
func (w *World) At(l *Layer, x, y int) GID {
	c, ok := w.ChunkAt(l, x, y)
	if !ok {
		return 0
	}
	return w.Cells.Slice(c.Cells)[c.index(x, y)]
}

// Set changes the gid in a cell. It reports whether a loaded chunk has that cell.
func (w *World) Set(l *Layer, x, y int, gid GID) bool {
	c, ok := w.ChunkAt(l, x, y)
	if ok {
		w.Cells.Slice(c.Cells)[c.index(x, y)] = gid
	}
	return ok
}

// index returns the place of a cell among those of its chunk.
func (c *Chunk) index(x, y int) int { return (y-int(c.Y))*int(c.Width) + x - int(c.X) }

// ChunkAt finds the chunk with a cell of a tile layer, if that chunk is loaded.
func (w *World) ChunkAt(l *Layer, x, y int) (*Chunk, bool) {
	refs := w.ChunkRefs.Slice(l.Chunks)
	if l.ChunkWidth > 0 && l.ChunkHeight > 0 {
		// The chunks are on a grid, in the order of its cells.
		cx, cy := floor(x, int(l.ChunkWidth)), floor(y, int(l.ChunkHeight))
		lo, hi := 0, len(refs)
		for lo < hi {
			mid := int(uint(lo+hi) >> 1)
			r := &refs[mid]
			if int(r.Y) < cy || int(r.Y) == cy && int(r.X) < cx {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo == len(refs) || int(refs[lo].X) != cx || int(refs[lo].Y) != cy {
			return nil, false
		}
		return w.chunkWith(refs[lo], x, y)
	}
	for i := range refs {
		if c, ok := w.chunkWith(refs[i], x, y); ok {
			return c, true
		}
	}
	return nil, false
}

func (w *World) chunkWith(r ChunkRef, x, y int) (*Chunk, bool) {
	c, ok := w.Chunks.Get(r.Chunk)
	if !ok || !within(x, c.X, c.Width) || !within(y, c.Y, c.Height) || int64(c.Cells.Len()) != int64(c.Width)*int64(c.Height) {
		return nil, false
	}
	return c, true
}

// within reports whether v is one of n numbers from first on. However far off v is, its
// distance is not a small number when it wraps.
func within(v int, first, n int32) bool {
	return uint64(int64(v)-int64(first)) < uint64(max(n, 0))
}

// floor returns the greatest multiple of n that is not above v.
func floor(v, n int) int {
	r := v % n
	if r < 0 {
		r += n
	}
	return v - r
}
