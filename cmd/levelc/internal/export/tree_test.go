package export_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

// A nested struct with nothing in it but a parent is in no source: a build refuses it, and a
// field may have its name.
func TestAStructOfAParentIsInNoSource(t *testing.T) {
	schema := func(field string) *format.Schema {
		kind := format.Table{Name: "k", Class: format.ClassNode, Attr: format.TableAttr{Names: []string{"k"}}, Fields: []format.Field{
			{Name: "id", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleID, Source: "id"}},
			{Name: "in.up", Type: format.TypeRef, Count: 1, Target: "k", Attr: format.Attr{Role: format.RoleParent}},
			{Name: "n", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: field}},
		}}
		randlevel.Lay(&kind)
		return (&format.Schema{Tables: []format.Table{kind}}).Complete()
	}
	for _, field := range []string{"n", "in"} {
		s := schema(field)
		valid := jsonValidator(t, s, strict)
		for text, right := range map[string]bool{
			`{"k":{"in":{}}}`: false, `{"k":{"in":1}}`: field == "in", `{"k":{}}`: true, `{"k":{"k":{}}}`: true,
		} {
			require.Equal(t, right, builds(t, s, text) == "", text)
			require.Equal(t, right, valid(text) == nil, text)
		}
		tiled, err := export.Tiled(s)
		require.NoError(t, err)
		require.NotContains(t, string(tiled), `"k.in"`)
		if _, err := exec.LookPath("xmllint"); err != nil {
			continue
		}
		texts := []string{`<k><in/></k>`, `<k><in>1</in></k>`, `<k><k/></k>`}
		for i, err := range validateAll(t, s, texts) {
			require.Equal(t, builds(t, s, texts[i]) == "", err == "", "%s: %s", texts[i], err)
		}
	}
}
