package source

import (
	"encoding/binary"
	"math/bits"
)

// Blocks: the sieve goes through 64 bytes at a time if it can. In levels, what it looks
// for is so close together that going from one to the next costs several times as much.

const blockSize = 64

// block is the contents of 64 bytes of JSON: each mask has a bit for each byte, the
// lowest for the first.
type block struct {
	quotes   uint64
	brackets uint64 // of all kinds; also 'Y', '_' and the like
	odd      uint64 // must be escaped in a string, or needs a closer look: controls, backslashes, beyond ASCII
}

// blockOf classifies 64 bytes.
func blockOf(p *[blockSize]byte) (k block) {
	const low = ^uint64(highs)
	for i := 0; i < blockSize; i += 8 {
		x := binary.LittleEndian.Uint64(p[i:])
		// A sum's high bit is clear where its seven bits were zero.
		s := x & low
		quote := (s ^ '"'*ones) + low
		bracket := ((s | 0x26*ones) ^ 0x7f*ones) + low
		plain := (s + 0x60*ones) & ((s ^ '\\'*ones) + low)
		k.quotes |= flags8(^(quote|x)&highs) << i
		k.brackets |= flags8(^(bracket|x)&highs) << i
		k.odd |= flags8((^plain|x)&highs) << i
	}
	return k
}

// flags8 collects the high bits of eight bytes.
func flags8(m uint64) uint64 { return (m >> 7 * 0x0102040810204080) >> 56 }

// inStrings returns a bit for each byte from an opening quotation mark up to before its
// closing one, if the first byte is not in a string.
func inStrings(quotes uint64) uint64 {
	quotes ^= quotes << 1
	quotes ^= quotes << 2
	quotes ^= quotes << 4
	quotes ^= quotes << 8
	quotes ^= quotes << 16
	return quotes ^ quotes<<32
}

// blocks goes through b from i on, which is not in a string. It stops if less than a
// block is left, or at a string that is not plain, or not whole within its block: that
// needs a closer look.
func (s *sieve) blocks(b []byte, i int) int {
	for i+blockSize <= len(b) && !s.blind {
		k := blockOf((*[blockSize]byte)(b[i:]))
		in := inStrings(k.quotes)
		end := blockSize
		if m := k.odd & in; m != 0 {
			before := k.quotes & (m&-m - 1)
			end = bits.Len64(before) - 1 // where that string opens
		} else if in>>63 != 0 {
			end = bits.Len64(k.quotes) - 1
		}
		todo := k.brackets &^ in
		if end < blockSize {
			todo &= 1<<end - 1
		}
		for ; todo != 0 && !s.blind; todo &= todo - 1 {
			at := i + bits.TrailingZeros64(todo)
			s.bracket(b, at)
		}
		if i += end; end < blockSize {
			break
		}
	}
	return i
}

// bracket handles b[i], if it is a bracket. b is the window.
func (s *sieve) bracket(b []byte, i int) {
	switch b[i] {
	case '{':
		s.begin(s.win.off(i))
	case '}':
		s.end(s.win.off(i) + 1)
	case '[':
		s.deeper()
		if i+1 == len(b) || mayRun(b[i+1]) {
			s.run(b, i+1)
		}
	case ']':
		s.depth--
	}
}
