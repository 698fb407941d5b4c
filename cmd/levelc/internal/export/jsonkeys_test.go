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

// A number as a key is one that its type holds, or the key of a kind that holds more.
func TestJSONSchemaKnowsTheRangeOfKeys(t *testing.T) {
	for of, edges := range map[format.Type][]string{
		format.TypeI8: {"-129", "-128", "127", "128"}, format.TypeU8: {"-1", "0", "255", "256"},
		format.TypeI16: {"-32769", "-32768", "32767", "32768"}, format.TypeU16: {"-1", "0", "65535", "65536"},
		format.TypeI32: {"-2147483649", "-2147483648", "2147483647", "2147483648"}, format.TypeU32: {"-1", "0", "4294967295", "4294967296"},
		format.TypeI64: {"-9223372036854775809", "-9223372036854775808", "9223372036854775807", "9223372036854775808"},
		format.TypeU64: {"-1", "0", "18446744073709551615", "18446744073709551616"},
	} {
		s := keySchema()
		s.Tables = s.Tables[1:2]
		s.Tables[0].Fields[0].Type, s.Tables[0].Stride = of, of.Size()
		valid := jsonValidator(t, s, strict)
		for i, n := range edges {
			err := valid(`{"door": {"` + n + `": {}, "1": {}}}`)
			require.Equal(t, i == 1 || i == 2, err == nil, "%v: %s: %v", of, n, err)
		}
		for _, n := range []string{"0", "1", "9", "10", "99", "100", "109", "110", "119", "120", "126"} {
			require.NoError(t, valid(`{"door": {"`+n+`": {}}}`), n)
		}
	}
	s := keySchema()
	s.Tables[2].Fields[0].Attr.Role = format.RoleKey // of 0 to 255, and doors have -128 to 127
	valid := jsonValidator(t, s, strict)
	require.NoError(t, valid(`{"door": {"200": {"type": "coin"}}}`))
	require.Error(t, valid(`{"door": {"200": {}}}`))
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
