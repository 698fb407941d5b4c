package source

import "strings"

// ForTools reports whether an XML attribute is meant for the tools that read it, and
// not for a game: namespaces, the place of a schema, and whether white space is meant,
// which a Reader observes. It does not count xsi:type, which says what an object is,
// and xml:lang, which says the language of its texts.
func ForTools[T ~string | ~[]byte](name T) bool {
	s := string(name)
	return s == "xmlns" || strings.HasPrefix(s, "xmlns:") || strings.HasPrefix(s, "xsi:") && s != "xsi:type" || s == string(spaceName)
}
