package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/testdata/standin"
)

func TestSchemasForEditorsKnowValues(t *testing.T) {
	s := leveltest.SchemaOf[struct {
		Rooms standin.Bulk[struct {
			Mood uint8    `level:"mood,enum=calm|angry"`
			At   [2]int32 `level:"at"`
		}] `level:"room"`
	}](t)
	for text, ok := range map[string]bool{`{"type":"room","mood":null,"at":null}`: true, `{"type":"room","mood":"glad"}`: false} {
		require.Equal(t, ok, jsonValidator(t, s, strict)(text) == nil, text)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
	requireBoth(t, s, strict, map[string]bool{
		`<room at="1 -2" mood="calm"/>`: true, `<room><at>1 2</at></room>`: true,
		`<room at="1.5 2"/>`: false, `<room><at>1 2e0</at></room>`: false,
	})
	s.Tables[0].Attr.Doc = "of\x01\uFFFE\uFFFF room"
	text, err := export.XSD(s, strict)
	require.NoError(t, err)
	require.Contains(t, string(text), "<xs:documentation>of room</xs:documentation>")
}
