package export

import (
	"bytes"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any // string, bool, int, float64, []any, object, jsontext.Value
}

// with returns o with one member more.
func (o object) with(name string, value any) object { return append(o, member{name, value}) }

// has reports whether o has a member of that name.
func (o object) has(name string) bool {
	return slices.ContainsFunc(o, func(m member) bool { return m.name == name })
}

// MarshalJSONTo implements jsonv2.MarshalerTo.
func (o object) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := e.WriteToken(jsontext.String(m.name)); err != nil {
			return err
		}
		if err := jsonv2.MarshalEncode(e, m.value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// encode writes a value as indented JSON with a line break at the end.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	err := jsonv2.MarshalEncode(jsontext.NewEncoder(&b, jsontext.WithIndent("  ")), v)
	return b.Bytes(), err
}

// anys makes a list of any of strings.
func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
