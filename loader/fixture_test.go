package loader_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/standin"
)

// named and plain are the records of tests to which their fields do not matter. Each other
// type of a record costs the compiler all methods of its store.
type (
	named struct {
		Name store.Str `level:"name,id"`
	}
	plain struct{ N uint32 }
)

// author writes levels of a world without a source: nodes are given as fields
// by name. It stands in for the compiler, which belongs to the command. Stand-ins are
// stores enough for a world that is written only.
type author struct {
	t require.TestingT
	w *format.Writer
	s *format.Schema
}

// ref is a reference to a node's row; anyRef says of which kind.
type ref uint32

type anyRef struct {
	kind string
	row  uint32
}

// length is how many elements of a span are appended later.
type length int

// fields are a row's values: numbers, bools, strings, []float64 for vectors,
// ref, anyRef. Spans are given as []fields and appended to their table.
type fields map[string]any

func newAuthor(t require.TestingT, world any, o format.WriterOptions) *author {
	lw, err := layout.Of(standin.Describe(reflect.TypeOf(world)))
	require.NoError(t, err)
	w, err := format.NewWriter(lw.Schema, o)
	require.NoError(t, err)
	return &author{t: t, w: w, s: w.Schema()}
}

// bindLike binds the schema of a world of stand-ins, with tables for stores. That is enough
// to see that a level is refused.
func bindLike(t testing.TB, world any, opts ...loader.Option) (*loader.Binding, *loader.Tables) {
	t.Helper()
	lw, err := layout.Of(standin.Describe(reflect.TypeOf(world)))
	require.NoError(t, err)
	b, ts, err := loader.BindSchema(lw.Schema, opts...)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	return b, ts
}

func gameAuthor(t require.TestingT) *author {
	return newAuthor(t, game.World{}, format.WriterOptions{})
}

func (a *author) table(name string) int {
	for i := range a.s.Tables {
		if a.s.Tables[i].Name == name {
			return i
		}
	}
	require.Fail(a.t, "no table "+name)
	return 0
}

// ok asks testify after an error only: levels have thousands of nodes.
func (a *author) ok(err error) {
	if err != nil {
		require.NoError(a.t, err)
	}
}

// node adds a node and returns its row.
func (a *author) node(kind string, depth int, id string, fs fields) uint32 {
	t := a.table(kind)
	row, err := a.w.Node(t, depth, 0)
	a.ok(err)
	a.ok(a.w.Put(t, row, a.row(t, row, fs)))
	if id != "" {
		str, err := a.w.String([]byte(id))
		a.ok(err)
		a.ok(a.w.ID(str, t, row))
	}
	return row
}

func (a *author) row(table int, row uint32, fs fields) []byte {
	t := &a.s.Tables[table]
	b := make([]byte, t.Stride)
	for i := range t.Fields {
		f := &t.Fields[i]
		if v, ok := fs[f.Name]; ok {
			a.field(f, b[f.Offset:], row, v)
		}
	}
	return b
}

func (a *author) field(f *format.Field, b []byte, row uint32, v any) {
	le := binary.LittleEndian
	switch v := v.(type) {
	case []float64:
		for i, x := range v {
			a.scalar(f, b[i*int(f.Type.Size()):], x)
		}
	case string:
		id, err := a.w.String([]byte(v))
		a.ok(err)
		le.PutUint32(b, id)
	case ref:
		le.PutUint32(b, uint32(v)+1)
	case []ref: // of an array: rows plus one, 0 is none
		for i, x := range v {
			le.PutUint32(b[8*i:], uint32(x))
		}
	case anyRef:
		le.PutUint32(b, v.row+1)
		le.PutUint16(b[8:], uint16(a.table(v.kind)))
	case []fields:
		t := a.table(f.Target)
		for _, e := range v {
			_, err := a.w.Append(t, row, a.row(t, 0, e))
			a.ok(err)
		}
		le.PutUint32(b[4:], uint32(len(v)))
	case length:
		le.PutUint32(b[4:], uint32(v))
	case int:
		a.scalar(f, b, float64(v))
	case float64:
		a.scalar(f, b, v)
	default:
		require.Fail(a.t, fmt.Sprintf("%T for %s", v, f.Name))
	}
}

func (a *author) scalar(f *format.Field, b []byte, x float64) {
	le := binary.LittleEndian
	switch f.Type {
	case format.TypeF32:
		le.PutUint32(b, math.Float32bits(float32(x)))
	case format.TypeF64:
		le.PutUint64(b, math.Float64bits(x))
	default:
		var whole [8]byte
		le.PutUint64(whole[:], uint64(int64(x)))
		copy(b[:f.Type.Size()], whole[:])
	}
}

// file finishes the level.
func (a *author) file() []byte {
	var out format.Buffer
	n, err := a.w.Finish(&out)
	require.NoError(a.t, err)
	require.Len(a.t, []byte(out), int(n))
	return out
}

// bridge is a small level with one of everything that is relocated: strings,
// references forward and back, to one kind and to any, parents and spans.
func bridge(t require.TestingT) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, "bridge", fields{"name": "bridge", "title": "The Bridge", "opening": ref(0),
		"tags": []fields{{"value": "wood"}, {"value": "river"}}})
	a.node("group", 1, "front", fields{"name": "front"})
	for i := range 5 {
		name := "plank" + strconv.Itoa(i)
		body := a.node("body", 2, name, fields{"name": name, "group": ref(0), "pos": []float64{float64(i), 0.5}, "motion": 1, "material.sound": "wood"})
		corners := make([]fields, i%3)
		for c := range corners {
			corners[c] = fields{"x": c, "y": i}
		}
		a.node("shape", 3, "", fields{"body": ref(body), "form": 2, "vertex": corners, "weights": []fields{{"value": i}}})
	}
	a.node("joint", 1, "rope", fields{"name": "rope", "a": ref(0), "b": ref(4), "form": 1})
	a.node("camera", 1, "eye", fields{"name": "eye", "follow": anyRef{"body", 2}, "zoom": 2})
	a.node("trigger", 1, "gate", fields{"name": "gate", "target": anyRef{"joint", 0}, "wakes": []fields{{"value": ref(1)}, {"value": ref(3)}}, "script": "open()"})
	a.node("light", 1, "sun", fields{"name": "sun", "pos": []float64{1, 2, 3}, "shadows": 1})
	a.node("pickup", 1, "7", fields{"number": 7, "pos": []float64{3, 4}, "hangs": ref(1)})
	return a.file()
}

// planks is a level of n bodies with a shape each.
func planks(t require.TestingT, n int) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "planks"})
	a.node("group", 1, "g", fields{"name": "g"})
	for i := range n {
		name := "body" + strconv.Itoa(i)
		body := a.node("body", 2, name, fields{"name": name, "group": ref(0), "pos": []float64{float64(i), 1}})
		a.node("shape", 3, "", fields{"body": ref(body), "vertex": []fields{{"x": 1}, {"y": i}}})
	}
	return a.file()
}

// schemas returns levels of one light whose schemas differ, n of them.
func schemas(t require.TestingT, n int) (files [][]byte) {
	type one struct {
		Lights  standin.Bulk[game.Light]
		Strings store.Strings
	}
	type two struct {
		Lights  standin.Bulk[game.Light]
		Doors   standin.Bulk[plain] `level:"door"`
		Strings store.Strings
	}
	type three struct {
		Lights  standin.Bulk[game.Light]
		Windows standin.Bulk[plain] `level:"window"`
		Strings store.Strings
	}
	for _, world := range []any{game.World{}, one{}, two{}, three{}}[:n] {
		a := newAuthor(t, world, format.WriterOptions{})
		a.node("light", 0, "", fields{"name": "small"})
		files = append(files, a.file())
	}
	return files
}
