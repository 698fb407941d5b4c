package format

import (
	"encoding/binary"
	"math/bits"
)

// idPrefix is the first 16 bytes of a string, with zeros behind a shorter one, as two
// numbers that compare like them. So hardly any comparison has to fetch the string.
type idPrefix struct{ high, low uint64 }

// prefix returns the prefix of a string.
func prefix(s []byte) idPrefix {
	if len(s) >= 16 {
		return idPrefix{binary.BigEndian.Uint64(s), binary.BigEndian.Uint64(s[8:])}
	}
	var p [16]byte
	copy(p[:], s)
	return idPrefix{binary.BigEndian.Uint64(p[:]), binary.BigEndian.Uint64(p[8:])}
}

// after reports whether p is greater than b.
func (p idPrefix) after(b idPrefix) bool {
	_, less := bits.Sub64(b.low, p.low, 0)
	_, less = bits.Sub64(b.high, p.high, less)
	return less != 0
}

// byte returns byte i of the string, counted from 0.
func (p idPrefix) byte(i int) byte {
	if i < 8 {
		return byte(p.high >> (uint(56-8*i) & 63))
	}
	return byte(p.low >> (uint(120-8*i) & 63))
}
