package export

import (
	"bytes"

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

// encode writes the object as indented JSON with a line break at the end.
func (o object) encode() ([]byte, error) { return encode(o) }

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b, jsontext.WithIndent("  "))
	if err := write(e, v); err != nil {
		return nil, err
	}
	return append(bytes.TrimRight(b.Bytes(), "\n"), '\n'), nil
}

func write(e *jsontext.Encoder, v any) error {
	switch v := v.(type) {
	case object:
		if err := e.WriteToken(jsontext.BeginObject); err != nil {
			return err
		}
		for _, m := range v {
			if err := e.WriteToken(jsontext.String(m.name)); err != nil {
				return err
			}
			if err := write(e, m.value); err != nil {
				return err
			}
		}
		return e.WriteToken(jsontext.EndObject)
	case []any:
		if err := e.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, item := range v {
			if err := write(e, item); err != nil {
				return err
			}
		}
		return e.WriteToken(jsontext.EndArray)
	}
	return jsonv2.MarshalEncode(e, v)
}

// anys makes a list of any of strings.
func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
