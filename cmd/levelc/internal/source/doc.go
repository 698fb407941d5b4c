// Package source reads levels written in XML or JSON and tells a Handler what is in
// them, in document order and in the same way for both. It gives names and values as
// text and says where they stand. Package compile decides what they mean.
//
// A Reader streams: neither format is ever a tree in memory, and after the first file
// it allocates next to nothing, however many nodes there are. What it holds is bounded
// by the largest single token, or in JSON by the largest array of scalars and the names of
// the members of large objects; Limits bounds each of these. A hostile file cannot exhaust
// the memory, and it takes no more time, within a factor, than an honest file of its size.
//
// # XML
//
// The scanner reads strict XML 1.0, fifth edition, without a DTD: names by that
// edition's tables, characters, references, attribute normalisation, line ends, one
// root, no attribute twice. A document type declaration is skipped if it has no internal
// subset or declares nothing in it, and refused otherwise. Nothing is ever fetched, and no
// entities are expanded except the five predefined ones and character references.
// Namespaces are not interpreted: a colon is a letter. Options.LenientXML lists the faults
// that can be accepted.
//
// The encoding is UTF-8, or UTF-16 with a byte order mark, or what the XML declaration
// says: US-ASCII, windows-1252 or ISO-8859-1. The last is read as windows-1252, as web
// browsers do. XML itself sees control characters in 32 of its bytes, which no level
// means, but programs under Windows write their quotation marks and dashes so under that
// name. The five bytes without a character in windows-1252 are refused, or read as control
// characters if Options.LenientXML is set. A text whose characters all read as UTF-8 is
// refused in either case: its declaration is out of date. Without a declaration nothing is
// guessed.
//
// The layers, from below: word.go (eight bytes at a time), xmlchar.go and xmlbytes.go
// (what bytes and characters are), xmltag.go and xmlmarkup.go (one piece of markup each, as
// pure functions over bytes that are done, short of bytes, or wrong), window.go (the bytes
// at hand), xml.go (the state machine) with xmlprolog.go for the beginning of a file,
// xmlfail.go (the words for what is wrong).
//
// Most tags have the names of an earlier tag. shape.go remembers these and reads such a
// tag by comparing bytes. What does not fit at once, because it is wrong or new, takes
// the way above. A Handler that is a Tagger gets such a tag in one call, with a number for
// each name. If its Wanted says that values are float32s, short numbers are converted
// already.
//
// # JSON
//
// RFC 8259, UTF-8 only, no name twice in an object. Small objects are read in
// one step by fastjson, larger ones member by member with jsontext, and the two
// give the same events for the same text:
//
//	file -> sieve -> jsontext -> jsonobject.go -+
//	          |                                 +-> Handler
//	          +----> fastjson -> jsonstep.go ---+
//
// The numbers that a long array begins with do not pass the decoder either: the sieve
// checks them (jsonrun.go). With Options.Numbers they are reported as one text. With
// Options.Parts and ListParts a long array is reported in parts, so that it need not be in
// memory as a whole. It must not have objects in it then: up to the first object, items
// that stand beside objects look like those of any other list (jsonlist.go).
//
// An object is opened under its "type", if the handler says that this is a kind. The
// member may stand anywhere in the object; for a large object jsontype.go looks for it in
// the file. When a text is refused, jsonblame.go reads it once more to say why in words.
//
// # Numbers
//
// ParseInt, ParseUint, ParseFloat32 and ParseFloat64 are the one place where decimals
// become binary, for both formats: exact integers, and floats that equal strconv's bit for
// bit. Floats32 and Uints8 do the same for whole lists of the usual form. UintRun and
// Float32Run do it for as much of a long list as has that form (numberlist.go).
//
// # Two cores
//
// With Options.Ahead a large file is read on a goroutine of its own, and the handler is
// called on the caller's (pipe.go), with the same calls in the same order. To share the
// work more evenly, the reader of XML then converts other values as well, if the Tagger has
// said in Wanted what they are. In JSON, the caller's goroutine takes whole objects apart
// when it would have to wait.
//
// # Places
//
// Events carry byte offsets of the text as UTF-8. When a message needs it, a File turns
// them into lines and columns (place.go), and finds the name, the value or the list item
// that a Pos means (xmlplace.go, jsonplace.go). For a file without mistakes that costs
// nothing.
package source
