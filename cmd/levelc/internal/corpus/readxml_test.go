package corpus_test

import (
	"encoding/xml"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// element is an element as encoding/xml sees it. The methods of a nil element
// give zeros, which is what a field is that the source leaves out.
type element struct {
	name     string
	attrs    []xml.Attr
	chars    string
	parent   *element
	children []*element
}

// readXML reads a file by the standard library alone.
func readXML(t *testing.T, file string) *element {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	d := xml.NewDecoder(f)
	top := &element{}
	for at := top; ; {
		token, _ := d.Token()
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: token.Copy().Attr, parent: at}
			at.children = append(at.children, e)
			at = e
		case xml.CharData:
			at.chars += string(token)
		case xml.EndElement:
			at = at.parent
		case nil:
			require.Equal(t, top, at, "the document ends early")
			require.Len(t, top.children, 1)
			return top.children[0]
		}
	}
}

// all lists the elements of a name below e, in document order.
func (e *element) all(name string) (out []*element) {
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
		out = append(out, c.all(name)...)
	}
	return out
}

// path finds the child of that name, and its child, and so on.
func (e *element) path(names ...string) *element {
	for _, name := range names {
		if e == nil {
			return nil
		}
		var found *element
		for _, c := range e.children {
			if c.name == name {
				found = c
				break
			}
		}
		e = found
	}
	return e
}

func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) uint(name string) uint64 {
	n, _ := strconv.ParseUint(e.attr(name), 10, 64)
	return n
}

func (e *element) float(name string) float64 {
	f, _ := strconv.ParseFloat(e.attr(name), 64)
	return f
}

// text is the element's text without the white space around it.
func (e *element) text() string {
	if e == nil {
		return ""
	}
	return strings.TrimSpace(e.chars)
}

// number is the element's text as a number, or def without the element.
func (e *element) number(def float64) float64 {
	if e == nil {
		return def
	}
	f, _ := strconv.ParseFloat(e.text(), 64)
	return f
}

// floats is the element's text as n numbers, zeros without the element.
func (e *element) floats(n int) []float64 {
	out := make([]float64, n)
	for i, s := range strings.Fields(e.text()) {
		out[i], _ = strconv.ParseFloat(s, 64)
	}
	return out
}
