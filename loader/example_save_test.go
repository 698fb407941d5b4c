package loader_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

func ExampleBinding_Save() {
	ctx := context.Background()
	var w game.World
	b, err := loader.Bind(&w, loader.KeepNodes())
	if err != nil {
		fmt.Println(err)
		return
	}
	lvl, err := b.Load(ctx, bytes.NewReader(bridge(stop{})))
	if err != nil {
		fmt.Println(err)
		return
	}
	plank, _ := loader.Find(lvl, &w.Bodies, "plank3")
	body, _ := w.Bodies.Get(plank)
	body.Pos.Y = -20 // it has fallen

	var file bytes.Buffer
	if err := b.Save(ctx, &file, loader.SaveOptions{}); err != nil {
		fmt.Println(err)
		return
	}

	var again game.World
	lvl, err = loader.Load(ctx, &file, &again)
	if err != nil {
		fmt.Println(err)
		return
	}
	plank, _ = loader.Find(lvl, &again.Bodies, "plank3")
	body, _ = again.Bodies.Get(plank)
	fmt.Println(lvl.Nodes(), "nodes; the plank lies at", body.Pos)
	// Output: 17 nodes; the plank lies at {3 -20}
}

func ExampleLevel_Reload() {
	ctx := context.Background()
	friction := func(v float64) *bytes.Reader { // a level, as somebody edits it
		return bytes.NewReader(hut(stop{}, func(a *author) { a.crate("crate", fields{"material.friction": v}) }))
	}
	var w game.World
	b, err := loader.Bind(&w, loader.Reloadable())
	if err != nil {
		fmt.Println(err)
		return
	}
	lvl, err := b.Load(ctx, friction(0.4))
	if err != nil {
		fmt.Println(err)
		return
	}
	h, _ := loader.Find(lvl, &w.Bodies, "crate")
	crate, _ := w.Bodies.Get(h)
	crate.Pos.X = 12 // it slides while the game runs

	changes, err := lvl.Reload(ctx, friction(0.9))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range changes {
		fmt.Println(c.What, c.Kind, c.Fields)
	}
	fmt.Println(crate.Material.Friction, "at", crate.Pos)
	// Output:
	// changed body [material.friction]
	// 0.9 at {12 0}
}

func ExampleOnNode() {
	var w game.World
	_, err := loader.Load(context.Background(), bytes.NewReader(planks(stop{}, 2)), &w,
		loader.Skip(loader.Ignore, "shape"),
		loader.OnNode(func(n loader.Placed) error {
			if h, ok := w.Bodies.FromAny(n.Handle); ok {
				body, _ := w.Bodies.Get(h)
				_, inGroup := w.Groups.FromAny(n.Parent)
				fmt.Println(w.Strings.Get(body.Name), "at depth", n.Depth, "in a group:", inGroup)
			}
			return nil
		}))
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// body0 at depth 2 in a group: true
	// body1 at depth 2 in a group: true
}
