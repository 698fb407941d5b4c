// Package unparse turns a compiled level back into a source, XML or JSON, that
// compiles to the same rows.
//
//	l, err := level.Read(file, format.Options{})
//	err = unparse.Write(os.Stdout, l, unparse.Options{Syntax: source.XML})
//
// It needs only the file: the names come from its schema. If a file was stripped of
// them, the names of its tables and fields take their place.
//
// Nodes come in document order and stand inside each other as $node says, under the
// element names that they had. Nested structs are elements or objects of their own.
// Spans are repeated elements or lists (in JSON also lists of lists), and references
// are ids. The value of a parent field shows in where the node stands. A field is left
// out if it has the value that it would have without being given. Floats have the
// fewest digits that give the same bits.
//
// In JSON, nodes of a kind with a key stand in an object under their keys. If members
// cannot say it, because two keys are equal, for example, the nodes stand in a list like
// all others.
//
// # What is promised
//
// With the schema of the file, the source compiles to the same nodes, rows, strings,
// ids and properties. A file that levelc build made without source positions comes out
// byte for byte, if it is built with the same options. What no source can say is an
// *Error that names table, row and field, and the output is then useless:
//
//   - a parent field that does not name the node that it stands in;
//   - a number that is not finite;
//   - a reference to a node that no field makes known by an id, or to one of
//     two kinds that share the id;
//   - a dynamic property that a build would take for a field, a node or an element of
//     a map;
//   - in XML, a name that is no XML name, a character that XML does not have, a string
//     in a list with a space or comma in it, a node that is called like a field of the
//     node around it;
//   - in JSON, a member "type" that would be taken for the kind of its object, and a
//     dynamic property "$schema".
//
// Dynamic properties become attributes, members, elements and lists again. If XML cannot
// express one (null, a text like a number, a list of one, a key that is no name), it is
// an element <levelc:value>, which the compiler reads.
//
// A build would take some of the white space at the ends of an element's text for layout.
// xml:space="preserve" keeps it.
//
// In XML, the prefixes of names are declared as names of levelc's own, because a level
// does not keep what a source declared them to be.
//
// If something refers to a node that could have an id but has none, the node is given
// one. That cannot happen in a file that levelc build made.
//
// What is not content of the level is lost: chunks, compression, alignment, metadata and
// source positions.
//
// # Limits
//
// The output is written as it is made. It takes the memory of the level, and of what is
// open at a time. A source cannot nest deeper than 256 elements or JSON values. JSON
// spends two of them on each node, or one if the level is too deep for that.
package unparse
