package dom_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/format"
)

// References are read as their tags say, and a node without an id has its place as one.
func TestReferencesAreReadAsTheirTagsSay(t *testing.T) {
	one := func(name string, typ format.Type, off uint32, a format.Attr) format.Field {
		a.Source = name
		f := format.Field{Name: name, Type: typ, Offset: off, Count: 1, Attr: a}
		if typ == format.TypeRef {
			f.Target = "node"
		}
		return f
	}
	s := &format.Schema{Tables: []format.Table{{Name: "node", Class: format.ClassNode, Stride: 20, Attr: format.TableAttr{Names: []string{"node"}, JSON: "nodes"},
		Fields: []format.Field{
			one("id", format.TypeU16, 0, format.Attr{Role: format.RoleID, Index: true}),
			one("a", format.TypeRef, 4, format.Attr{None: []string{"-1", "no"}, Forms: []string{"#*", "##*", "url(#*)"}}),
			one("b", format.TypeRef, 12, format.Attr{None: []string{"-1"}}),
		}}}}
	for syntax, src := range map[dom.Syntax]string{
		dom.XML:  `<s><node id="1" a="#1" b="-1"/><node id="0" a="##3" b="3"/><node a="no" b="0"/><node a="url(#2)"/></s>`,
		dom.JSON: `{"nodes": [{"id": 1, "a": "#1", "b": -1}, {"id": 0, "a": "##3", "b": 3}, {"a": "no", "b": 0}, {"a": "url(#2)"}]}`,
	} {
		l, err := dom.New(s, dom.Options{Syntax: syntax})
		require.NoError(t, err)
		level, err := l.Load([]byte(src))
		require.NoError(t, err)
		var got [][3]int
		for rows := level.Tables[format.FixedTables]; len(rows) > 0; rows = rows[20:] {
			u := func(off int) int { return int(binary.LittleEndian.Uint32(rows[off:])) }
			got = append(got, [3]int{u(0), u(4), u(12)})
		}
		require.Equal(t, [][3]int{{1, 1, 0}, {0, 4, 4}, {2, 0, 2}, {3, 3, 0}}, got, "id, and rows+1 of a and b")
	}
	l, err := dom.New(s, dom.Options{Syntax: dom.JSON})
	require.NoError(t, err)
	level, err := l.Load([]byte(`{"nodes": [null, {"b": 2}, {"b": 1}]}`))
	require.NoError(t, err)
	require.Equal(t, byte(1), level.Tables[format.FixedTables][0], "null has a place")
	require.Equal(t, byte(2), level.Tables[format.FixedTables][12])
}
