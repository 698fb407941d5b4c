package format

import "github.com/tinylib/msgp/msgp"

// KeyBytes is Key of bytes.
func (p *PropBuilder) KeyBytes(key []byte) {
	if p.key() {
		p.buf = msgp.AppendStringFromBytes(p.buf, key)
		p.spans[len(p.spans)-1].value = len(p.buf)
	}
}

// Value gives a value that is msgpack already: one of Props that were checked, or of
// another builder. It is copied as it is. If equal properties are to have equal bytes,
// the keys of maps in it must be sorted, as builders sort them. If Props cannot hold
// the value, or not at this depth, Finish returns an error.
func (p *PropBuilder) Value(v Value) {
	rest, what := p.given.value(v, len(p.open))
	p.given.keys = p.given.keys[:0] // a mistake may have left some
	switch {
	case what != "":
		p.fail(what)
	case len(rest) != 0:
		p.fail("bytes after a value")
	case p.begin():
		p.buf = append(p.buf, v...)
		p.end()
	}
}
