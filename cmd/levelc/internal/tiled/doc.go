// Package tiled reads what the editor Tiled writes: maps and .world files, and the tilesets,
// templates and projects that they refer to, as XML and as JSON. It writes them
// again as levelc's own XML, for the types in loader/tiled, whose documentation has the
// rules.
//
//	root -> newMap:   tilesetOf, indexObject (templateOf)    what everything is called
//	     -> writeMap: writeTileset, writeLayers, writeObject what there is to say of it
//
// A map is gone through twice, since an object property may name an object that
// stands further down, and its text in the level depends on what kind that is of. Its
// objects are unpacked each time: what is kept of them is what refers to them.
//
// # Both formats
//
// An attribute of TMX is a member of TMJ by the same name, nearly always; package
// editor makes Nodes of both, and member.go reads their values. Where the formats
// differ in more than a name, both ways stand side by side: properties in
// property.go, cells in cells.go, shapes in shape.go. So there is one way from there on, and
// both give the same bytes.
//
// # Bounds
//
// Cells are decoded from a stream, and written as they come; their number is held against
// the length of what they are decoded from. What a small file could multiply, namely
// properties of templates, tiles and classes, is counted (inherit). Groups and properties
// nest so deep and no deeper.
package tiled
