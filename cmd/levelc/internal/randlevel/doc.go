// Package randlevel makes small levels at random, for tests of the tools: every
// type, role and class, strings that are hard to write, references everywhere.
// Two seeds make a level, one its schema and one its rows; a third changes a few
// rows, so that there is something to compare.
//
// The levels keep all rules of the format. Whether a source could say them is
// another matter: some have values, or a schema, that none can.
package randlevel
