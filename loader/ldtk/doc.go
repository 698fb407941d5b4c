// Package ldtk has the Go types of compiled projects of the level editor LDtk:
// they are the schema that levelc compiles a project for, and the stores that a
// game loads it into.
package ldtk
