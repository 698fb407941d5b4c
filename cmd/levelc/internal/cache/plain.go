package cache

import (
	"encoding/hex"

	"github.com/valyala/fastjson"
)

// plain reads the facts of levels without warnings, as nearly all are, by
// fastjson: a build with nothing to do would spend a fifth of its time in
// encoding/json on them. Any other line it leaves to decode. Strings that line
// after line has are shared.
type plain struct {
	parser      fastjson.Parser
	flags, tool string
	ok          bool
}

// members of a level's fact without warnings.
const members = 8

// level reads one line, and reports whether it is such a fact.
func (p *plain) level(line []byte) (l Level, ok bool) {
	v, err := p.parser.ParseBytes(line)
	if err != nil {
		return l, false
	}
	outer, fact := v.GetObject(), v.GetObject("level")
	if fact == nil || fact.Len() != members || outer.Len() != 1 {
		return l, false
	}
	v, p.ok = v.Get("level"), true
	l.Out = string(p.text(v, "out"))
	l.Source = string(p.text(v, "source"))
	l.SourceSum, l.Schema, l.Sum = p.sum(v, "sourceSum"), p.sum(v, "schema"), p.sum(v, "sum")
	l.Flags, l.Tool = same(&p.flags, p.text(v, "flags")), same(&p.tool, p.text(v, "tool"))
	if size := v.Get("size"); p.ok && size != nil {
		l.Size, err = size.Int64()
		return l, err == nil && local(l.Out)
	}
	return l, false
}

// text returns a string, good until the next line.
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

// same returns text as a string: the last one, if it is that again.
func same(last *string, text []byte) string {
	if string(text) != *last {
		*last = string(text)
	}
	return *last
}
