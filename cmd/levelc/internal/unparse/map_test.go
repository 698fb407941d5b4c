package unparse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type coin struct {
	Of store.Str `level:"of,key"`
	N  int32     `level:"n"`
}

type purse struct {
	ID    store.Str        `level:"id,id"`
	Coins store.Span[coin] `level:"coins,map"`
}

type chest struct {
	N int32 `level:"n"`
}

// A node with a map says its kind as any other, unless a key of a map is the member that says
// it.
func TestNodesWithMapsSayTheirKinds(t *testing.T) {
	s := leveltest.SchemaOf[struct {
		Purses standin.Bulk[purse] `level:"purse"`
		Chests standin.Bulk[chest] `level:"chest"`
		Coins  standin.Array[coin]
		Text   store.Strings
	}](t)
	json := unparse.Options{Syntax: source.JSON}
	for text, want := range map[string]string{
		`<l><purse id="a" gold="1"/><chest n="2"><purse id="b" tin="4"/><chest/><purse/></chest></l>`: "{\n \"children\": [\n" +
			"  {\"type\": \"purse\", \"id\": \"a\", \"gold\": 1},\n" +
			"  {\"type\": \"chest\", \"n\": 2,\n   \"children\": [\n    {\"type\": \"purse\", \"id\": \"b\", \"tin\": 4},\n    {\"type\": \"chest\"},\n    {\"type\": \"purse\"}]}]}\n",
		`<l><purse id="a" gold="1"/><purse id="b" type="2"/><chest n="3"/></l>`: "{\n \"purse\": [\n" +
			"  {\"id\": \"a\", \"gold\": 1},\n  {\"id\": \"b\",\n   \"type\": {\"n\": 2}}],\n \"children\": [\n  {\"type\": \"chest\", \"n\": 3}]}\n",
	} {
		lvl := leveltest.Build(t, s, text, format.WriterOptions{})
		requireSame(t, lvl)
		require.Equal(t, want, write(t, leveltest.Read(t, lvl), json))
	}
	odd := leveltest.Build(t, s, `<l><chest><purse type="1"/><chest/><purse gold="1"/></chest></l>`, format.WriterOptions{})
	require.Contains(t, refusal(t, leveltest.Read(t, odd), source.JSON), `its kind cannot be told by a type`)
}
