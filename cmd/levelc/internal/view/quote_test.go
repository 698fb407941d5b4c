package view_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
)

// named returns a level of one mark, whose id, label and text are name.
func named(t *testing.T, name []byte) []byte {
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{{
		Name: "mark", Class: format.ClassNode, Stride: 4,
		Fields: []format.Field{{Name: "name", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleID}}},
		Attr:   format.TableAttr{Names: []string{"mark"}},
	}}}, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	id, err := w.String(name)
	require.NoError(t, err)
	require.NoError(t, w.Chunk(id))
	row, err := w.Node(format.FixedTables, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(format.FixedTables, row, binary.LittleEndian.AppendUint32(nil, id)))
	require.NoError(t, w.ID(id, format.FixedTables, row))
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

// Each place where a text is shown shows it as strconv.Quote does, wherever the pieces of
// a long one end.
func TestLongTextsAreQuotedAsShortOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	signs := []string{"a", "\"", "\n", "é", "\u2028", "€", "😀", "\U000e0001", "�"}
	for _, length := range []int{0, 100, 32<<10 - 1, 32 << 10, 32<<10 + 1, 200_000} {
		for range 8 {
			var text []byte
			for len(text) < length {
				text = append(text, signs[random.IntN(len(signs))]...)
			}
			quoted := strconv.Quote(string(text))
			got, err := dump(t, bytes.NewReader(named(t, text)), view.Options{})
			require.NoError(t, err)
			for _, line := range []string{
				"\n  $str[1] " + quoted + "\n",
				"\n  $id[0] mark[0] id=" + quoted + "\n",
				"\n  mark[0] name=" + quoted + "\n",
				": " + quoted + ", 1 nodes\n",
			} {
				if length > 0 {
					require.True(t, strings.Contains(got, line), "%.100s", line)
				}
			}
		}
	}
}

// TestLongTextsAreWrittenInPieces holds the longest write against a text that would be
// much longer.
func TestLongTextsAreWrittenInPieces(t *testing.T) {
	var out longest
	level := named(t, bytes.Repeat([]byte("\x01"), 1<<20))
	require.NoError(t, view.Dump(&out, bytes.NewReader(level), view.Options{}))
	require.LessOrEqual(t, int(out), 256<<10)
}

// longest is the length of the longest write.
type longest int

func (l *longest) Write(b []byte) (int, error) {
	*l = max(*l, longest(len(b)))
	return io.Discard.Write(b)
}
