// Package level reads a compiled level into memory, for the tools that look at
// it as a whole: what turns it back into a source, compares two of them, or
// counts what is in one.
//
//	l, err := level.Read(file, format.Options{})
//	for i := range l.Nodes() { ... }
//
// The file is read once and forward, so a pipe will do. Every rule of the format is
// checked before Read returns, so what follows works on rows that are known to be right.
// A Level keeps the decoded rows, as they are in the file. Options.MaxBytes bounds the
// memory that they take: 1 GiB if it is not set. Nothing is allocated for a count that
// the file only declares.
//
// Beyond the rows a Level answers three questions. Text gives a string by its
// number. ID gives the id that the source gave to a node. Nodes gives the tree:
// each node's kind, row, parent and depth in document order, 16 bytes a node.
package level
