package diff

import (
	"strconv"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// This file writes values for people.

// value returns all values of a field of a row.
func (s *side) value(f *format.Field, row []byte) string {
	return string(s.appendField(nil, f, row))
}

func (s *side) appendField(b []byte, f *format.Field, row []byte) []byte {
	size := int(f.Type.Size())
	for k := range int(f.Count) {
		if k > 0 {
			b = append(b, ' ')
		}
		if k == mostItems && int(f.Count) > mostItems+1 {
			return append(b, "…"...)
		}
		b = s.appendValue(b, f, row[int(f.Offset)+k*size:])
	}
	return b
}

// appendWhole appends everything that value may leave out, for comparing.
func (s *side) appendWhole(b []byte, f *format.Field, row []byte) []byte {
	size := int(f.Type.Size())
	for k := range int(f.Count) {
		if k > 0 {
			b = append(b, ' ')
		}
		v := row[int(f.Offset)+k*size:]
		if f.Type == format.TypeStr {
			b = strconv.AppendQuote(b, string(s.text(v)))
			continue
		}
		b = s.appendValue(b, f, v)
	}
	return b
}

// text returns the string that a value names.
func (s *side) text(v []byte) []byte { return s.l.Text(uint32(level.Uint(format.TypeU32, v))) }

// apart shortens two texts that differ, so that the difference shows.
func apart(a, b []byte) (x, y string) {
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if same < mostText*3/4 || max(len(a), len(b)) <= mostText {
		return clip(a), clip(b)
	}
	from := same - mostText/2
	for from > 0 && !utf8.RuneStart(a[from]) {
		from--
	}
	return "…" + clip(a[from:]), "…" + clip(b[from:])
}

// mostBytes is about how long a value gets.
const mostBytes = 1 << 10

// mostItems is how many values of a field, or elements of a span, are shown.
const mostItems = 16

func (s *side) appendValue(b []byte, f *format.Field, v []byte) []byte {
	switch t := f.Type; {
	case t.IsNumber():
		return level.AppendNumber(b, t, v)
	case t == format.TypeBool:
		return strconv.AppendBool(b, v[0] != 0)
	case t == format.TypeStr:
		return strconv.AppendQuote(b, clip(s.text(v)))
	case t.IsEnum():
		if name, ok := level.Symbol(f, v); ok {
			return append(b, name...)
		}
	case t.IsFlags():
		return level.AppendFlags(b, f, v)
	case t.IsRef():
		table, row, ok := s.l.Ref(f, v)
		if !ok {
			return append(b, "nil"...)
		}
		return s.appendPath(b, s.byRow[table][row])
	case t == format.TypeSpan:
		start, n := level.Span(v)
		return s.appendElements(b, s.l.Table(f.Target), start, start+n)
	}
	return strconv.AppendUint(b, level.Uint(f.Type, v), 10)
}

// appendElements writes elements of a span: [1 2 3], or [(x=1 y=2) (x=3 y=4)].
func (s *side) appendElements(b []byte, table int, start, end uint32) []byte {
	t := &s.l.Schema.Tables[table]
	b = append(b, '[')
	for i := start; i < end; i++ {
		if i > start {
			b = append(b, ' ')
		}
		if i-start == mostItems && end-i > 1 || len(b) > mostBytes {
			b = append(b, "… "...)
			b = strconv.AppendUint(b, uint64(end-i), 10)
			b = append(b, " more"...)
			break
		}
		row := s.l.Row(table, i)
		props := s.props[level.At(table, i)]
		if len(t.Fields) == 1 && props == nil {
			b = s.appendField(b, &t.Fields[0], row)
			continue
		}
		b = append(b, '(')
		for j := range t.Fields {
			if j > 0 {
				b = append(b, ' ')
			}
			b = append(append(b, t.Fields[j].Name...), '=')
			b = s.appendField(b, &t.Fields[j], row)
		}
		if props != nil {
			b = append(append(b, ' '), clip(props.AppendJSON(nil))...)
		}
		b = append(b, ')')
	}
	return append(b, ']')
}
