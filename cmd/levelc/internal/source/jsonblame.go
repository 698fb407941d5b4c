package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// blame reads a JSON text that the decoder has refused once more from its beginning, by
// a grammar of its own, to say exactly where and why it is wrong. It is used only after
// a failure. It finds a name that is written twice only if it is told which. It returns
// nil if it finds nothing wrong.
//
// Both ways of reading end here, so they fail with the same words at the same place.
type blame struct {
	win   window
	stack []bracket
	comma int64 // offset of the last comma, if nothing has followed yet
	max   int
	done  bool // the outermost value is complete

	name   []byte // a name that is written twice, or nil,
	second int64  // where it stands the second time
}

type bracket struct {
	at    int64
	array bool
	some  bool  // it has had an element
	first int64 // the first place of the name that is written twice, or 0
}

func (o *jsonSource) blame() error { return o.newBlame().run() }

// twice returns the error for a member whose second place is known. Looking for the
// first one takes only as much memory as the nesting is deep.
func (o *jsonSource) twice(second int64, name []byte) error {
	b := o.newBlame()
	b.name, b.second = name, second
	if e := b.run(); e != nil {
		return e
	}
	return b.twice()
}

func (o *jsonSource) newBlame() *blame {
	b := &blame{max: o.opt.Limits.Depth, comma: -1}
	b.win.reset(io.NewSectionReader(o.src, o.base, o.size-o.base), windowSize)
	b.win.base = o.base
	return b
}

func (b *blame) twice() error {
	e := syntax(b.second, "the member %s is written twice", clip(b.name)).advise("remove one of them")
	if n := len(b.stack); n > 0 && b.stack[n-1].first > 0 {
		e.Related = []Related{{b.stack[n-1].first, "it stands here as well"}}
	}
	return e
}

// isName reports whether the next name is the one that is looked for.
func (b *blame) isName() bool {
	const longest = len(`\u0000`) // the longest way to write a byte of it
	s := b.win.need(longest*len(b.name) + len(`""`))
	n, st := jsonString(s, 1)
	var text spill.Vec[byte]
	return st == done && bytes.Equal(unquote(s[1:n-1], &text), b.name)
}

func (b *blame) run() error {
	for {
		c, ok := b.peek()
		switch {
		case !ok && b.win.err != io.EOF:
			return readError(b.off(), b.win.err)
		case !ok && b.done && len(b.stack) == 0:
			return nil
		case !ok:
			return b.ended()
		}
		if err := b.step(c); err != nil {
			var e *Error
			if s := b.win.need(1); len(s) > 0 && s[0] == 0 && errors.As(err, &e) {
				e.Hint = zeroHint
			}
			return err
		}
		if len(b.stack) > b.max {
			return nil
		}
	}
}

// peek passes white space and returns the next byte.
func (b *blame) peek() (byte, bool) {
	w := &b.win
	for {
		w.pos = space(w.buf[:w.end], w.pos)
		if w.pos < w.end {
			return w.buf[w.pos], true
		}
		if !w.more() {
			return 0, false
		}
	}
}

func (b *blame) off() int64 { return b.win.off(b.win.pos) }

// behind returns the error for what follows the outermost value.
func (b *blame) behind(c byte) error {
	e := syntax(b.off(), "the file goes on behind its outermost value")
	switch c {
	case '{', '[':
		e.Hint = "a file has one outermost value; several, as in JSON Lines, go into an array: [..., ...]"
	case ';':
		e.Hint = "remove the semicolon"
	case '}', ']':
		e.Hint = "is a bracket missing, or one too many?"
	}
	return e
}

// step reads an element of an array, a member of an object, a comma, or a
// closing bracket.
func (b *blame) step(c byte) error {
	if len(b.stack) == 0 {
		if b.done {
			return b.behind(c)
		}
		b.done = true
		return b.value(c)
	}
	top := &b.stack[len(b.stack)-1]
	switch {
	case c == ']' && top.array, c == '}' && !top.array:
		if b.comma >= 0 {
			return &Error{Off: b.comma, Msg: "a comma may not stand before " + char([]byte{c}), Hint: "remove the comma", Err: ErrSyntax, JSON5: true}
		}
		b.stack = b.stack[:len(b.stack)-1]
		b.win.pos++
		return nil
	case top.some && b.comma < 0:
		if c != ',' {
			return b.noComma(c, top)
		}
		b.comma = b.off()
		b.win.pos++
		return nil
	}
	b.comma = -1
	top.some = true
	if top.array {
		return b.value(c)
	}
	return b.member(c)
}

func (b *blame) noComma(c byte, top *bracket) error {
	e := syntax(b.off(), "%s is not expected here", b.here())
	closing := byte('}')
	if top.array {
		closing = ']'
	}
	switch {
	case c == ']' || c == '}':
		e.Msg = b.here() + " does not close this, " + char([]byte{closing}) + " would"
		e.Hint = "is a bracket missing, or one too many?"
		e.Related = []Related{{top.at, "it is opened here"}}
	case c == '"' || c == '{' || c == '[' || c == '-' || c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z':
		e.Msg = "a comma is missing before " + b.here()
	case c == '/' || c == '#':
		e.isComment(c)
	case c == ':' && top.array:
		e.Msg += ", but a comma or " + char([]byte{closing})
		e.Hint = "is a bracket missing before it, or one too many?"
		e.Related = []Related{{top.at, "the array is opened here"}}
	default:
		e.Msg += ", but a comma or " + char([]byte{closing})
	}
	return e
}

// isComment says that there is a comment, which begins with c.
func (e *Error) isComment(c byte) {
	e.Msg, e.Hint, e.JSON5 = "a comment is not JSON", "remove it", c == '/'
}

// zeroHint is for a file that ends in zeros, as one does that was being written when the
// machine stopped.
const zeroHint = "is the file whole? A save that was cut short may end in zeros"

// member reads a name, a colon and a value.
func (b *blame) member(c byte) error {
	if c != '"' {
		e := syntax(b.off(), "the name of a member is expected here, not %s", b.here())
		switch {
		case c == '\'':
			e.Hint, e.JSON5 = `names stand in double quotes: "`, true
		case b.curly():
			e.Hint = `names stand in straight double quotes: "`
		case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
			e.Hint, e.JSON5 = "names stand in double quotes: \""+clip([]byte(b.word()))+"\"", true
		case c-'0' <= 9:
			e.Hint = "names stand in double quotes, and the decimal sign is a point"
		case c == '{' || c == '[':
			e.Hint = "is a bracket missing before it, or one too many?"
			e.Related = []Related{{b.stack[len(b.stack)-1].at, "the object is opened here"}}
		case c == ',':
			e.Msg = "a comma too many"
		case c == '/' || c == '#':
			e.isComment(c)
		}
		return e
	}
	if b.name != nil {
		if b.off() >= b.second {
			return b.twice()
		}
		if b.isName() {
			b.stack[len(b.stack)-1].first = b.off()
		}
	}
	if err := b.str(); err != nil {
		return err
	}
	c, ok := b.peek()
	if !ok {
		return b.ended()
	}
	if c != ':' {
		e := syntax(b.off(), "a colon is missing before %s", b.here())
		if c == '=' {
			e.Msg = `":" is expected here, not "="`
		}
		return e
	}
	b.win.pos++
	if c, ok = b.peek(); !ok {
		return b.ended()
	}
	return b.value(c)
}

func (b *blame) value(c byte) error {
	switch {
	case c == '{' || c == '[':
		b.stack = append(b.stack, bracket{at: b.off(), array: c == '['})
		b.win.pos++
		return nil
	case c == '"':
		return b.str()
	case c == '-' || c == '+' || c == '.' || c-'0' <= 9:
		return b.number()
	case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
		switch w := b.word(); w {
		case "true", "false", "null":
			b.win.pos += len(w)
			return nil
		default:
			return notLiteral(b.off(), w)
		}
	}
	e := syntax(b.off(), "a value is expected here, not %s", b.here())
	if b.curly() {
		e.Hint = `strings stand in straight double quotes: "`
	}
	switch c {
	case '\'':
		e.Hint, e.JSON5 = `strings stand in double quotes: "`, true
	case '/', '#':
		if colour := b.colour(); colour != "" {
			e.Hint = "strings stand in double quotes: \"" + colour + "\""
			break
		}
		e.isComment(c)
	case ',':
		e.Msg = "a comma too many, a value is expected here"
	}
	return e
}

func notLiteral(at int64, w string) error {
	e := syntax(at, "%s is not a JSON value", clip([]byte(w)))
	switch w {
	case "True", "TRUE", "yes", "on":
		e.Hint = `write true`
	case "False", "FALSE", "no", "off":
		e.Hint = `write false`
	case "None", "NULL", "Null", "nil", "undefined":
		e.Hint = `write null`
	default:
		if e.Hint = NumberHint([]byte(w)); e.Hint != "" {
			return notNumber(at, []byte(w))
		}
		e.Hint = "strings stand in double quotes"
	}
	return e
}

// here returns the next character, as a message shows it.
func (b *blame) here() string { return char(b.win.need(utf8.UTFMax)) }

// curly reports whether a quotation mark comes next as word processors write them.
func (b *blame) curly() bool { return isCurly(b.win.need(utf8.UTFMax)) }

// isCurly is curly for the character at the start of b.
func isCurly(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return strings.ContainsRune("“”„‟‘’‚‛«»", r)
}

// word returns the name that comes next, or of a long one a little more than messages show.
func (b *blame) word() string {
	s := b.win.need(mostNumberHint + utf8.UTFMax)
	n := 0
	for n <= mostNumberHint && n < len(s) && s[n] != ':' {
		r, size, st := char1(s, n)
		if st != done || !nameChar(r) {
			break
		}
		n += size
	}
	return string(s[:n])
}

// str reads a string to its end or first mistake.
func (b *blame) str() error {
	start := b.off()
	w := &b.win
	w.pos++
	for {
		s := b.win.need(1)
		if len(s) == 0 {
			e := syntax(b.off(), "the file ends within a string").advise("is the file whole?")
			e.Related = []Related{{start, "the string begins here"}}
			return e
		}
		switch c := s[0]; {
		case c == '"':
			w.pos++
			return nil
		case c == '\\':
			if err := b.escape(); err != nil {
				return err
			}
		case c < 0x20:
			e := syntax(b.off(), "%s may not stand in a string", b.here())
			if e.Hint = "write \\u00" + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]); c == '\n' || c == '\r' {
				e.Msg, e.Hint = "a string may not go on in the next line", `is the closing quote missing? (write \n for a line end)`
			}
			e.Related = []Related{{start, "the string begins here"}}
			return e
		case c < utf8.RuneSelf:
			w.pos++
		default:
			r, n := utf8.DecodeRune(b.win.need(utf8.UTFMax))
			if r == utf8.RuneError && n == 1 {
				return &Error{Off: b.off(), Msg: b.here() + " is not UTF-8", Hint: "save the file as UTF-8", Err: ErrEncoding}
			}
			w.pos += n
		}
	}
}

// escape reads an escape sequence, or two that are a surrogate pair.
func (b *blame) escape() error {
	s := b.win.need(12)
	n := escapeLen(s)
	switch {
	case n > 0 && n <= len(s):
		b.win.pos += n
		return nil
	case len(s) < 2:
		b.win.pos = b.win.end
		return nil // the file ends within the string, which will be reported
	case s[1] != 'u':
		e := syntax(b.off(), `"\" is followed by %s, which is no escape`, char(s[1:]))
		e.Hint = `write \\ for the character itself`
		return e
	}
	if _, n = hex4(s); n == 0 {
		return syntax(b.off(), `"\u" has to be followed by four hexadecimal digits`)
	}
	return syntax(b.off(), `half of a surrogate pair: "%s" alone is no character`, s[:6]).advise("write the character itself, or both halves")
}

// ended returns the error for a file that ends too early.
func (b *blame) ended() error {
	if len(b.stack) == 0 && !b.done {
		return syntax(b.off(), "the file is empty").advise(emptyHint)
	}
	e := syntax(b.off(), "the file ends before it should").advise("is the file whole?")
	if n := len(b.stack); n > 0 {
		what := "object"
		if b.stack[n-1].array {
			what = "array"
		}
		e.Msg = "the file ends, but this " + what + " is not closed"
		e.Related = []Related{{b.stack[n-1].at, "it is opened here"}}
	}
	return e
}
