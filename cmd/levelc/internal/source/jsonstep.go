package source

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/valyala/fastjson"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// One step: an object that the sieve holds back goes to fastjson. By itself fastjson
// accepts a good deal that is not JSON, so what it does not check is checked around it:
// strings by the sieve, numbers and repeated names by the walk, nesting by both. Of
// fastjson only Parse and the typed accessors of a Value are used: Validate does not
// end on deep nesting, the Get family turns errors into zeros, and its floats are not
// exact.

// stepper reads objects in one step. It has everything for that, so that another
// goroutine than the file's reader can do it.
type stepper struct {
	jsonSource
	hears

	parser  fastjson.Parser
	braces  []brace           // of the objects that have not been walked
	text    spill.Vec[byte]   // an unquoted string
	num     []byte            // a number
	nums    []byte            // the numbers of an array, with room for the most there can be
	items   spill.Vec[Value]  // an array
	members spill.Vec[[]byte] // the names in an object, to be compared
	set     nameSet           // of them, if they are many
	aside   spill.Vec[aside]
	val     Value
	list    lists
	fail    error // of walk
}

// jsonSource is the file, and how it is read. It does not change while the file is
// read.
type jsonSource struct {
	src  io.ReaderAt
	base int64 // where the text begins
	size int64
	opt  Options
}

// objectTaker is a Handler that may take an object as it is written. A stepper then
// reports the object to its receiver.
type objectTaker interface {
	Handler
	// wants reports whether the next object would be taken.
	wants() bool
	// object takes an object under its key. The first brace is that of the object, the
	// others are of the objects in it.
	object(from *jsonSource, key, raw []byte, braces []brace) bool
}

// errFault stops a walk, so that fault can find out what is wrong.
var errFault = errors.New("not as it should be")

// heldObject reports the next object, which the sieve holds back, in one step.
func (x *jsonReader) heldObject(key []byte) error {
	if err := x.null(); err != nil {
		return err
	}
	raw, _ := x.in.take()
	braces := x.in.passAll()
	if x.taker == nil || !x.taker.wants() {
		return x.tell(key, raw, braces)
	}
	if !x.taker.object(&x.jsonSource, key, raw, braces) {
		return ErrStopped
	}
	return nil
}

// tell reports the object raw.
func (x *stepper) tell(key, raw []byte, braces []brace) error {
	if cap(x.nums) < len(raw) {
		x.nums = make([]byte, 0, max(len(raw), smallSize))
	}
	at := braces[0].at
	v, err := x.parser.ParseBytes(raw)
	if err != nil {
		return x.fault(raw, at)
	}
	x.braces = braces
	if x.walk(key, v); x.fail == errFault {
		return x.fault(raw, at)
	}
	return x.fail
}

// walk reports the object v and everything in it. The braces say where they are.
func (x *stepper) walk(key []byte, v *fastjson.Value) {
	b := x.braces[0]
	x.braces = x.braces[1:]
	o, err := v.Object()
	if err != nil || x.fail != nil {
		return
	}
	if o.Len() > x.opt.Limits.Members {
		x.fail = x.manyMembers(b.at)
		return
	}
	var w walker // and its fields behind that: a copy of the whole would wait for the stores to them
	w.at, w.key, w.from = b.at, key, x.aside.Len()
	if x.opt.Keys {
		x.openWalk(&w, key, false)
	}
	o.Visit(func(name []byte, v *fastjson.Value) {
		if x.fail == nil {
			x.member(&w, name, v)
		}
	})
	if x.fail == nil && !w.opened {
		x.openWalk(&w, key, false)
	}
	switch {
	case x.fail != nil:
	case w.again && x.repeats(o):
		x.fail = errFault
	case !x.h.Close(b.end - 1):
		x.fail = ErrStopped
	}
}

// walker is an object that is being walked.
type walker struct {
	at     int64
	key    []byte
	from   int    // index in aside of the members that were put aside for it
	names  uint64 // a bit for the hash of each name
	again  bool   // there may be equal names
	opened bool
}

// aside is a member that came before the type.
type aside struct {
	name []byte
	v    *fastjson.Value
}

// member reports a member, or puts it aside while the object is not opened.
func (x *stepper) member(w *walker, name []byte, v *fastjson.Value) {
	bit := nameBit(name)
	w.again = w.again || w.names&bit != 0
	w.names |= bit
	if w.opened {
		x.walkMember(name, v, w.at)
		return
	}
	if string(name) != x.opt.KindMember {
		x.aside.Push(aside{name, v})
		return
	}
	if v.Type() == fastjson.TypeString {
		if s, _ := v.StringBytes(); x.h.Kind(s) {
			if x.openWalk(w, s, true); x.opt.Types && x.fail == nil {
				x.walkMember(name, v, w.at)
			}
			return
		}
	}
	if x.openWalk(w, w.key, false); x.fail == nil {
		x.walkMember(name, v, w.at)
	}
}

// openWalk opens the object, under its type or its key, and reports what was put
// aside.
func (x *stepper) openWalk(w *walker, name []byte, typed bool) {
	w.opened = true
	if err := x.open(name, w.key, w.at, typed); err != nil {
		x.fail = err
	}
	for i := w.from; i < x.aside.Len() && x.fail == nil; i++ {
		a := x.aside.Slice()[i]
		x.walkMember(a.name, a.v, w.at)
	}
	x.aside.Truncate(w.from)
}

// repeats reports whether a name is twice in o.
func (x *stepper) repeats(o *fastjson.Object) bool {
	x.members.Reset()
	x.members.Grow(o.Len())
	o.Visit(func(name []byte, _ *fastjson.Value) { x.members.Push(name) })
	names := x.members.Slice()
	defer clear(names)
	if len(names) > fewNames {
		at := func(i int) []byte { return names[i] }
		x.set.reset(len(names))
		for i, n := range names {
			if x.set.add(n, i, at) >= 0 {
				return true
			}
		}
		return false
	}
	for i, n := range names {
		for _, m := range names[:i] {
			if bytes.Equal(m, n) {
				return true
			}
		}
	}
	return false
}

// walkMember reports a member of the object at.
func (x *stepper) walkMember(name []byte, v *fastjson.Value, at int64) {
	if len(name) > x.opt.Limits.Name {
		x.fail = errFault
		return
	}
	switch v.Type() {
	case fastjson.TypeObject:
		x.walk(name, v)
	case fastjson.TypeArray:
		x.walkArray(name, v, at, false)
	default:
		x.walkScalar(name, v, at, false)
	}
}

func (x *stepper) walkScalar(name []byte, v *fastjson.Value, at int64, mixed bool) {
	x.val.Kind, x.val.Bytes = x.scalarOf(v)
	if x.val.Kind == Number && !x.numberOK(x.val.Bytes) {
		x.fail = errFault
		return
	}
	x.val.At, x.val.Mixed = at, mixed
	if !x.h.Value(name, &x.val) {
		x.fail = ErrStopped
	}
}

var trueText, falseText, nullText = []byte("true"), []byte("false"), []byte("null")

// scalarOf returns a scalar's kind and text. A number is returned as it is written. It
// is in num, which the next one overwrites.
func (x *stepper) scalarOf(v *fastjson.Value) (ValueKind, []byte) {
	switch v.Type() {
	case fastjson.TypeString:
		s, _ := v.StringBytes()
		return String, s
	case fastjson.TypeTrue:
		return Bool, trueText
	case fastjson.TypeFalse:
		return Bool, falseText
	case fastjson.TypeNull:
		return Null, nullText
	}
	x.num = v.MarshalTo(x.num[:0])
	return Number, x.num
}

// walkArray reports an array: as one value or, if there are objects in it, each element
// by itself.
func (x *stepper) walkArray(name []byte, v *fastjson.Value, at int64, inner bool) {
	a, _ := v.Array()
	if x.flatArray(name, a, at, inner) {
		return
	}
	if !hasObject(a) {
		x.list.begin(&x.opt, name, at, false)
		if x.collect(a); x.fail == nil {
			x.fail = x.list.report(x.h, inner)
		}
		return
	}
	x.fail = x.beginList(name, at)
	for _, e := range a {
		if x.fail != nil {
			return
		}
		switch e.Type() {
		case fastjson.TypeObject:
			x.walk(name, e)
		case fastjson.TypeArray:
			x.walkArray(name, e, at, true)
		default:
			x.walkScalar(name, e, at, true)
		}
	}
	if x.fail == nil {
		x.fail = x.endList()
	}
}

// flatArray reports an array of scalars only. It reports false for any other array. The
// numbers are one after another in nums, which has room for all numbers of the object.
func (x *stepper) flatArray(name []byte, a []*fastjson.Value, at int64, inner bool) bool {
	if x.opt.Numbers > 0 && len(a) >= x.opt.Numbers && x.numbersArray(name, a, at, inner) {
		return true
	}
	if len(a) > x.opt.Limits.Items {
		return false
	}
	nums := x.nums[:0]
	x.items.Reset()
	items := x.items.Extend(len(a))
	for i, e := range a {
		it := &items[i]
		it.Mixed, it.More, it.Items, it.At = false, false, nil, at
		switch e.Type() {
		case fastjson.TypeNumber:
			start := len(nums)
			nums = e.MarshalTo(nums)
			it.Kind, it.Bytes = Number, nums[start:len(nums):len(nums)]
			if !x.numberOK(it.Bytes) {
				x.fail = errFault
				return true
			}
		case fastjson.TypeObject, fastjson.TypeArray:
			return false
		default:
			it.Kind, it.Bytes = x.scalarOf(e)
		}
	}
	x.val.Kind, x.val.Mixed, x.val.More, x.val.Bytes, x.val.Items, x.val.At = List, inner, false, nil, items, at
	if !x.h.Value(name, &x.val) {
		x.fail = ErrStopped
	}
	x.val.Items = nil
	return true
}

// numbersArray is flatArray for an array that Options.Numbers wants as a text.
func (x *stepper) numbersArray(name []byte, a []*fastjson.Value, at int64, inner bool) bool {
	if slices.ContainsFunc(a, func(e *fastjson.Value) bool { return e.Type() != fastjson.TypeNumber }) {
		return false
	}
	nums := x.nums[:0]
	for i, e := range a {
		if i > 0 {
			nums = append(nums, ',')
		}
		start := len(nums)
		if nums = e.MarshalTo(nums); !x.numberOK(nums[start:]) {
			x.fail = errFault
			return true
		}
	}
	x.val = Value{Kind: Numbers, Bytes: nums, At: at, Mixed: inner}
	x.fail = orStopped(x.h.Value(name, &x.val))
	return true
}

// hasObject reports whether there is an object anywhere in the arrays of a.
func hasObject(a []*fastjson.Value) bool {
	for _, e := range a {
		switch e.Type() {
		case fastjson.TypeObject:
			return true
		case fastjson.TypeArray:
			if in, _ := e.Array(); hasObject(in) {
				return true
			}
		}
	}
	return false
}

// collect adds the elements of a to the list.
func (x *stepper) collect(a []*fastjson.Value) {
	for _, e := range a {
		if x.fail != nil {
			return
		}
		if e.Type() == fastjson.TypeArray {
			in, _ := e.Array()
			if x.fail = x.list.open(); x.fail == nil {
				x.collect(in)
			}
			if x.fail == nil {
				x.fail = x.list.close()
			}
			continue
		}
		kind, text := x.scalarOf(e)
		if kind == Number && !x.numberOK(text) {
			x.fail = errFault
			return
		}
		x.fail = x.list.add(kind, text)
	}
}

// numberOK reports whether b is a number; fastjson has accepted it.
func (x *stepper) numberOK(b []byte) bool {
	return len(b) <= x.opt.Limits.Number && jsonNumber(b)
}

// fault finds the first thing that is wrong in raw, an object at at, by reading it
// strictly.
func (x *stepper) fault(raw []byte, at int64) error {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		k := d.PeekKind()
		if k != '"' && k != '0' {
			if _, err := d.ReadToken(); err != nil {
				return x.wrongAt(at, err, at, at+d.InputOffset())
			}
			continue
		}
		in, n := d.StackIndex(d.StackDepth())
		s, err := d.ReadValue()
		if err != nil {
			return x.wrongAt(at, err, at, at+d.InputOffset())
		}
		off := at + d.InputOffset() - int64(len(s))
		if k == '0' && len(s) > x.opt.Limits.Number {
			return x.longNumber(off)
		}
		if in == '{' && n%2 == 0 {
			text := unquote(s[1:len(s)-1], &x.text)
			if len(text) > x.opt.Limits.Name {
				return x.longName(off)
			}
		}
	}
}
