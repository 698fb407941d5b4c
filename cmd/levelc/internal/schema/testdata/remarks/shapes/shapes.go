// Package shapes is imported, so its types come from export data.
package shapes

// Vertex is a corner.
type Vertex struct{ X, Y float32 }

// Size has a field of its own name.
type Size struct{ Size, Depth [2]float32 } // not this

type (
	// Tint is a colour.
	Tint struct{ R, G, B uint8 }
)
