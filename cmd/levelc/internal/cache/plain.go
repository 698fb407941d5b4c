package cache

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"
)

// plain reads the facts of levels that are as nearly all are: without warnings,
// and with ASCII names in which nothing is escaped. A build with nothing to do
// would spend a fifth of its time in encoding/json on them. Any other line, right
// or wrong, it leaves to decode.
type plain struct {
	rest []byte
	ok   bool

	// What lines have in common is decoded once.
	flags, tool common
}

// common is a string that line after line has.
type common struct {
	raw  []byte // with its quotation marks
	text string
}

// level reads one line, and reports whether it is such a fact.
func (p *plain) level(line []byte) (l Level, ok bool) {
	p.rest, p.ok = line, true
	l.Out = p.text(`{"level":{"out":`)
	l.Source = p.text(`,"source":`)
	l.SourceSum = p.sum(`,"sourceSum":`)
	l.Schema = p.sum(`,"schema":`)
	l.Flags = p.same(`,"flags":`, &p.flags)
	l.Tool = p.same(`,"tool":`, &p.tool)
	l.Sum = p.sum(`,"sum":`)
	l.Size = p.size(`,"size":`)
	return l, p.ok && string(p.rest) == "}}" && local(l.Out)
}

// pass passes what has to come next.
func (p *plain) pass(text string) {
	if len(p.rest) < len(text) || string(p.rest[:len(text)]) != text {
		p.ok, p.rest = false, nil
		return
	}
	p.rest = p.rest[len(text):]
}

// quoted takes a string of ASCII with its quotation marks. What is escaped in it
// stays so.
func (p *plain) quoted(key string) []byte {
	p.pass(key)
	b := p.rest
	if len(b) == 0 || b[0] != '"' {
		p.ok = false
		return nil
	}
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			p.rest = b[i+1:]
			return b[:i+1]
		case c == '\\':
			i++
		case c < ' ' || c > '~':
			p.ok = false
			return nil
		}
	}
	p.ok = false
	return nil
}

func (p *plain) text(key string) string {
	b := p.quoted(key)
	if !p.ok || bytes.IndexByte(b, '\\') >= 0 {
		p.ok = false
		return ""
	}
	return string(b[1 : len(b)-1])
}

func (p *plain) same(key string, c *common) string {
	b := p.quoted(key)
	if p.ok && (c.raw == nil || !bytes.Equal(b, c.raw)) {
		c.raw = b
		p.ok = json.Unmarshal(b, &c.text) == nil
	}
	if !p.ok {
		*c = common{}
		return ""
	}
	return c.text
}

func (p *plain) sum(key string) (s Sum) {
	b := p.quoted(key)
	if !p.ok || len(b) != 2*len(s)+2 {
		p.ok = false
		return s
	}
	_, err := hex.Decode(s[:], b[1:len(b)-1])
	p.ok = err == nil
	return s
}

func (p *plain) size(key string) int64 {
	p.pass(key)
	n := 0
	for n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9' {
		n++
	}
	if n == 0 || n > 18 || n > 1 && p.rest[0] == '0' {
		p.ok = false
		return 0
	}
	size, err := strconv.ParseInt(string(p.rest[:n]), 10, 64)
	p.ok = p.ok && err == nil
	p.rest = p.rest[n:]
	return size
}
