// Package diff says how two compiled levels, or two schemas, differ.
//
//	d := diff.Levels(a, b, func(c diff.Change) { fmt.Println(c) })
//	fmt.Println(d) // 2 added, 1 removed, 3 changed
//
// # How nodes are matched
//
// Nodes are matched by kind and id first. Of the remaining nodes, those without an id
// are matched with nodes like them under the same parent, in this order:
//
//   - nodes with an equal row in which the same nodes with ids stand;
//   - equal nodes, so that the fewest are left over, or, if those are many, between the
//     same neighbours; then equal nodes elsewhere;
//   - nodes with an equal row, in the same two ways;
//   - nodes in which the same nodes stand;
//   - the rest in its order, kind by kind: first between the same neighbours, then all.
//
// A node whose id does not exist on the other side is matched only with a node that is
// equal in all but the id: then it was renamed.
//
// A matched node has moved if its parents do not match. It stands elsewhere among its
// siblings if their order needs it to. Whatever is not matched was removed or added; of
// a whole subtree only the topmost node is reported.
//
// # What is compared
//
// Fields are matched by name, through the aliases of the second schema. Strings are
// compared by their text, references by the nodes that they name, spans element by
// element, and floats by their bits. A field whose type has changed is compared by what
// it would be written as. Dynamic properties are compared key by key, and so is the
// metadata. What concerns the file and not the level does not count: compression,
// alignment, the numbers of strings and rows, source positions, and the texts that
// document a schema.
//
// # Cost
//
// Both levels are in memory (see package level), with about 60 bytes more for each node
// and a hash table of their strings. The time is linear in the size of the levels, except
// for the sorting of siblings that are not the same on both sides.
package diff
