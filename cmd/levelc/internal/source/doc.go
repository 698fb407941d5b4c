// Package source reads levels written in XML or JSON and tells a Handler what
// is in them, in document order and the same way for both. It gives names and
// values as text and says where they stand; what they mean, package compile
// decides.
//
// A Reader streams: neither format is ever a tree in memory, and after the
// first file it allocates next to nothing, however many nodes there are. What
// it holds is bounded by the largest single token, or in JSON by the largest
// array of scalars, and each of these by Limits. One hostile file can neither
// take the memory nor, within a factor, more time than an honest one of its
// size.
//
// # XML
//
// The scanner is strict XML 1.0, fifth edition, without a DTD: names by that
// edition's tables, characters, references, attribute normalisation, line ends,
// one root, no attribute twice. A document type declaration is passed over if
// it has no internal subset and refused if it has; nothing is ever fetched and
// no entities are expanded but the five and character references. Namespaces
// are not interpreted: a colon is a letter. UTF-8, and UTF-16 by its byte order
// mark. Options.LenientXML names the sins that can be let pass.
//
// The layers, from below: xmlchar.go and xmlbytes.go (what bytes and characters
// are), xmltag.go and xmlmisc.go (one piece of markup each, as pure functions
// over bytes that are done, short of bytes, or wrong), window.go (the bytes at
// hand), xml.go (the state machine), xmlfail.go (the words for what is wrong).
//
// Most tags have names that an earlier tag had. shape.go remembers them and takes
// such a tag by comparing bytes; what does not fit at once, wrong or new, goes the
// way above. A Handler that is a Tagger gets such a tag in one call, with a number
// for each name, and the short numbers in it converted where its Wanted says that
// they are float32s.
//
// # JSON
//
// RFC 8259, UTF-8 only, no name twice in an object. Small objects are read in
// one step by fastjson, larger ones member by member with jsontext, and the two
// give the same events for the same text:
//
//	file -> sieve -> jsontext -> jsonobject.go -+
//	          |                                 +-> Handler
//	          +----> fastjson -> jsonelement.go-+
//
// An object is opened under its "type", if the handler says that this is a
// kind, wherever in the object that stands; for a large object jsonahead.go
// looks for it in the file. When a text is refused, jsonblame.go reads it once
// more to say why in words.
//
// # Numbers
//
// ParseInt, ParseUint, ParseFloat32 and ParseFloat64 are the one place where
// decimals become binary, for both formats: exact integers, floats that equal
// strconv's bit for bit. Floats32 and Uints8 do the same for whole lists of the
// usual form, UintRun and Float32Run for as much of a long list as has it (numberlist.go).
//
// # Two cores
//
// With Options.Ahead a large file is read on a goroutine of its own, and the
// handler is told on the caller's (pipe.go): the same calls in the same order. To
// share the work more evenly, the reader of XML then converts other values as well,
// if the Tagger has said in Wanted what they are; and of JSON whole objects are taken
// apart on the caller's goroutine where it would have to wait.
//
// # Places
//
// Events carry byte offsets of the text as UTF-8. A File turns them into lines
// and columns, and finds the name, the value or a list's item that a Pos means,
// when a message needs it: on the way to a good file that costs nothing.
package source
