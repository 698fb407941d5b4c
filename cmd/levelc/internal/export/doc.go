// Package export writes a schema for others to read: as Go types, as a schema
// file, and in the forms that editors check and complete levels with.
//
//	Go          the types that a game loads such levels with; package loader/layout
//	            gives the same schema for them
//	WriteFile   a schema file, to build levels where there is no Go toolchain; ReadFile
//	            reads it back
//	JSONSchema  JSON Schema, draft 2020-12, for levels in JSON
//	XSD         XML Schema 1.0, for levels in XML
//	Tiled       Tiled's custom types: classes and enums
//	LDtk        LDtk's enums
//
// All of them are functions of the schema alone: the same schema gives the same
// bytes.
//
// # What the editors' schemas say
//
// They accept what levelc build accepts, and refuse what it refuses, as far as their
// languages can express it. The documentation of JSONSchema and XSD lists what they
// cannot express, such as whether a reference finds its node. The tests check both
// schemas with validators by others, on levels that build and on levels that do not,
// including random ones.
package export
