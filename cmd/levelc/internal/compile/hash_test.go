package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// bytesOfALevel are the hashes that a level has on every machine: of amd64, 386
// and wasm, with one worker and with several. They were not made by the test that
// checks them, and change only with the layout of the file, the generator below
// or a codec; then they are to be the same on all three again.
var bytesOfALevel = map[string]string{
	"aligned": "1e6b5de9a5552b8d",
	"chunks":  "d655f0c314157f24",
	"ignored": "de1098694bbc8e36",
	"kept":    "770dfa3c42836d15",
	"lz4":     "16c8799169536ba0",
	"places":  "99c97e6fcf5767a1",
	"source":  "f8d2d19d035bbb5a",
	"zstd":    "6a31f1769e1174ec",
}

// hashLevel writes a level in both syntaxes: numbers of all sizes, strings that
// come again, references forward and back, elements, names that nobody knows.
func hashLevel(nodes int) (xml, json string) {
	r := rand.New(rand.NewPCG(20, 26))
	var x, j strings.Builder
	x.WriteString("<scene name=\"s\" gravity=\"0 -9.81\" mood=\"calm\">\n")
	j.WriteString(`{"type":"scene","name":"s","gravity":[0,-9.81],"mood":"calm","children":[` + "\n")
	for i := range nodes {
		if i > 0 {
			j.WriteString(",\n")
		}
		float := func() string {
			return strconv.FormatFloat(math.Float64frombits(r.Uint64()>>4|0x3000000000000000), 'g', r.IntN(18)+1, 32)
		}
		px, py, health, density := float(), float(), r.IntN(256)-128, float()
		fmt.Fprintf(&x, `<group name="g%d" visible="%v" layer="%d"><body name="b%d" pos="%s %s" health="%d"><material density="%s" sound="s%d"/>`,
			i, i%2 == 0, i%9, i, px, py, health, density, i%17)
		fmt.Fprintf(&j, `{"type":"group","name":"g%d","visible":%v,"layer":%d,"n":[{"type":"body","name":"b%d","pos":[%s,%s],"health":%d,"material":{"density":%s,"noise":"s%d"},"s":[`,
			i, i%2 == 0, i%9, i, px, py, health, density, i%17)
		for k := range 1 + r.IntN(2) {
			if k > 0 {
				j.WriteByte(',')
			}
			vx, vy := float(), float()
			fmt.Fprintf(&x, `<shape mask="%d"><vertex x="%s" y="%s" soft="%s"/><part name="p" body="b%d"><hole r="%d"/></part></shape>`, i, vx, vy, vy, nodes-1-i, k)
			fmt.Fprintf(&j, `{"type":"shape","mask":%d,"vertices":[{"x":%s,"y":%s,"soft":%s}],"part":[{"name":"p","body":"b%d","hole":[{"r":%d}]}]}`, i, vx, vy, vy, nodes-1-i, k)
		}
		fmt.Fprintf(&x, `</body><joint a="b%d" breaks="%s"/></group>`+"\n", nodes-1-i, density)
		fmt.Fprintf(&j, `]},{"type":"joint","a":"b%d","breaks":%s}]}`, nodes-1-i, density)
	}
	x.WriteString("</scene>\n")
	j.WriteString("]}\n")
	return x.String(), j.String()
}

func TestALevelHasTheSameBytesOnEveryMachine(t *testing.T) {
	xml, json := hashLevel(400)
	dir := t.TempDir()
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	sum := sha256.Sum256([]byte(xml + json))
	require.Equal(t, bytesOfALevel["source"], hex.EncodeToString(sum[:8]), "the level itself")
	keep := Options{Unknown: UnknownKeep}
	for _, c := range []struct {
		name string
		w    format.WriterOptions
		o    Options
	}{
		{"ignored", format.WriterOptions{}, Options{Unknown: UnknownIgnore}},
		{"kept", format.WriterOptions{}, keep},
		{"chunks", format.WriterOptions{}, Options{Unknown: UnknownKeep, ChunkBy: []string{"group"}}},
		{"lz4", format.WriterOptions{Codec: format.CodecLZ4, BlockBytes: 8 << 10}, keep},
		{"zstd", format.WriterOptions{Codec: format.CodecZstd, Small: true}, keep},
		{"aligned", format.WriterOptions{Align: 16 << 10, BlockBytes: 4 << 10}, keep},
	} {
		if _, err := format.NewWriter(plan.Schema(), c.w); errors.Is(err, format.ErrCodecMissing) {
			t.Logf("built without the codec of %s, which is not tried", c.name)
			continue
		}
		for name, text := range map[string]string{"a.xml": xml, "a.json": json} {
			path := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
			for _, ahead := range []int64{0, 1} {
				o := c.o
				o.Source.Ahead = ahead
				require.Equal(t, bytesOfALevel[c.name], hashOf(t, plan, path, c.w, o), "%s of %s on %s", c.name, name, runtime.GOARCH)
			}
		}
	}
	// Places are those of the source, so XML only; and much is spooled.
	o := Options{Unknown: UnknownKeep, Places: true}
	path := filepath.Join(dir, "a.xml")
	spooled := format.WriterOptions{Memory: 1, BlockBytes: 1 << 10, Spool: func() (format.Spool, error) {
		return os.CreateTemp(dir, "spool")
	}}
	t.Chdir(dir)
	require.Equal(t, bytesOfALevel["places"], hashOf(t, plan, filepath.Base(path), spooled, o), runtime.GOARCH)
}

func hashOf(t *testing.T, plan *Plan, path string, w format.WriterOptions, o Options) string {
	t.Helper()
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var out format.Buffer
	found, _, err := plan.Build(t.Context(), []*source.File{f}, &out, w, o)
	if found != nil {
		require.Empty(t, found.Diagnostics.All())
	}
	require.NoError(t, err)
	require.NoError(t, format.Verify(bytes.NewReader(out), format.Options{}))
	sum := sha256.Sum256(out)
	return hex.EncodeToString(sum[:8])
}
