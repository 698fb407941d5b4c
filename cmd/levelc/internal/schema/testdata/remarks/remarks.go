// Package remarks has declarations with comments, several of them in a line.
package remarks

import (
	"github.com/levelc/levelc/cmd/levelc/internal/schema/testdata/remarks/shapes"
	"github.com/levelc/levelc/store"
)

// Room is a room.
type Room struct {
	// Bounds are where it is.
	Bounds struct{ Low, High [2]float32 }
	Exit   struct { // Exit is the way out.
		Way  store.Str // of a door
		Cost int32
	}
	A, C        int32                               // both
	Twice       struct{ Twice struct{ Low int32 } } // on top
	shapes.Tint                                     // embedded
	Size        shapes.Size                         // how large
	Vertices    store.Span[shapes.Vertex]           // all corners
	Way         Way
}

// Way is out.
type Way struct {
	Length int32
	End    struct {
		At store.Str
	} // where it ends
}

type World struct {
	Rooms    store.Bulk[Room] `level:"room"`
	Vertices store.Array[shapes.Vertex]
	store.Strings
}
