package format

// The tables that this version of the format defines. They are the first tables of
// every schema.
const (
	TableBytes     = iota // the bytes of the strings
	TableStr              // where each string is in $bytes
	TableNode             // the nodes in document order
	TableProp             // where a row's dynamic properties are in $propbytes
	TablePropBytes        // one msgpack map for each row of $prop
	TableIDs              // which row an id names
	TableSrc              // where in the source a row comes from
	FixedTables           // how many there are; the tables of the schema follow
)

// fixedTables returns the fixed tables as a schema holds them. $str and $prop declare
// spans for the rule that these cover $bytes and $propbytes without gaps.
func fixedTables() []Table {
	f := func(name string, t Type, off uint32) Field { return Field{Name: name, Type: t, Offset: off, Count: 1} }
	span := func(name string, off uint32, target string) Field {
		return Field{Name: name, Type: TypeSpan, Offset: off, Count: 1, Target: target}
	}
	return []Table{
		{Name: "$bytes", Stride: 1, Fields: []Field{f("byte", TypeU8, 0)}},
		{Name: "$str", Stride: 8, Fields: []Field{span("text", 0, "$bytes")}},
		{Name: "$node", Stride: 4, Fields: []Field{f("kind", TypeU16, 0), f("depth", TypeU8, 2), f("slot", TypeU8, 3)}},
		{Name: "$prop", Stride: 16, Fields: []Field{f("table", TypeU16, 0), f("row", TypeU32, 4), span("map", 8, "$propbytes")}},
		{Name: "$propbytes", Stride: 1, Fields: []Field{f("byte", TypeU8, 0)}},
		{Name: "$id", Stride: 12, Fields: []Field{f("id", TypeStr, 0), f("row", TypeU32, 4), f("table", TypeU16, 8)}},
		{Name: "$src", Stride: 20, Fields: []Field{f("table", TypeU16, 0), f("row", TypeU32, 4), f("file", TypeStr, 8),
			f("line", TypeU32, 12), f("column", TypeU32, 16)}},
	}
}
