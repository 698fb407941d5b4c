// Package infer finds out what a level is made of by reading it, for those who
// have levels and no types yet.
//
//	r, err := infer.Files(ctx, []string{"orchard.xml", "bridge.json"})
//	r.Schema // what compile.NewPlan wants
//	r.Notes  // what could not be kept, in words
//
// A schema that is inferred from a level builds that level. It is a starting
// point: "levelc infer" prints it as Go types for a person to correct.
//
// # From events to tables
//
// The sources are read with the same readers that a build uses. Nothing of
// their content is kept but tallies, one for each place: an element under a
// name inside another element, an attribute of an element at such a place.
// Elements that stand inside elements of their own name are one place.
//
//	a kind            repeats, and has an id or elements in it; stands inside itself; is a
//	                  child of the outermost element; has nothing of its own to keep, or
//	                  nodes in it
//	a span's elements repeat, have no id, and nothing in them that repeats
//	a nested struct   never stands twice in one parent
//	a field           an attribute; an element that never has more than text
//	a map             a JSON object whose keys look like data (digits, brackets) or are more
//	                  than 64, not the same in every such object, and whose values are of
//	                  one shape; one with more than 512 always: elements with a field for
//	                  the key
//	nodes under       what stands in JSON's objects under one name, if those are alike and hold
//	their keys        nothing else, and the keys are referred to (three of them, or two by several
//	                  fields or by a name that speaks of it) or nodes stand in what they hold:
//	                  nodes with a field for the key, which is their id if it is the only one
//
// What stands in one of JSON's lists repeats, also where there is one only. Objects in
// lists in a list become one list where their number tells them apart, the same in each;
// else they have no place.
//
// Fields and spans keep no order among elements of several names, nodes do. Elements of
// XML that stand in turns (a bend after a straight, again and again) are kinds, then; a note
// tells of those that came back only once.
//
// Repeated pairs of a name and a value (a Tiled property, an attribute of a
// generic scene format) are elements of a span even where the names happen to
// be different from each other.
//
// JSON's outermost object, if it has no type but something of its own, is a node
// of the kind "root", and so are the objects of an outermost list
// (format.NoKey); of "root2" if something called root has no place in it. If it has a type and
// nothing else of its own, no node comes of it, and a note tells of the type.
//
// JSON's "type" member names a kind where the outermost object has it, where it
// stands in "children" or another word for that, and where objects of different
// types differ in their members; not where objects of one type stand under two keys of
// one parent, which the type would hide. Since an object's type decides how all of it
// is read, JSON is read again when such types are found. An array's key in the
// plural ("shapes") is the JSON name of the kind or span in the singular, unless
// the singular is a type elsewhere that names no kind.
//
// An attribute "type" of XML gets another name in JSON, "kind" as a rule: nodes of several
// kinds that have it could not stand in turns there otherwise.
//
// Attributes xmlns, xmlns:*, xml:space and xsi:* are for other tools and are left out, but
// for xsi:type, which says what an object is.
//
// # From values to types
//
//	integers    the smallest type that holds all of them; a leading zero makes a string
//	floats      float32 if every value is, as a float64, the shortest decimal of a float32;
//	            else float64
//	bool        true and false, among them perhaps 0 and 1; 0 and 1 alone are integers
//	[n]T        lists of one length: 2 to 4, or 5 to 16 that are met at least twice
//	Span[T]     lists of other lengths
//	enum        2 to 16 different words, each met 4 times on average
//	id          id, name, iid, uid and the like: different in all nodes of the kind that have it
//	Handle      see below
//	Str         everything else, and an XML version that is written with a point
//
// x, y, z and w get one type where they stand together, as do u and v, r, g, b
// and a, width and height, min and max. A value that no type takes (a number
// here, a list there) has no place, and a note says so; a string takes numbers
// and bools beside strings.
//
// A value that is absent is zero. Three things are not left to that: an enum that
// is not always given gets a first symbol for its absence; a bool that was
// only ever written as false (four times at least) is true by default, since
// the program that wrote it leaves out what is usual; and so a number that was only
// ever 0, or between 0 and 1, is 1 by default if it is called visible, enabled,
// active, opacity, alpha, parallaxx or parallaxy, as Tiled's opacity="0.5".
//
// A field refers to a kind if each of its values is an id of that kind in the
// same level, and if that can hardly be chance: three different values, or two
// and a name that speaks of the kind or of a reference; for numbers always such
// a name, since small numbers are ids of everything. Several kinds make an
// AnyHandle.
//
// # Bounds
//
// Memory is bounded whatever the sources hold: 2^14 places, 2^16 fields, 17
// different words of a field, 2^22 values of ids and references of one level.
// A field's name with those around it has 240 bytes at most.
// Beyond that places are left out and fields are no ids or references; a note
// says so. The result depends on the content and order of the sources alone.
package infer
