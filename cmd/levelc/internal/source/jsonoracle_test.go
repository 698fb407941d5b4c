package source

import (
	"encoding/json"
	"fmt"
	"strings"
)

// oracle says what a JSON text is to be reported as, by way of a tree that
// encoding/json has read: the rules of Handler written down in the plainest way.
type oracle struct {
	rec *record
}

// tree is a JSON value: an object with members in order, a []any, or a scalar.
type tree struct {
	names  []string
	values []any
}

func readTree(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := tree{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := readTree(d)
			if err != nil {
				return nil, err
			}
			o.names = append(o.names, name.(string))
			o.values = append(o.values, v)
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		a := []any{}
		for d.More() {
			v, err := readTree(d)
			if err != nil {
				return nil, err
			}
			a = append(a, v)
		}
		_, err := d.Token()
		return a, err
	}
	return t, nil
}

func expected(doc string, kinds map[string]bool) (string, error) {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	v, err := readTree(d)
	if err != nil {
		return "", err
	}
	o := oracle{&record{kinds: kinds}}
	if t, ok := v.(tree); ok {
		o.object("", t)
	} else {
		o.rec.Open([]byte(NoObject), 0)
		o.member("", v)
		o.rec.Close(0)
	}
	return o.rec.out.String(), nil
}

func (o oracle) object(key string, t tree) {
	kind := key
	typed := false
	for i, n := range t.names {
		if s, ok := t.values[i].(string); ok && n == "type" && o.rec.kinds[s] {
			kind, typed = s, true
		}
	}
	o.rec.Open([]byte(kind), 0)
	for i, n := range t.names {
		if !typed || n != "type" {
			o.member(n, t.values[i])
		}
	}
	o.rec.Close(0)
}

func (o oracle) member(name string, v any) {
	switch v := v.(type) {
	case tree:
		o.object(name, v)
	case []any:
		o.array(name, v, false)
	default:
		o.rec.Value([]byte(name), o.value(v))
	}
}

func (o oracle) array(name string, a []any, mixed bool) {
	if !holdsObject(a) {
		v := o.value(a)
		v.Mixed = mixed
		o.rec.Value([]byte(name), v)
		return
	}
	for _, e := range a {
		switch e := e.(type) {
		case tree:
			o.object(name, e)
		case []any:
			o.array(name, e, true)
		default:
			v := o.value(e)
			v.Mixed = true
			o.rec.Value([]byte(name), v)
		}
	}
}

func holdsObject(a []any) bool {
	for _, e := range a {
		if _, ok := e.(tree); ok {
			return true
		}
		if in, ok := e.([]any); ok && holdsObject(in) {
			return true
		}
	}
	return false
}

func (o oracle) value(v any) *Value {
	switch v := v.(type) {
	case nil:
		return &Value{Kind: Null, Bytes: []byte("null")}
	case bool:
		return &Value{Kind: Bool, Bytes: fmt.Append(nil, v)}
	case string:
		return &Value{Kind: String, Bytes: []byte(v)}
	case json.Number:
		return &Value{Kind: Number, Bytes: []byte(v)}
	}
	list := &Value{Kind: List}
	for _, e := range v.([]any) {
		list.Items = append(list.Items, *o.value(e))
	}
	return list
}
