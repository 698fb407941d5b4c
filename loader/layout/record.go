package layout

import (
	"cmp"
	"errors"
	"strings"

	"github.com/levelc/levelc/format"
)

// maxCount limits an inline array. The stride of a schema ends at 64 KiB anyway.
const maxCount = 1 << 16

// fields lays out the record of a table. Messages call the record by its name or, if it
// has none, by the field that it is the type of.
func (b *builder) fields(rec *Type, table, owner, pos string) []format.Field {
	n := rec.leaves(1 << 10)
	fb := fieldBuilder{b: b, table: table, rec: rec, out: make([]format.Field, 0, n), at: make([]Place, 0, n)}
	where := rec.Name
	if rec.nameless() {
		where = owner
	}
	if rec.Derived != Other {
		b.errorf(where, pos, "%s", rec.refusal())
		return nil
	}
	fb.walk(rec, where, 0, path{})
	fb.check(rec, Place{where, pos})
	if b.places != nil {
		b.places[table] = fb.at
	}
	return fb.out
}

// fieldBuilder flattens one record: nested structs become dotted names.
type fieldBuilder struct {
	b     *builder
	table string
	rec   *Type
	out   []format.Field
	at    []Place // for each of out
}

func (fb *fieldBuilder) walk(s *Type, where string, base uint32, in path) {
	for _, f := range s.Fields {
		fb.add(f, where+"."+f.Name, base+f.Offset, in)
	}
}

// check refuses mistakes that only the whole record shows.
func (fb *fieldBuilder) check(rec *Type, in Place) {
	if rec.Size == 0 {
		fb.b.errorf(in.Where, in.Pos, "an empty record; a node has at least one byte")
	}
	if rec.Size > 1<<16 {
		fb.b.errorf(in.Where, in.Pos, "a record of %d bytes; at most 65536", rec.Size)
	}
	id, key := "", ""
	for i := range fb.out {
		f := &fb.out[i]
		if f.Attr.Role.IsID() {
			if id != "" {
				fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "a second id besides %q", id)
			}
			id = f.Name
		}
		if f.Attr.Role.IsKey() {
			if key != "" {
				fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "a second key besides %q", key)
			}
			key = f.Name
		}
		if f.Attr.Role.IsID() && f.Attr.HasDefault {
			fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "an id takes no default, because two nodes would have it")
		}
		for j := range fb.out[:i] {
			o := &fb.out[j]
			switch {
			case o.Name == f.Name:
				fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "the name %q is taken by %s", f.Name, fb.at[j].Where)
			case o.Attr.Role != f.Attr.Role || element(o) != element(f):
			case f.Attr.Role == format.RoleText:
				fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "the text of the element goes to %s already", fb.at[j].Where)
			case f.Attr.Role == format.RoleMap:
				fb.b.errorf(fb.at[i].Where, fb.at[i].Pos, "the names that no field has go to %s already; one map is all that an object takes", fb.at[j].Where)
			}
		}
	}
}

func (fb *fieldBuilder) add(f Field, where string, offset uint32, in path) {
	t, err := f.tag()
	if err != nil {
		fb.b.errorf(where, f.Pos, "%v", err)
		return
	}
	embedded := f.Embedded && f.Type.Kind == Struct // its fields are exported or not, whatever it is
	switch hidden := !f.Exported && !embedded; {
	case t.skip || f.Type.Size == 0 || hidden && !f.Tagged:
		if p := f.Type.pointer(); p != nil {
			fb.b.errorf(where, f.Pos, "%s holds a pointer, and records hold none, levels have the field or not; keep it beside the store, by handle", p.Name)
		}
		return
	case hidden:
		fb.b.errorf(where, f.Pos, "an unexported field with a tag; export it")
		return
	}
	if len(t.others) > 0 {
		fb.b.errorf(where, f.Pos, "a field has one name; earlier names go into alias=")
	}
	if embedded && !f.Tagged {
		fb.walk(f.Type, where, offset, in)
		return
	}
	if f.Type.Derived != Other {
		fb.b.errorf(where, f.Pos, "%s", f.Type.refusal())
		return
	}
	name := t.name
	if name == "" {
		name = NameOf(f.Name)
	}
	if _, vector := f.Type.vector(); f.Type.Kind == Struct && !vector {
		fb.nested(f, t, where, offset, in.nested(name, t.alias))
		return
	}
	out := format.Field{
		Name:   in.prefix + name,
		Offset: offset,
		Count:  1,
		Attr: format.Attr{
			Source:     in.source + name,
			Required:   t.required,
			HasDefault: t.hasDefault,
			Default:    t.def,
			Aliases:    in.earlier(name, t.alias),
			Doc:        f.Doc,
		},
	}
	if t.json != "" {
		out.Attr.JSON = in.source + t.json
	}
	if len(out.Name) > format.MaxName {
		fb.b.errorf(where, f.Pos, "with those of the structs around it, a name of %d bytes; at most %d", len(out.Name), format.MaxName)
		return
	}
	if len(out.Attr.Aliases) > maxAliases {
		fb.b.errorf(where, f.Pos, "with those of the structs around it, %d earlier names; at most %d", len(out.Attr.Aliases), maxAliases)
		return
	}
	fb.out = append(fb.out, out) // which does not escape thereby
	if !fb.fill(&fb.out[len(fb.out)-1], f, t, where) {
		fb.out = fb.out[:len(fb.out)-1]
		return
	}
	fb.at = append(fb.at, Place{where, f.Pos})
}

// nested flattens a struct that is a child element.
func (fb *fieldBuilder) nested(f Field, t tag, where string, offset uint32, in path) {
	if err := t.only("a nested struct takes a name and alias=", "alias"); err != nil {
		fb.b.errorf(where, f.Pos, "%v; other options belong to its fields", err)
		return
	}
	if strings.Count(in.prefix, ".") > 16 {
		fb.b.errorf(where, f.Pos, "structs nested more than 16 deep")
		return
	}
	if len(in.former) > maxAliases {
		fb.b.errorf(where, f.Pos, "with those of the structs around it, %d earlier names; at most %d", len(in.former), maxAliases)
		return
	}
	if doc := cmp.Or(f.Doc, f.Type.Doc); doc != "" && fb.b.docs != nil {
		fb.b.docs[nestedStruct{fb.table, strings.TrimSuffix(in.source, "/")}] = doc
	}
	fb.walk(f.Type, where, offset, in)
}

// fill sets the type of out from the Go type and the options, and reports
// whether it could.
func (fb *fieldBuilder) fill(out *format.Field, f Field, t tag, where string) bool {
	elem, count := f.Type.flat()
	if count > maxCount {
		fb.b.errorf(where, f.Pos, "an array of %d values; use a store.Span", count)
		return false
	}
	out.Count = uint32(count)
	out.Attr.Components, out.Attr.Shape = f.Type.components(), f.Type.shape()
	switch {
	case elem.Kind.number() || elem.Kind == Bool:
		fb.fillScalar(out, elem, t, f, where)
	case elem.Kind == Str:
		out.Type = format.TypeStr
	case elem.Kind == Handle:
		out.Type = format.TypeRef
		out.Target = fb.b.target(elem.Elem(), t.kinds, where, f.Pos)
	case elem.Kind == AnyHandle:
		out.Type = format.TypeAnyRef
		out.Symbols = fb.b.targets(t.kinds, where, f.Pos)
	case elem.Kind == Span:
		if count != 1 {
			fb.b.errorf(where, f.Pos, "an array of spans; give each a field of its own")
			return false
		}
		out.Type = format.TypeSpan
		out.Target = fb.table + "." + out.Name
		if t.required || t.hasDefault {
			fb.b.errorf(where, f.Pos, "a span takes neither default nor required; it may be empty")
		}
		sp := spanField{table: fb.table, field: out.Name, where: where, pos: f.Pos, elem: elem.Elem(), owner: fb.b.within, of: fb.rec, isMap: t.isMap}
		switch k, _ := sp.elem.flat(); { // the options that are for its elements
		case k.Kind == Handle || k.Kind == AnyHandle:
			if t.ref {
				sp.kinds, t.ref = t.kinds, false
			}
			sp.none, sp.forms, t.none, t.forms = t.none, t.forms, nil, nil
		case k.Kind.number() || k.Kind == Bool:
			sp.enum, sp.flags, t.enum, t.flags = t.enum, t.flags, nil, nil
		}
		fb.b.spans = append(fb.b.spans, sp)
	default:
		fb.b.errorf(where, f.Pos, "%s", elem.refusal())
		return false
	}
	return fb.role(out, elem, t, where, f.Pos)
}

func (fb *fieldBuilder) fillScalar(out *format.Field, elem *Type, t tag, f Field, where string) {
	switch {
	case t.enum != nil && t.flags != nil:
		fb.b.errorf(where, f.Pos, "enum= and flags= exclude each other")
	case t.enum != nil:
		out.Symbols = t.enum
		switch elem.Kind {
		case Uint8, Int8:
			out.Type = format.TypeEnum8
		case Uint16, Int16:
			out.Type = format.TypeEnum16
		case Uint32, Int32:
			out.Type = format.TypeEnum32
		case Bool: // false and true are the positions 0 and 1
			out.Type = format.TypeEnum8
			if len(t.enum) != 2 {
				fb.b.errorf(where, f.Pos, "enum= of a bool names false and true, as in enum=no|yes")
			}
		default:
			fb.b.errorf(where, f.Pos, "enum= wants an integer of 8, 16 or 32 bits, or a bool, not %s", elem.Name)
		}
		if limit := 1 << (8*elem.Size - 1); elem.Kind.number() && !elem.Kind.unsigned() && elem.Size < 4 && len(t.enum) > limit {
			fb.b.errorf(where, f.Pos, "%d symbols do not fit %s", len(t.enum), elem.Name)
		}
		if elem.Size == 1 && len(t.enum) > 256 {
			fb.b.errorf(where, f.Pos, "%d symbols do not fit %s", len(t.enum), elem.Name)
		}
	case t.flags != nil:
		out.Symbols = t.flags
		if !elem.Kind.unsigned() {
			fb.b.errorf(where, f.Pos, "flags= wants an unsigned integer, not %s", elem.Name)
			return
		}
		if len(t.flags) > int(8*elem.Size) {
			fb.b.errorf(where, f.Pos, "%d flags do not fit %s", len(t.flags), elem.Name)
		}
		out.Type = [...]format.Type{1: format.TypeFlags8, 2: format.TypeFlags16, 4: format.TypeFlags32, 8: format.TypeFlags64}[elem.Size]
	default:
		out.Type = scalarTypes[elem.Kind]
		out.Attr.Finite = (elem.Kind == Float32 || elem.Kind == Float64) && !t.nonfinite
	}
}

// role sets how a source fills the field.
func (fb *fieldBuilder) role(out *format.Field, elem *Type, t tag, where, pos string) bool {
	if why := t.misfit(out, elem); why != "" {
		fb.b.errorf(where, pos, "%s", why)
		return false
	}
	if why := t.writing(out, fb.b.within != nil); why != "" {
		fb.b.errorf(where, pos, "%s", why)
		return false
	}
	switch {
	case t.any:
		out.Attr.Role = format.RoleAny
	case t.isMap:
		out.Attr.Role = format.RoleMap
	case t.id && t.key:
		out.Attr.Role = format.RoleIDKey
	case t.key:
		out.Attr.Role = format.RoleKey
	case t.id:
		out.Attr.Role = format.RoleID
	case t.parent:
		out.Attr.Role = format.RoleParent
	case t.text:
		out.Attr.Role = format.RoleText
		if out.Attr.JSON == "" && t.name == "" {
			out.Attr.JSON = out.Attr.Source[:len(out.Attr.Source)-len(lastPart(out.Attr.Source))] + "text"
		}
	}
	if t.required && t.hasDefault {
		fb.b.errorf(where, pos, "a required field has no use for a default")
	}
	return true
}

// misfit says why a field of type elem cannot have the options of its tag, or returns
// "".
func (t *tag) misfit(f *format.Field, elem *Type) string {
	isRef := f.Type.IsRef()
	roles := 0
	for _, on := range []bool{t.id, t.parent, t.text, t.ref, t.any, t.isMap, t.key && !t.id} {
		if on {
			roles++
		}
	}
	switch {
	case roles > 1 && !((t.parent || t.text) && t.ref && len(t.kinds) > 0 && roles == 2):
		return "id, ref, parent, text, any, map and key exclude each other, but for id and key"
	case (t.ref || t.parent) && !isRef:
		return "ref and parent want a store.Handle or store.AnyHandle"
	case (t.enum != nil || t.flags != nil) && f.Type != format.TypeInvalid && !f.Type.IsEnum() && !f.Type.IsFlags():
		return "enum= and flags= want an integer, or a store.Span of integers"
	case t.nonfinite && !f.Type.IsFloat():
		return "nonfinite wants a float"
	case t.any && !takesAny(f, elem):
		return "any wants a store.Str, or a store.Span of strings, numbers, bools or handles"
	case t.key && !f.CanBeKey():
		return "a key is a store.Str, or of a node an integer"
	case t.isMap && f.Type != format.TypeSpan:
		return "map wants a store.Span"
	case t.id && !f.CanBeKey():
		return "an id is a store.Str or an integer"
	case t.parent && f.Count != 1:
		return "a node has one parent"
	}
	return ""
}

// takesAny reports whether a field is one string, or a span of strings, numbers,
// bools or handles.
func takesAny(f *format.Field, t *Type) bool {
	if f.Count != 1 || t.Kind != Span {
		return f.Count == 1 && t.Kind == Str
	}
	of := t.Elem().Kind
	return of == Str || of == Handle || of == AnyHandle || of >= Bool && of <= Float64
}

var scalarTypes = map[Kind]format.Type{
	Bool: format.TypeBool, Uint8: format.TypeU8, Int8: format.TypeI8, Uint16: format.TypeU16, Int16: format.TypeI16,
	Uint32: format.TypeU32, Int32: format.TypeI32, Uint64: format.TypeU64, Int64: format.TypeI64,
	Float32: format.TypeF32, Float64: format.TypeF64,
}

// element returns the path of the element or object whose text or members a field has:
// that of the node is "".
func element(f *format.Field) string {
	return strings.TrimSuffix(f.Attr.Source, lastPart(f.Attr.Source))
}

func lastPart(source string) string {
	return source[strings.LastIndexByte(source, '/')+1:]
}

// Record lays out one record type by itself, without a world: references name
// no targets and spans no tables.
func Record(rec *Type) ([]format.Field, error) {
	if rec == nil {
		return nil, errNoType
	}
	b := builder{world: rec, byKind: map[string]int{}, loose: true}
	if rec.Kind != Struct {
		return nil, &Error{Where: rec.Name, Msg: "a record is a struct"}
	}
	out := b.fields(rec, "", rec.Name, "")
	return out, errors.Join(b.errs...)
}
