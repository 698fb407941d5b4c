// Package tiled reads what the editor Tiled writes: maps and .world files, and the
// tilesets, templates and projects that they refer to, in XML and JSON. It writes them
// again as levelc's own XML, for the types in loader/tiled, whose package page has the
// rules.
//
//	root -> newMap:   tilesetOf, indexObject (templateOf)    what everything is called
//	     -> writeMap: writeTileset, writeLayers, writeObject what there is to say of it
//
// The reader goes through a map twice. An object property may name an object that stands
// further down, and its text in the level depends on the kind of that object. The objects
// are unpacked each time: of them, only what refers to them is kept.
//
// # Both formats
//
// An attribute of TMX is nearly always a member of TMJ by the same name. Package editor
// makes Nodes of both, and member.go reads their values. If the formats differ in more
// than a name, both ways stand side by side: properties in property.go, cells in cells.go,
// shapes in shape.go. From there on there is one way, and both formats give the same bytes.
//
// # Bounds
//
// Cells are decoded from a stream and written as they come. Their number is checked against
// the length of what they are decoded from. What templates, tiles, classes and enums give to
// objects, layers and others, which a small file could multiply, is counted (inherit). The
// depth of groups and properties is bounded, and so is the length of names that become ids.
package tiled
