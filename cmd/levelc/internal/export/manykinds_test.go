package export_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/format"
)

// crowd adds kinds to a schema, with ids; some are called as fields of others are.
func crowd(s *format.Schema, n int) *format.Schema {
	crowded := *s
	crowded.Tables = slices.Clone(s.Tables)
	names := []string{"pos", "title", "k1", "bounds"}
	for i := range n {
		names = append(names, fmt.Sprint("extra", i))
	}
	for _, name := range names {
		crowded.Tables = append(crowded.Tables, format.Table{
			Name: name, Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{name}},
			Fields: []format.Field{{Name: "id", Type: format.TypeStr, Count: 1, Attr: format.Attr{Source: "id", Role: format.RoleID}}},
		})
	}
	return &crowded
}

// inCrowd calls a test with a schema, and with many more kinds in it, which a schema
// for editors says in fewer words.
func inCrowd(t *testing.T, s *format.Schema, test func(t *testing.T, s *format.Schema)) {
	t.Run("kinds=few", func(t *testing.T) { test(t, s) })
	t.Run("kinds=many", func(t *testing.T) { test(t, crowd(s, 60)) })
}

// All kinds may stand in all, and yet a schema must not grow with their square.
func TestASchemaForEditorsGrowsAsItsKinds(t *testing.T) {
	for name, write := range map[string]func(*format.Schema, export.EditorOptions) ([]byte, error){
		"jsonschema": export.JSONSchema, "xsd": export.XSD,
	} {
		for _, keyed := range []bool{false, true} {
			size := func(n int) int {
				s := crowd(&format.Schema{}, n)
				for i := range s.Tables {
					if keyed {
						s.Tables[i].Fields[0].Attr.Role = format.RoleIDKey
					}
				}
				text, err := write(s, strict)
				require.NoError(t, err)
				return len(text)
			}
			require.Less(t, float64(size(800)), 2.2*float64(size(400)), "%s keyed=%v", name, keyed)
		}
	}
}

// Kinds that are called as a field of one kind stand in all others.
func TestAKindThatIsCalledAsAFieldElsewhere(t *testing.T) {
	s := crowd(gameSchema(t), 60)
	valid := jsonValidator(t, s, strict)
	for _, text := range []string{
		`{"type": "scene", "title": "T", "pos": [{"id": "a", "title": {"id": "b"}}], "extra0": {"extra1": [{"id": "c"}]}}`,
		`{"pos": {"id": "a"}, "extra0": [{"pos": {"pos": null}}], "extra9": []}`,
	} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{
		`{"type": "scene", "title": {"id": "b"}}`, `{"type": "body", "pos": {"id": "a"}}`, `{"pos": {"ids": "a"}}`, `{"extra0": {"extra1": 3}}`,
		`{"type": "scene", "title": "T", "extra0": {"extra100": {"id": "c"}}}`,
	} {
		require.Error(t, valid(text), text)
	}
	validXML := xmlValidator(t, s, strict)
	for _, text := range []string{
		`<scene title="T"><pos id="a"><title id="b"/></pos><extra0><extra1 id="c"/></extra0></scene>`,
		`<level><pos id="a"/><extra0><pos/></extra0></level>`,
	} {
		require.NoError(t, validXML(document(t, text)), text)
	}
	for _, text := range []string{
		`<scene><title id="b"/></scene>`, `<body><pos id="a"/></body>`, `<level><pos ids="a"/></level>`, `<extra0><extra100/></extra0>`,
		`<level><extra0 id="a"/><extra1><extra0 id="a"/></extra1></level>`,
	} {
		require.Error(t, validXML(document(t, text)), text)
	}
}
