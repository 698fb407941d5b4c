// Package dom loads a level the way most programs do: the whole file into a
// tree of generic nodes by encoding/xml or encoding/json, then a walk over the
// tree that finds each value by its name and converts it to the type of its
// field. levelc bench measures it beside a real load, on the same content, and
// tests compare the compiler's rows with its rows, since the two share no code.
//
// It does what such a loader has to do and no more: rows are appended to one
// growing slice for each table, strings and ids go into maps, references are
// resolved at the end. It is no validator; what the compiler would refuse it
// may accept or ignore. Names that the schema does not know are skipped.
package dom
