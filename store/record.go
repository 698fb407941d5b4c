package store

import (
	"fmt"
	"reflect"
)

// checkRecord refuses a record type with pointers. Rows are outside Go's heap, or in
// memory that the collector does not scan, so it would free what a pointer in them
// points at. The error names the path of the first such field.
func checkRecord(t reflect.Type) error {
	if t.Size() == 0 {
		return fmt.Errorf("store: %v has no size", t)
	}
	if path, kind := pointerIn(t); kind != reflect.Invalid {
		return fmt.Errorf("%w: %v%s is %s", ErrPointers, t, path, kindWords(kind))
	}
	return nil
}

// kindWords names a kind of types in a sentence.
func kindWords(k reflect.Kind) string {
	switch k {
	case reflect.Pointer:
		return "a pointer"
	case reflect.UnsafePointer:
		return "an unsafe.Pointer"
	case reflect.Chan:
		return "a channel"
	case reflect.Func:
		return "a function"
	case reflect.Interface, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int64:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// pointerIn returns the path to the first pointer in a value of type t and its kind, or
// reflect.Invalid if there is none. An array without elements counts as its element
// type.
func pointerIn(t reflect.Type) (path string, kind reflect.Kind) {
	switch k := t.Kind(); k {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface,
		reflect.Slice, reflect.String, reflect.UnsafePointer:
		return "", k
	case reflect.Array:
		path, kind = pointerIn(t.Elem())
		return "[]" + path, kind
	case reflect.Struct:
		for f := range t.Fields() {
			if path, kind = pointerIn(f.Type); kind != reflect.Invalid {
				return "." + f.Name + path, kind
			}
		}
	}
	return "", reflect.Invalid
}
