package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rows are copied to any place, also to one that overlaps theirs, and nothing beside it
// is touched.
func TestRowsAreCopiedAsByCopy(t *testing.T) {
	const pad = 8192
	for _, n := range []int{0, 1, 4096, 256<<10 - 1, 256 << 10, 256<<10 + 1, 400001} {
		for _, shift := range []int{0, 1, 32, 63, 64, 65, 2048, 4095, 4096, 4096 + 32} {
			src := randomBytes(n + pad)
			mem := randomBytes(n + 2*pad)
			want := bytes.Clone(mem)
			copy(want[shift:], src[:n])
			require.Equal(t, n, copyRows(mem[shift:], src[:n]))
			require.True(t, bytes.Equal(want, mem), "%d bytes, %d behind a page", n, shift)

			for _, back := range []bool{false, true} {
				from, to := mem[:n], mem[shift:][:n]
				if back {
					from, to = to, from
				}
				want := append(bytes.Clone(mem[:0]), from...)
				copyRows(to, from)
				require.True(t, bytes.Equal(want, to), "%d bytes over themselves, by %d, back: %v", n, shift, back)
			}
		}
	}
	require.Equal(t, 300000, copyRows(make([]byte, 300000), make([]byte, 310000)))
	require.Equal(t, 300000, copyRows(make([]byte, 310000), make([]byte, 300000)))
}

func randomBytes(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// All stretches of bits in a few words.
func TestBitsAreSet(t *testing.T) {
	const all = 5 * 64
	for lo := range uint64(all) {
		for hi := lo + 1; hi <= all; hi++ {
			want, got := make([]uint64, 5), make([]uint64, 5)
			fillBits(want, lo, hi, true)
			wakeBits(got, lo, hi)
			require.Equal(t, want, got, "from %d to %d", lo, hi)
		}
	}
	long, want := make([]uint64, 300), make([]uint64, 300)
	fillBits(want, 70, 299*64+3, true)
	wakeBits(long, 70, 299*64+3)
	require.Equal(t, want, long)
}

// BenchmarkCopyRows copies rows from memory that was just written, and reads them at
// their new place.
func BenchmarkCopyRows(b *testing.B) {
	for _, n := range []int{256 << 10, 1 << 20, 2 << 20, 4 << 20, 8 << 20, 12 << 20, 16 << 20, 24 << 20, 32 << 20} {
		for _, how := range []string{"copy", "rows"} {
			b.Run(fmt.Sprintf("size=%dKiB/how=%s", n>>10, how), func(b *testing.B) {
				src, dst := touched[rec32](n/32), touched[rec32](n/32)
				b.SetBytes(int64(n))
				sum := uint64(0)
				for b.Loop() {
					if how == "copy" {
						copy(dst, src)
					} else {
						copyRows(asBytes(dst), asBytes(src))
					}
					for i := range dst {
						sum += dst[i][0]
					}
				}
				sink = sum
			})
		}
	}
}
