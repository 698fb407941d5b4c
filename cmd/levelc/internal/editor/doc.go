// Package editor is what the readers of editors' levels have in common. Such a
// level is spread over several files, names things before it says what they are,
// and packs its cells; so it is not compiled as it stands. A reader, package tiled
// or ldtk, takes it apart and writes it again as a level in levelc's own XML, which
// is compiled like any other:
//
//	map.tmx, tiles.tsx -> Node -> tiled.Reader -> Writer -> source.File -> compile
//
// The kinds and fields of that XML are those of the Go types in loader/tiled and
// loader/ldtk. Every place in it is remembered with the place that it was made of,
// so a message of the compiler points at what the editor wrote.
//
// # Reading
//
// A Node is an element or an object with all that is in it, read by package
// source and so by its rules; Files holds those of one level and opens what
// they refer to. A level is in memory as a whole here, cells as the text that they
// are in the file, and tiles, objects and entities, of which there are a great many, packed
// (packed.go): editors cannot work on more than that either, and Options bounds it.
//
// # What is wrong
//
// A reader reports through a Translation and goes on, so that all that is wrong is
// found at once. What it does not know it leaves out: editors grow.
package editor
