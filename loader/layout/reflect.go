package layout

import (
	"reflect"
	"strings"
)

// storePath is the package of the types that layout knows by name.
const storePath = "github.com/levelc/levelc/store"

// FromReflect describes a Go type by reflection. It is meant to be called once
// for a world; it walks the whole type. Of nil, which is the type of a nil interface, it
// is nil, and Of and Record return an error for that.
func FromReflect(t reflect.Type) *Type {
	if t == nil {
		return nil
	}
	return make(reflector, 64).describe(t)
}

// reflector keeps the types that have been described, so that each is walked once and
// cycles end.
type reflector map[reflect.Type]*Type

// recorder is implemented by the generic types of package store.
type recorder interface{ Record() reflect.Type }

var plainKinds = map[reflect.Kind]Kind{
	reflect.Bool: Bool, reflect.Uint8: Uint8, reflect.Int8: Int8, reflect.Uint16: Uint16, reflect.Int16: Int16,
	reflect.Uint32: Uint32, reflect.Int32: Int32, reflect.Uint64: Uint64, reflect.Int64: Int64,
	reflect.Float32: Float32, reflect.Float64: Float64,
}

func (r reflector) describe(t reflect.Type) *Type {
	if d := r[t]; d != nil {
		return d
	}
	d := &Type{Name: shortPaths(TypeName(t.String())), Key: t, Size: uint32(t.Size()), Kind: plainKinds[t.Kind()]}
	r[t] = d
	if t.PkgPath() == storePath {
		d.Kind = StoreKind(t.Name())
		if rec := recorderOf(t); rec != nil && d.Kind != Other {
			d.Elem = func() *Type { return r.describe(rec.Record()) }
		}
		return d
	}
	switch t.Kind() {
	case reflect.Array:
		d.Kind, d.Len = Array, t.Len()
		d.Elem = func() *Type { return r.describe(t.Elem()) }
	case reflect.Pointer, reflect.Slice, reflect.Map:
		d.Elem = func() *Type { return r.describe(t.Elem()) }
	case reflect.Struct:
		d.Kind = Struct
		d.Fields = make([]Field, 0, t.NumField())
		var derived []string
		for i := range t.NumField() {
			f := t.Field(i)
			d.Fields = append(d.Fields, Field{
				Name: f.Name, Type: r.describe(f.Type), Offset: uint32(f.Offset),
				Exported: f.IsExported(), Embedded: f.Anonymous,
			})
			d.Fields[i].SetTag(f.Tag)
			if f.PkgPath == storePath { // an unexported field of that package
				derived = append(derived, f.Name)
			}
		}
		d.Derived = DerivedKind(derived)
	}
	return d
}

// recorderOf returns a nil or zero t that can be asked for its record, or nil if there
// is none. A store is large, so none is made for that.
func recorderOf(t reflect.Type) recorder {
	if !t.Implements(reflect.TypeFor[recorder]()) {
		t = reflect.PointerTo(t)
	}
	rec, _ := reflect.Zero(t).Interface().(recorder)
	return rec
}

// StoreKind returns the kind of the type that package store declares under a name,
// with or without type arguments.
func StoreKind(name string) Kind {
	name, _, _ = strings.Cut(name, "[")
	switch name {
	case "Str":
		return Str
	case "Handle":
		return Handle
	case "AnyHandle":
		return AnyHandle
	case "Span":
		return Span
	case "Bulk":
		return Nodes
	case "Array":
		return Elements
	case "Strings":
		return Strings
	}
	return Other
}

// DerivedKind returns the kind of the type of package store whose unexported fields have
// these names, or Other. A type that is defined by one, as in type Bodies
// store.Bulk[Body], shows by nothing else where it comes from.
func DerivedKind(fields []string) Kind {
	switch strings.Join(fields, " ") {
	case "id":
		return Str
	case "index gen":
		return Handle
	case "index gen kind _":
		return AnyHandle
	case "start count":
		return Span
	case "slots":
		return Nodes
	case "spans":
		return Elements
	case "entries text index":
		return Strings
	}
	return Other
}
