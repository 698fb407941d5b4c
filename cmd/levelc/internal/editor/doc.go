// Package editor is what the readers of editors' levels have in common. Such a level
// is spread over several files, names things before it says what they are, and packs
// its cells. So it is not compiled as it stands. A reader, package tiled or ldtk, takes
// it apart and writes it again as a level in levelc's own XML, which is compiled like
// any other:
//
//	map.tmx, tiles.tsx -> Node -> tiled.Reader -> Writer -> source.File -> compile
//
// The kinds and fields of that XML are those of the Go types in loader/tiled and
// loader/ldtk. For every place in it, the package remembers the place in the editor's
// file that it was made of, so a message of the compiler points at what the editor
// wrote.
//
// # Reading
//
// A Node is an element or an object with everything in it, read by package source and
// so by its rules. Files holds the nodes of one level and opens what they refer to.
//
// A level is in memory as a whole here. Its cells are the text that they are in the file,
// and its tiles, objects and entities, of which there are many, are packed (packed.go).
// Editors cannot work on more than that either, and Options bounds it.
//
// # What is wrong
//
// A reader reports mistakes through a Translation and goes on, so that all of them are
// found at once. It leaves out what it does not know, because editors grow.
package editor
