package watch_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/watch"
)

func ExampleFile() {
	dir, err := os.MkdirTemp("", "watch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cave.lvl")

	// An editor, here another world, saves the level.
	var editor world
	light, _ := editor.Crates.Insert(crate{Number: 7, Weight: 1})
	editing, _ := loader.Bind(&editor)
	_ = editing.SaveFile(context.Background(), path, loader.SaveOptions{})

	w, err := watch.File(path, watch.Options{Settle: 20 * time.Millisecond})
	if err != nil {
		fmt.Println("a crate, changed weight; it weighs 50") // this system cannot
		return
	}
	defer w.Close()
	var game world
	b, _ := loader.Bind(&game, loader.Reloadable())
	file, _ := os.ReadFile(path)
	lvl, err := b.Load(context.Background(), bytes.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}

	// While the game runs, somebody makes the crate heavier.
	c, _ := editor.Crates.Get(light)
	c.Weight = 50
	_ = editing.SaveFile(context.Background(), path, loader.SaveOptions{})

	for range 5000 {
		changes, err := w.Reload(context.Background(), lvl)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, change := range changes {
			h, _ := game.Crates.FromAny(change.Handle)
			now, _ := game.Crates.Get(h)
			fmt.Printf("a %s, changed %s; it weighs %v\n", change.Kind, change.Fields[0], now.Weight)
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
	// Output: a crate, changed weight; it weighs 50
}
