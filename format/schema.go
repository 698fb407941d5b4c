package format

// Class says what the rows of a table are. It is [ClassFixed], [ClassNode] or
// [ClassArray].
type Class uint8

const (
	ClassFixed Class = iota // laid out by this version of the format: $bytes to $src
	ClassNode               // one row for each node of a kind
	ClassArray              // elements of the spans of one field
)

// Type is the type of a field. Sizes and alignments are those of the Go types that the
// field is declared with. It is [TypeInvalid], [TypeU8], [TypeI8], [TypeU16],
// [TypeI16], [TypeU32], [TypeI32], [TypeU64], [TypeI64], [TypeF32], [TypeF64],
// [TypeBool], [TypeStr], [TypeRef], [TypeAnyRef], [TypeSpan], [TypeEnum8],
// [TypeEnum16], [TypeEnum32], [TypeFlags8], [TypeFlags16], [TypeFlags32] or
// [TypeFlags64].
type Type uint8

// The numbers are stored in files: append only.
const (
	TypeInvalid Type = iota
	TypeU8
	TypeI8
	TypeU16
	TypeI16
	TypeU32
	TypeI32
	TypeU64
	TypeI64
	TypeF32
	TypeF64
	TypeBool    // one byte, 0 or 1
	TypeStr     // u32, a string id
	TypeRef     // u32 row+1 in the target table, 0 is null; u32 zero
	TypeAnyRef  // u32 row+1, u32 zero, u16 table, u16 zero
	TypeSpan    // u32 start, u32 count in the target table
	TypeEnum8   // index into Symbols
	TypeEnum16  //
	TypeEnum32  //
	TypeFlags8  // named bits, Symbols[0] is bit 0
	TypeFlags16 //
	TypeFlags32 //
	TypeFlags64 //
)

// Role says how a source fills a field. It is an attribute and not part of a table's
// identity. It is [RoleValue], [RoleID], [RoleParent], [RoleText], [RoleAny],
// [RoleMap], [RoleKey] or [RoleIDKey].
type Role uint8

// The numbers are stored in files: append only.
const (
	RoleValue  Role = iota // an attribute, a child element with text, or a member
	RoleID                 // the same; it is the id of the node
	RoleParent             // the nearest enclosing node of the target kind
	RoleText               // the element's text; in JSON the member named by Attr.JSON, "text" by default
	RoleAny                // a string that also takes JSON's numbers and bools, as they are written; a span that also takes one value that is no list
	RoleMap                // a span that takes everything under names that no other field has; its elements have a RoleKey
	RoleKey                // the name under which the row stands: a string in the elements of such a span; in a node a string or an integer, as RoleIDKey
	RoleIDKey              // an id; nodes may stand under it in a JSON object, as in {"rooms": {"hall": {}, "attic": {}}}
)

// IsID reports whether the field is the id of its node.
func (r Role) IsID() bool { return r == RoleID || r == RoleIDKey }

// IsKey reports whether the field takes the name under which its row stands.
func (r Role) IsKey() bool { return r == RoleKey || r == RoleIDKey }

// IsParent reports whether f is the parent of the nodes of t. A schema may give the role to
// any field, but only one reference of a node can have it.
func (t *Table) IsParent(f *Field) bool {
	return f.Attr.Role == RoleParent && t.Class == ClassNode && f.Type.IsRef() && f.Count == 1
}

// IsID reports whether f is the id of the nodes of t. A schema may give the role to any
// field, but only one string or integer of a node can have it.
func (t *Table) IsID(f *Field) bool {
	return f.Attr.Role.IsID() && t.Class == ClassNode && f.CanBeKey()
}

// CanBeKey reports whether f can be an id or a key: it is one string or one integer.
func (f *Field) CanBeKey() bool { return f.Count == 1 && (f.Type == TypeStr || f.Type.IsInteger()) }

// Schema is the tables of a file, the fixed ones first.
type Schema struct {
	Tables []Table
}

// Table declares a table: rows of one stride.
type Table struct {
	Name   string
	Class  Class
	Stride uint32
	Fields []Field
	Attr   TableAttr
}

// TableAttr is what compilers and people need to know of a table. It is not part of the
// table's identity.
type TableAttr struct {
	Names   []string // element names of the kind; $node.slot is an index into them
	JSON    string   // key in JSON if it is not Names[0], or NoKey
	Aliases []string // earlier names of the table
	Doc     string
}

// NoKey, as the JSON key of a kind, means that its nodes have no key: they are the
// outermost object of a file, or the objects of an outermost list, that do not name
// their kind themselves.
const NoKey = "."

// Field is Count values of one type at a fixed offset in the row.
type Field struct {
	Name    string // "pos"; "inertial.mass" inside a nested struct
	Type    Type
	Offset  uint32
	Count   uint32   // 1, or the length of an inline fixed array
	Target  string   // ref, span: the table; empty for other types
	Symbols []string // enum and flags: the names; anyref: the tables it may name
	Attr    Attr
}

// Attr is what compilers and people need to know of a field. It is not part of the
// table's identity.
type Attr struct {
	Role       Role
	Required   bool
	HasDefault bool
	Finite     bool     // floats: NaN and infinities are refused
	Source     string   // name in XML; "inertial/mass" inside a nested struct
	JSON       string   // name in JSON if it is another one
	Default    string   // as an XML attribute would give it
	Components []string // names of the values of a fixed array: x, y, z
	Shape      []uint32 // lengths of an array of arrays, the outermost first; levels do not store it
	None       []string // references: what a source writes for none; levels do not store it
	Forms      []string // references: what may stand around an id, as in "#*"; levels do not store it
	Index      bool     // integer ids: one that is not given is the node's place among its kind; levels do not store it
	Aliases    []string // earlier names of the field
	Doc        string
}

// Complete returns a schema that begins with the fixed tables: s itself if it does, or
// else a new one that shares the tables of s.
func (s *Schema) Complete() *Schema {
	if len(s.Tables) > 0 && s.Tables[0].Class == ClassFixed {
		return s
	}
	return &Schema{Tables: append(fixedTables(), s.Tables...)}
}

// Table returns the index of the table of that name, or -1. It searches; keep the
// result.
func (s *Schema) Table(name string) int {
	for i := range s.Tables {
		if s.Tables[i].Name == name {
			return i
		}
	}
	return -1
}

// Field returns the index of the field of that name, or -1.
func (t *Table) Field(name string) int {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return i
		}
	}
	return -1
}
