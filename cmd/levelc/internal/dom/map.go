package dom

// A map is a span that takes everything under names that no field has.

// entry appends an element to the map f under a key, which fill then fills.
func (w *walk) entry(t *table, row int, f *field, key string, fill func(elem int) error) error {
	elem := w.element(t, row, f)
	if err := w.items(f.elems, elem, f.elems.key, []string{key}); err != nil {
		return err
	}
	return fill(elem)
}

// entryValue returns the only field that an element has besides its key, or nil.
func (t *table) entryValue() *field {
	if len(t.fields) != 2 {
		return nil
	}
	for i := range t.fields {
		if &t.fields[i] != t.key {
			return &t.fields[i]
		}
	}
	return nil
}

// entryText sets the value of a map's element that is one value.
func (w *walk) entryText(t *table, elem int, s string) error {
	if f := t.entryValue(); f != nil {
		return w.set(t, elem, f, s)
	}
	return nil
}

// jsonEntry appends what is under a key to the map f: an object, a value, or a list of
// objects under one key.
func (w *walk) jsonEntry(t *table, row int, f *field, key string, v any) error {
	if list, ok := v.([]any); ok && (f.elems.entryValue() == nil || len(list) == 0 || isObject(list[0])) {
		for _, item := range list {
			if err := w.jsonEntry(t, row, f, key, item); err != nil {
				return err
			}
		}
		return nil
	}
	return w.entry(t, row, f, key, func(elem int) error {
		if object, ok := v.(map[string]any); ok {
			return w.jsonElement(f.elems, elem, object)
		}
		if value := f.elems.entryValue(); value != nil {
			return w.jsonValue(f.elems, elem, value, v)
		}
		return nil
	})
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// isType reports whether a member names the kind of its object.
func (w *walk) isType(key string, v any) bool {
	name, ok := v.(string)
	return ok && key == w.o.KindMember && w.kinds[name] != nil
}
