package source

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

var errTooLong = errors.New("too long")

func (x *jsonReader) longNumber(off int64) error {
	return limit(off, "a number of more than %d digits", x.opt.Limits.Number)
}

func (x *jsonReader) longName(off int64) error {
	return limit(off, "a name of more than %d bytes", x.opt.Limits.Name)
}

func (x *jsonReader) manyMembers(at int64) error {
	return limit(at, "an object with more than %d members", x.opt.Limits.Members)
}

// wrong puts an error of the decoder into our words. None at all means that it
// read on where the text should have ended.
func (x *jsonReader) wrong(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var se *jsontext.SyntacticError
	if !errors.As(err, &se) && err != nil && err != io.EOF {
		return readError(x.in.off, x.in.err)
	}
	if why := x.blame(); why != nil {
		return why
	}
	if se == nil {
		return syntax(x.offset(), "this is not JSON")
	}
	off := x.base + se.ByteOffset
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return syntax(off, "the member %s is written twice", clip([]byte(se.JSONPointer.LastToken())))
	}
	return syntax(off, "this is not JSON")
}
