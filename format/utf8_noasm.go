//go:build !amd64 || purego

package format

var utf8Pairs [3][16]byte

func checkTextVectors([]byte, *[3][16]byte) (ascii, ok bool) { return false, false }
