package dom

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/levelc/levelc/format"
)

func (w *walk) json(src []byte) error {
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber() // a float64 would not hold every 64-bit integer
	var root any
	if err := d.Decode(&root); err != nil {
		return err
	}
	return w.jsonChild("", root)
}

// jsonChild walks a member that is a node or a list of nodes.
func (w *walk) jsonChild(key string, v any) error {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if t := w.kinds[key]; t != nil && item == nil {
				w.places[t.index]++ // though it is no node
			}
			if err := w.jsonChild(key, item); err != nil {
				return err
			}
		}
	case map[string]any:
		kind := w.kinds[key]
		if name, ok := v[w.o.KindMember].(string); ok && w.kinds[name] != nil {
			kind = w.kinds[name]
		}
		if kind != nil {
			return w.jsonNode(kind, v)
		}
		if len(w.open) == 0 {
			return w.jsonNodes(v, nil)
		}
	}
	return nil
}

// jsonNodes walks the members that no field has taken. A map has lost the order of its
// members, so it takes them in the order of their keys.
func (w *walk) jsonNodes(object map[string]any, in *names) error {
	var keys []string
	for key, v := range object {
		switch v.(type) {
		case map[string]any, []any:
			if in == nil || in.fields[key] == nil {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if in != nil {
			if _, ok := in.nested[key]; ok {
				continue
			}
		}
		if err := w.jsonChild(key, object[key]); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) jsonNode(t *table, object map[string]any) error {
	row := w.enter(t)
	given := new(uint64)
	if err := w.jsonRow(t, row, t.inside, object, given); err != nil {
		return err
	}
	if t.inside.rest == nil { // a map takes members that look like nodes
		if err := w.jsonNodes(object, t.inside); err != nil {
			return err
		}
	}
	defer w.leave()
	return w.late(t, row, given)
}

// jsonRow reads the values in an object.
func (w *walk) jsonRow(t *table, row int, in *names, object map[string]any, given *uint64) error {
	for _, key := range slices.Sorted(maps.Keys(object)) { // for the elements of maps
		v := object[key]
		if v == nil {
			continue
		}
		if nested, ok := in.nested[key]; ok {
			inner, _ := v.(map[string]any)
			if err := w.jsonRow(t, row, nested, inner, given); err != nil {
				return err
			}
			continue
		}
		if f := in.fields[key]; f != nil {
			*given |= f.late
			if err := w.jsonValue(t, row, f, v); err != nil {
				return err
			}
		} else if in.rest != nil && key != "$schema" && !w.isType(key, v) {
			if err := w.jsonEntry(t, row, in.rest, key, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// jsonValue gives a field a scalar, a list, or objects as elements.
func (w *walk) jsonValue(t *table, row int, f *field, v any) error {
	switch v := v.(type) {
	case map[string]any:
		if f.elems != nil {
			return w.jsonElement(f.elems, w.element(t, row, f), v)
		}
		items := make([]string, 0, f.Count)
		for _, c := range f.Attr.Components {
			items = append(items, text(v[c]))
		}
		return w.items(t, row, f, items)
	case []any:
		if f.elems != nil && !f.elems.scalar() {
			for _, item := range v {
				if err := w.jsonElementValue(t, row, f, item); err != nil {
					return err
				}
			}
			return nil
		}
		return w.items(t, row, f, flat(nil, v))
	case string:
		if f.Type == format.TypeStr {
			return w.items(t, row, f, []string{v})
		}
		return w.set(t, row, f, v)
	default:
		return w.items(t, row, f, []string{text(v)})
	}
}

func (w *walk) jsonElementValue(t *table, row int, f *field, item any) error {
	if object, ok := item.(map[string]any); ok {
		return w.jsonElement(f.elems, w.element(t, row, f), object)
	}
	values, _ := item.([]any)
	return w.rows(t, row, f, flat(nil, values))
}

// jsonElement fills a row that an object stands for.
func (w *walk) jsonElement(t *table, row int, object map[string]any) error {
	given := new(uint64)
	if err := w.jsonRow(t, row, t.inside, object, given); err != nil {
		return err
	}
	return w.late(t, row, given)
}

// text returns a scalar as XML would write it.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// flat lists the scalars of an array, including those of inner arrays.
func flat(to []string, list []any) []string {
	for _, v := range list {
		if inner, ok := v.([]any); ok {
			to = flat(to, inner)
			continue
		}
		to = append(to, text(v))
	}
	return to
}
