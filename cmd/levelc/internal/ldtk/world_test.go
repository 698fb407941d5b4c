package ldtk_test

import (
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

// game is a world with kinds of its own for some entities of testdata's
// lighthouse.
type game struct {
	ldtk.World
	Keepers store.Bulk[keeper] `level:"Keeper"`
	Doors   store.Bulk[door]   `level:"Door"`
	Lamps   store.Bulk[lamp]   `level:"Lamp"`
	Items   store.Array[carried]
	Swings  store.Array[point]
	Links   store.Array[store.Handle[door]]
	Numbers store.Array[float32]
}

type item uint8

type carried struct {
	Item item `level:"item,text,enum=Oil|Rope|Brass_key"`
}

type point struct{ X, Y int32 }

type keeper struct {
	ldtk.Placement
	Life    int32               `level:"life"`
	Speed   float32             `level:"speed,default=1"`
	Carries store.Span[carried] `level:"carries"`
	Says    store.Str           `level:"says"`
}

type door struct {
	IID     store.Str                `level:"iid,id"`
	Layer   store.Handle[ldtk.Layer] `level:",parent"`
	World   [2]float32               `level:"world"`
	LeadsTo store.Handle[door]       `level:"leadsTo,ref"`
	Swings  store.Span[point]        `level:"swings"`
	Paint   ldtk.Color               `level:"paint"`
	Key     item                     `level:"key,enum=Oil|Rope|Brass_key,default=Oil"`
	Locked  bool                     `level:"locked"`
}

type lamp struct {
	Name    store.Str                      `level:"name,id"`
	Lights  store.Span[store.Handle[door]] `level:"lights"`
	Icon    ldtk.TileRect                  `level:"icon"`
	Flicker store.Span[float32]            `level:"flicker"`
	Sound   store.Str                      `level:"sound"`
	Anchor  [2]int32                       `level:"anchor"`
	Size    [2]float32                     `level:"size"`
}
