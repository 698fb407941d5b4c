package unparse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// A parser that knows namespaces refuses a prefix that is not declared.
func TestPrefixesAreDeclared(t *testing.T) {
	fields := []format.Field{
		{Name: "xsi:type", Type: format.TypeU8},
		{Name: "ed:x", Type: format.TypeU8},
		{Name: ":odd", Type: format.TypeU8},
		{Name: "xml:lang", Type: format.TypeU8},
	}
	s := simple(fields...)
	s.Tables[0].Attr.Names = []string{"game:n"}
	const declared = ` xmlns:ed="https://github.com/levelc/levelc#ed" xmlns:game="https://github.com/levelc/levelc#game"`
	const xsi = ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	row := []byte{1, 2, 3, 4}

	l := made(t, s, func(w *format.Writer) { node(t, w, 0, row) })
	require.Equal(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+
		`<game:n xsi:type="1" ed:x="2" :odd="3" xml:lang="4"`+declared+xsi+"/>\n",
		write(t, l, unparse.Options{Syntax: source.XML}))

	l = made(t, s, func(w *format.Writer) {
		for range 2 {
			var p format.PropBuilder
			p.Reset()
			p.Key("deep")
			p.BeginList()
			p.BeginMap()
			p.Key("no:te")
			p.Int(1)
			p.End()
			p.End()
			props, err := p.Finish()
			require.NoError(t, err)
			require.NoError(t, w.Prop(first, node(t, w, 0, row), props))
		}
	})
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}),
		"\n<level"+declared+` xmlns:levelc="https://github.com/levelc/levelc" xmlns:no="https://github.com/levelc/levelc#no"`+xsi+">\n")
}
