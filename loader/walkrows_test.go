package loader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// walked is the content of a level as contentOf writes that of a world, from
// what a walk gives of it. kinds are in the order of the world.
func walked(t testing.TB, file []byte, kinds []string) string {
	rows := make(map[string]*bytes.Buffer)
	count := make(map[string]int)
	for _, k := range kinds {
		rows[k] = new(bytes.Buffer)
	}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err)
		k := n.Kind()
		require.Contains(t, kinds, k)
		require.Equal(t, count[k], n.Index())
		count[k]++
		if parent, ok := n.Parent(); ok {
			walkedRow(t, new(bytes.Buffer), parent.Row, kinds)
		}
		walkedRow(t, rows[k], n.Row, kinds)
		rows[k].WriteByte('\n')
	}
	var out strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&out, "%s: %d\n%s", k, count[k], rows[k])
	}
	return out.String()
}

func walkedRow(t testing.TB, to *bytes.Buffer, r loader.Row, kinds []string) {
	for _, v := range r.Fields {
		if v.Type() == format.TypeSpan {
			to.WriteByte('[')
			for i := range v.Len() {
				e, ok := v.Element(i)
				require.True(t, ok)
				walkedRow(t, to, e, kinds)
			}
			to.WriteByte(']')
			continue
		}
		for i := range v.Len() {
			switch kind, row, ok := v.Ref(i); v.Type() {
			case format.TypeStr:
				fmt.Fprintf(to, "%q ", v.Text(i))
			case format.TypeRef, format.TypeAnyRef:
				switch {
				case !ok:
					to.WriteString("nil ")
				case v.Type() == format.TypeRef:
					fmt.Fprintf(to, "#%d ", row)
				default:
					fmt.Fprintf(to, "%d/%d ", slices.Index(kinds, kind)+1, row)
				}
			case format.TypeF32, format.TypeF64:
				fmt.Fprintf(to, "%x ", math.Float64bits(v.Float(i)))
			case format.TypeBool:
				fmt.Fprintf(to, "%t ", v.Bool(i))
			default:
				fmt.Fprintf(to, "%d ", v.Int(i))
			}
		}
	}
}

// Every field of every row, as a walk reads it from the file and as a load has
// put it into the stores.
func TestAWalkReadsTheRowsThatALoadBrings(t *testing.T) {
	kinds := []string{"scene", "group", "body", "shape", "joint", "camera", "trigger", "light", "pickup"}
	for name, file := range map[string][]byte{"bridge": bridge(t), "archipelago": archipelago(t, 4, 9),
		"meadow": meadow(t, 3000, format.WriterOptions{}), "squeezed": meadow(t, 3000, format.WriterOptions{Codec: format.CodecLZ4})} {
		w := newGame(t)
		b := bind(t, w)
		load(t, b, file)
		loaded := contentOf(t, w)
		for _, k := range kinds { // a line that begins a kind names its record there
			loaded = strings.Replace(loaded, "game."+strings.ToUpper(k[:1])+k[1:]+": ", k+": ", 1)
		}
		require.Equal(t, loaded, walked(t, file, kinds), name)
	}
}

// A chunk may end within a subtree: what stands around a node is there all the
// same, though its rows came with another chunk.
func TestAWalkKnowsParentsInEarlierChunks(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "s", fields{"name": "s", "tags": []fields{{"value": "wet"}, {"value": "cold"}}})
	for i := range 3 { // rows of the kind before, so that the row is not the first
		a.node("group", 1, "", fields{"name": fmt.Sprint("before", i)})
	}
	a.node("group", 1, "g", fields{"name": "g", "layer": 7})
	a.chunk("next")
	a.node("body", 2, "b", fields{"name": "b", "group": ref(3)})
	for i := range 5 {
		a.node("group", 1, "", fields{"name": fmt.Sprint("after", i)})
	}
	a.chunk("last")
	a.node("body", 2, "c", fields{"name": "c", "group": ref(8)})
	a.node("scene", 0, "", fields{"name": "t"})
	var names []string
	for n, err := range loader.Walk(bytes.NewReader(a.file())) {
		require.NoError(t, err)
		if n.Kind() != "body" {
			continue
		}
		for p, ok := n.Parent(); ok; p, ok = p.Parent() {
			v, ok := p.Field("name")
			require.True(t, ok)
			names = append(names, string(v.Text(0)))
			if v, ok := p.Field("tags"); ok {
				for i := range v.Len() {
					_, ok := v.Element(i)
					require.False(t, ok, "the elements are gone")
				}
			}
		}
	}
	require.Equal(t, []string{"g", "s", "after4", "s"}, names)
}

// resum makes the sums of a file right again after block i was changed.
func resum(t testing.TB, file []byte, i int) {
	r, err := format.NewReader(bytes.NewReader(file), format.Options{Check: format.CheckNone})
	require.NoError(t, err)
	le := binary.LittleEndian
	pad := func(n int) int { return (n + 63) &^ 63 }
	b := r.Blocks()[i]
	dir := 64 + pad(int(le.Uint32(file[24:]))) + pad(int(le.Uint32(file[28:])))
	data := r.Blocks()[0].Offset
	le.PutUint64(file[dir+16*len(r.Chunks())+24*i+16:], xxh3.Hash(file[b.Offset:][:b.Stored]))
	le.PutUint64(file[48:], xxh3.Hash(file[64:data]))
	le.PutUint64(file[56:], xxh3.Hash(file[:56]))
}

// Nodes of a chunk are seen once the chunk is known to have their rows, also
// where the file's sums are right.
func TestAWalkBelievesNoNodeWithoutARow(t *testing.T) {
	file := archipelago(t, 3, 4)
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	for i, b := range r.Blocks() {
		if b.Table != format.TableNode || b.Rows < 2 {
			continue
		}
		for at := 0; at+4 <= int(b.Stored); at += 4 {
			bad := bytes.Clone(file)
			rows := bad[b.Offset:][:b.Stored]
			kind := binary.LittleEndian.Uint16(rows[at:])
			other := binary.LittleEndian.Uint16(rows[(at+4)%len(rows):])
			if kind == other {
				continue
			}
			binary.LittleEndian.PutUint16(rows[at:], other)
			resum(t, bad, i)
			var failed error
			for n, err := range loader.Walk(bytes.NewReader(bad)) {
				if failed = err; err == nil {
					require.Less(t, n.Number(), int(b.First), "a node of chunk %d", b.Chunk)
					walkedRow(t, new(bytes.Buffer), n.Row, nil)
				}
			}
			require.ErrorIs(t, failed, format.ErrTree)
		}
	}
}
