//go:build !invariants

package loader

const (
	pieceShift = 14        // a piece of idRow has 128 KiB
	imagePiece = 256 << 10 // the most bytes of a piece of an image's rows, unless a row is longer
)
