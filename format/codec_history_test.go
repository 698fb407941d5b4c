package format

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// What an encoder makes of a block does not depend on what it has encoded before: the
// builds of many levels take each other's encoders.
func TestEncodersHaveNoMemory(t *testing.T) {
	for _, c := range []Codec{CodecLZ4, CodecZstd} {
		if canEncode(c) != nil {
			continue
		}
		for _, small := range []bool{false, true} {
			r := rand.New(rand.NewPCG(7, 7))
			var old encoder
			n := 32
			if small {
				n = 16
			}
			if testing.Short() {
				n /= 3
			}
			for i := range n {
				block := likelyBlock(r)
				got, err := old.encode(c, small, nil, block)
				require.NoError(t, err)
				var fresh encoder
				want, err := fresh.encode(c, small, nil, block)
				require.NoError(t, err)
				require.Equal(t, want, got, "%v %v block %d of %d bytes", c, small, i, len(block))
			}
		}
	}
}

// likelyBlock is rows of small and large numbers, text, or noise, with pieces of
// what came before.
func likelyBlock(r *rand.Rand) []byte {
	b := make([]byte, 1+r.IntN(1<<(4+r.IntN(14))))
	stride := 4 * (1 + r.IntN(12))
	for i := range b {
		switch at := i % stride; {
		case at%4 == 0:
			b[i] = byte(i / stride)
		case at < stride/2:
			b[i] = byte(r.IntN(3))
		case i >= stride && r.IntN(4) > 0:
			b[i] = b[i-stride]
		default:
			b[i] = byte(r.Uint32())
		}
	}
	for range r.IntN(4) {
		copy(b[r.IntN(len(b)):], "the quick brown fox jumps over the lazy dog")
	}
	return b
}
