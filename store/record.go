package store

import (
	"fmt"
	"reflect"
)

// checkRecord refuses a record type that Go's collector would have to look
// into: rows lie outside its heap, or in memory that it does not scan, so what
// a pointer in them points at would be freed under it. The error names the
// path of the first field that holds one.
func checkRecord(t reflect.Type) error {
	if t.Size() == 0 {
		return fmt.Errorf("store: %v has no size", t)
	}
	if path, kind := pointerIn(t); kind != reflect.Invalid {
		return fmt.Errorf("%w: %v%s is a %v", ErrPointers, t, path, kind)
	}
	return nil
}

// pointerIn returns the path to the first pointer in a value of type t and
// what it is, or reflect.Invalid where there is none. Arrays without elements
// count as what they are declared to hold.
func pointerIn(t reflect.Type) (path string, kind reflect.Kind) {
	switch k := t.Kind(); k {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface,
		reflect.Slice, reflect.String, reflect.UnsafePointer:
		return "", k
	case reflect.Array:
		path, kind = pointerIn(t.Elem())
		return "[]" + path, kind
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if path, kind = pointerIn(f.Type); kind != reflect.Invalid {
				return "." + f.Name + path, kind
			}
		}
	}
	return "", reflect.Invalid
}
