package source

import "bytes"

// Kinds of markup, as the first bytes tell them.
type markupKind uint8

const (
	startMarkup markupKind = iota
	endMarkup
	commentMarkup
	cdataMarkup
	piMarkup
	doctypeMarkup
)

// markup tells what begins with the '<' at pos.
func (x *xmlReader) markup() (markupKind, error) {
	const longest = len(cdataOpen) // and "<!DOCTYPE"
	b := x.need(longest)
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	switch {
	case has("<!--"):
		return commentMarkup, nil
	case has(cdataOpen):
		return cdataMarkup, nil
	case has("<!DOCTYPE"):
		return doctypeMarkup, nil
	case has("<!"):
		if len(b) < longest {
			return 0, x.retry(len(b), short, "tag")
		}
		return 0, x.retry(0, badMarkup, "tag")
	case has("<?"):
		return piMarkup, nil
	case has("</"):
		return endMarkup, nil
	}
	return startMarkup, nil
}

// Markup that carries no data: each of the other functions takes b from the '<' on and
// returns the index behind the '>'.

// comment reads a Comment [15]. Lenient reading allows "--" in it.
func comment(b []byte, lenient bool) (int, status) {
	const open = len("<!--")
	i := bytes.Index(b[open:], []byte("-->"))
	if d := bytes.Index(b[open:], []byte("--")); d >= 0 && !lenient {
		if open+d+2 >= len(b) {
			return open + d, short
		}
		if b[open+d+2] != '>' {
			return open + d, badComment
		}
		i = d
	}
	if i < 0 {
		return len(b), short
	}
	if n, st := chars(b[open : open+i]); st != done {
		return open + n, st
	}
	return open + i + len("-->"), done
}

const cdataOpen = "<![CDATA["

// cdata reads a CDSect [18]. Its text is what lies between cdataOpen and "]]>".
func cdata(b []byte) (int, status) {
	const open = len(cdataOpen)
	i := bytes.Index(b[open:], []byte("]]>"))
	if i < 0 {
		return len(b), short
	}
	if n, st := chars(b[open : open+i]); st != done {
		return open + n, st
	}
	return open + i + len("]]>"), done
}

// instruction reads a PI [16].
func instruction(b []byte) (int, status) {
	i, st := name(b, len("<?"))
	if st != done {
		return i, st
	}
	if bytes.EqualFold(b[2:i], []byte("xml")) {
		return 0, lateDecl
	}
	end := bytes.Index(b[i:], []byte("?>"))
	if end < 0 {
		return len(b), short
	}
	if end > 0 && !IsSpace(b[i]) {
		return i, badPI
	}
	if n, st := chars(b[i : i+end]); st != done {
		return i + n, st
	}
	return i + end + len("?>"), done
}

// doctype reads a document type declaration [28] whose internal subset, if it has one,
// declares nothing.
func doctype(b []byte, lenient bool) (int, status) {
	i := len("<!DOCTYPE")
	if i = gap(b, i); i < 0 {
		return len("<!DOCTYPE"), needSpace
	}
	i, st := name(b, i)
	if st != done {
		return i, st
	}
	i = space(b, i)
	if rest := b[i:]; bytes.HasPrefix(rest, []byte("SYSTEM")) || bytes.HasPrefix(rest, []byte("PUBLIC")) {
		if i, st = externalID(b, i); st != done {
			return i, st
		}
		i = space(b, i)
	}
	if i < len(b) && b[i] == '[' {
		if i, st = subset(b, i, lenient); st != done {
			return i, st
		}
		i = space(b, i)
	}
	switch {
	case i >= len(b), b[i] != '>' && len(b)-i < len("SYSTEM"):
		return i, short
	case b[i] != '>':
		return i, badDoctype
	}
	return i + 1, done
}

// subset reads an intSubset [28b] of comments, processing instructions and white space,
// from its '[' at index i to behind its ']'. A declaration in it is refused.
func subset(b []byte, i int, lenient bool) (int, status) {
	const open = "<!--"
	at := i
	for i++; ; {
		i = space(b, i)
		n, st := 0, done
		switch rest := b[i:]; {
		case bytes.HasPrefix(rest, []byte("]")):
			return i + 1, done
		case bytes.HasPrefix(rest, []byte(open)):
			n, st = comment(rest, lenient)
		case bytes.HasPrefix(rest, []byte("<?")):
			n, st = instruction(rest)
		case len(rest) < len(open) && open[:len(rest)] == string(rest):
			return i, short
		default:
			return at, innerSubset
		}
		if i += n; st != done {
			return i, st
		}
	}
}

// externalID reads an ExternalID [75]: nothing is fetched, but what a parser
// would have to fetch is checked for its form.
func externalID(b []byte, i int) (int, status) {
	public := b[i] == 'P'
	i += len("SYSTEM")
	if public {
		at := i
		if i = gap(b, i); i < 0 {
			return at, needSpace
		}
		start := i
		var st status
		if i, st = literal(b, i); st != done {
			return i, st
		}
		for j := start + 1; j < i-1; j++ {
			if !pubidByte(b[j]) {
				return j, badDoctype
			}
		}
	}
	at := i
	if i = gap(b, i); i < 0 {
		return at, needSpace
	}
	start := i
	i, st := literal(b, i)
	if st == done {
		if n, st := chars(b[start:i]); st != done {
			return start + n, st
		}
	}
	return i, st
}

// gap passes white space, of which there must be some; else it is negative.
// The end of b counts as white space, for what follows will find it short.
func gap(b []byte, i int) int {
	if j := space(b, i); j > i || j >= len(b) {
		return j
	}
	return -1
}

// literal passes a quoted string.
func literal(b []byte, i int) (int, status) {
	if i >= len(b) {
		return i, short
	}
	if !isQuote(b[i]) {
		return i, needQuote
	}
	n := bytes.IndexByte(b[i+1:], b[i])
	if n < 0 {
		return len(b), short
	}
	return i + 1 + n + 1, done
}

// pubidByte is PubidChar [13].
func pubidByte(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return bytes.IndexByte([]byte(" \r\n-'()+,./:=?;!*#@$_%"), c) >= 0
}
