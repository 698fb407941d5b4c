package randlevel

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/format"
)

var names = []string{"a", "b", "c", "d", "e", "pos", "size", "value", "text", "name", "flags", "mass", "kind", "note", "é", "x-y"}

// world makes a schema of a few kinds.
func (r *random) world() {
	r.schema = &format.Schema{}
	n := 1 + r.IntN(3)
	for i := range n {
		name := fmt.Sprintf("k%d", i)
		t := format.Table{Name: name, Class: format.ClassNode, Attr: format.TableAttr{Names: []string{name}}}
		if r.chance(30) {
			t.Attr.Names = append(t.Attr.Names, name+"-other")
		}
		if r.chance(30) {
			t.Attr.JSON = name + "s"
		}
		if i == 0 && r.chance(15) {
			t.Attr.JSON = format.NoKey
		}
		r.schema.Tables = append(r.schema.Tables, t)
	}
	for i := range n {
		r.fields(i, n)
	}
	for len(r.spans) > 0 {
		i := r.spans[0]
		r.spans = r.spans[1:]
		r.fields(i, n)
	}
	for i := range r.schema.Tables {
		Lay(&r.schema.Tables[i])
	}
}

// Lay sets the offsets of a table's fields, one after another, and the stride.
func Lay(t *format.Table) {
	end, widest := uint32(0), uint32(1)
	for i := range t.Fields {
		f := &t.Fields[i]
		align := f.Type.Align()
		f.Offset = (end + align - 1) &^ (align - 1)
		end, widest = f.Offset+f.Size(), max(widest, align)
	}
	t.Stride = max(1, (end+widest-1)&^(widest-1))
}

var plainTypes = []format.Type{
	format.TypeU8, format.TypeI8, format.TypeU16, format.TypeI16, format.TypeU32, format.TypeI32, format.TypeU64, format.TypeI64,
	format.TypeF32, format.TypeF64, format.TypeBool, format.TypeEnum8, format.TypeEnum16, format.TypeEnum32,
	format.TypeFlags8, format.TypeFlags16, format.TypeFlags32, format.TypeFlags64, format.TypeStr, format.TypeStr, format.TypeRef, format.TypeAnyRef,
}

func (r *random) fields(table, kinds int) {
	name := r.schema.Tables[table].Name
	node := table < kinds
	var out []format.Field
	used := map[string]bool{}
	add := func(f format.Field) {
		if f.Attr.Source == "" && f.Attr.Role != format.RoleParent {
			f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		}
		out = append(out, f)
	}
	free := func() string {
		for {
			n := pick(r, names...)
			if r.chance(2) {
				n = pick(r, "type", "children", "a b", "3d", "k1")
			}
			if r.chance(25) {
				n = pick(r, "in", "in.deep") + "." + n
			}
			if !used[n] && n != "in" {
				used[n] = true
				return n
			}
		}
	}
	if node && r.chance(70) {
		add(format.Field{Name: "id", Type: pick(r, format.TypeStr, format.TypeStr, format.TypeU32, format.TypeI8), Count: 1, Attr: format.Attr{Role: pick(r, format.RoleID, format.RoleID, format.RoleIDKey)}})
	} else if node && r.chance(40) {
		add(format.Field{Name: "under", Type: pick(r, format.TypeStr, format.TypeU16), Count: 1, Attr: format.Attr{Role: format.RoleKey}})
	}
	if node && r.chance(50) {
		f := format.Field{Name: "parent", Count: 1, Attr: format.Attr{Role: format.RoleParent}}
		r.target(&f, kinds)
		add(f)
	}
	if !node && r.chance(40) { // elements that are values
		f := r.field("value", kinds)
		f.Attr.Role = format.RoleText
		add(f)
		r.schema.Tables[table].Fields = out
		r.span(table, out)
		return
	}
	for range r.IntN(7) {
		add(r.field(free(), kinds))
	}
	if r.chance(15) {
		f := r.field("own", kinds)
		f.Attr.Role = format.RoleText
		add(f)
	}
	for range r.IntN(3) {
		if len(r.schema.Tables) < 12 {
			add(format.Field{Name: free(), Type: format.TypeSpan, Count: 1})
		}
	}
	if r.chance(10) {
		add(format.Field{Name: "rest", Type: format.TypeSpan, Count: 1, Attr: format.Attr{Role: format.RoleMap}})
	}
	if len(out) == 0 || len(out) == 1 && out[0].Attr.Role == format.RoleText {
		add(r.field("only", kinds))
	}
	r.schema.Tables[table].Fields = out
	r.schema.Tables[table].Name = name
	r.span(table, out)
}

// span makes the array tables that the spans of a table need.
func (r *random) span(table int, fields []format.Field) {
	for i := range fields {
		f := &fields[i]
		if f.Type != format.TypeSpan {
			continue
		}
		f.Target = r.schema.Tables[table].Name + "." + f.Name
		t := format.Table{Name: f.Target, Class: format.ClassArray}
		r.schema.Tables = append(r.schema.Tables, t)
		at := len(r.schema.Tables) - 1
		if f.Attr.Role == format.RoleMap {
			key := format.Field{Name: "key", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleKey, Source: "key"}}
			list := []format.Field{key}
			for i := range 1 + r.IntN(2) {
				v := r.field(fmt.Sprintf("v%d", i), 1)
				v.Attr.Source = v.Name
				list = append(list, v)
			}
			r.schema.Tables[at].Fields = list
			continue
		}
		r.spans = append(r.spans, at)
	}
}

func (r *random) target(f *format.Field, kinds int) {
	if r.chance(50) {
		f.Type, f.Target = format.TypeRef, fmt.Sprintf("k%d", r.IntN(kinds))
		return
	}
	f.Type = format.TypeAnyRef
	for i := range kinds {
		if r.chance(70) || i == kinds-1 && len(f.Symbols) == 0 {
			f.Symbols = append(f.Symbols, fmt.Sprintf("k%d", i))
		}
	}
}

// field makes a field that is not a span.
func (r *random) field(name string, kinds int) format.Field {
	f := format.Field{Name: name, Type: pick(r, plainTypes...), Count: 1}
	if r.chance(25) {
		f.Count = uint32(2 + r.IntN(2))
		if r.chance(50) {
			f.Attr.Components = []string{"x", "y", "z"}[:f.Count]
		}
	}
	switch {
	case f.Type.IsRef():
		r.target(&f, kinds)
		return f
	case f.Type.IsFlags():
		f.Symbols = []string{"up", "down", "left"}
		if r.chance(5) {
			f.Symbols = []string{"up", "a|b", "c d"}
		}
	case f.Type.IsEnum():
		f.Symbols = []string{"red", "green", "blue"}
		if r.chance(10) {
			f.Symbols = []string{"red", "light blue", "k0", " "}
		}
	}
	if r.chance(10) {
		f.Attr.JSON = strings.ReplaceAll(name, ".", "/") + "J"
	}
	switch {
	case r.chance(15):
		f.Attr.Required = true
	case r.chance(30) && f.Count == 1:
		f.Attr.HasDefault = true
		switch {
		case f.Type == format.TypeStr:
			f.Attr.Default = pick(r, "none", "", " two words")
		case f.Type == format.TypeBool:
			f.Attr.Default = "true"
		case len(f.Symbols) > 0:
			f.Attr.Default = f.Symbols[0]
		default:
			f.Attr.Default = "7"
		}
	}
	return f
}
