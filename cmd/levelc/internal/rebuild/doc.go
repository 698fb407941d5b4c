// Package rebuild writes a level anew from its rows, without parts that a game
// does not need.
//
//	size, err := rebuild.Write(out, l, rebuild.Options{Drop: rebuild.Sources | rebuild.Docs})
//
// The rows go through the same format.Writer that a compiler gives them to. So a level
// without its source positions is byte for byte the level that would have been built
// without them: strings that nothing names any more are gone, and the others are numbered
// as a compiler would have numbered them. Nothing else changes in the rows, and the
// identities of the tables stay the same: a game loads the same.
//
// format.Rewrite is the other way to write a file again: it copies blocks, keeps
// the numbers of strings, and needs no memory; rebuild needs the level in
// memory, and what a writer needs.
package rebuild
