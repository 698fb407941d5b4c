// Package level is a level in plain Go structs: what the peers of levelc
// decode into. It has the values of testdata/game, and nothing of levelc: a
// string is a string, a list is a slice, a reference is an index.
//
// The structs are flat, a slice for each kind and references upwards, as in
// levelc's stores. A tree of pointers would cost every peer more.
package level
