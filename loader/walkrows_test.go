package loader_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
