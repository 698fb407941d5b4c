// Package ldtk reads the projects of the level editor LDtk, with their external
// levels. What it writes is for the Go types in loader/ldtk, whose package page
// says what becomes of what.
//
//	project.ldtk, levels/*.ldtkl -> index -> nodes of loader/ldtk -> compile
//
// A project is gone through twice. The first pass (the functions index...) reads
// the levels' files, gives everything that can be referred to its id and finds where levels
// lie; the second one (write...) writes. So a reference may lead anywhere, to another
// level or another world.
//
// LDtk writes much that follows from something else, for readers that know little:
// names with two underscores in front. Those are preferred, since they are what
// LDtk made of versions and overrides; where an old version has none, they are
// found again. Keys may be missing, null or new. What is there and cannot be meant
// is an error.
package ldtk
