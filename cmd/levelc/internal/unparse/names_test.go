package unparse_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// withProperty is a level of one node whose only byte is 3, with the property key=1.
func withProperty(t *testing.T, s *format.Schema, key string) *level.Level {
	return made(t, s, func(w *format.Writer) {
		var p format.PropBuilder
		p.Reset()
		p.Key(key)
		p.Int(1)
		props, err := p.Finish()
		require.NoError(t, err)
		row := make([]byte, s.Tables[0].Stride)
		row[0] = 3
		require.NoError(t, w.Prop(first, node(t, w, 0, row), props))
	})
}

// A hostile file may have properties under any names, also those that mean something.
func TestPropertiesUnderNamesThatMeanSomethingAreRefused(t *testing.T) {
	nested := simple(format.Field{Name: "x", Type: format.TypeU8}, format.Field{Name: "in.z", Type: format.TypeU8})
	withMap := simple(format.Field{Name: "x", Type: format.TypeU8}, format.Field{Name: "m", Type: format.TypeSpan, Target: "n.m", Attr: format.Attr{Role: format.RoleMap}})
	entry := format.Table{Name: "n.m", Class: format.ClassArray, Fields: []format.Field{
		{Name: "key", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleKey, Source: "key"}}, {Name: "v", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "v"}}}}
	randlevel.Lay(&entry)
	withMap.Tables = append(withMap.Tables, entry)
	for key, s := range map[string]*format.Schema{"in": nested, "any": withMap} {
		for _, syntax := range syntaxes {
			require.Contains(t, refusal(t, withProperty(t, s, key), syntax), "which would be taken for something else", key)
		}
		require.Contains(t, write(t, withProperty(t, nested, "z"), unparse.Options{Syntax: source.XML}), ` z="1"/>`)
	}
}

// What a kind is called in JSON is any name in XML, and the marks for no name of its own
// are names in both.
func TestPropertiesUnderNamesOfJSON(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	json := unparse.Options{Syntax: source.JSON}
	require.Equal(t, `{"type": "n", "x": 3, "": 1}`+"\n", write(t, withProperty(t, s, ""), json))
	s.Tables[0].Attr.JSON = format.NoKey
	require.Equal(t, `{"type": "n", "x": 3, ".": 1}`+"\n", write(t, withProperty(t, s, "."), json))
	s.Tables[0].Attr.JSON = "ns"
	require.Contains(t, refusal(t, withProperty(t, s, "ns"), source.JSON), "which would be taken for something else")
	require.Contains(t, write(t, withProperty(t, s, "ns"), unparse.Options{Syntax: source.XML}), ` ns="1"/>`)
}

// Nodes that cannot say their kind stand under its name, and once more under that of JSON,
// which means the first of several names.
func TestNodesThatStandUnderTheNamesOfTheirKind(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	other := format.Table{Name: "m", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"m", "mm"}},
		Fields: []format.Field{{Name: "type", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "type"}}}}
	s.Tables = append(s.Tables, other)
	level := func(json string, slot uint8) *level.Level {
		s.Tables[1].Attr.JSON = json
		return made(t, s, func(w *format.Writer) {
			node(t, w, 0, []byte{1})
			for i := range 3 {
				if i == 1 {
					node(t, w, 1, []byte{2})
					continue
				}
				n, err := w.Node(first+1, 1, slot)
				require.NoError(t, err)
				require.NoError(t, w.Put(first+1, n, []byte{3}))
			}
		})
	}
	text := write(t, level("ms", 0), unparse.Options{Syntax: source.JSON})
	require.Equal(t, []string{`"m": [`, `"children": [`, `"ms": [`}, regexp.MustCompile(`"[a-z]+": \[`).FindAllString(text, -1)[1:], text)
	for _, c := range []struct {
		json string
		slot uint8
		key  string
	}{{"", 0, "m"}, {format.NoKey, 0, "m"}, {"ms", 1, "mm"}} {
		require.Contains(t, refusal(t, level(c.json, c.slot), source.JSON), `the key "`+c.key+`" is taken`)
	}
}

// Under its key, a node of another name than the first would have to say its kind.
func TestNodesThatCannotSayTheirKindStandUnderNoKey(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	s.Tables = append(s.Tables, format.Table{Name: "m", Class: format.ClassNode, Stride: 2, Attr: format.TableAttr{Names: []string{"m", "mm"}, JSON: "ms"},
		Fields: []format.Field{
			{Name: "id", Type: format.TypeU8, Count: 1, Attr: format.Attr{Role: format.RoleIDKey, Source: "id"}},
			{Name: "type", Type: format.TypeU8, Offset: 1, Count: 1, Attr: format.Attr{Source: "type"}},
		}})
	for slot, want := range []string{"\"ms\": {\n    \"7\": {\"type\": 3}}", "\"mm\": [\n    {\"id\": 7, \"type\": 3}]"} {
		l := made(t, s, func(w *format.Writer) {
			node(t, w, 0, []byte{1})
			n, err := w.Node(first+1, 1, uint8(slot))
			require.NoError(t, err)
			require.NoError(t, w.Put(first+1, n, []byte{7, 3}))
		})
		require.Contains(t, write(t, l, unparse.Options{Syntax: source.JSON}), want)
	}
}

func TestTheElementAroundSeveralRootsIsCalledAsNoKind(t *testing.T) {
	for _, c := range []struct {
		want  string
		kinds []string
	}{
		{"level", []string{"body"}},
		{"document", []string{"level"}},
		{"document", []string{"levels"}}, // nearly
		{"wrapper", []string{"level", "document", "contents", "roots"}},
		{"wrapper__", []string{"level", "document", "contents", "roots", "wrapper", "wrapper_"}},
	} {
		kinds := map[string]bool{}
		for _, name := range c.kinds {
			kinds[name] = true
		}
		require.Equal(t, c.want, unparse.Wrapper(kinds))
	}
}
