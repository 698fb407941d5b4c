package source

// Eight bytes at a time, as one little-endian word. The functions that mark bytes set the
// high bit of each. Borrows make false hits only above a true one, so it is the lowest that
// is used.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// odd marks bytes below 0x20 or above 0x7F.
func odd(x uint64) uint64 { return ((x-0x20*ones)&^x | x) & highs }

// zero marks zero bytes.
func zero(x uint64) uint64 { return (x - ones) &^ x & highs }

// noDigit marks bytes above 9: if x is text ^ '0'*ones, what is no digit. No hit is false.
func noDigit(x uint64) uint64 {
	const over = 0x80 - 10
	return (x + over*ones | x) & highs
}

// eightDigits returns the number of eight digits, given by their values, the first one
// lowest.
func eightDigits(x uint64) uint64 {
	x = x*10 + x>>8 // pairs, in every other byte
	const low = 0x000000FF_000000FF
	return (x&low*(100+1000000<<32) + x>>16&low*(1+10000<<32)) >> 32
}
