package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// textFile is a file of strings, with $bytes in blocks. With ids, the last string is one.
func textFile(t testing.TB, blocks []string, lengths []int, ids bool) []byte {
	a := dissect(t, testLevel(t, 1, WriterOptions{}))
	a.blocks = a.blocks[:0]
	for _, s := range blocks {
		a.blocks = append(a.blocks, rawBlock{table: TableBytes, rows: uint32(len(s)), stored: []byte(s)})
	}
	strs, at := []byte(nil), uint32(0)
	for _, n := range lengths {
		strs = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(strs, at), uint32(n))
		at += uint32(n)
	}
	a.blocks = append(a.blocks, rawBlock{table: TableStr, rows: uint32(len(lengths)), stored: strs})
	nodes := uint32(0)
	if ids {
		nodes = 1
		a.blocks = append(a.blocks, rawBlock{table: TableNode, rows: 1, stored: []byte{tJoint, 0, 0, 0}},
			rawBlock{table: TableIDs, rows: 1, stored: []byte{0: byte(len(lengths) - 1), 8: tJoint, 11: 0}},
			rawBlock{table: tJoint, rows: 1, stored: make([]byte, 20)})
	}
	a.chunks = []Chunk{{Blocks: uint32(len(a.blocks)), Nodes: nodes}}
	return a.assemble()
}

// forEachText calls f for files with ids and without, whose strings are kept or looked up
// again.
func forEachText(f func(how string, ids bool)) {
	defer func(n uint64) { keepMost = n }(keepMost)
	for _, keepMost = range []uint64{0, 1 << 20} {
		for _, ids := range []bool{false, true} {
			f(fmt.Sprintf("keep %d, ids %v", keepMost, ids), ids)
		}
	}
}

// Wherever two strings meet, in whichever block, they meet between two runes.
func TestStringsMeetBetweenRunes(t *testing.T) {
	parts := []string{"abc", "aé€b"}
	forEachText(func(how string, ids bool) {
		for i := range 1 << 4 {
			blocks := make([]string, 4)
			for k := range blocks {
				blocks[k] = parts[i>>k&1]
			}
			text := strings.Join(blocks, "")
			for at := 1; at < len(text); at++ {
				file := textFile(t, blocks, []int{0, at, len(text) - at}, ids)
				_, err := readChunks(file, Options{})
				for _, err := range []error{err, Verify(bytes.NewReader(file), Options{})} {
					if utf8.RuneStart(text[at]) {
						require.NoError(t, err, "%s: %q at %d", how, blocks, at)
					} else {
						require.ErrorIs(t, err, ErrUTF8, "%s: %q at %d", how, blocks, at)
					}
				}
			}
		}
	})
}

// Strings of plain ASCII are held like others.
func TestStringsFollowEachOtherWhateverTheirText(t *testing.T) {
	forEachText(func(how string, ids bool) {
		for _, text := range []string{"abcdef", "abcdéf", "éabcde"} {
			hold := func(want error, file []byte) {
				t.Helper()
				_, err := readChunks(file, Options{})
				require.ErrorIs(t, err, want, "%s: %q", how, text)
				require.ErrorIs(t, Verify(bytes.NewReader(file), Options{}), want, "%s: %q", how, text)
			}
			hold(nil, textFile(t, []string{text}, []int{0, 3, len(text) - 3}, ids))
			hold(ErrRange, textFile(t, []string{text}, []int{2, 1, len(text) - 3}, ids)) // string 0
			for at := 0; at < 3*8; at += 4 {                                             // each start and each length
				a := dissect(t, textFile(t, []string{text}, []int{0, 3, len(text) - 3}, ids))
				a.block(TableStr).stored[at]++
				hold(ErrSpan, a.assemble())
			}
		}
	})
}
