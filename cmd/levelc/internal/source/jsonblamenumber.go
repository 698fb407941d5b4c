package source

// number reads a number to its end or first mistake. For what only JSON refuses, the
// error says what to write instead. What is no number at all is reported in the same
// words as in XML's attributes.
func (b *blame) number() error {
	start, token := b.off(), string(b.token(numberChar))
	e := b.digits(start)
	switch n := b.off() - start; {
	case e == nil && n >= int64(len(token)):
		return nil
	case e != nil && len(b.win.need(1)) == 0:
		return syntax(b.off(), "the file ends within a number").advise("is the file whole?")
	case e != nil && len(token) > mostNumberHint: // the rest is not known
		return e
	case e != nil && IsNumber([]byte(token)):
		e.Hint = "write " + PlainNumber(token)
		return e
	case e != nil && n == int64(len(token)): // it stops where a digit is missing
		return e
	}
	return notNumber(start, []byte(token))
}

// notNumber returns the error for a text that is no number, with what to write.
func notNumber(at int64, token []byte) error {
	e := syntax(at, "\"%s\" is not a number", clip(token))
	e.Hint = NumberHint(token)
	return e
}

// numberChar reports whether c may be part of something meant as a number.
func numberChar(c byte) bool {
	return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '.' || c == '+' || c == '-' || c == '%'
}

// token returns the next characters for which so is true, up to one more than a hint may
// be about.
func (b *blame) token(so func(c byte) bool) []byte {
	const most = mostNumberHint + 1
	s := b.win.need(most)
	n := 0
	for n < len(s) && n < most && so(s[n]) {
		n++
	}
	return s[:n]
}

// digits reads a number by RFC 8259, section 6.
func (b *blame) digits(start int64) *Error {
	next := func() byte {
		if s := b.win.need(1); len(s) > 0 {
			return s[0]
		}
		return 0
	}
	run := func() int {
		n := 0
		for ; next()-'0' <= 9; n++ {
			b.win.pos++
		}
		return n
	}
	missing := func(where string) *Error {
		return &Error{Off: b.off(), Msg: "a digit is missing " + where, Err: ErrSyntax, Related: []Related{{start, "the number begins here"}}}
	}
	if c := next(); c == '+' || c == '.' {
		return syntax(start, "a number may not begin with %s", b.here())
	} else if c == '-' {
		b.win.pos++
	}
	if next() == '0' {
		if b.win.pos++; next()-'0' <= 9 {
			return syntax(start, "a number may not have leading zeros")
		}
	} else if run() == 0 {
		return missing(`after "-"`)
	}
	if next() == '.' {
		if b.win.pos++; run() == 0 {
			return missing(`after "."`)
		}
	}
	if next()|0x20 == 'e' {
		b.win.pos++
		if c := next(); c == '+' || c == '-' {
			b.win.pos++
		}
		if run() == 0 {
			return missing("in the exponent")
		}
	}
	return nil
}

// colour returns what stands in place of a value, if it is like #rrggbb, or "".
func (b *blame) colour() string {
	s := string(b.token(func(c byte) bool { return c == '#' || numberChar(c) }))
	if n := len(s); n != 4 && n != 7 && n != 9 {
		return ""
	}
	for _, c := range []byte(s[1:]) {
		if c-'0' > 9 && (c|0x20 < 'a' || c|0x20 > 'f') {
			return ""
		}
	}
	return s
}
