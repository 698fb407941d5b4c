package unparse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// chain is a level of nodes inside each other, the innermost of which has a property of
// values inside each other.
func chain(t *testing.T, s *format.Schema, nodes, values int, lists bool) []byte {
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	var innermost uint32
	for depth := range nodes {
		innermost = node(t, w, depth, []byte{1})
	}
	var p format.PropBuilder
	p.Reset()
	p.Key("a")
	for range values {
		if lists {
			p.BeginList()
		} else {
			p.BeginMap()
			p.Key("b")
		}
	}
	p.Int(1)
	for range values {
		p.End()
	}
	props, err := p.Finish()
	require.NoError(t, err)
	require.NoError(t, w.Prop(first, innermost, props))
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

// What a source of the greatest depth says comes back, and what no build reads is not written.
func TestPropertiesAreWrittenAsDeepAsTheyAreRead(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	read := func(text string) ([]byte, error) {
		return leveltest.TryBuildBy(t, plan, text, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	}
	for _, values := range []int{1, 2, 40, format.MaxPropDepth - 1} {
		for _, lists := range []bool{false, true} {
			for _, nodes := range []int{1, 100, 129, 192, 193, source.MaxDepth - values, source.MaxDepth - values + 1} {
				name := fmt.Sprintf("%d values in %d nodes, lists %v", values, nodes, lists)
				opens, closes := `{"b":`, "}"
				if lists {
					opens, closes = "[", "]"
				}
				text := strings.Repeat(`{"type":"n","x":1,"c":`, nodes-1) + `{"type":"n","x":1,"a":` +
					strings.Repeat(opens, values) + "1" + strings.Repeat(closes, values) + strings.Repeat("}", nodes)
				lvl := chain(t, s, nodes, values, lists)
				want, err := read(text)
				if nodes+values > source.MaxDepth {
					require.Error(t, err, name)
					require.Contains(t, refusal(t, leveltest.Read(t, lvl), source.JSON), "deeper than 256 levels", name)
					continue
				}
				require.NoError(t, err, name)
				require.Equal(t, want, lvl, name)
				for _, syntax := range syntaxes {
					if syntax == source.XML && lists && nodes+values == source.MaxDepth { // an item is an element, too
						require.Contains(t, refusal(t, leveltest.Read(t, lvl), syntax), "deeper than 256 levels", name)
						continue
					}
					again, err := read(write(t, leveltest.Read(t, lvl), unparse.Options{Syntax: syntax}))
					require.NoError(t, err, name)
					require.Equal(t, want, again, name)
				}
			}
		}
	}
}

// The same in an element, which is a value in a list.
func TestPropertiesOfElementsAreWrittenAsDeepAsTheyAreRead(t *testing.T) {
	plan, err := keepPlan()
	require.NoError(t, err)
	read := func(text string) ([]byte, error) {
		return leveltest.TryBuildBy(t, plan, text, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	}
	for _, nodes := range []int{100, 150, 193, 194, 195} {
		const values = 60
		text := strings.Repeat(`{"type":"n","c":`, nodes-1) + `{"type":"n","v":[{"x":1,"z":` +
			strings.Repeat("[", values) + strings.Repeat("]", values) + "}]" + strings.Repeat("}", nodes)
		want, err := read(text)
		if nodes+2+values > source.MaxDepth {
			require.Error(t, err, nodes)
			continue
		}
		require.NoError(t, err, nodes)
		again, err := read(write(t, leveltest.Read(t, want), unparse.Options{Syntax: source.JSON}))
		require.NoError(t, err, nodes)
		require.Equal(t, want, again, nodes)
	}
}

// So it is with the shortest lists: names of flags, and no elements.
func TestListsAreWrittenAsDeepAsTheyAreRead(t *testing.T) {
	flags := simple(format.Field{Name: "f", Type: format.TypeFlags8, Symbols: []string{"a", "b"}})
	none := simple(format.Field{Name: "e", Type: format.TypeSpan, Target: "n.e", Attr: format.Attr{Required: true}})
	none.Tables = append(none.Tables, simple(format.Field{Name: "x", Type: format.TypeU8}, format.Field{Name: "y", Type: format.TypeU8}).Tables...)
	none.Tables[1].Name, none.Tables[1].Class, none.Tables[1].Attr = "n.e", format.ClassArray, format.TableAttr{}
	for _, s := range []*format.Schema{flags, none} {
		row := make([]byte, s.Tables[0].Stride)
		if s == flags {
			row[0] = 3
		}
		for _, nodes := range []int{source.MaxDepth - 1, source.MaxDepth} {
			l := made(t, s, func(w *format.Writer) {
				for depth := range nodes {
					node(t, w, depth, row)
				}
			})
			if nodes == source.MaxDepth {
				require.Contains(t, refusal(t, l, source.JSON), "deeper than 256 levels")
				continue
			}
			again, err := build(t, s, []byte(write(t, l, unparse.Options{Syntax: source.JSON})))
			require.NoError(t, err)
			require.Equal(t, l.Data(first), leveltest.Read(t, again).Data(first))
		}
	}
}
