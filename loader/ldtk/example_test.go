package ldtk_test

import (
	"context"
	"fmt"
	"os"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
)

// lighthouse is a project with two levels, as levelc build has compiled it.
const lighthouse = "../../testdata/editors/ldtk/lighthouse.lvl"

func Example() {
	file, err := os.Open(lighthouse)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	var w ldtk.World
	level, err := loader.Load(context.Background(), file, &w)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range w.Levels.All() {
		fmt.Println(w.Strings.Get(l.Identifier), "lies at", l.Origin.X, l.Origin.Y)
	}

	h, _ := loader.Find(level, &w.Layers, "Shore/Ground")
	ground, _ := w.Layers.Get(h)
	at := ldtk.Vec{X: 40, Y: 20} // pixels, in the level
	value := w.ValueDef(ground, w.ValueAt(ground, at))
	fmt.Println("there is", w.Strings.Get(value.Identifier), "in cell", ground.Cell(at))

	for _, e := range w.Entities.All() {
		if w.Strings.Get(e.Identifier) != "Door" {
			continue
		}
		other, _ := w.Entities.FromAny(w.FieldRef(e.Fields, "leadsTo"))
		there, _ := w.Entities.Get(other)
		fmt.Println("a door at", e.World, "leads to", there.World, "locked:", w.FieldBool(e.Fields, "locked", false))
	}
	// Output:
	// Shore lies at 0 0
	// Tower lies at 64 -48
	// there is water in cell {2 1}
	// a door at {56 32} leads to {72 48} locked: true
	// a door at {72 48} leads to {56 32} locked: false
}
