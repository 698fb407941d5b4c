package schema

import (
	"go/types"
	"math"
	"reflect"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/levelc/levelc/loader/layout"
)

// storePath is the package of the types that layout knows by name.
const storePath = "github.com/levelc/levelc/store"

// sizes are those of the format, whatever machine levelc runs on.
var sizes = types.SizesFor("gc", "amd64")

// describer turns types into layout's description of them. Equal types get the same
// description, which therefore is their key. It also ends the cycles in which records
// refer to each other.
type describer struct {
	seen typeutil.Map // types.Type -> *layout.Type
	text *sourceText
}

func newDescriber(s *source, dir string) *describer {
	return &describer{text: newSourceText(s, dir)}
}

var basicKinds = map[types.BasicKind]layout.Kind{
	types.Bool: layout.Bool, types.Uint8: layout.Uint8, types.Int8: layout.Int8, types.Uint16: layout.Uint16, types.Int16: layout.Int16,
	types.Uint32: layout.Uint32, types.Int32: layout.Int32, types.Uint64: layout.Uint64, types.Int64: layout.Int64,
	types.Float32: layout.Float32, types.Float64: layout.Float64,
}

func (d *describer) describe(t types.Type) *layout.Type {
	t = types.Unalias(t)
	if out, ok := d.seen.At(t).(*layout.Type); ok {
		return out
	}
	out := &layout.Type{Name: layout.TypeName(types.TypeString(t, packageName))}
	out.Key = out
	d.seen.Set(t, out)
	if named, ok := t.(*types.Named); ok {
		if named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == storePath {
			out.Kind = layout.StoreKind(named.Obj().Name())
			out.Size = d.size(t)
			if args := named.TypeArgs(); args.Len() > 0 && out.Kind != layout.Other {
				out.Elem = func() *layout.Type { return d.describe(args.At(0)) }
			}
			return out
		}
		out.Doc = d.text.doc(named.Obj())
	}
	out.Size = d.size(t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		out.Kind = basicKinds[u.Kind()]
	case *types.Array:
		out.Kind, out.Len = layout.Array, int(min(u.Len(), math.MaxInt32))
		out.Elem = func() *layout.Type { return d.describe(u.Elem()) }
	case *types.Pointer:
		out.Elem = func() *layout.Type { return d.describe(u.Elem()) }
	case *types.Slice:
		out.Elem = func() *layout.Type { return d.describe(u.Elem()) }
	case *types.Map:
		out.Elem = func() *layout.Type { return d.describe(u.Elem()) }
	case *types.Struct:
		out.Kind = layout.Struct
		out.Fields = d.fields(u)
		out.Derived = layout.DerivedKind(fieldsOfStore(u))
	}
	return out
}

// fieldsOfStore returns the names of the unexported fields of package store.
func fieldsOfStore(s *types.Struct) []string {
	var names []string
	for v := range s.Fields() {
		if !v.Exported() && v.Pkg() != nil && v.Pkg().Path() == storePath {
			names = append(names, v.Name())
		}
	}
	return names
}

func (d *describer) fields(s *types.Struct) []layout.Field {
	vars := make([]*types.Var, s.NumFields())
	for i := range vars {
		vars[i] = s.Field(i)
	}
	offsets := sizes.Offsetsof(vars)
	out := make([]layout.Field, len(vars))
	for i, v := range vars {
		out[i] = layout.Field{
			Name: v.Name(), Type: d.describe(v.Type()), Offset: clamp(offsets[i]),
			Exported: v.Exported(), Embedded: v.Embedded(),
			Doc: d.text.doc(v), Pos: d.text.place(v.Pos()),
		}
		out[i].SetTag(reflect.StructTag(s.Tag(i)))
	}
	return out
}

// size returns the size on amd64. A type too large to be a record stays too large.
func (d *describer) size(t types.Type) uint32 { return clamp(sizes.Sizeof(t)) }

func clamp(n int64) uint32 {
	if n < 0 || n > math.MaxUint32 {
		return math.MaxUint32
	}
	return uint32(n)
}

// packageName qualifies names as reflect does: game.Body.
func packageName(p *types.Package) string { return p.Name() }
