package dom_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/format"
)

// scores is a map of objects in a nested struct, and a map of values.
func scores() *format.Schema {
	f := func(name, source string, t format.Type, off uint32, r format.Role) format.Field {
		return format.Field{Name: name, Type: t, Offset: off, Count: 1, Attr: format.Attr{Source: source, Role: r}}
	}
	span := func(name, source, target string, off uint32) format.Field {
		s := f(name, source, format.TypeSpan, off, format.RoleMap)
		s.Target = target
		return s
	}
	return &format.Schema{Tables: []format.Table{
		{Name: "score", Class: format.ClassNode, Stride: 8, Fields: []format.Field{span("all", "all", "score.all", 0)},
			Attr: format.TableAttr{Names: []string{"score"}}},
		{Name: "team", Class: format.ClassNode, Stride: 8, Fields: []format.Field{span("of.men", "of/men", "team.of.men", 0)},
			Attr: format.TableAttr{Names: []string{"team"}}},
		{Name: "score.all", Class: format.ClassArray, Stride: 8, Fields: []format.Field{
			f("points", "points", format.TypeU16, 0, format.RoleValue), f("key", "key", format.TypeStr, 4, format.RoleKey)}},
		{Name: "team.of.men", Class: format.ClassArray, Stride: 12, Fields: []format.Field{
			f("key", "key", format.TypeStr, 0, format.RoleKey), f("age", "age", format.TypeU32, 4, format.RoleValue), f("note", "note", format.TypeStr, 8, format.RoleAny)}},
	}}
}

func TestMapsTakeWhatStandsUnderAnyName(t *testing.T) {
	for syntax, src := range map[dom.Syntax]string{
		dom.XML:  `<l xmlns="x"><score mia="3" tom="40000"/><team><of><ada age="36" note="1.50"/><bob age="7" note="true"/></of></team></l>`,
		dom.JSON: `[{"type":"score","mia":3,"tom":40000,"none":null},{"type":"team","of":{"ada":{"age":36,"note":1.50},"bob":[{"age":7,"note":true}]}}]`,
	} {
		l, err := dom.New(scores(), dom.Options{Syntax: syntax})
		require.NoError(t, err)
		level, err := l.Load([]byte(src))
		require.NoError(t, err)
		require.Equal(t, 2, level.Nodes)
		le := binary.LittleEndian
		str := func(b []byte) string { return level.Strings[le.Uint32(b)] }
		all := level.Tables[format.FixedTables+2]
		require.Len(t, all, 16)
		require.Equal(t, []any{"mia", uint16(3), "tom", uint16(40000)}, []any{str(all[4:]), le.Uint16(all), str(all[12:]), le.Uint16(all[8:])})
		men := level.Tables[format.FixedTables+3]
		require.Len(t, men, 24)
		require.Equal(t, []any{"ada", uint32(36), "1.50"}, []any{str(men), le.Uint32(men[4:]), str(men[8:])})
		require.Equal(t, []any{"bob", uint32(7), "true"}, []any{str(men[12:]), le.Uint32(men[16:]), str(men[20:])})
		require.EqualValues(t, 2, le.Uint32(level.Tables[format.FixedTables][4:]))
	}
}
