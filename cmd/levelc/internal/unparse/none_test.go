package unparse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// No reference among others is "" in JSON and | in XML. So an id | cannot stand in a list there.
func TestListsOfReferencesWithNoneAmongThem(t *testing.T) {
	s := simple(format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}}, format.Field{Name: "to", Type: format.TypeRef, Target: "n", Count: 3},
		format.Field{Name: "near", Type: format.TypeSpan, Target: "n.near"}, format.Field{Name: "row", Type: format.TypeSpan, Target: "n.row"})
	value := format.Field{Name: "value", Type: format.TypeRef, Target: "n", Count: 1, Attr: format.Attr{Role: format.RoleText}}
	rows := format.Field{Name: "of", Type: format.TypeSpan, Target: "n.row.of", Count: 1, Attr: format.Attr{Role: format.RoleText, Source: "of"}}
	s.Tables = append(s.Tables, format.Table{Name: "n.near", Class: format.ClassArray, Stride: 8, Fields: []format.Field{value}},
		format.Table{Name: "n.row", Class: format.ClassArray, Stride: 8, Fields: []format.Field{rows}},
		format.Table{Name: "n.row.of", Class: format.ClassArray, Stride: 8, Fields: []format.Field{value}})
	for _, text := range []string{
		`{"n": [{"id": "a", "to": ["", "a", ""], "near": ["a", ""], "row": [["", "a"], ["a"]]}, {"id": "b", "near": [""]}]}`,
		`<l><n id="a" to="| a |" near="a,|"><row>| a</row><row>a</row></n><n id="b" near="|"/></l>`,
		`<l><n id="a" to="[|,a,|]"><near>a</near><near/><row>|,a</row><row>a</row></n><n id="b"><near></near></n></l>`,
	} {
		first, err := build(t, s, []byte(text))
		require.NoError(t, err, text)
		l := leveltest.Read(t, first)
		for _, syntax := range []source.Format{source.XML, source.JSON} {
			text := write(t, l, unparse.Options{Syntax: syntax})
			back, err := build(t, s, []byte(text))
			require.NoError(t, err, text)
			require.Equal(t, first, back, text)
			require.Equal(t, syntax == source.XML, strings.Contains(text, `to="| a |" near="a |"`), text)
		}
	}
	for text, ok := range map[string]bool{`{"n": [{"id": "|", "to": ["|", "|", "|"]}]}`: false, `{"n": [{"id": "|", "row": [["|"]]}]}`: false, `{"n": [{"id": "|", "near": ["|", ""]}]}`: true} {
		out, err := build(t, s, []byte(text))
		require.NoError(t, err, text)
		l := leveltest.Read(t, out)
		if ok {
			back, err := build(t, s, []byte(write(t, l, unparse.Options{Syntax: source.XML})))
			require.NoError(t, err)
			require.Equal(t, out, back)
		} else {
			require.Contains(t, refusal(t, l, source.XML), "cannot stand in a list: one that is |, or has a space or comma in it")
		}
		back, err := build(t, s, []byte(write(t, l, unparse.Options{Syntax: source.JSON})))
		require.NoError(t, err)
		require.Equal(t, out, back)
	}
}

// A node that is called like a field of the node around it is that field in XML.
func TestANodeCalledLikeAFieldAroundIt(t *testing.T) {
	s := simple(format.Field{Name: "scene", Type: format.TypeU8}, format.Field{Name: "at", Type: format.TypeU8})
	s.Tables[0].Attr.Names = []string{"root"}
	s.Tables = append(s.Tables, format.Table{Name: "scene", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"scene"}},
		Fields: []format.Field{{Name: "x", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "x"}}}})
	out, err := build(t, s, []byte(`{"type": "root", "scene": 3, "children": [{"type": "scene", "x": 1}]}`))
	require.NoError(t, err)
	l := leveltest.Read(t, out)
	require.Equal(t, "scene[0]: an element <scene> would not be taken for a node here, but for a field of the n around it; --as json can say it, or give the field or the kind another name in its tag", refusal(t, l, source.XML))
	back, err := build(t, s, []byte(write(t, l, unparse.Options{Syntax: source.JSON})))
	require.NoError(t, err)
	require.Equal(t, out, back)
}
