package source

import (
	"slices"
	"sync/atomic"
)

// pipe lets one core read a file while another handles its events. It is the reader's
// Handler. It records the calls in batches, and repeats them to the real Handler on
// another goroutine, the same calls in the same order.
//
//	reader -> pipe: events, bytes -> full -> replay -> Handler
//	             ^------------------ empty <---'
//
// The cost of the pipe is the copy: names and values as bytes, 24 bytes for each event
// and 16 for each attribute. Each line of it goes from one core's cache to the other's
// and back, so there should be few.
//
// For JSON the reader has more to do than most handlers. So if replay would soon have
// to wait, it gets whole objects as they are written, and takes them apart itself:
// neither core waits for the other for long.
//
// A long list is lent and not copied, because copies of millions of items would take
// more memory than all else. The reader then waits until the Handler has seen it.
type pipe struct {
	h       Handler
	full    chan *batch
	empty   chan *batch
	seen    chan struct{} // the handler has seen what was lent
	b       *batch        // that is being filled
	from    jsonSource    // of the objects that are passed as they are written; set before the first of them
	scarce  int           // this and most are the constants, except in tests
	most    int
	stopped atomic.Bool

	attrs **[mostAttrs]TagAttr // where the reader writes attributes, or nil
}

// batch is a number of consecutive events. They have no pointers, so that writing them
// needs nothing from the garbage collector.
type batch struct {
	events []event
	bytes  []byte    // the names and values of the events, or texts of tags, one after another
	values []byte    // of the tags, converted
	attrs  []TagAttr // of the tags
	braces []brace   // of the objects
	lent   *Value    // of the last event, or nil
}

// event is a call of a Handler's method, or an item of the list before it.
type event struct {
	at    int64 // of an object, its braces
	name  int32 // bytes; of a tag, its text; of an object, its key
	value int32 // bytes; of a List, its items, which follow; of a tag, see tagValue; of a typed object, its key
	call  call
	mixed bool // not behind kind, as in a Value: to copy both at once would be to wait for the stores to each
	kind  ValueKind
	more  bool
	size  int32 // of a tag, its converted values
}

type call uint8

const (
	callOpen call = iota
	callValue
	callText
	callClose
	callTag
	callObject
	callOpenTyped
	callBeginList
	callEndList
	callLent // a value that is lent
	listItem
)

// batches is how many batches there are: one that is filled, one that is replayed, and
// those on the way, because neither side is steady.
const batches = 6

// mostItems is how many items a list may have that is not lent.
const mostItems = 1 << 14

// scarce is how many batches on the way are so few that replay may soon have to wait.
const scarce = 2

// A batch is sent when it has this much: little enough to be still in the cache of the
// core that takes it.
const (
	batchEvents = 2 << 10
	batchBytes  = 32 << 10
)

// piped has read report to h through a pipe. It returns when h has been told
// everything: ErrStopped if h stopped early, otherwise what read returned. h is called
// on this goroutine, except for Kind, which read may call at any time; read runs on
// another one.
func piped(h Handler, read func(Handler) error) error {
	return newPipe(h).run(read)
}

func newPipe(h Handler) *pipe {
	p := &pipe{h: h, full: make(chan *batch, batches), empty: make(chan *batch, batches), seen: make(chan struct{}, 1), b: newBatch(), scarce: scarce, most: mostItems}
	for range batches - 1 {
		p.empty <- newBatch()
	}
	return p
}

// run is piped.
func (p *pipe) run(read func(Handler) error) error {
	var err error
	go func() {
		err = read(p.handler())
		p.full <- p.b
		close(p.full)
	}()
	r := replay{hears: hearing(p.h), from: &p.from}
	r.tagger, _ = p.h.(Tagger)
	for b := range p.full {
		if r.err == nil && !r.all(b) {
			p.stopped.Store(true)
		}
		if b.lent != nil {
			b.lent = nil
			p.seen <- struct{}{}
		}
		p.empty <- b
	}
	if r.err != nil {
		return r.err // the reader was ahead of it
	}
	return err
}

func newBatch() *batch {
	return &batch{events: make([]event, 0, batchEvents), bytes: make([]byte, 0, batchBytes+batchBytes/4), attrs: make([]TagAttr, 0, batchEvents)}
}

// reset empties b for the reader, and drops memory that one huge value has needed. The
// lines are in the cache of the core that has replayed b. Clearing them in one go
// fetches them many at a time. The reader would wait for nearly each, as it writes to
// several lists in turn; BenchmarkBuild of levelc shows that at cores=2.
func (b *batch) reset() {
	if cap(b.events) > 8*batchEvents || cap(b.bytes) > 8*batchBytes || cap(b.attrs) > 8*batchEvents {
		*b = *newBatch()
		return
	}
	b.events, b.bytes, b.attrs = emptied(b.events), emptied(b.bytes), emptied(b.attrs)
	b.values, b.braces = emptied(b.values), emptied(b.braces)
}

func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}

// next appends an event and returns it. The caller sets all of it, because it still has
// the contents of an earlier one. It is filled in place, because copying a whole event
// would wait for the stores to its parts.
func (b *batch) next(c call, at int64) *event {
	n := len(b.events)
	if n == cap(b.events) {
		b.events = append(b.events, event{})
	}
	b.events = b.events[:n+1]
	e := &b.events[n]
	e.at, e.call, e.kind, e.mixed = at, c, 0, false
	e.name, e.value = 0, 0
	return e
}

// sent sends the batch if it is full. It reports whether the handler wants more.
func (p *pipe) sent() bool {
	if len(p.b.events) < batchEvents && len(p.b.bytes) < batchBytes {
		return true
	}
	return p.send()
}

// send is sent for a batch that is full enough.
func (p *pipe) send() bool {
	p.full <- p.b
	p.b = <-p.empty
	p.b.reset()
	p.makeRoom()
	return !p.stopped.Load()
}

// lend sends v without copying it, and waits for the handler.
func (p *pipe) lend(name []byte, v *Value) bool {
	b := p.b
	b.next(callLent, v.At).name = int32(len(name))
	b.bytes = append(b.bytes, name...)
	b.lent = v
	p.send()
	<-p.seen
	return !p.stopped.Load()
}

// Kind implements Handler.
func (p *pipe) Kind(name []byte) bool { return p.h.Kind(name) }

// Open implements Handler.
func (p *pipe) Open(name []byte, at int64) bool {
	p.b.next(callOpen, at).name = int32(len(name))
	p.b.bytes = append(p.b.bytes, name...)
	return p.sent()
}

// OpenTyped implements Typer.
func (p *pipe) OpenTyped(name, key []byte, at int64) bool {
	e := p.b.next(callOpenTyped, at)
	e.name, e.value = int32(len(name)), int32(len(key))
	p.b.bytes = append(append(p.b.bytes, name...), key...)
	return p.sent()
}

// Value implements Handler.
func (p *pipe) Value(name []byte, v *Value) bool {
	if left(p.most, v.Items) < 0 {
		return p.lend(name, v)
	}
	b := p.b
	e := b.next(callValue, v.At)
	e.name = int32(len(name))
	b.bytes = append(b.bytes, name...)
	b.value(e, v)
	return p.sent()
}

// Text implements Handler.
func (p *pipe) Text(v *Value) bool {
	p.b.value(p.b.next(callText, v.At), v)
	return p.sent()
}

// Close implements Handler.
func (p *pipe) Close(at int64) bool {
	p.b.next(callClose, at)
	return p.sent()
}

// BeginList implements Lister.
func (p *pipe) BeginList(name []byte, at int64) bool {
	p.b.next(callBeginList, at).name = int32(len(name))
	p.b.bytes = append(p.b.bytes, name...)
	return p.sent()
}

// EndList implements Lister.
func (p *pipe) EndList() bool {
	p.b.next(callEndList, 0)
	return p.sent()
}

// wants implements objectTaker.
func (p *pipe) wants() bool { return len(p.full) < p.scarce }

// object implements objectTaker.
func (p *pipe) object(from *jsonSource, key, raw []byte, braces []brace) bool {
	if p.from.src == nil {
		p.from = *from
	}
	b := p.b
	e := b.next(callObject, int64(len(braces)))
	e.name, e.value = int32(len(key)), int32(len(raw))
	b.bytes = append(append(b.bytes, key...), raw...)
	b.braces = append(b.braces, braces...)
	return p.sent()
}

// taggedPipe is a pipe to a Tagger.
type taggedPipe struct {
	*pipe
	wanted *Wanted
}

// handler returns the Handler for the reader.
func (p *pipe) handler() Handler {
	if t, ok := p.h.(Tagger); ok {
		return taggedPipe{p, t.Wanted()}
	}
	return p
}

// room implements tagRoom. The attributes of tags are most of what goes through a pipe.
// They are not copied to it but read into it.
func (p taggedPipe) room(at **[mostAttrs]TagAttr) {
	p.attrs = at
	p.makeRoom()
}

// makeRoom makes room for the attributes of the next tag.
func (p *pipe) makeRoom() {
	if p.attrs == nil {
		return
	}
	b := p.b
	n := len(b.attrs)
	b.attrs = slices.Grow(b.attrs, mostAttrs)
	*p.attrs = (*[mostAttrs]TagAttr)(b.attrs[n : n+mostAttrs])
}

// For a tag, the value of its event is the number of its attributes and, from these
// bits on, where its name ends, and its shape.
const (
	tagName  = 10 // more than mostAttrs needs
	tagShape = 20 // more than longestName needs, and fewer than MaxShapes leaves
)

func tagValue(t *Tag) int32 { return t.Shape<<tagShape | t.Name<<tagName | int32(len(t.Attrs)) }

// Tag implements Tagger. The attributes of t are in the room for them.
func (p taggedPipe) Tag(t *Tag) bool {
	b := p.b
	e := b.next(callTag, t.At)
	e.name, e.value, e.mixed = int32(len(t.Text)), tagValue(t), t.Empty
	b.bytes = append(b.bytes, t.Text...)
	n := len(b.attrs)
	b.attrs = b.attrs[:n+len(t.Attrs)]
	attrs, before := b.attrs[n:], len(b.values)
	for i := range attrs {
		a := &attrs[i]
		if p.wanted == nil || a.Val == a.ValEnd {
			continue
		}
		if f := p.wanted.Field[a.Shape()].Load(); f < 0 {
			if values, ok := p.wanted.Convert(b.values, f, t.Text[a.Val:a.ValEnd]); ok {
				b.values, a.Field = values, int16(f)
			}
		}
	}
	e.size = int32(len(b.values) - before)
	ok := p.sent()
	if ok && p.b == b {
		p.makeRoom()
	}
	return ok
}

// Wanted implements Tagger.
func (p taggedPipe) Wanted() *Wanted { return p.wanted }

// left returns n without the number of items, those of lists in them included. Below 0
// it counts no further.
func left(n int, items []Value) int {
	n -= len(items)
	for i := 0; i < len(items) && n >= 0; i++ {
		if items[i].Kind == List {
			n = left(n, items[i].Items)
		}
	}
	return n
}

// value records the value of e, and the items of a list behind it.
func (b *batch) value(e *event, v *Value) {
	e.kind, e.mixed, e.more = v.Kind, v.Mixed, v.More
	if v.Kind != List {
		e.value = int32(len(v.Bytes))
		b.bytes = append(b.bytes, v.Bytes...)
		return
	}
	e.value = int32(len(v.Items))
	for i := range v.Items {
		it := &v.Items[i]
		b.value(b.next(listItem, it.At), it)
	}
}

// replay repeats to a Handler what was recorded.
type replay struct {
	hears
	tagger Tagger // h, if it is one
	from   *jsonSource
	step   *stepper // nil until there is an object to be taken apart
	err    error    // why it has ended
	tag    Tag
	attrs  []TagAttr // from the next tag on
	values []byte    // and its values
	b      *batch
	next   int     // event
	bytes  []byte  // of the events from next on
	braces []brace // of the next object on
	val    Value
	items  []Value // of the list at hand: lists in it follow their outer one
}

// all replays the events of b. It reports false, and sets err, if the handler stops or
// an object is wrong.
func (r *replay) all(b *batch) bool {
	r.b, r.next, r.bytes, r.attrs, r.values, r.braces = b, 0, b.bytes, b.attrs, b.values, b.braces
	for r.next < len(b.events) {
		e := &b.events[r.next]
		r.next++
		name := r.take(e.name)
		ok := false
		switch e.call {
		case callOpen:
			ok = r.h.Open(name, e.at)
		case callOpenTyped:
			ok = r.open(name, r.take(e.value), e.at, true) == nil
		case callValue:
			r.value(e)
			ok = r.h.Value(name, &r.val)
		case callLent:
			ok = r.h.Value(name, b.lent)
		case callText:
			r.value(e)
			ok = r.h.Text(&r.val)
		case callClose:
			ok = r.h.Close(e.at)
		case callBeginList:
			ok = r.beginList(name, e.at) == nil
		case callEndList:
			ok = r.endList() == nil
		case callTag:
			t, n := &r.tag, e.value&(1<<tagName-1)
			t.Text, t.At, t.Empty = name, e.at, e.mixed
			t.Shape, t.Name = e.value>>tagShape, e.value>>tagName&(1<<(tagShape-tagName)-1)
			t.Attrs, r.attrs = r.attrs[:n], r.attrs[n:]
			t.Values, r.values = r.values[:e.size], r.values[e.size:]
			ok = r.tagger.Tag(t)
		case callObject:
			if r.err = r.object(name, r.take(e.value), int(e.at)); r.err != nil {
				return false
			}
			ok = true
		}
		if !ok {
			r.err = ErrStopped
			return false
		}
	}
	return true
}

// object takes apart an object that has n braces.
func (r *replay) object(key, raw []byte, n int) error {
	if r.step == nil {
		r.step = &stepper{jsonSource: *r.from, hears: r.hears}
	}
	braces := r.braces[:n]
	r.braces = r.braces[n:]
	return r.step.tell(key, raw, braces)
}

// take returns the next n bytes.
func (r *replay) take(n int32) []byte {
	b := r.bytes[:n]
	r.bytes = r.bytes[n:]
	return b
}

// value makes val the value of e.
func (r *replay) value(e *event) {
	v := &r.val
	v.Kind, v.Mixed, v.More, v.At = e.kind, e.mixed, e.more, e.at
	if e.kind != List {
		v.Bytes, v.Items = r.take(e.value), nil
		return
	}
	if cap(r.items) > keepItems {
		r.items = nil
	}
	r.items = r.items[:0]
	v.Bytes, v.Items = nil, r.list(e)
}

// list returns the items of the list e. They are put on the stack of items before those
// of lists in it, so that each list's items are in one piece.
func (r *replay) list(e *event) []Value {
	from, n := len(r.items), int(e.value)
	for range n {
		r.items = append(r.items, Value{})
	}
	items := r.items[from : from+n : from+n]
	for i := range items {
		in := &r.b.events[r.next]
		r.next++
		items[i].Kind, items[i].Mixed, items[i].At = in.kind, in.mixed, in.at
		if in.kind == List {
			items[i].Items = r.list(in)
		} else {
			items[i].Bytes = r.take(in.value)
		}
	}
	return items
}
