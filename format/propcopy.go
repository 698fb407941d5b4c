package format

import "github.com/tinylib/msgp/msgp"

// KeyBytes is Key of bytes.
func (p *PropBuilder) KeyBytes(key []byte) {
	if p.key() {
		p.buf = msgp.AppendStringFromBytes(p.buf, key)
		p.spans[len(p.spans)-1].value = len(p.buf)
	}
}

// Value gives a value that is msgpack already: one of Props that were checked,
// or of another builder's. It is copied as it is; maps in it have to have their
// keys sorted, as builders make them, if equal properties are to be equal bytes.
// What Props cannot hold, or not as deep as this, is an error of Finish.
func (p *PropBuilder) Value(v Value) {
	rest, what := p.given.value(v, len(p.open))
	p.given.keys = p.given.keys[:0] // those of a value with a mistake are left
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
