package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// keySchema has rooms under their ids, which must be given, and doors under numbers.
func keySchema() *format.Schema {
	return &format.Schema{Tables: []format.Table{
		{Name: "room", Class: format.ClassNode, Stride: 8, Attr: format.TableAttr{Names: []string{"room", "cave"}, JSON: "rooms"}, Fields: []format.Field{
			{Name: "id", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleIDKey, Required: true}},
			{Name: "light", Type: format.TypeU8, Offset: 4, Count: 1},
		}},
		{Name: "door", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"door"}}, Fields: []format.Field{
			{Name: "number", Type: format.TypeI8, Count: 1, Attr: format.Attr{Role: format.RoleKey}},
		}},
		{Name: "coin", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"coin"}}, Fields: []format.Field{
			{Name: "worth", Type: format.TypeU8, Count: 1},
		}},
	}}
}

func TestJSONSchemaHasNodesUnderTheirKeys(t *testing.T) {
	valid := jsonValidator(t, keySchema(), strict)
	for _, text := range []string{
		`{"start": "hall", "rooms": {"hall": {"light": 3, "id": "hall"}, "attic": {}, "none": null, "deep": {"type": "cave"}, "$schema": "x"}, "door": {"7": {}, "-12": {"number": -12}, "0": {}}}`,
		`{"rooms": [{"id": "hall"}], "room": {"id": "a"}, "door": [{"number": 1}], "x": {"type": "cave", "id": "b"}}`,
		`{"rooms": {"hall": {"door": {"1": {}}, "rooms": {"in": {"type": "door"}}}}}`,
	} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{
		`{"rooms": {"hall": 3}}`, `{"rooms": {"hall": []}}`, `{"rooms": {"hall": {"dark": 3}}}`, `{"rooms": {"hall": {"type": "coin"}}}`,
		`{"rooms": [{}]}`, `{"room": {}}`, `{"door": {"01": {}}}`, `{"door": {"x": {}}}`, `{"coin": {"a": {"worth": 1}}}`,
	} {
		require.Error(t, valid(text), text)
	}
	s := keySchema()
	s.Tables[0].Attr.JSON = format.NoKey
	valid = jsonValidator(t, s, strict)
	for _, text := range []string{`{"hall": {"light": 3}, "deep": {"type": "cave"}}`, `[{"id": "hall"}]`, `{"type": "room", "id": "hall"}`} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{`{"hall": 3}`, `[{"hall": {}}]`, `{"type": "room"}`} {
		require.Error(t, valid(text), text)
	}
}
