// Package ldtk reads the projects of the level editor LDtk, with their external
// levels. What it writes is for the Go types in loader/ldtk, whose package page
// says what becomes of what.
//
//	project.ldtk, levels/*.ldtkl -> index -> nodes of loader/ldtk -> compile
//
// The reader goes through a project twice. The first pass (the functions index...) reads
// the levels' files, gives an id to everything that can be referred to from elsewhere, and
// finds where levels lie. The second pass (write...) writes. So a reference may lead
// anywhere, to another level or another world. Layers, which only layers of their level
// refer to, get their ids as the level is written.
//
// LDtk writes many values that follow from others, for readers that know little. Their
// names begin with two underscores. The reader prefers them, because they are what LDtk
// made of versions and overrides. If an old version does not have them, the reader
// computes them. Keys may be missing, null or new. A value that cannot be meant is an
// error.
package ldtk
