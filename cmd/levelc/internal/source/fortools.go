package source

import "strings"

// ForTools reports whether an attribute of XML speaks to the tools that read it,
// and not to a game: namespaces, where a schema is, and whether white space is
// meant, which a Reader heeds. xsi:type says what an object is, and xml:lang which
// language its texts have.
func ForTools[T ~string | ~[]byte](name T) bool {
	s := string(name)
	return s == "xmlns" || strings.HasPrefix(s, "xmlns:") || strings.HasPrefix(s, "xsi:") && s != "xsi:type" || s == string(spaceName)
}
