// Package view shows a .lvl file to a person: its header, schema, directory and
// rows, with names instead of numbers. It needs only the file.
//
//	err := view.Dump(os.Stdout, file, view.Options{Name: "orchard.lvl"})
//
// A dump is text in four parts. Rows are one line each, in the file's order,
// and each value is named:
//
//	level orchard.lvl
//	  version    1.0
//	  ...
//	schema
//	  body: node, stride 76, identity 5f0c23...
//	       0  name  str  id
//	  ...
//	directory
//	  chunk 0: 17 blocks, 31 nodes
//	  ...
//	rows
//	  body[3] name="tree" group=group[1]"front" pos=(18 0) rot=0 motion=static
//
// A reference is written as table[row], followed by the id of its target if that has
// one, or as nil. A span is a range of rows in its array table, shape.vertex[4:8], without
// the end.
//
// The file is read once, forward, so a pipe will do. The reader checks each block before
// it is shown. The strings and the ids are kept in memory; a block is gone when its rows
// are written.
package view
