package unparse_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// list is a table of elements that are a value each.
func list(name string, value format.Field) format.Table {
	value.Name, value.Count, value.Attr = "value", max(1, value.Count), format.Attr{Role: format.RoleText, Source: "value"}
	size := value.Type.Size()
	if value.Type == format.TypeSpan {
		size = 8
	}
	return format.Table{Name: name, Class: format.ClassArray, Stride: size * value.Count, Fields: []format.Field{value}}
}

func TestNumbersThatAreNoneAreRefusedInLists(t *testing.T) {
	inf := math.Float32bits(float32(math.Inf(1)))
	pairs := simple(format.Field{Name: "c", Type: format.TypeSpan, Target: "n.c"})
	pairs.Tables = append(pairs.Tables, list("n.c", format.Field{Type: format.TypeF32, Count: 2}))
	lists := simple(format.Field{Name: "c", Type: format.TypeSpan, Target: "n.c"})
	lists.Tables = append(lists.Tables, list("n.c", format.Field{Type: format.TypeSpan, Target: "n.c.list"}), list("n.c.list", format.Field{Type: format.TypeF32}))
	for name, s := range map[string]*format.Schema{"n.c[1].value": pairs, "n.c.list[3].value": lists} {
		l := made(t, s, func(w *format.Writer) {
			at := node(t, w, 0, u32(0, 2))
			if s == pairs {
				_, err := w.Append(first+1, at, u32(0, 0, 0, inf))
				require.NoError(t, err)
				return
			}
			row, err := w.Append(first+1, at, u32(0, 2, 2, 2))
			require.NoError(t, err)
			for i := range uint32(2) {
				_, err = w.Append(first+2, row+i, u32(0, i*inf))
				require.NoError(t, err)
			}
		})
		for _, syntax := range syntaxes {
			require.Equal(t, name+": is not finite, and no source can say that", refusal(t, l, syntax))
		}
	}
}

// A symbol, too, would make an object of JSON a node.
func TestASymbolThatIsTheNameOfAKind(t *testing.T) {
	s := simple(format.Field{Name: "type", Type: format.TypeEnum8, Symbols: []string{"a", "n"}})
	l := made(t, s, func(w *format.Writer) { node(t, w, 0, []byte{1}) })
	require.Contains(t, refusal(t, l, source.JSON), `is "n" under the name "type"`)
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), `<n type="n"/>`)
}

// What has its default is not written.
func TestWhatIsNotWritten(t *testing.T) {
	text := format.Field{Name: "value", Type: format.TypeU32, Attr: format.Attr{Role: format.RoleText}}
	inner := format.Field{Name: "in.x", Type: format.TypeU32}
	innerText := format.Field{Name: "in.text", Type: format.TypeU32, Attr: format.Attr{Role: format.RoleText, Source: "in/text"}}
	for _, c := range []struct {
		field     format.Field
		value     uint32
		xml, json string
	}{
		{text, 0, "<n/>", "{\"type\": \"n\"}\n"},
		{text, 7, "<n>7</n>", `"text": 7`},
		{inner, 0, "<n/>", "{\"type\": \"n\"}\n"},
		{inner, 7, `<in x="7"/>`, `"in": {"x": 7}`},
		{innerText, 0, "<n/>", "{\"type\": \"n\"}\n"},
		{innerText, 7, `<in>7</in>`, `"in": 7`},
	} {
		l := made(t, simple(c.field), func(w *format.Writer) { node(t, w, 0, u32(c.value)) })
		require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), c.xml)
		require.Contains(t, write(t, l, unparse.Options{Syntax: source.JSON}), c.json)
	}
	l := made(t, simple(inner, format.Field{Name: "on.x", Type: format.TypeU32}), func(w *format.Writer) { node(t, w, 0, u32(0, 7)) })
	require.NotContains(t, write(t, l, unparse.Options{Syntax: source.XML}), "<in", "beside another")
}

func TestAParentThatIsRequired(t *testing.T) {
	s := simple(format.Field{Name: "in", Type: format.TypeRef, Target: "m", Attr: format.Attr{Role: format.RoleParent, Required: true}})
	s.Tables = append(s.Tables, format.Table{Name: "m", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"m"}}})
	inside := made(t, s, func(w *format.Writer) {
		m, err := w.Node(first+1, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(first+1, m, []byte{0}))
		node(t, w, 1, u32(1, 0))
	})
	alone := made(t, s, func(w *format.Writer) { node(t, w, 0, u32(0, 0)) })
	for _, syntax := range syntaxes {
		write(t, inside, unparse.Options{Syntax: syntax})
		require.Equal(t, "n[0].in: is required, and the node stands inside none", refusal(t, alone, syntax))
	}
}

func TestALongNameOfAComponentIsRefused(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8, Count: 2, Attr: format.Attr{Components: []string{"a", strings.Repeat("b", 5000)}}})
	l := made(t, s, func(w *format.Writer) { node(t, w, 0, []byte{0, 0}) })
	for _, syntax := range syntaxes {
		require.Equal(t, "n: a name that it has in a source is too long", refusal(t, l, syntax))
	}
}

func TestANameThatIsNoneInXMLIsRefused(t *testing.T) {
	s := simple(format.Field{Name: "x y", Type: format.TypeSpan, Target: "n.c"})
	s.Tables = append(s.Tables, list("n.c", format.Field{Type: format.TypeBool}))
	l := made(t, s, func(w *format.Writer) {
		_, err := w.Append(first+1, node(t, w, 0, u32(0, 40)), make([]byte, 40))
		require.NoError(t, err)
	})
	require.Contains(t, refusal(t, l, source.XML), `"x y" is no name that an XML element can have`)
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.JSON}), `"x y": [false`)
}

// The attribute xml:space would say something about white space, too, and a declaration of a
// prefix would be the field.
func TestFieldsThatAreCalledAsAttributesOfXML(t *testing.T) {
	for name, want := range map[string]string{"xml:space": ">text<xml:space>7</xml:space>", "xmlns": ` xmlns="7" `, "xmlns:a": ` xmlns:a="7" `} {
		s := simple(
			format.Field{Name: "n", Type: format.TypeU32, Attr: format.Attr{Source: name}}, format.Field{Name: "m", Type: format.TypeU32, Attr: format.Attr{Source: "a:m"}},
			format.Field{Name: "t", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleText, Source: "t"}},
		)
		for _, text := range []string{`<n a:m="2"><%s>7</%[1]s>text</n>`, `<l><n a:m="2"><%s>7</%[1]s>text</n><n a:m="1"/></l>`} {
			lvl := leveltest.Build(t, s, fmt.Sprintf(text, name), format.WriterOptions{})
			requireSame(t, lvl)
			require.Contains(t, write(t, leveltest.Read(t, lvl), unparse.Options{Syntax: source.XML}), want)
		}
	}
}
