// Package diff says in what two compiled levels, or two schemas, differ.
//
//	d := diff.Levels(a, b, func(c diff.Change) { fmt.Println(c) })
//	fmt.Println(d) // 2 added, 1 removed, 3 changed
//
// # How nodes are matched
//
// First by kind and id. Of the nodes that are left, those with no id are matched
// with their like under the same parent: those first whose row is equal and in
// which the same nodes with ids stand; then equal ones, so that the fewest are
// left over, or, if those are many, between the same neighbours; equal ones
// elsewhere; ones with an equal row in the same two ways; ones in which the same
// nodes stand; and the rest in its order, kind by kind. A node whose id has no
// equal on the other side is matched only with one that is equal in all but the
// id: then it was renamed.
//
// A matched node has moved if its parents do not match, and stands elsewhere
// among its siblings if their order needs it to. Whatever is not matched was
// removed or added; of a whole subtree only the topmost node is told of.
//
// # What is compared
//
// Fields by name, through the second schema's aliases. Strings by their text,
// references by the nodes that they name, spans element by element, floats by
// their bits. A field whose type has changed is compared by what it would be
// written as. Dynamic properties are compared key by key, and so is the
// metadata. What concerns the file and not the level does not count:
// compression, alignment, the numbers of strings and rows, source positions, and
// the texts that document a schema.
//
// # Cost
//
// Both levels are in memory (see package level), with about 60 bytes for each
// node beside them and a hash table of their strings. The time is linear in the
// levels, but for the sorting of siblings that are not the same on both sides.
package diff
