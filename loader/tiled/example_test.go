package tiled_test

import (
	"context"
	"fmt"
	"os"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/tiled"
)

// town.lvl was made by
//
//	levelc build -types github.com/levelc/levelc/loader/tiled.World town.tmx -o town.lvl
func Example() {
	file, err := os.Open("../../testdata/editors/tiled/town.lvl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()

	var w tiled.World
	lvl, err := loader.Load(context.Background(), file, &w)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, _ := loader.Find(lvl, &w.Maps, "town")
	town, _ := w.Maps.Get(h)
	fmt.Println(w.PropertiesOf(town.Properties).String("title", ""))

	for _, l := range w.Layers.All() { // in the order in which they are drawn
		fmt.Printf("%s: offset %g,%g, opacity %g\n", w.Strings.Get(l.Name), l.Total.OffsetX, l.Total.OffsetY, l.Total.Opacity)
		if l.Type != tiled.TileLayer {
			continue
		}
		gid := w.At(l, 3, 1)
		set, local, _ := w.Tileset(town, gid)
		tile, _ := w.Tile(set, local)
		x, y := town.CellPos(3, 1)
		fmt.Printf("  tile %d of %s at %g,%g, flipped: %t, %s\n", local, w.Strings.Get(set.ID), x, y, gid.FlippedH(), w.Strings.Get(tile.Class))
	}

	for _, o := range w.Objects.All() {
		if w.Strings.Get(o.Class) != "door" {
			continue
		}
		door := w.PropertiesOf(o.Properties)
		fmt.Printf("%s: locked %t, volume %g", w.Strings.Get(o.Name), door.Bool("locked", false), door.In("sound").Float("volume", 0))
		if other, ok := w.Objects.FromAny(door.Object("leads")); ok {
			o, _ := w.Objects.Get(other)
			fmt.Printf(", leads to object %d", o.Number)
		}
		fmt.Println()
	}
	// Output:
	// The Town
	// ground: offset 0,0, opacity 1
	//   tile 1 of ground at 48,16, flipped: true, water
	// back: offset 8,-4, opacity 0.5
	// sky: offset 8,-4, opacity 0.5
	// things: offset 8,-4, opacity 0.25
	// door: locked true, volume 0.5
	// back door: locked false, volume 0.5, leads to object 1
}
