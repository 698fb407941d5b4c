package layout_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// FuzzOf gives random worlds to Of. It says what is wrong, each with its place, or makes a
// schema that a file can have; and the same again.
func FuzzOf(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, "door|lamp,none='-1'")
	}
	f.Fuzz(func(t *testing.T, seed uint64, text string) { checkOf(t, seed, text) })
}

// Half of the random worlds are right, or there would be little to check.
func TestRandomWorldsAreRightOrWrong(t *testing.T) {
	right := 0
	for seed := range uint64(1000) {
		if checkOf(t, seed, "w") {
			right++
		}
	}
	require.Greater(t, right, 300)
	require.Less(t, right, 850)
}

// checkOf reports whether the world of a seed is right.
func checkOf(t *testing.T, seed uint64, text string) bool {
	w, err := layout.Of(randomWorld(seed, text))
	again, err2 := layout.Of(randomWorld(seed, text))
	require.Equal(t, fmt.Sprint(err), fmt.Sprint(err2))
	if err != nil {
		for _, e := range mistakes(err) {
			var one *layout.Error
			require.ErrorAs(t, e, &one)
			require.NotEmpty(t, one.Where)
			require.NotEmpty(t, one.Msg)
		}
		return false
	}
	require.Equal(t, w.Schema, again.Schema)
	require.Len(t, w.Tables, len(w.Schema.Tables))
	for _, table := range w.Schema.Tables {
		at, ok := w.Place(table.Name, "")
		require.True(t, ok, table.Name)
		require.Contains(t, at.Where, "game.World.")
		for _, field := range table.Fields {
			at, ok := w.Place(table.Name, field.Name)
			require.True(t, ok, "%s.%s", table.Name, field.Name)
			require.NotEmpty(t, at.Where)
		}
	}
	file, err := format.NewWriter(w.Schema, format.WriterOptions{})
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return true
}

func mistakes(err error) []error {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) {
		return all.Unwrap()
	}
	return []error{err}
}

// worlds makes the description of a random world.
type worlds struct {
	*rand.Rand
	wrong    bool     // there may be mistakes
	text     []string // parts of tags besides the usual ones
	kinds    []*layout.Type
	elements []*layout.Type
	spans    []*layout.Type // what spans are of
	keys     int
}

func randomWorld(seed uint64, text string) *layout.Type {
	g := &worlds{Rand: rand.New(rand.NewPCG(seed, 1)), text: append(strings.Split(text, ","), "a|b", "door", "'b'", "/a", "")}
	g.wrong = g.IntN(3) == 0
	for i := range 1 + g.IntN(4) {
		g.kinds = append(g.kinds, g.newType(fmt.Sprint("game.Door", i), layout.Struct, 0))
	}
	for i := range g.IntN(4) {
		g.elements = append(g.elements, g.newType(fmt.Sprint("game.Part", i), layout.Struct, 0))
	}
	for i, r := range g.elements {
		g.record(r, g.elements[i+1:], false, 0)
	}
	for _, r := range g.kinds {
		g.record(r, g.elements, true, 0)
	}
	return g.world()
}

// bad reports whether to make a mistake now, about one time in n.
func (g *worlds) bad(n int) bool { return g.wrong && g.IntN(n) == 0 }

func pick[T any](g *worlds, of ...T) T { return of[g.IntN(len(of))] }

func (g *worlds) newType(name string, kind layout.Kind, size uint32) *layout.Type {
	g.keys++
	return &layout.Type{Name: name, Key: g.keys, Kind: kind, Size: size}
}

// of makes a generic type of package store.
func (g *worlds) of(name string, kind layout.Kind, size uint32, elem *layout.Type) *layout.Type {
	t := g.newType("store."+name+"["+elem.Name+"]", kind, size)
	t.Elem = func() *layout.Type { return elem }
	return t
}

func (g *worlds) add(to *layout.Type, t *layout.Type, tag string) {
	f := layout.Field{Name: fmt.Sprint("F", len(to.Fields)), Type: t, Offset: to.Size, Exported: !g.bad(30), Pos: "game.go:1:1"}
	f.Embedded = t.Kind == layout.Struct && tag == ""
	if tag != "" {
		f.SetTag(reflect.StructTag(fmt.Sprintf("level:%q", tag)))
	}
	to.Fields = append(to.Fields, f)
	to.Size += (t.Size + 7) &^ 7
}

func (g *worlds) world() *layout.Type {
	w := g.newType("game.World", layout.Struct, 0)
	for i, r := range g.kinds {
		name := fmt.Sprint("kind", i)
		if g.IntN(4) == 0 {
			name += "|" + name + "b"
		}
		g.add(w, g.of("Bulk", layout.Nodes, 256, r), g.tag(name, "json", "alias"))
		if g.bad(10) {
			g.add(w, g.of("Bulk", layout.Nodes, 256, r), name+"|a|a")
		}
	}
	had := map[any]bool{}
	for _, e := range g.spans {
		if !had[e.Key] && !g.bad(20) {
			g.add(w, g.of("Array", layout.Elements, 256, e), "")
		}
		had[e.Key] = true
	}
	if g.bad(10) {
		return w
	}
	inner := g.newType("game.Inner", layout.Struct, 0)
	g.add(inner, g.newType("store.Strings", layout.Strings, 256), "")
	g.add(w, inner, "")
	return w
}

// plainTypes are the same in each world.
var plainTypes = []*layout.Type{
	{Name: "uint8", Key: "uint8", Kind: layout.Uint8, Size: 1},
	{Name: "int16", Key: "int16", Kind: layout.Int16, Size: 2},
	{Name: "uint32", Key: "uint32", Kind: layout.Uint32, Size: 4},
	{Name: "int64", Key: "int64", Kind: layout.Int64, Size: 8},
	{Name: "float32", Key: "float32", Kind: layout.Float32, Size: 4},
	{Name: "bool", Key: "bool", Kind: layout.Bool, Size: 1},
	{Name: "store.Str", Key: "Str", Kind: layout.Str, Size: uint32(reflect.TypeFor[store.Str]().Size())},
	{Name: "store.AnyHandle", Key: "AnyHandle", Kind: layout.AnyHandle, Size: uint32(reflect.TypeFor[store.AnyHandle]().Size())},
}

// optionsFor are the options that a field of a type can have, each alone.
func optionsFor(t *layout.Type) []string {
	all := []string{"json", "alias"}
	switch t.Kind {
	case layout.Float32:
		return append(all, "required", "nonfinite", "default")
	case layout.Uint8, layout.Uint32:
		return append(all, "flags", "enum")
	case layout.Int16, layout.Int64:
		return append(all, "required", "default")
	case layout.Str:
		return append(all, "required", "any")
	case layout.Handle, layout.AnyHandle:
		return append(all, "none", "form", "ref")
	}
	return all
}

// record gives a record its fields. Spans are of those elements or of plain types.
func (g *worlds) record(r *layout.Type, elements []*layout.Type, isKind bool, depth int) {
	if isKind && depth == 0 && g.IntN(2) == 0 {
		g.add(r, plainTypes[6], pick(g, "name,id", "name,id,required", "name,required,id,json=key"))
	}
	for i := range 1 + g.IntN(5) {
		name := pick(g, "", fmt.Sprint("field", i), fmt.Sprint("é", i))
		if g.bad(10) {
			name = pick(g, "name", "a|b", "$x", "a/b", " a", "-", pick(g, g.text...))
		}
		switch g.IntN(10) {
		case 0:
			to := pick(g, g.kinds...)
			g.add(r, g.array(g.of("Handle", layout.Handle, 8, to)), g.tag(name, "none", "form", "alias"))
		case 1, 2:
			of := g.array(pick(g, plainTypes...))
			if len(elements) > 0 && g.IntN(2) == 0 {
				of = pick(g, elements...)
			}
			if g.bad(10) {
				of = pick(g, g.kinds...)
			}
			g.spans = append(g.spans, of)
			g.add(r, g.of("Span", layout.Span, 8, of), g.tag(name, "json", "alias"))
		case 3:
			if depth > 2 {
				continue
			}
			in := g.newType("game.In", layout.Struct, 0)
			g.record(in, elements, isKind, depth+1)
			g.add(r, in, fmt.Sprint("in", i))
		case 4:
			if g.bad(2) {
				g.add(r, g.newType(pick(g, "int", "string", "[]int", "map[string]int", "*game.Door", "func()"), layout.Other, 8), name)
			}
		default:
			t := pick(g, plainTypes...)
			g.add(r, g.array(t), g.tag(name, optionsFor(t)...))
		}
	}
	if len(r.Fields) == 0 {
		g.add(r, plainTypes[0], "")
	}
}

// array makes an array of a type, or leaves it.
func (g *worlds) array(e *layout.Type) *layout.Type {
	if g.IntN(5) > 0 {
		return e
	}
	n := pick(g, 1, 2, 2, 3, 4, 5)
	if g.bad(5) {
		n = pick(g, 0, 70000)
	}
	a := g.newType(fmt.Sprintf("[%d]%s", n, e.Name), layout.Array, uint32(n)*e.Size)
	a.Key, a.Len = fmt.Sprint(n, e.Key), n
	a.Elem = func() *layout.Type { return e }
	return a
}

// tag returns a tag with some of the options.
func (g *worlds) tag(name string, options ...string) string {
	for range g.IntN(2) {
		key := pick(g, options...)
		if g.bad(3) {
			key = pick(g, "id", "ref", "parent", "text", "required", "default", "enum", "flags", "nonfinite", "any", "map", "key", "index", pick(g, g.text...))
		}
		g.keys++
		switch key {
		case "json", "alias":
			key = fmt.Sprint(key, "=w", g.keys)
		case "default":
			key += "=1"
		case "enum", "flags":
			key += "=a|b"
		case "none":
			key += "=-1|none"
		case "form":
			key += "='#*'"
		case "ref":
			if !slices.Contains(options, "flags") && g.bad(2) {
				key += "=kind0"
			}
		}
		if g.bad(6) {
			key += pick(g, "=", "=a", ",any", ",", "=''", "='x", "=kind0|kind1", "|", "="+pick(g, g.text...))
		}
		name += "," + key
	}
	return name
}
