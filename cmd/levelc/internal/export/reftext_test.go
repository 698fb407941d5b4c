package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type boneWorld struct {
	Bones standin.Bulk[bone] `level:"bone"`
	Slots standin.Bulk[slot] `level:"slot"`
	Links standin.Array[store.Handle[bone]]
	S     store.Strings
}

type bone struct {
	Name   store.Str                      `level:"name,id"`
	Parent store.Handle[bone]             `level:"parent,none='-1|false|no, none'"`
	Target store.AnyHandle                `level:"target,ref=bone|slot,form=#*|url(#*)"`
	Links  store.Span[store.Handle[bone]] `level:"links,none=0,form=@*"`
}

type slot struct {
	ID uint16 `level:"id,id,index"`
}

// A schema file replaces the types in a build, so it says how references are written.
func TestASchemaFileSaysHowReferencesAreWritten(t *testing.T) {
	var b strings.Builder
	s := leveltest.SchemaOf[boneWorld](t)
	require.NoError(t, export.WriteFile(&b, s))
	again, err := export.ReadFile(strings.NewReader(b.String()))
	require.NoError(t, err)
	require.Equal(t, s.Complete(), again)
}

func TestGoTypesSayHowReferencesAreWritten(t *testing.T) {
	text, err := export.Go(leveltest.SchemaOf[boneWorld](t), export.GoOptions{Package: "p"})
	require.NoError(t, err)
	for _, want := range []string{`parent,ref,none='-1|false|no, none'`, `ref=bone|slot,form=#*|url(#*)`, `links,none=0,form=@*`, `id,id,index`} {
		require.Contains(t, string(text), want)
	}
}

func TestSchemasForEditorsKnowHowReferencesAreWritten(t *testing.T) {
	s := leveltest.SchemaOf[boneWorld](t)
	for text, ok := range map[string]bool{
		`[{"type":"bone","parent":-1},{"type":"bone","parent":"no, none"},{"type":"bone","parent":false},{"type":"bone","parent":null}]`: true,
		`{"type":"bone","parent":1}`:                             false,
		`{"type":"bone","parent":true}`:                          false,
		`{"type":"bone","name":"a","links":[0,"@a","a"]}`:        true,
		`{"type":"bone","name":"a","links":[0,-1]}`:              false,
		`[{"type":"slot"},{"type":"bone","target":"url(#0)"}]`:   true,
		`[{"type":"slot","id":3},{"type":"bone","target":"#3"}]`: true,
	} {
		require.Equal(t, ok, jsonValidator(t, s, strict)(text) == nil, text)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
	requireBoth(t, s, strict, map[string]bool{
		`<level><bone name="a" parent="-1" target="url(#a)" links="@a 0"/><bone parent="no, none" target="0"/><slot/></level>`: true,
	})
}
