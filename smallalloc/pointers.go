package smallalloc

import (
	"reflect"
	"strconv"
)

// PointerFree reports whether values of t may live in a pool: t has nothing in it
// that the garbage collector must see, that is no pointer, string, slice, map,
// channel, function or interface, at any depth.
func PointerFree(t reflect.Type) bool { return pointers(t) == nil }

// pointers reports, as a [*TypeError] with the path of the first offender, that
// t is not pointer-free.
func pointers(t reflect.Type) error {
	path, kind := findPointer(t, t.String())
	if path == "" {
		return nil
	}
	return &TypeError{Path: path, Kind: kind, Err: ErrPointers}
}

// findPointer returns the path and the type of the first pointer in t, which itself
// has the path given; both are empty where there is none.
func findPointer(t reflect.Type, path string) (string, string) {
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.Fields() {
			if p, k := findPointer(f.Type, path+"."+f.Name); p != "" {
				return p, k
			}
		}
		return "", ""
	case reflect.Array:
		if t.Len() == 0 {
			return "", ""
		}
		return findPointer(t.Elem(), path+"["+strconv.Itoa(t.Len())+"]")
	case reflect.Pointer, reflect.UnsafePointer, reflect.String, reflect.Slice,
		reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return path, t.String()
	}
	return "", ""
}

// verdict is what pointers said of a type.
type verdict struct {
	t   reflect.Type
	err error
}

// verdicts is how many of them a pool remembers.
const verdicts = 16

// admit is pointers, and remembers the answer.
func (p *Pool) admit(t reflect.Type) error {
	for i := range p.known {
		if p.known[i].t == t {
			return p.known[i].err
		}
	}
	if len(p.known) == verdicts {
		p.known = p.known[:0]
	}
	err := pointers(t)
	p.known = append(p.known, verdict{t, err})
	return err
}
