package dom_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/format"
)

// All fields of an element may be the game's own. The first two sources compile; the
// others do not, and are ignored.
func TestElementsWithoutFieldsAndIDsWithoutText(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		{Name: "b", Class: format.ClassNode, Stride: 12, Attr: format.TableAttr{Names: []string{"b"}}, Fields: []format.Field{
			{Name: "id", Type: format.TypeStr, Count: 1, Attr: format.Attr{Source: "id", Role: format.RoleID}},
			{Name: "l", Type: format.TypeSpan, Count: 1, Offset: 4, Target: "b.l", Attr: format.Attr{Source: "l"}}}},
		{Name: "b.l", Class: format.ClassArray, Stride: 4},
	}}
	for _, c := range []struct {
		text     string
		syntax   dom.Syntax
		elements int
	}{
		{`<b><l/><l/></b>`, dom.XML, 2},
		{`{"type":"b","l":[{},{}]}`, dom.JSON, 2},
		{`<b l="1 2"/>`, dom.XML, 0},
		{`{"type":"b","l":[[],[1]]}`, dom.JSON, 0},
		{`{"type":"b","id":[]}`, dom.JSON, 0},
		{`{"type":"b","id":{}}`, dom.JSON, 0},
	} {
		l, err := dom.New(s, dom.Options{Syntax: c.syntax})
		require.NoError(t, err)
		level, err := l.Load([]byte(c.text))
		require.NoError(t, err, c.text)
		require.Equal(t, 1, level.Nodes, c.text)
		require.Len(t, level.Tables[format.FixedTables+1], 4*c.elements, c.text)
	}
}
