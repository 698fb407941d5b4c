package level_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

func random(t testing.TB, seed uint64) []byte {
	t.Helper()
	r, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed, Extras: true})
	require.NoError(t, err)
	return r.File
}

// A Level has what a Reader yields.
func TestLevelHasTheRowsOfTheFile(t *testing.T) {
	for seed := range uint64(100) {
		file := random(t, seed)
		l, err := level.Read(iotest.HalfReader(bytes.NewReader(file)), format.Options{})
		require.NoError(t, err)
		r, err := format.NewReader(bytes.NewReader(file), format.Options{})
		require.NoError(t, err)
		require.Equal(t, r.Schema(), l.Schema)
		require.Equal(t, int64(len(file)), l.Size)
		require.Equal(t, r.Align(), l.Align)
		want := make([][]byte, len(l.Schema.Tables))
		for {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			want[b.Table] = append(want[b.Table], b.Data...)
		}
		for i, data := range want {
			require.Equal(t, data, l.Data(i))
			require.Equal(t, int(r.Rows(i)), l.Rows(i))
			require.Equal(t, i, l.Table(l.Schema.Tables[i].Name))
			for row := range l.Rows(i) {
				stride := int(l.Schema.Tables[i].Stride)
				require.Equal(t, data[row*stride:(row+1)*stride], l.Row(i, uint32(row)))
			}
		}
		require.Equal(t, -1, l.Table("no such table"))
	}
}

func TestNodesAreTheTree(t *testing.T) {
	for seed := range uint64(100) {
		l, err := level.Read(bytes.NewReader(random(t, seed)), format.Options{})
		require.NoError(t, err)
		next := make(map[uint16]uint32)
		nodes := l.Nodes()
		require.Len(t, nodes, l.Rows(format.TableNode))
		for i, n := range nodes {
			require.Equal(t, next[n.Kind], n.Row)
			next[n.Kind]++
			if n.Depth == 0 {
				require.Equal(t, int32(-1), n.Parent)
				continue
			}
			require.Less(t, n.Parent, int32(i))
			require.Equal(t, n.Depth-1, nodes[n.Parent].Depth)
			for k := n.Parent + 1; k < int32(i); k++ {
				require.GreaterOrEqual(t, nodes[k].Depth, n.Depth, "a node between stands inside the parent")
			}
		}
	}
}

func TestIDsAreThoseOfTheTable(t *testing.T) {
	found := 0
	for seed := range uint64(50) {
		l, err := level.Read(bytes.NewReader(random(t, seed)), format.Options{})
		require.NoError(t, err)
		ids := 0
		for i := range l.Schema.Tables {
			for row := range l.Rows(i) {
				if id, ok := l.ID(i, uint32(row)); ok {
					require.NotEmpty(t, id)
					ids++
				}
			}
		}
		require.Equal(t, l.Rows(format.TableIDs), ids)
		found += ids
		_, ok := l.ID(-1, 0)
		require.False(t, ok)
		_, ok = l.ID(format.FixedTables, math.MaxUint32)
		require.False(t, ok)
	}
	require.Positive(t, found)
}

// Tools work on what Read returns without looking again, so nothing wrong may
// come through: no cut file, no flipped bit that a Reader would refuse.
func TestOnlyVerifiedLevelsAreRead(t *testing.T) {
	file := random(t, 3)
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; n < len(file); n += step {
		_, err := level.Read(bytes.NewReader(file[:n]), format.Options{})
		var e *format.Error
		require.ErrorAs(t, err, &e, "%d bytes", n)
	}
	for bit := 0; bit < 8*len(file); bit += 2*step + 1 { // another one of each byte
		flipped := bytes.Clone(file)
		flipped[bit/8] ^= 1 << (bit % 8)
		_, err := level.Read(bytes.NewReader(flipped), format.Options{Check: format.CheckNone})
		require.Equal(t, format.Verify(bytes.NewReader(flipped), format.Options{}) == nil, err == nil, "bit %d", bit)
	}
	_, err := level.Read(bytes.NewReader(file), format.Options{MaxBytes: 10})
	require.ErrorIs(t, err, format.ErrBudget)
	lost := errors.New("the disk is lost")
	_, err = level.Read(io.MultiReader(bytes.NewReader(file[:500]), iotest.ErrReader(lost)), format.Options{})
	require.ErrorIs(t, err, lost)
}

func TestFloatsKeepTheirBits(t *testing.T) {
	for _, v := range []float64{0, math.Copysign(0, -1), 1, 0.1, 1e15, 1e14, 123456789, 1e-4, 9.9e-5, 5e-324, math.MaxFloat64, 1.0 / 3} {
		b := make([]byte, 8)
		for i := range b {
			b[i] = byte(math.Float64bits(v) >> (8 * i))
		}
		text := level.AppendNumber(nil, format.TypeF64, b)
		got, err := strconv.ParseFloat(string(text), 64)
		require.NoError(t, err)
		require.Equal(t, math.Float64bits(v), math.Float64bits(got), "%s", text)
		require.Less(t, len(text), 25)
	}
	require.Equal(t, "16777216", string(level.AppendNumber(nil, format.TypeF32, []byte{0, 0, 0x80, 0x4b})))
	require.Equal(t, "-128", string(level.AppendNumber(nil, format.TypeI8, []byte{0x80})))
	require.False(t, level.Finite(format.TypeF32, []byte{0, 0, 0x80, 0x7f}))
	require.True(t, level.Finite(format.TypeF64, make([]byte, 8)))
}

func TestSymbolsAndFlags(t *testing.T) {
	f := &format.Field{Type: format.TypeEnum8, Symbols: []string{"a", "b"}}
	name, ok := level.Symbol(f, []byte{1})
	require.True(t, ok)
	require.Equal(t, "b", name)
	_, ok = level.Symbol(f, []byte{2})
	require.False(t, ok)
	f.Type = format.TypeFlags8
	var got []string
	level.Flags(f, []byte{0b111}, func(name string, bit int) bool {
		got = append(got, name+strconv.Itoa(bit))
		return bit < 2
	})
	require.Equal(t, []string{"a0", "b1", "2"}, got)
}
