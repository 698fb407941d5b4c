package format

// typeInfo is what the layout of a row needs to know of a type.
type typeInfo struct {
	name  string
	size  uint32
	align uint32
	most  int // enum and flags: how many symbols fit
}

var typeInfos = [...]typeInfo{
	TypeU8: {"u8", 1, 1, 0}, TypeI8: {"i8", 1, 1, 0},
	TypeU16: {"u16", 2, 2, 0}, TypeI16: {"i16", 2, 2, 0},
	TypeU32: {"u32", 4, 4, 0}, TypeI32: {"i32", 4, 4, 0},
	TypeU64: {"u64", 8, 8, 0}, TypeI64: {"i64", 8, 8, 0},
	TypeF32: {"f32", 4, 4, 0}, TypeF64: {"f64", 8, 8, 0},
	TypeBool: {"bool", 1, 1, 0}, TypeStr: {"str", 4, 4, 0},
	TypeRef: {"ref", 8, 4, 0}, TypeAnyRef: {"anyref", 12, 4, 0}, TypeSpan: {"span", 8, 4, 0},
	TypeEnum8: {"enum8", 1, 1, 1 << 8}, TypeEnum16: {"enum16", 2, 2, 1 << 16}, TypeEnum32: {"enum32", 4, 4, 1 << 16},
	TypeFlags8: {"flags8", 1, 1, 8}, TypeFlags16: {"flags16", 2, 2, 16},
	TypeFlags32: {"flags32", 4, 4, 32}, TypeFlags64: {"flags64", 8, 8, 64},
}

func (t Type) known() bool { return t > TypeInvalid && int(t) < len(typeInfos) }

// Size returns the bytes of one value, and 0 for a type that does not exist.
func (t Type) Size() uint32 {
	if !t.known() {
		return 0
	}
	return typeInfos[t].size
}

// Align returns the natural alignment of a value. On 386 Go aligns 8-byte numbers to 4
// bytes, but the file always aligns them to 8. So there a row with such a number needs
// padding by hand, or is read through a Plan.
func (t Type) Align() uint32 {
	if !t.known() {
		return 0
	}
	return typeInfos[t].align
}

// String returns the name that FORMAT and messages use: "u8", "flags16".
func (t Type) String() string {
	if !t.known() {
		return "invalid"
	}
	return typeInfos[t].name
}

// IsInteger reports whether values are integers, with or without a sign.
func (t Type) IsInteger() bool { return t >= TypeU8 && t <= TypeI64 }

// IsFloat reports whether values are floats.
func (t Type) IsFloat() bool { return t == TypeF32 || t == TypeF64 }

// IsNumber reports whether values are integers or floats.
func (t Type) IsNumber() bool { return t >= TypeU8 && t <= TypeF64 }

// IsEnum reports whether a value is one of the field's symbols.
func (t Type) IsEnum() bool { return t >= TypeEnum8 && t <= TypeEnum32 }

// IsFlags reports whether a value is a set of the field's symbols.
func (t Type) IsFlags() bool { return t >= TypeFlags8 && t <= TypeFlags64 }

// IsRef reports whether a value names a row, of one table or of several.
func (t Type) IsRef() bool { return t == TypeRef || t == TypeAnyRef }

// Size returns the bytes of the whole field.
func (f *Field) Size() uint32 { return f.Type.Size() * f.Count }

// nameOf returns the name of constant i of a type, or "invalid".
func nameOf(names []string, i uint8) string {
	if int(i) >= len(names) {
		return "invalid"
	}
	return names[i]
}

var (
	classNames = []string{ClassFixed: "fixed", ClassNode: "node", ClassArray: "array"}
	roleNames  = []string{RoleValue: "value", RoleID: "id", RoleParent: "parent", RoleText: "text", RoleAny: "any",
		RoleMap: "map", RoleKey: "key", RoleIDKey: "id,key"}
)

// String is "fixed", "node" or "array".
func (c Class) String() string { return nameOf(classNames, uint8(c)) }

// String is "value", "id", "parent", "text", "any", "map", "key" or "id,key".
func (r Role) String() string { return nameOf(roleNames, uint8(r)) }
