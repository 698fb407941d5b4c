package source

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

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
	return x.wrongAt(x.base+x.in.shift, err)
}

// wrongAt is wrong for a decoder whose offset 0 is at base.
func (x *jsonReader) wrongAt(base int64, err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var se *jsontext.SyntacticError
	if errors.As(err, &se) && errors.Is(err, jsontext.ErrDuplicateName) {
		return syntax(base+se.ByteOffset, "the member %s is written twice", clip([]byte(se.JSONPointer.LastToken())))
	}
	if se == nil && err != nil && err != io.EOF {
		return readError(x.in.win.off(x.in.win.end), err)
	}
	if why := x.blame(); why != nil {
		return why
	}
	return syntax(x.offset(), "this is not JSON")
}
