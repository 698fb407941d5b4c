package format

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// sameAsUTF8 holds all ways to check text against package utf8.
func sameAsUTF8(t testing.TB, s []byte) {
	want, plain := utf8.Valid(s), true
	for _, b := range s {
		plain = plain && b < utf8.RuneSelf
	}
	ascii, ok := checkText(s)
	if ok != want || ok && ascii != plain || valid(s) != want || validSteps(s) != want {
		require.Fail(t, "not as utf8.Valid says", "%x: want %v, ascii %v; checkText %v %v, valid %v, validSteps %v",
			s, want, plain, ascii, ok, valid(s), validSteps(s))
	}
}

// edges has bytes from each end of each range that the rules of UTF-8 name.
var edges = []byte{0, 'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
	0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff}

// All sequences of four such bytes are judged as utf8.Valid does, at every place of
// vectors, alone and among text of all kinds.
func TestCheckTextAtEdges(t *testing.T) {
	around := []string{strings.Repeat("a", 99), strings.Repeat("ж", 60), strings.Repeat("漢", 40), strings.Repeat("😀", 30)}
	var s []byte
	n := len(edges)
	for i := range n * n * n * n {
		seq := []byte{edges[i%n], edges[i/n%n], edges[i/n/n%n], edges[i/n/n/n]}
		sameAsUTF8(t, seq)
		if testing.Short() && i%37 != 0 {
			continue
		}
		text := around[i%len(around)]
		before := i / 7 % 70
		for !utf8.RuneStart(text[before]) {
			before--
		}
		s = append(append(s[:0], text[:before]...), seq...)
		sameAsUTF8(t, s)
		s = append(s, text...)
		sameAsUTF8(t, s)
	}
}

// Every sequence of up to three bytes, alone and over the edge of a vector.
func TestCheckTextOfThree(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 251
	}
	s := []byte(strings.Repeat("a", 70))
	for i := 0; i < 1<<24; i += step {
		seq := []byte{byte(i), byte(i >> 8), byte(i >> 16)}
		want := utf8.Valid(seq)
		copy(s[30:], seq)
		if _, ok := checkText(s); ok != want || validSteps(seq) != want {
			require.Fail(t, "not as utf8.Valid says", "%x", seq)
		}
		if i < 1<<16 {
			sameAsUTF8(t, seq[:2])
		}
	}
	for b := range 256 {
		sameAsUTF8(t, []byte{byte(b)})
	}
}

// Each piece of a text of each length is judged rightly, whole and with one byte changed.
func TestCheckTextLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := []byte(strings.Repeat("abcdefgh ü ж漢 😀 abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz яяяяяяяяяяяяяяяяяяяяя", 4))
	for from := range 100 {
		for to := from; to <= len(text); to++ {
			s := text[from:to]
			sameAsUTF8(t, s)
			if len(s) == 0 {
				continue
			}
			at, b := r.IntN(len(s)), edges[r.IntN(len(edges))]
			s[at], b = b, s[at]
			sameAsUTF8(t, s)
			s[at] = b
		}
	}
}

func FuzzCheckText(f *testing.F) {
	f.Add([]byte("ж漢😀\xed\xa0\x80"), uint8(30))
	f.Fuzz(func(t *testing.T, s []byte, before uint8) {
		sameAsUTF8(t, s)
		sameAsUTF8(t, append([]byte(strings.Repeat("a", int(before))), s...))
		sameAsUTF8(t, append([]byte(strings.Repeat("ж", int(before))), s...))
	})
}

var benchTexts = []struct{ name, text string }{
	{"ascii", "The guard nods and lets you through the gate. "},
	{"latin", "Der Wächter nickt und läßt dich durch das Tor. "},
	{"cyrillic", "Стражник кивает и пропускает тебя через ворота. "},
	{"cjk", "衛兵は頷いて、あなたを門に通してくれる。"},
}

func BenchmarkCheckText(b *testing.B) {
	for _, text := range benchTexts {
		for _, size := range []int{16, 60, 1 << 10, 64 << 10} {
			s := strings.Repeat(text.text, size/len(text.text)+1)[:size]
			for !utf8.ValidString(s) {
				s = s[:len(s)-1]
			}
			data := []byte(s)
			for _, way := range []struct {
				name string
				run  func() bool
			}{
				{"ours", func() bool { return valid(data) }},
				{"steps", func() bool { return validSteps(data) }},
				{"utf8", func() bool { return utf8.Valid(data) }},
			} {
				b.Run(fmt.Sprintf("text=%s/bytes=%d/how=%s", text.name, size, way.name), func(b *testing.B) {
					b.SetBytes(int64(len(data)))
					for b.Loop() {
						if !way.run() {
							b.Fatal("not valid")
						}
					}
				})
			}
		}
	}
}
