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
func (p *PropBuilder) Value(v Value) {
	if rest, err := msgp.Skip(v); err != nil || len(rest) != 0 {
		p.bad = "what is not one value of msgpack"
		return
	}
	if p.begin() {
		p.buf = append(p.buf, v...)
		p.end()
	}
}
