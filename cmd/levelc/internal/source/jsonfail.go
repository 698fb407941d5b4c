package source

import (
	"cmp"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

func (o *jsonSource) longNumber(off int64) error {
	return limit(off, "a number of more than %d digits", o.opt.Limits.Number)
}

func (o *jsonSource) longName(off int64) error {
	return limit(off, "a name of more than %d bytes", o.opt.Limits.Name)
}

func (o *jsonSource) manyMembers(at int64) error {
	return limit(at, "an object with more than %d members", o.opt.Limits.Members)
}

// wrong turns an error of the decoder into levelc's own. A nil error means that the
// decoder read on where the text should have ended.
func (x *jsonReader) wrong(err error) error {
	return x.wrongAt(x.base+x.in.shift, err, x.in.win.off(x.in.win.end), x.offset())
}

// wrongAt is wrong for a decoder whose offset 0 is at base. It has read the file up to
// read and has understood it up to here.
func (o *jsonSource) wrongAt(base int64, err error, read, here int64) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var se *jsontext.SyntacticError
	if errors.As(err, &se) && errors.Is(err, jsontext.ErrDuplicateName) {
		return o.twice(base+se.ByteOffset, []byte(se.JSONPointer.LastToken()))
	}
	if se == nil && err != nil && err != io.EOF {
		return readError(read, cmp.Or(errors.Unwrap(err), err)) // without the decoder's words
	}
	if why := o.blame(); why != nil {
		return why
	}
	return syntax(here, "this is not JSON")
}
