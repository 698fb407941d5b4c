package layout_test

import (
	"fmt"
	"reflect"

	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// What the types of a game are in a level: its tables, and the place of each field.
func ExampleOf() {
	type Room struct {
		ID    store.Str `level:"id,id"`
		Light float32   `level:"light,default=1"`
		Floor [4]uint8
		Exits store.Span[doorway] `level:"exit"`
	}
	type World struct {
		Rooms    store.Bulk[Room] `level:"room,json=rooms"`
		Doorways store.Array[doorway]
		Strings  store.Strings
	}
	world, err := layout.Of(layout.FromReflect(reflect.TypeFor[World]()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range world.Schema.Tables {
		fmt.Println(t.Name, "has rows of", t.Stride, "bytes:")
		for _, f := range t.Fields {
			fmt.Printf("  %-5s %v x %d, at %d\n", f.Name, f.Type, f.Count, f.Offset)
		}
	}
	// Output:
	// room has rows of 20 bytes:
	//   id    str x 1, at 0
	//   light f32 x 1, at 4
	//   floor u8 x 4, at 8
	//   exit  span x 1, at 12
	// room.exit has rows of 8 bytes:
	//   way   str x 1, at 0
	//   width f32 x 1, at 4
}

type doorway struct {
	Way   store.Str
	Width float32
}

// All mistakes are reported at once, each with its place.
func ExampleOf_mistakes() {
	type Room struct {
		Name string
		Size int `level:"size"`
	}
	type World struct {
		Rooms store.Bulk[Room]
	}
	_, err := layout.Of(layout.FromReflect(reflect.TypeFor[World]()))
	fmt.Println(err)
	// Output:
	// layout_test.Room.Name: a string holds a pointer; use store.Str
	// layout_test.Room.Size: the size of int varies; use int32, int64 or another fixed size
}
