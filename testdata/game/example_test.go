package game_test

import (
	"fmt"

	"github.com/levelc/levelc/testdata/game"
)

// A world is filled by a level, but also by hand.
func ExampleWorld() {
	w := game.NewWorld()
	name, err := w.Strings.Intern("crate")
	if err != nil {
		panic(err)
	}
	h, err := w.Bodies.Insert(game.Body{Name: name, Motion: game.Dynamic, Flags: game.Sleeping | game.Upright})
	if err != nil {
		panic(err)
	}
	body, ok := w.Bodies.Get(h)
	fmt.Println(ok, w.Strings.Get(body.Name), body.Motion == game.Dynamic, w.Bodies.Len())
	// Output: true crate true 1
}
