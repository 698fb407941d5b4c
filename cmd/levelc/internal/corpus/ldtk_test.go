package corpus_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// ldtkWorld reads an LDtk project as the plain JSON that it is: its keys are
// the kinds.
type ldtkWorld struct {
	Levels   store.Bulk[ldtkLevel]  `level:"levels"`
	Layers   store.Bulk[ldtkLayer]  `level:"layerInstances"`
	Entities store.Bulk[ldtkEntity] `level:"entityInstances"`
	Tiles    store.Array[ldtkTile]
	Cells    store.Array[int32]
	Words    store.Array[store.Str]
	Strings  store.Strings
}

type ldtkLevel struct {
	IID    store.Str `level:"iid,id"`
	Name   store.Str `level:"identifier,required"`
	UID    int32     `level:"uid"`
	X      int32     `level:"worldX"`
	Y      int32     `level:"worldY"`
	Width  int32     `level:"pxWid"`
	Height int32     `level:"pxHei"`
	Color  store.Str `level:"__bgColor"`
}

type ldtkLayer struct {
	IID       store.Str               `level:"iid,id"`
	Level     store.Handle[ldtkLevel] `level:",parent,required"`
	Name      store.Str               `level:"__identifier"`
	Type      ldtkLayerType           `level:"__type,enum=IntGrid|Entities|Tiles|AutoLayer,required"`
	Visible   bool                    `level:"visible"`
	Columns   int32                   `level:"__cWid"`
	Rows      int32                   `level:"__cHei"`
	Grid      int32                   `level:"__gridSize"`
	Opacity   float32                 `level:"__opacity"`
	Tileset   int32                   `level:"__tilesetDefUid,default=-1"` // null where there is none
	Cells     store.Span[int32]       `level:"intGridCsv"`
	Tiles     store.Span[ldtkTile]    `level:"gridTiles"`
	AutoTiles store.Span[ldtkTile]    `level:"autoLayerTiles"`
}

type ldtkLayerType uint8

type ldtkEntity struct {
	IID    store.Str               `level:"iid,id"`
	Layer  store.Handle[ldtkLayer] `level:",parent,required"`
	Name   store.Str               `level:"__identifier"`
	Px     [2]int32                `level:"px,required"`
	Pivot  [2]float32              `level:"__pivot"`
	Width  int32                   `level:"width"`
	Height int32                   `level:"height"`
	Tags   store.Span[store.Str]   `level:"__tags"`
	Tile   struct {                // null where the entity has none
		Tileset int32 `level:"tilesetUid"`
		X       int32 `level:"x"`
		Y       int32 `level:"y"`
		W       int32 `level:"w"`
		H       int32 `level:"h"`
	} `level:"__tile"`
}

type ldtkTile struct {
	Px    [2]int32 `level:"px"`
	Src   [2]int32 `level:"src"`
	Flip  uint8    `level:"f"`
	_     [3]byte
	Tile  int32   `level:"t,default=-1"`
	Alpha float32 `level:"a,default=1"`
}

// The same in encoding/json's words.
type (
	ldtkFile struct {
		Levels []struct {
			IID, Identifier              string
			UID                          int32
			WorldX, WorldY, PxWid, PxHei int32
			Color                        string      `json:"__bgColor"`
			Layers                       []jsonLayer `json:"layerInstances"`
		}
	}
	jsonLayer struct {
		IID      string
		Name     string       `json:"__identifier"`
		Type     string       `json:"__type"`
		Columns  int32        `json:"__cWid"`
		Rows     int32        `json:"__cHei"`
		Grid     int32        `json:"__gridSize"`
		Opacity  float32      `json:"__opacity"`
		Tileset  *int32       `json:"__tilesetDefUid"`
		Visible  bool         `json:"visible"`
		Cells    []int32      `json:"intGridCsv"`
		Tiles    []jsonTile   `json:"gridTiles"`
		Auto     []jsonTile   `json:"autoLayerTiles"`
		Entities []jsonEntity `json:"entityInstances"`
	}
	jsonTile struct {
		Px, Src [2]int32
		F       uint8
		T       *int32
		A       *float32
	}
	jsonEntity struct {
		IID           string
		Name          string `json:"__identifier"`
		Px            [2]int32
		Pivot         [2]float32 `json:"__pivot"`
		Width, Height int32
		Tags          []string `json:"__tags"`
		Tile          *struct {
			TilesetUID, X, Y, W, H int32
		} `json:"__tile"`
	}
)

func TestCorpusLDtk(t *testing.T) {
	for _, name := range []string{
		"Entities.ldtk", "AutoLayers_5_Advanced.ldtk", "Typical_TopDown_example.ldtk",
		"Test_file_for_API_showing_all_features.ldtk", "WorldMap_Free_layout.ldtk",
	} {
		t.Run(name, func(t *testing.T) {
			file := corpusFile(t, "ldtk/app/extraFiles/samples/"+name)
			var w ldtkWorld
			level := load(t, &w, file)
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var want ldtkFile
			require.NoError(t, json.Unmarshal(data, &want))

			requireLevels(t, &w, &want)
			requireLayers(t, &w, &want)
			requireEntities(t, &w, &want)
			require.Equal(t, w.Levels.Len()+w.Layers.Len()+w.Entities.Len(), level.Nodes())
			counted(t, "ldtk", 1)
		})
	}
}

func requireLevels(t *testing.T, w *ldtkWorld, want *ldtkFile) {
	require.Equal(t, len(want.Levels), w.Levels.Len())
	i := 0
	for _, l := range w.Levels.All() {
		e := want.Levels[i]
		require.Equal(t, e.IID, w.Strings.Get(l.IID))
		require.Equal(t, e.Identifier, w.Strings.Get(l.Name))
		require.Equal(t, e.Color, w.Strings.Get(l.Color))
		require.Equal(t, [5]int32{e.UID, e.WorldX, e.WorldY, e.PxWid, e.PxHei}, [5]int32{l.UID, l.X, l.Y, l.Width, l.Height})
		i++
	}
}

func requireLayers(t *testing.T, w *ldtkWorld, want *ldtkFile) {
	var layers []jsonLayer
	var owners []string
	for _, l := range want.Levels {
		for _, layer := range l.Layers {
			layers = append(layers, layer)
			owners = append(owners, l.IID)
		}
	}
	require.Equal(t, len(layers), w.Layers.Len())
	tiles, cells := 0, 0
	for _, e := range layers {
		tiles += len(e.Tiles) + len(e.Auto)
		cells += len(e.Cells)
	}
	require.Equal(t, tiles, w.Tiles.Len())
	require.Equal(t, cells, w.Cells.Len())
	i := 0
	for _, l := range w.Layers.All() {
		e := &layers[i]
		require.Equal(t, e.IID, w.Strings.Get(l.IID))
		require.Equal(t, owners[i], w.Strings.Get(get(t, &w.Levels, l.Level).IID))
		require.Equal(t, e.Name, w.Strings.Get(l.Name))
		require.Equal(t, e.Type, []string{"IntGrid", "Entities", "Tiles", "AutoLayer"}[l.Type])
		require.Equal(t, e.Visible, l.Visible)
		require.Equal(t, [3]int32{e.Columns, e.Rows, e.Grid}, [3]int32{l.Columns, l.Rows, l.Grid})
		require.Equal(t, e.Opacity, l.Opacity)
		require.Equal(t, orDefault(e.Tileset, -1), l.Tileset)
		require.Equal(t, e.Cells, append([]int32{}, w.Cells.Slice(l.Cells)...))
		requireTiles(t, e.Tiles, w.Tiles.Slice(l.Tiles))
		requireTiles(t, e.Auto, w.Tiles.Slice(l.AutoTiles))
		i++
	}
}

func requireTiles(t *testing.T, want []jsonTile, got []ldtkTile) {
	require.Len(t, got, len(want))
	for i, e := range want {
		require.Equal(t, ldtkTile{Px: e.Px, Src: e.Src, Flip: e.F, Tile: orDefault(e.T, -1), Alpha: orDefault(e.A, 1)}, got[i])
	}
}

func requireEntities(t *testing.T, w *ldtkWorld, want *ldtkFile) {
	var entities []jsonEntity
	var owners []string
	for _, l := range want.Levels {
		for _, layer := range l.Layers {
			for _, e := range layer.Entities {
				entities = append(entities, e)
				owners = append(owners, layer.IID)
			}
		}
	}
	require.Equal(t, len(entities), w.Entities.Len())
	i := 0
	for _, got := range w.Entities.All() {
		e := entities[i]
		require.Equal(t, e.IID, w.Strings.Get(got.IID))
		require.Equal(t, owners[i], w.Strings.Get(get(t, &w.Layers, got.Layer).IID))
		require.Equal(t, e.Name, w.Strings.Get(got.Name))
		require.Equal(t, e.Px, got.Px)
		require.Equal(t, e.Pivot, got.Pivot)
		require.Equal(t, [2]int32{e.Width, e.Height}, [2]int32{got.Width, got.Height})
		tags := []string{}
		for _, s := range w.Words.Slice(got.Tags) {
			tags = append(tags, w.Strings.Get(s))
		}
		require.Equal(t, e.Tags, tags)
		if e.Tile == nil {
			require.Zero(t, got.Tile)
		} else {
			require.Equal(t, [5]int32{e.Tile.TilesetUID, e.Tile.X, e.Tile.Y, e.Tile.W, e.Tile.H},
				[5]int32{got.Tile.Tileset, got.Tile.X, got.Tile.Y, got.Tile.W, got.Tile.H})
		}
		i++
	}
}

func orDefault[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}
