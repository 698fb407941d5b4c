package export

import (
	"bytes"
	"encoding/xml"
	"strings"
)

// tagWriter writes indented XML.
type tagWriter struct {
	bytes.Buffer
	open []string
}

// start begins an element with attributes: name, value, name, value.
func (w *tagWriter) start(name string, attrs ...string) {
	w.tag(name, attrs)
	w.WriteString(">\n")
	w.open = append(w.open, name)
}

// empty writes an element without content.
func (w *tagWriter) empty(name string, attrs ...string) {
	w.tag(name, attrs)
	w.WriteString("/>\n")
}

func (w *tagWriter) tag(name string, attrs []string) {
	w.indent()
	w.WriteString("<" + name)
	for i := 0; i < len(attrs); i += 2 {
		w.WriteString(" " + attrs[i] + `="`)
		// Nothing fails that writes to a bytes.Buffer.
		_ = xml.EscapeText(&w.Buffer, []byte(attrs[i+1]))
		w.WriteByte('"')
	}
}

// text writes an element that has only text.
func (w *tagWriter) text(name, text string) {
	w.tag(name, nil)
	w.WriteByte('>')
	_ = xml.EscapeText(&w.Buffer, []byte(text))
	w.WriteString("</" + name + ">\n")
}

// end closes the innermost element.
func (w *tagWriter) end() {
	name := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.indent()
	w.WriteString("</" + name + ">\n")
}

func (w *tagWriter) indent() { w.WriteString(strings.Repeat("  ", len(w.open))) }
