//go:build !invariants

package loader

const (
	pieceShift = 14        // a piece of imageID has 192 KiB
	imagePiece = 256 << 10 // the most bytes of a piece of an image's rows, unless a row is longer
)
