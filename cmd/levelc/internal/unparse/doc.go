// Package unparse turns a compiled level back into a source, XML or JSON, that
// compiles to the same rows.
//
//	l, err := level.Read(file, format.Options{})
//	err = unparse.Write(os.Stdout, l, unparse.Options{Syntax: source.XML})
//
// It needs nothing but the file: the names come from its schema. Where a file
// was stripped of them, the names of its tables and fields take their place.
//
// Nodes come in document order and stand inside each other as $node says, under
// the element names that they had; nested structs are elements or objects of
// their own; spans are repeated elements or lists; references are ids; what a
// parent field holds is said by where the node stands. A field is left out
// where it has the value that it would have without being given. Floats have
// the fewest digits that give the same bits.
//
// In JSON, nodes of a kind with a key stand in an object under their keys. Where members
// could not say it, as of two keys alike, they stand in a list as all others do.
//
// # What is promised
//
// The source compiles, with the schema of the file, to the same nodes, rows,
// strings, ids and properties. A file that levelc build made without source
// positions comes out byte for byte, if it is built with the same options. What
// no source can say is an *Error that names table, row and field, and the
// output is then worth nothing:
//
//   - a parent field that does not name the node that it stands in;
//   - a number that is not finite;
//   - a reference to a node that no field makes known by an id, or to one of
//     two kinds that share the id;
//   - in XML, a name that is no XML name, a character that XML has not, a string
//     in a list with a space or comma in it;
//   - in JSON, a member "type" that would be taken for the kind of its object.
//
// Dynamic properties become attributes, members, elements and lists again. Where
// XML has no words for one (null, a text like a number, a list of one, a key that
// is no name), it is an element <levelc:value>, which the compiler reads.
//
// White space at the ends of an element's text, which a build would take for layout, is
// kept by xml:space="preserve".
//
// In XML the prefixes of names are declared as names of levelc's own, since a level
// does not keep what a source declared them to be.
//
// A node that something refers to, and that could have an id but has none, is
// given one; that cannot happen in a file that levelc build made.
//
// Of a level is lost what is not its content: chunks, compression, alignment,
// metadata and source positions.
//
// # Limits
//
// The output is written as it is made. Memory is that of the level, and what is
// open at a time. A source cannot nest deeper than 256 elements or JSON values;
// JSON spends two on each node, one where the level is too deep for that.
package unparse
