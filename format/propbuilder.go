package format

import (
	"bytes"
	"slices"

	"github.com/tinylib/msgp/msgp"
)

// PropBuilder makes the msgpack of Props. Keys are sorted, so that the same
// properties give the same bytes whatever their order in the source. After
// Reset its memory is reused.
//
//	b.Reset()
//	b.Key("speed"); b.Float(2.5)
//	b.Key("tags"); b.BeginList(); b.Text("door"); b.End()
//	props, err := b.Finish()
//
// Calls in the wrong order, a key that comes twice, or a nesting deeper than 64 make
// Finish return an error.
type PropBuilder struct {
	buf   []byte // values of all open levels, each level's entries one after the other
	open  []propLevel
	spans []propSpan // entries of all open levels
	out   []byte
	bad   string
	given keyCheck // for values that are already msgpack
}

// propLevel is a map or list that is not yet ended.
type propLevel struct {
	list  bool
	buf   int // where its bytes begin in PropBuilder.buf
	spans int // where its entries begin in PropBuilder.spans
	key   bool
}

// propSpan is an entry: its bytes, and the key among them.
type propSpan struct {
	at, value, end int
}

// Reset begins a map.
func (p *PropBuilder) Reset() {
	p.buf, p.spans, p.bad = p.buf[:0], p.spans[:0], ""
	p.open = append(p.open[:0], propLevel{})
}

// fail keeps the first mistake. Later ones may only follow from it.
func (p *PropBuilder) fail(what string) {
	if p.bad == "" {
		p.bad = what
	}
}

// Len returns the number of entries so far of the map or list that is open.
func (p *PropBuilder) Len() int {
	if len(p.open) == 0 {
		return 0
	}
	return len(p.spans) - p.open[len(p.open)-1].spans
}

// Key begins an entry of the map that is open; a value follows.
func (p *PropBuilder) Key(key string) {
	if p.key() {
		p.buf = msgp.AppendString(p.buf, key)
		p.spans[len(p.spans)-1].value = len(p.buf)
	}
}

// key reports whether a key may come next.
func (p *PropBuilder) key() bool {
	if len(p.open) == 0 {
		p.fail("Key without Reset")
		return false
	}
	l := &p.open[len(p.open)-1]
	if l.list || l.key {
		p.fail("a key where a value belongs")
		return false
	}
	l.key = true
	p.spans = append(p.spans, propSpan{at: len(p.buf)})
	return true
}

// begin reports whether a value may come next.
func (p *PropBuilder) begin() bool {
	if len(p.open) == 0 || !p.open[len(p.open)-1].list && !p.open[len(p.open)-1].key {
		p.fail("a value without a key")
		return false
	}
	if p.open[len(p.open)-1].list {
		p.spans = append(p.spans, propSpan{at: len(p.buf), value: len(p.buf)})
	}
	return p.bad == ""
}

// end ends the value of the entry that is open.
func (p *PropBuilder) end() {
	p.open[len(p.open)-1].key = false
	p.spans[len(p.spans)-1].end = len(p.buf)
}

// Nil gives a value, as do Bool, Int, Uint, Float, Text and Bytes: the value of the
// last key, or the next value of the open list. A number takes its shortest form; a
// Float keeps its 64 bits.
func (p *PropBuilder) Nil() {
	if p.begin() {
		p.buf = msgp.AppendNil(p.buf)
		p.end()
	}
}

// Bool gives a value.
func (p *PropBuilder) Bool(v bool) {
	if p.begin() {
		p.buf = msgp.AppendBool(p.buf, v)
		p.end()
	}
}

// Int gives a value.
func (p *PropBuilder) Int(v int64) {
	if p.begin() {
		p.buf = msgp.AppendInt64(p.buf, v)
		p.end()
	}
}

// Uint gives a value.
func (p *PropBuilder) Uint(v uint64) {
	if p.begin() {
		p.buf = msgp.AppendUint64(p.buf, v)
		p.end()
	}
}

// Float gives a value.
func (p *PropBuilder) Float(v float64) {
	if p.begin() {
		p.buf = msgp.AppendFloat64(p.buf, v)
		p.end()
	}
}

// Text gives a value.
func (p *PropBuilder) Text(v string) {
	if p.begin() {
		p.buf = msgp.AppendString(p.buf, v)
		p.end()
	}
}

// TextBytes is Text of bytes.
func (p *PropBuilder) TextBytes(v []byte) {
	if p.begin() {
		p.buf = msgp.AppendStringFromBytes(p.buf, v)
		p.end()
	}
}

// Bytes gives a value.
func (p *PropBuilder) Bytes(v []byte) {
	if p.begin() {
		p.buf = msgp.AppendBytes(p.buf, v)
		p.end()
	}
}

// BeginMap begins a map as a value; End ends it.
func (p *PropBuilder) BeginMap() { p.nest(false) }

// BeginList begins a list as a value; End ends it.
func (p *PropBuilder) BeginList() { p.nest(true) }

func (p *PropBuilder) nest(list bool) {
	if !p.begin() {
		return
	}
	if len(p.open) >= MaxPropDepth {
		p.fail("nested deeper than 64")
		return
	}
	p.open = append(p.open, propLevel{list: list, buf: len(p.buf), spans: len(p.spans)})
}

// End ends the innermost map or list.
func (p *PropBuilder) End() {
	if len(p.open) < 2 {
		p.fail("End without a beginning")
	}
	if p.bad != "" {
		return
	}
	p.close()
	p.end()
}

// close replaces the entries of the innermost level by their msgpack.
func (p *PropBuilder) close() {
	l := p.open[len(p.open)-1]
	if l.key {
		p.fail("a key without a value")
		return
	}
	p.open = p.open[:len(p.open)-1]
	entries := p.spans[l.spans:]
	key := func(e propSpan) []byte { k, _, _ := msgp.ReadStringZC(p.buf[e.at:e.value]); return k }
	p.out = p.out[:0]
	if l.list {
		p.out = msgp.AppendArrayHeader(p.out, uint32(len(entries)))
	} else {
		p.out = msgp.AppendMapHeader(p.out, uint32(len(entries)))
		slices.SortFunc(entries, func(a, b propSpan) int { return bytes.Compare(key(a), key(b)) })
		for i := 1; i < len(entries); i++ {
			if bytes.Equal(key(entries[i-1]), key(entries[i])) {
				p.fail("a key comes twice")
			}
		}
	}
	for _, e := range entries {
		p.out = append(p.out, p.buf[e.at:e.end]...)
	}
	p.buf = append(p.buf[:l.buf], p.out...)
	p.spans = p.spans[:l.spans]
}

// Finish ends the map. The result is valid until Reset.
func (p *PropBuilder) Finish() (Props, error) {
	if p.bad == "" && len(p.open) != 1 {
		p.fail("Finish within a map or list, or without Reset")
	}
	if p.bad == "" {
		p.close()
	}
	if p.bad == "" && len(p.buf) > MaxProps {
		p.fail("longer than 1 MiB")
	}
	if p.bad != "" {
		return nil, errAt(9, -1, ErrProps, p.bad)
	}
	return p.buf, nil
}

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
