package view

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// pieceLen is how many bytes of a text are quoted at once. Quoted whole, a long text
// would take four times its length.
const pieceLen = 32 << 10

// appendQuoted appends a text as strconv.AppendQuote does. If the text is long, it is
// written in pieces, after what b has; what is returned is yet to be written.
func (r *rows) appendQuoted(b, text []byte) []byte {
	if len(text) <= pieceLen {
		return strconv.AppendQuote(b, string(text))
	}
	r.w.Write(append(b, '"'))
	for len(text) > 0 {
		piece := terse.Cut(text, pieceLen)
		text = text[len(piece):]
		b = strconv.AppendQuote(b[:0], string(piece))
		r.w.Write(b[1 : len(b)-1])
	}
	return append(b[:0], '"')
}
