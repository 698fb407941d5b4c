package cache

import (
	"encoding/hex"

	"github.com/valyala/fastjson"
)

// plain reads, with fastjson, the facts of levels without warnings, as nearly all are,
// and how their files were found: a build with nothing to do would otherwise spend a
// fifth of its time in encoding/json. It leaves all other lines to decode. Strings that
// repeat from line to line are shared.
type plain struct {
	parser      fastjson.Parser
	flags, tool string
	ok          bool
}

// members of a level's fact without warnings, and of how its files were found.
const (
	levelMembers = 8
	seenMembers  = 3
)

// fact reads one line, and reports whether it is such a fact. Then either l or s has an
// output.
func (p *plain) fact(line []byte) (l Level, s Seen, ok bool) {
	v, err := p.parser.ParseBytes(line)
	if err != nil || !hasMembers(v, 1) {
		return l, s, false
	}
	p.ok = true
	if fact := v.Get("level"); hasMembers(fact, levelMembers) {
		l = p.level(fact)
		return l, s, p.ok && local(l.Out)
	}
	if fact := v.Get("seen"); hasMembers(fact, seenMembers) {
		s = Seen{p.name(fact, "out"), Witness(p.sum(fact, "source")), Witness(p.sum(fact, "made"))}
		return l, s, p.ok && local(s.Out)
	}
	return l, s, false
}

func hasMembers(v *fastjson.Value, n int) bool {
	o := v.GetObject()
	return o != nil && o.Len() == n
}

func (p *plain) level(v *fastjson.Value) (l Level) {
	l.Out, l.Source = p.name(v, "out"), p.name(v, "source")
	l.SourceSum, l.Schema, l.Sum = p.sum(v, "sourceSum"), p.sum(v, "schema"), p.sum(v, "sum")
	l.Flags, l.Tool = same(&p.flags, p.text(v, "flags")), same(&p.tool, p.text(v, "tool"))
	size := v.Get("size")
	if p.ok = p.ok && size != nil; !p.ok {
		return l
	}
	var err error
	l.Size, err = size.Int64()
	p.ok = err == nil
	return l
}

func (p *plain) name(v *fastjson.Value, key string) string {
	return unescape(string(p.text(v, key)))
}

// text returns a string, valid until the next line.
func (p *plain) text(v *fastjson.Value, key string) []byte {
	s := v.Get(key)
	p.ok = p.ok && s != nil && s.Type() == fastjson.TypeString
	if !p.ok {
		return nil
	}
	return s.GetStringBytes()
}

func (p *plain) sum(v *fastjson.Value, key string) (s Sum) {
	text := p.text(v, key)
	if len(text) != 2*len(s) {
		p.ok = false
		return s
	}
	_, err := hex.Decode(s[:], text)
	p.ok = p.ok && err == nil
	return s
}

// same returns text as a string. It reuses the last one if that is equal.
func same(last *string, text []byte) string {
	if string(text) != *last {
		*last = string(text)
	}
	return *last
}
