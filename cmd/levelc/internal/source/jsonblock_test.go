package source

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is in a block is found as it would be byte by byte.
func TestABlockIsWhatItsBytesAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	letters := []byte("\"\"{}[]\\\\ \t\n\x00\x1f\x20\x7f\x80\xa2\xdb\xdc\xfb\xff!#Z^YyaA_01,:")
	for range 20000 {
		var p [blockSize]byte
		for i := range p {
			if p[i] = letters[rng.IntN(len(letters))]; rng.IntN(8) == 0 {
				p[i] = byte(rng.Uint32())
			}
		}
		var want block
		strings, open := uint64(0), false
		for i, c := range p {
			bit := uint64(1) << i
			if c == '"' {
				want.quotes |= bit
				open = !open
			}
			if open {
				strings |= bit
			}
			if c|0x26 == 0x7f {
				want.brackets |= bit
			}
			if c < 0x20 || c == '\\' || c >= 0x80 {
				want.odd |= bit
			}
		}
		require.Equal(t, want, blockOf(&p), "%q", p)
		require.Equal(t, strings, inStrings(want.quotes), "%q", p)
	}
}

// The braces are where they would be found byte by byte, wherever a window ends.
func TestTheSieveFindsEveryBrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	parts := []string{`{`, `}`, `[`, `]`, `"a"`, `"{"`, `"\"}"`, `"é["`, `,`, ":\n", ` `, `12345`, `true`,
		`"a string that is longer than eight bytes"`, `"and one that is longer than a whole block of sixty-four bytes, }{}{"`}
	for range 3000 {
		var text []byte
		var want []brace
		var open []int
		for range rng.IntN(60) {
			part := parts[rng.IntN(len(parts))]
			if part == "}" && len(open) == 0 {
				continue
			}
			switch part {
			case "{":
				open = append(open, len(want))
				want = append(want, brace{at: int64(len(text))})
			case "}":
				i := open[len(open)-1]
				open = open[:len(open)-1]
				want[i].end, want[i].inner = int64(len(text)+1), len(want)-1-i
			}
			text = append(text, part...)
		}
		var s sieve
		s.win.buf = make([]byte, len(text))
		s.max = 1 << 20
		for s.win.end < len(text) { // the window fills bit by bit
			n := min(len(text), s.win.end+1+rng.IntN(100))
			copy(s.win.buf[s.win.end:n], text[s.win.end:n])
			s.win.end = n
			s.look()
		}
		require.Equal(t, want, s.objs, "%s", text)
		require.False(t, s.blind)
	}
}
