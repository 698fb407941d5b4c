// Package standin has stores for worlds of which a test needs the type only: it makes a
// schema of them, and no level is loaded into them.
//
//	world, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
//		Things standin.Bulk[thing] `level:"thing"`
//	}]()))
//
// To the compiler a store.Bulk is a hundred functions and more for each record, in each
// package that names it. These have none.
package standin

import (
	"reflect"
	"strings"

	"github.com/levelc/levelc/loader/layout"
)

// Bulk is described as a store.Bulk[T] is.
type Bulk[T any] struct{ _ [0]T }

// Array is described as a store.Array[T] is.
type Array[T any] struct{ _ [0]T }

// Describe describes a world as layout.FromReflect does, with its stand-ins as what they
// stand for. Stores that it has besides them may be the real ones.
func Describe(world reflect.Type) *layout.Type {
	d := layout.FromReflect(world)
	resolve(d, make(map[*layout.Type]bool))
	return d
}

var path = reflect.TypeFor[Bulk[int]]().PkgPath()

// resolve changes the descriptions of stand-ins, which are in the structs of a world, in
// embedded ones and in what pointers lead to.
func resolve(d *layout.Type, seen map[*layout.Type]bool) {
	if seen[d] {
		return
	}
	seen[d] = true
	t := d.Key.(reflect.Type)
	if t.PkgPath() == path {
		name, _, _ := strings.Cut(t.Name(), "[")
		elem := d.Fields[0].Type.Elem()
		d.Kind, d.Name = layout.StoreKind(name), "store"+strings.TrimPrefix(d.Name, "standin")
		d.Fields, d.Elem = nil, func() *layout.Type { return elem }
		return
	}
	for _, f := range d.Fields {
		resolve(f.Type, seen)
	}
	if d.Elem != nil && t.PkgPath() == "" { // of a pointer or an array, and no store's
		resolve(d.Elem(), seen)
	}
}
