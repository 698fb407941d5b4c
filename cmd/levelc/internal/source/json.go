package source

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// jsonReader reads JSON in two ways. A small object is held back by the sieve and read
// in one step: a reused fastjson parser reads it, and walk reports it with everything
// inside. A larger one is read member by member, with jsontext. Both report the same
// events.
//
// An object is opened under its type if that is a kind, so nothing of it can be
// reported before its type is known. Scalars that come first are put aside. Before the
// first array or object, a typeSearch looks for the type in the file.
type jsonReader struct {
	stepper
	dec   *jsontext.Decoder
	in    sieve
	taker objectTaker // h, if it is one

	names  *inline.Scratch[byte] // of members around the current one: deeper names do not move them
	known  openNames
	kept   spill.Vec[kept]
	keptB  spill.Vec[byte]
	search typeSearch
	huge   int // bytes of the longest scalar, to which the decoder's buffer has grown

	homes jsonHomes
	ready bool // homes are in use
}

// jsonHomes is the storage of a jsonReader's containers for ordinary files.
type jsonHomes struct {
	kept    [16]kept
	keptB   [512]byte
	text    [512]byte
	num     [32]byte
	items   [16]Value
	members [16][]byte
	aside   [16]aside
	list    [16]Value
	starts  [16]int32
	packed  [256]byte
	stack   [32]frame
	word    [64]byte
	seen    [64]inline.Slot[int64, int64]
}

// nameRoom is how many bytes the names of nested members usually take.
const nameRoom = 4 << 10

// spillTo makes the containers spill to p. Those that hold Go pointers go to
// the Go heap whatever p is.
func (x *jsonReader) spillTo(p *smallalloc.Pool) {
	h := &x.homes
	x.ready = true
	x.kept.Init(h.kept[:], p)
	x.keptB.Init(h.keptB[:], p)
	x.text.Init(h.text[:], p)
	x.num = h.num[:0]
	x.items.Init(h.items[:], p)
	x.members.Init(h.members[:], p)
	x.aside.Init(h.aside[:], p)
	x.list.items.Init(h.list[:], p)
	x.list.starts.Init(h.starts[:], p)
	x.list.packed.Init(h.packed[:], p)
	x.search.spillTo(h, p)
}

// rest empties the containers after a file, and drops the handler.
func (x *jsonReader) rest() {
	x.hears, x.taker, x.src, x.in.win.r, x.search.win.r, x.search.far = hears{}, nil, nil, nil, nil, nil
	x.names = spill.Scratch(x.names, nameRoom)
	x.kept.Rest(keepMost / 32)
	x.keptB.Rest(keepMost)
	x.text.Rest(keepMost)
	x.items.Rest(keepItems)
	x.members.Rest(keepItems)
	x.set.rest(keepItems)
	x.known.rest(keepItems)
	x.aside.Rest(keepItems)
	x.list.rest()
	x.search.rest()
}

func (x *jsonReader) counts(to []spill.Count) []spill.Count {
	return append(to, x.kept.Count("JSON: members before the type"), x.keptB.Count("JSON: their bytes"),
		x.text.Count("JSON: text with escapes"), x.items.Count("JSON: items of a list"),
		x.members.Count("JSON: names to compare"), x.aside.Count("JSON: members put aside"),
		x.list.items.Count("JSON: items of nested lists"), x.list.starts.Count("JSON: open lists"), x.list.packed.Count("JSON: lists of numbers"),
		x.search.stack.Count("JSON: open brackets ahead"), x.search.text.Count("JSON: names ahead"))
}

// kept is a scalar member of an object that has not been opened. The indices into keptB
// are those of the name, unquoted, and of the value as written.
type kept struct{ name, val, end int }

// smallSize is the size up to which an object is read in one step.
const smallSize = 64 << 10

// read reads one JSON text of size bytes.
func (x *jsonReader) read(src io.ReaderAt, size int64, h Handler, o Options) error {
	if !x.ready {
		x.spillTo(nil)
	}
	x.names = spill.Scratch(x.names, nameRoom)
	err := x.scan(src, size, h, o)
	x.rest()
	if x.huge > keepMost || errors.Is(err, ErrLimit) {
		x.dec = nil // it keeps a buffer for the longest value
	}
	return err
}

// scan is read without the preparation and the cleaning up.
func (x *jsonReader) scan(src io.ReaderAt, size int64, h Handler, o Options) error {
	o.Limits = o.Limits.withDefaults()
	o.Limits.Depth = min(o.Limits.Depth, MaxDepth)
	o.KindMember = cmp.Or(o.KindMember, TypeMember)
	x.src, x.size, x.hears, x.opt, x.fail = src, size, hearing(h), o, nil
	small := min(smallSize, o.Limits.Token)
	if o.window != 0 {
		small = o.window
	}
	x.taker, _ = h.(objectTaker)
	x.huge = 0
	if err := x.begin(); err != nil {
		return err
	}
	x.in.reset(io.NewSectionReader(src, x.base, size-x.base), x.base, small, o.Limits)
	x.search.x = x
	x.dec.Reset(&x.in, jsontext.AllowDuplicateNames(true)) // it would allocate for each
	if err := x.document(); err != nil {
		return err
	}
	return x.finish()
}

// finish checks that nothing follows the outermost value.
func (x *jsonReader) finish() error {
	x.dec.PeekKind()
	_, err := x.dec.ReadToken()
	if err == io.EOF {
		return nil
	}
	return x.wrong(err)
}

// begin skips a byte order mark, and makes the decoder if there is none yet.
func (x *jsonReader) begin() error {
	var head [4]byte
	n, err := x.src.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return readError(int64(n), err)
	}
	b := head[:n]
	x.base = 0
	switch {
	case bytes.HasPrefix(b, []byte(utf8Mark)):
		x.base = int64(len(utf8Mark))
	case n >= 2 && (b[0] == 0xFE && b[1] == 0xFF || b[0] == 0xFF && b[1] == 0xFE || b[0] == 0 || b[1] == 0):
		return badEncoding(0, "this looks like UTF-16 or UTF-32; JSON is UTF-8")
	}
	if x.dec == nil {
		x.dec = newDecoder()
	}
	return nil
}

// newDecoder makes a decoder with a buffer of windowSize. jsontext begins with a small
// buffer, makes it larger only for a large value, and keeps it over a Reset; so it gets
// one large value to read. If that changed, objects would be read member by member more
// often, and nothing else.
func newDecoder() *jsontext.Decoder {
	d := jsontext.NewDecoder(&quoted{left: windowSize/2 + 2})
	d.ReadValue()
	return d
}

// quoted is a long JSON string.
type quoted struct{ left int }

func (q *quoted) Read(p []byte) (int, error) {
	n := min(len(p), q.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	q.left -= n
	if n == 0 {
		return 0, io.EOF
	}
	if p[0] = 'x'; q.left+n == windowSize/2+2 {
		p[0] = '"'
	}
	if q.left == 0 {
		p[n-1] = '"'
	}
	return n, nil
}

// offset returns the decoder's place in the file: behind the last token.
func (x *jsonReader) offset() int64 { return x.base + x.dec.InputOffset() + x.in.shift }

// What peek returns for what the sieve holds back: an object, or a run of numbers.
const (
	heldBack jsontext.Kind = 'o'
	heldRun  jsontext.Kind = 'r'
)

// peek returns what comes next.
func (x *jsonReader) peek() jsontext.Kind {
	k := x.dec.PeekKind()
	if k == 'n' {
		rest := x.dec.UnreadBuffer()
		i := 0
		for rest[i] != 'n' {
			i++
		}
		switch h := x.in.holds(x.dec.InputOffset() + int64(i)); {
		case h == nil:
		case h.nums > 0:
			return heldRun
		default:
			return heldBack
		}
	}
	return k
}

// token reads the next bracket and checks the depth.
func (x *jsonReader) token() error {
	if _, err := x.dec.ReadToken(); err != nil {
		return x.wrong(err)
	}
	x.in.mark = x.dec.InputOffset()
	if x.dec.StackDepth() > x.opt.Limits.Depth {
		return limit(x.offset()-1, "objects and arrays are nested more than %d deep", x.opt.Limits.Depth).advise("is a bracket missing that closes one?")
	}
	return nil
}

// null reads the null in place of what the sieve holds back.
func (x *jsonReader) null() error {
	if _, err := x.dec.ReadValue(); err != nil {
		return x.wrong(err)
	}
	x.in.mark = x.dec.InputOffset()
	return nil
}

// value reads a scalar as it is written.
func (x *jsonReader) value() ([]byte, error) {
	raw, err := x.dec.ReadValue()
	if err != nil {
		return nil, x.wrong(err)
	}
	x.in.mark = x.dec.InputOffset()
	x.huge = max(x.huge, len(raw))
	if c := raw[0]; (c == '-' || c-'0' <= 9) && len(raw) > x.opt.Limits.Number {
		return nil, x.longNumber(x.offset() - int64(len(raw)))
	}
	return raw, nil
}

// document reads the outermost value.
func (x *jsonReader) document() error {
	switch k := x.peek(); k {
	case '{', heldBack:
		return x.object(nil, k)
	case '[':
		return x.outermostArray()
	}
	raw, err := x.value()
	if err != nil {
		return err
	}
	end := x.offset()
	x.val.At = end - int64(len(raw))
	if !x.h.Open(noObject, x.val.At) {
		return ErrStopped
	}
	if err := x.report(nil, raw, false); err != nil {
		return err
	}
	return orStopped(x.h.Close(end))
}

func (x *jsonReader) outermostArray() error {
	if err := x.token(); err != nil {
		return err
	}
	at := x.offset() - 1
	if !x.h.Open(noObject, at) {
		return ErrStopped
	}
	if err := x.elements(nil, at, false); err != nil {
		return err
	}
	return orStopped(x.h.Close(x.offset() - 1))
}

// report reports the scalar raw. val.At is set.
func (x *jsonReader) report(name, raw []byte, mixed bool) error {
	x.val.Kind, x.val.Bytes = scalar(raw)
	if x.val.Kind == String {
		x.val.Bytes = unquote(x.val.Bytes, &x.text)
	}
	x.val.Mixed = mixed
	return orStopped(x.h.Value(name, &x.val))
}

// scalar returns what kind of value raw is. A string is returned without its quotes,
// but with its escapes.
func scalar(raw []byte) (ValueKind, []byte) {
	switch raw[0] {
	case '"':
		return String, raw[1 : len(raw)-1]
	case 't', 'f':
		return Bool, raw
	case 'n':
		return Null, raw
	}
	return Number, raw
}

// unquote resolves the escapes of b, a string that jsontext has accepted, without its
// quotes. If there are any, the result is in buf.
func unquote(b []byte, buf *spill.Vec[byte]) []byte {
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	buf.Reset()
	buf.Grow(2 * (len(b) + len(`""`))) // at once, so that the quoted string stays where it is
	buf.Push('"')
	buf.Append(b...)
	buf.Push('"')
	return spill.Append(buf, buf.Len(), buf.Slice(), appendUnquoted)
}

func appendUnquoted(dst, b []byte) []byte {
	dst, _ = jsontext.AppendUnquote(dst, b)
	return dst
}
