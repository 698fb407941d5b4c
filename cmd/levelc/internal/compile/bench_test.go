package compile

import (
	"bytes"
	stdjson "encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// synthetic makes a level of the test schema with about n bodies, in both
// syntaxes.
func synthetic(n int) (xmlText, jsonText []byte) {
	rng := rand.New(rand.NewPCG(3, 4))
	var x, j bytes.Buffer
	x.WriteString("<scene name=\"bench\">\n")
	j.WriteString(`{"type":"scene","name":"bench","bodies":[`)
	for i := range n {
		px, py := rng.Float32()*1000, rng.Float32()*100
		fmt.Fprintf(&x, "  <body name=\"body-%d\" pos=\"%.3f %.3f\" motion=\"dynamic\" health=\"%d\" flags=\"sleeping bullet\">\n    <material density=\"%.2f\"/>\n    <shape mask=\"%d\">\n",
			i, px, py, i%100, px/500, i%65536)
		if i > 0 {
			j.WriteString(",\n")
		}
		fmt.Fprintf(&j, `{"name":"body-%d","pos":[%.3f,%.3f],"motion":"dynamic","health":%d,"flags":["sleeping","bullet"],"material":{"density":%.2f},"shape":{"mask":%d,"vertices":[`,
			i, px, py, i%100, px/500, i%65536)
		for k := range 5 {
			vx, vy := rng.Float32()*10-5, rng.Float32()*10-5
			fmt.Fprintf(&x, "      <vertex x=\"%.4f\" y=\"%.4f\"/>\n", vx, vy)
			if k > 0 {
				j.WriteString(",")
			}
			fmt.Fprintf(&j, `{"x":%.4f,"y":%.4f}`, vx, vy)
		}
		x.WriteString("    </shape>\n  </body>\n")
		j.WriteString("]}}")
		if i%4 == 3 {
			fmt.Fprintf(&x, "  <joint a=\"body-%d\" b=\"body-%d\" breaks=\"%.1f\"/>\n", i-1, min(i+5, n-1), px)
			fmt.Fprintf(&j, ",\n{\"type\":\"joint\",\"a\":\"body-%d\",\"b\":\"body-%d\",\"breaks\":%.1f}", i-1, min(i+5, n-1), px)
		}
	}
	x.WriteString("</scene>\n")
	j.WriteString("]}\n")
	return x.Bytes(), j.Bytes()
}

func benchCompile(tb testing.TB, plan *Plan, r *source.Reader, syntax source.Format, text []byte) {
	w, err := format.NewWriter(plan.Schema(), format.WriterOptions{})
	require.NoError(tb, err)
	pool, err := NewPool(1)
	require.NoError(tb, err)
	r.SpillTo(pool)
	c, err := newCompiler(plan, w, UnknownError, 10, pool)
	require.NoError(tb, err)
	c.begin(0, syntax)
	if syntax == source.XML {
		err = r.XML(bytes.NewReader(text), c, source.Options{})
	} else {
		err = r.JSON(bytes.NewReader(text), int64(len(text)), c, source.Options{})
	}
	require.NoError(tb, err)
	require.NoError(tb, c.resolve())
	require.Empty(tb, c.kept)
	_, err = w.Finish(new(discard))
	require.NoError(tb, err)
	require.NoError(tb, w.Close())
}

type discard struct{}

func (*discard) WriteAt(b []byte, _ int64) (int, error) { return len(b), nil }

// dropped is a Sink that keeps nothing; all strings are different.
type dropped struct {
	Sink           // of what no benchmark asks for
	nodes, strings uint32
	elements       map[int]uint32
}

func (d *dropped) Node(int, int, uint8) (uint32, error) { d.nodes++; return d.nodes - 1, nil }
func (d *dropped) Put(int, uint32, []byte) error        { return nil }
func (d *dropped) Append(table int, _ uint32, b []byte) (uint32, error) {
	if d.elements == nil {
		d.elements = map[int]uint32{}
	}
	d.elements[table] += uint32(len(b) / 8)
	return d.elements[table] - uint32(len(b)/8), nil
}
func (d *dropped) String([]byte) (uint32, error)                   { d.strings++; return d.strings, nil }
func (d *dropped) Text(uint32) []byte                              { return nil }
func (d *dropped) ID(uint32, int, uint32) error                    { return nil }
func (d *dropped) PatchRef(int, uint32, uint32, uint32, int) error { return nil }

// nothing is a handler that knows every name and does nothing.
type nothing struct{}

func (nothing) Kind(b []byte) bool               { return string(b) == "scene" || string(b) == "joint" }
func (nothing) Open([]byte, int64) bool          { return true }
func (nothing) Value([]byte, *source.Value) bool { return true }
func (nothing) Text(*source.Value) bool          { return true }
func (nothing) Close(int64) bool                 { return true }

func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{1000, 30000} {
		xmlText, jsonText := synthetic(n)
		plan, err := NewPlan(gameSchema())
		require.NoError(b, err)
		var r source.Reader
		run := func(name string, size int, f func() error) {
			b.Run(fmt.Sprintf("bodies=%d/how=%s", n, name), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f())
				}
			})
		}
		run("xml-token", len(xmlText), func() error {
			d := xml.NewDecoder(bytes.NewReader(xmlText))
			for {
				if _, err := d.Token(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		})
		run("xml-read", len(xmlText), func() error { return r.XML(bytes.NewReader(xmlText), nothing{}, source.Options{}) })
		run("xml-compile", len(xmlText), func() error { benchCompile(b, plan, &r, source.XML, xmlText); return nil })
		run("xml-rows", len(xmlText), func() error {
			c, err := newCompiler(plan, new(dropped), UnknownError, 10, nil)
			require.NoError(b, err)
			c.begin(0, source.XML)
			return r.XML(bytes.NewReader(xmlText), c, source.Options{})
		})
		run("json-unmarshal", len(jsonText), func() error { var s benchScene; return stdjson.Unmarshal(jsonText, &s) })
		run("json-read", len(jsonText), func() error {
			return r.JSON(bytes.NewReader(jsonText), int64(len(jsonText)), nothing{}, source.Options{})
		})
		run("json-compile", len(jsonText), func() error { benchCompile(b, plan, &r, source.JSON, jsonText); return nil })
	}
}

type benchScene struct {
	Name   string `json:"name"`
	Bodies []struct {
		Type     string     `json:"type"`
		Name     string     `json:"name"`
		Pos      [2]float32 `json:"pos"`
		Motion   string     `json:"motion"`
		Health   int8       `json:"health"`
		Flags    []string   `json:"flags"`
		Material struct {
			Density float32 `json:"density"`
		} `json:"material"`
		Shape struct {
			Mask     uint16 `json:"mask"`
			Vertices []struct {
				X float32 `json:"x"`
				Y float32 `json:"y"`
			} `json:"vertices"`
		} `json:"shape"`
		A, B   string
		Breaks float64 `json:"breaks"`
	} `json:"bodies"`
}

func TestCompileAllocatesPerBuildAndNotPerNode(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for _, syntax := range []source.Format{source.XML, source.JSON} {
		count := func(n int) (allocs float64, nodes int) {
			x, j := synthetic(n)
			text := x
			if syntax == source.JSON {
				text = j
			}
			var r source.Reader
			return testing.AllocsPerRun(2, func() { benchCompile(t, plan, &r, syntax, text) }), strings.Count(string(x), "<body") * 9 / 4
		}
		small, few := count(400)
		large, nodes := count(4000)
		t.Logf("syntax %d: %.0f allocations for %d nodes, %.0f for %d", syntax, small, few, large, nodes)
		require.LessOrEqual(t, (large-small)/float64(nodes-few), 0.05)
		require.LessOrEqual(t, large/float64(nodes), 0.05)
	}
}

// BenchmarkEvents is the compiler without a reader: an element of a span with
// two attributes.
func BenchmarkEvents(b *testing.B) {
	plan, err := NewPlan(gameSchema())
	require.NoError(b, err)
	c, err := newCompiler(plan, new(dropped), UnknownError, 10, nil)
	require.NoError(b, err)
	names := [][]byte{[]byte("body        "), []byte("shape       "), []byte("vertex      "), []byte("x           "), []byte("y           ")}
	for i, n := range []int{4, 5, 6, 1, 1} {
		names[i] = names[i][:n]
	}
	v := source.Value{Bytes: []byte("-1234.5678")}
	c.begin(0, source.XML)
	c.Open(names[0], 0)
	c.Open(names[1], 0)
	b.ReportAllocs()
	for b.Loop() {
		c.Open(names[2], 0)
		c.Value(names[3], &v)
		c.Value(names[4], &v)
		c.Close(0)
	}
}
