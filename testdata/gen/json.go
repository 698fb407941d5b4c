package gen

import (
	"bufio"
	"encoding/json"
	"strings"
)

// jsonNotation writes a level as nested objects, one node a line. The first
// error of w stays with w.
type jsonNotation struct {
	w     *bufio.Writer
	depth int
	more  bool // something stands before, so that a comma is due
}

func (j *jsonNotation) comma() {
	if j.more {
		j.w.WriteByte(',')
	}
	j.more = true
}

func (j *jsonNotation) line() {
	if j.depth > 0 {
		j.w.WriteByte('\n')
	}
	for range j.depth {
		j.w.WriteByte(' ')
	}
}

func (j *jsonNotation) key(key string) {
	j.comma()
	j.w.WriteByte('"')
	j.w.WriteString(key)
	j.w.WriteString(`":`)
}

func (j *jsonNotation) enter(open byte) {
	j.w.WriteByte(open)
	j.more = false
}

func (j *jsonNotation) leave(close byte) {
	j.w.WriteByte(close)
	j.more = true
}

// quote writes a string. Text that XML and JSON can both hold needs no escapes
// but those of encoding/json, whose escaping of < and > is switched off for
// being of no use here.
func (j *jsonNotation) quote(s string) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // a string into a Builder: neither can fail
	j.w.WriteString(strings.TrimSuffix(b.String(), "\n"))
}

func (j *jsonNotation) open(kind, list string) {
	j.comma()
	j.line()
	j.enter('{')
	j.depth++
	if list == children {
		j.text(same("type"), kind)
	}
}

func (j *jsonNotation) close(string) {
	j.depth--
	j.leave('}')
	if j.depth == 0 {
		j.w.WriteByte('\n')
	}
}

func (j *jsonNotation) text(key name, s string) {
	j.key(key.json)
	j.quote(s)
}

func (j *jsonNotation) number(key name, digits string) {
	j.key(key.json)
	j.w.WriteString(digits)
}

func (j *jsonNotation) numbers(key name, digits ...string) {
	j.key(key.json)
	j.enter('[')
	for _, d := range digits {
		j.comma()
		j.w.WriteString(d)
	}
	j.leave(']')
}

func (j *jsonNotation) words(key name, words ...string) {
	j.key(key.json)
	j.enter('[')
	for _, word := range words {
		j.comma()
		j.quote(word)
	}
	j.leave(']')
}

func (j *jsonNotation) truth(key name, is bool) {
	j.key(key.json)
	if is {
		j.w.WriteString("true")
	} else {
		j.w.WriteString("false")
	}
}

func (j *jsonNotation) nest(key string, f func()) {
	j.key(key)
	j.enter('{')
	f()
	j.leave('}')
}

func (j *jsonNotation) span(key name, n int, f func(i int)) {
	j.key(key.json)
	j.enter('[')
	for i := range n {
		j.comma()
		j.enter('{')
		f(i)
		j.leave('}')
	}
	j.leave(']')
}

func (j *jsonNotation) body(key, s string) { j.text(same(key), s) }

func (j *jsonNotation) begin(list string) {
	j.key(list)
	j.enter('[')
	j.depth++
}

func (j *jsonNotation) end(string) {
	j.depth--
	j.leave(']')
}
