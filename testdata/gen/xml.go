package gen

import (
	"bufio"
	"strings"
)

// xmlNotation writes a level as a tool would: one element a line, indented.
// The first error of w stays with w.
type xmlNotation struct {
	w     *bufio.Writer
	depth int
	tag   bool // a start tag is still open
	flat  bool // the element that is open has text, so its end tag stands right behind
}

func (x *xmlNotation) line() {
	x.w.WriteByte('\n')
	for range x.depth {
		x.w.WriteByte('\t')
	}
}

// start begins an element.
func (x *xmlNotation) start(element string) {
	x.inside()
	if x.depth == 0 {
		x.w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	}
	x.line()
	x.w.WriteByte('<')
	x.w.WriteString(element)
	x.tag = true
	x.depth++
}

// inside ends the start tag, so that content can follow.
func (x *xmlNotation) inside() {
	if x.tag {
		x.w.WriteByte('>')
		x.tag = false
	}
}

// stop ends an element.
func (x *xmlNotation) stop(element string) {
	x.depth--
	if x.tag {
		x.w.WriteString("/>")
		x.tag = false
	} else {
		if !x.flat {
			x.line()
		}
		x.flat = false
		x.w.WriteString("</")
		x.w.WriteString(element)
		x.w.WriteByte('>')
	}
	if x.depth == 0 {
		x.w.WriteByte('\n')
	}
}

func (x *xmlNotation) attr(key, s string) {
	x.w.WriteByte(' ')
	x.w.WriteString(key)
	x.w.WriteString(`="`)
	xmlEscape.WriteString(x.w, s)
	x.w.WriteByte('"')
}

var xmlEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func (x *xmlNotation) open(kind, _ string)                { x.start(kind) }
func (x *xmlNotation) close(kind string)                  { x.stop(kind) }
func (x *xmlNotation) text(key name, s string)            { x.attr(key.xml, s) }
func (x *xmlNotation) number(key name, digits string)     { x.attr(key.xml, digits) }
func (x *xmlNotation) numbers(key name, digits ...string) { x.attr(key.xml, strings.Join(digits, " ")) }
func (x *xmlNotation) words(key name, words ...string)    { x.attr(key.xml, strings.Join(words, " ")) }
func (x *xmlNotation) begin(string)                       {}
func (x *xmlNotation) end(string)                         {}

func (x *xmlNotation) truth(key name, is bool) {
	if is {
		x.attr(key.xml, "true")
	} else {
		x.attr(key.xml, "false")
	}
}

func (x *xmlNotation) nest(key string, f func()) {
	x.start(key)
	f()
	x.stop(key)
}

func (x *xmlNotation) span(key name, n int, f func(i int)) {
	for i := range n {
		x.start(key.xml)
		f(i)
		x.stop(key.xml)
	}
}

func (x *xmlNotation) body(_, s string) {
	x.inside()
	x.flat = true
	xmlEscape.WriteString(x.w, s)
}
