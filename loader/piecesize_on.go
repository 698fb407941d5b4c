//go:build invariants

package loader

// Pieces are so small that levels of a few nodes and lists of a few elements have several.
const (
	pieceShift = 2
	imagePiece = 64
)
