package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The namespace of an XML Schema. Attributes have none. The schema's own names are in
// it too, and it is the default one there. So they need no prefix, except in paths,
// where XML Schema takes a name without a prefix for a name without a namespace.

const (
	schemaNamespace = "http://www.w3.org/2001/XMLSchema"
	pathPrefix      = "level"
)

// target returns the attributes of a schema that give its namespace.
func (x *xsd) target() []string {
	if x.namespace == "" {
		return nil
	}
	return []string{"xmlns", x.namespace, "xmlns:" + pathPrefix, x.namespace, "targetNamespace", x.namespace, "elementFormDefault", "qualified"}
}

// inPath returns the name of an element in a path.
func (x *xsd) inPath(name string) string {
	if x.namespace == "" {
		return name
	}
	return pathPrefix + ":" + name
}

// NamespaceError is an EditorOptions.Namespace that elements of a level cannot have.
type NamespaceError struct{ URI string }

func (e *NamespaceError) Error() string {
	return fmt.Sprintf("%q is no namespace that a level can have, which is a URI, without spaces and not one of XML's own", e.URI)
}

// PrefixError: the elements of all kinds have a prefix. A schema cannot declare these, so
// it would refuse levels whatever is in them.
type PrefixError struct{ Name string } // of the first such element

func (e *PrefixError) Error() string {
	return fmt.Sprintf("all kinds have a prefix, as the element %q has, and an XML Schema can only describe elements without one; "+
		"name the elements without it, as in <level xmlns=\"URI\">, and that URI with --namespace", e.Name)
}

// onlyPrefixed returns the first name with a prefix, if no kind can be declared.
func (x *xsd) onlyPrefixed() string {
	first := ""
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			switch {
			case isXMLName(name):
				return ""
			case first == "" && isPrefixed(name):
				first = name
			}
		}
	}
	return first
}

// isNamespace reports whether elements may have a namespace by default.
func isNamespace(uri string) bool {
	own := []string{schemaNamespace, "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"}
	return !slices.Contains(own, uri) && !strings.ContainsAny(uri, "<>\"{}|\\^`") && !strings.ContainsFunc(uri, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}
