package compile

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// Sink takes a level: its rows, and what options ask for besides. A format.Writer is one.
type Sink interface {
	Node(table int, depth int, slot uint8) (row uint32, err error)
	Put(table int, row uint32, data []byte) error
	Append(table int, owner uint32, data []byte) (first uint32, err error)
	String(b []byte) (id uint32, err error)
	Text(id uint32) []byte // a string that was given to String; valid until the next call
	ID(str uint32, table int, row uint32) error
	PatchRef(table int, row uint32, off uint32, target uint32, targetTable int) error

	Prop(table int, row uint32, props format.Props) error
	Src(table int, row, file, line, column uint32) error
	Chunk(label uint32) error
	Label(label uint32) error
}

// compiler turns the events of a build's sources into rows. It is the source.Handler of
// each of them in turn. It allocates nothing for an event: what grows is kept from one
// node to the next.
//
// Invariants: frames[0] is the document; rows, given and text end where the innermost
// frame's parts end; depth counts the frames that are nodes.
type compiler struct {
	plan   *Plan
	sink   Sink
	policy Policy
	syntax source.Format
	file   int
	problems
	fatal error // the sink failed, or the context has ended: the build is over
	ctx   context.Context
	ticks uint32 // calls of isOver

	perTable []perTable // by index in the schema
	stacks
	depth                     int
	skip                      int // open elements inside an unknown one, including that one
	nodes                     int
	nodesBefore, errorsBefore int // of earlier sources

	ids     ids
	pending shelf[pending]
	indexes []uint64 // of the open nodes whose kinds have them
	unknown unknowns
	guesser
	member   string          // the member of a JSON object that says its kind
	cut      bool            // a source ended early, so ids may be missing
	syntaxes []source.Format // of the sources so far

	here    here
	inner   inner
	key     []byte // the key of the current node, in a holder
	instead []byte // see hereStruct
	scratch source.Value
	long    source.Value // see longList
	pieces  pieces
	stray   []stray
	attr    source.Value // of a tag
	shapes  *shapes      // in the current source, if that is XML

	keep   *keeper // of dynamic properties, or nil
	places *places // of nodes, or nil
	chunks *chunks // or nil
}

// start sets up a compiler that is zero except for what its tools have given it.
func (c *compiler) start(ctx context.Context, p *Plan, sink Sink, o *Options, pool *smallalloc.Pool) error {
	c.ctx, c.plan, c.sink, c.policy, c.most = ctx, p, sink, o.Unknown, o.Keep
	c.unknown.lost = o.Lost
	c.member = cmp.Or(o.Source.KindMember, source.TypeMember)
	c.stacks.init(pool)
	if len(o.ChunkBy) > 0 {
		of, err := p.chunkKinds(o.ChunkBy)
		if err != nil {
			return err
		}
		c.chunks = &chunks{of: of, outside: true}
	}
	if c.policy == UnknownKeep {
		c.keep = newKeeper(len(p.tables), pool)
	}
	for i, t := range p.tables {
		if t == nil {
			continue
		}
		own := &c.perTable[i]
		own.elements.init(pool)
		own.fresh = t.fresh
		if len(t.strings) == 0 {
			continue
		}
		own.fresh = bytes.Clone(t.fresh)
		for _, s := range t.strings {
			id, err := sink.String([]byte(s.text))
			if err != nil {
				return err
			}
			putUint(own.fresh[s.off:][:4], uint64(id))
		}
	}
	return nil
}

// begin prepares for another source.
func (c *compiler) begin(file int, syntax source.Format) {
	c.file, c.syntax = file, syntax
	c.syntaxes = append(c.syntaxes[:file], syntax)
	c.stacks.rest()
	c.frames.Push(frame{what: inDocument, scope: &c.plan.document})
	c.depth, c.skip, c.key = 0, 0, nil
	c.unknown.leave()
	c.pieces.on, c.stray = false, c.stray[:0]
	c.pieces.joiner.Reset()
	if syntax == source.XML {
		if c.shapes == nil {
			c.shapes = new(shapes)
			c.shapes.wanted.Convert = c.plan.convert
		}
		c.shapes.forget()
	}
	if c.chunks != nil {
		c.chunks.open = 0
	}
	if c.keep != nil {
		c.keep.rest()
	}
	c.nodesBefore, c.errorsBefore = c.nodes, c.problems.errors
	c.indexes = c.indexes[:0]
	for i := range c.perTable {
		c.perTable[i].open, c.perTable[i].nextIndex = opened{}, 0
	}
}

// fail keeps an error of the sink. Its result, returned from an event, stops the
// reader.
func (c *compiler) fail(err error) bool {
	if err != nil && c.fatal == nil {
		c.fatal = err
	}
	return c.fatal == nil
}

// isCancelled reports whether the context of the build has ended, which ends the build.
func (c *compiler) isCancelled() bool { return !c.fail(c.ctx.Err()) }

// isOver is isCancelled for what is too frequent to ask the context each time.
func (c *compiler) isOver() bool {
	c.ticks++
	return c.ticks%1024 == 0 && c.isCancelled()
}

// Kind implements source.Handler.
func (c *compiler) Kind(name []byte) bool {
	if c.keep != nil && c.keep.on { // inside something unknown, kinds mean nothing
		return false
	}
	return len(name) > 0 && c.plan.kinds[c.syntax].find(name) != nil // a type of "" names no kind
}

// Open implements source.Handler.
func (c *compiler) Open(name []byte, at int64) bool { return c.begins(name, name, at, false) }

// OpenTyped implements source.Typer.
func (c *compiler) OpenTyped(name, key []byte, at int64) bool { return c.begins(name, key, at, true) }

// begins is Open for what stands under key and may have name as its type.
func (c *compiler) begins(name, key []byte, at int64, typed bool) bool {
	if c.isOver() {
		return false
	}
	if c.skip > 0 {
		c.skip++
		if c.unknown.skipped.told != toldNot {
			c.openSkipped(name)
		}
		if c.keep != nil {
			c.keepOpen(name, at)
		}
		return true
	}
	top := c.frames.Top()
	if top.what == inHolder {
		return c.openHeld(top, name, key, at, typed)
	}
	var k known
	c.look(&k, top.scope, name)
	if c.syntax == source.JSON {
		c.listedObject(top, &k, name, at)
	}
	return c.openIn(top, &k, name, at, typed)
}

// openIn is Open in the innermost frame. The name has been looked up and may be a type.
func (c *compiler) openIn(top *frame, k *known, name []byte, at int64, typed bool) bool {
	if k.entry >= 0 {
		e := &top.scope.entries[k.entry]
		switch {
		case e.sub != nil:
			c.openStruct(e, top, name, at)
			return true
		case e.field.elems != nil && !(e.field.elems.scalar && c.besideValues()):
			c.openElement(e.field, top, at)
			return true
		case c.syntax == source.XML || len(e.field.parts) > 0 && !c.besideValues():
			if c.inList() {
				c.lists.Top().divided = at
			}
			c.push(inField, &e.field.inside, top, at)
			return true
		}
		if !c.isKindIn(top, name) {
			c.skip = 1
			c.give(top, e.field.bit) // it is wrong, but not missing
			c.noObject(top, e.field, at, c.inList(), nil)
			return true
		}
	}
	if top.scope.rest != nil {
		return c.openEntry(top.scope.rest, name, at)
	}
	if m := k.kind; m != nil {
		if m.inside != nil && !typed && !c.inList() {
			c.openHolder(m, top, at)
			return true
		}
		if !c.openNode(m, at) {
			return false
		}
		if typed {
			c.checkTyped(name, at)
		}
		return true
	}
	if top.what == inDocument {
		c.wrapper.Reset()
		c.unknown.outermost = outermost{}
		if string(name) != source.NoObject {
			c.wrapper.Append(name...)
		}
		c.push(inWrapper, top.scope, top, at)
		return true
	}
	c.skip = 1
	c.unknownElement(top, name, at, typed)
	return true
}

// isKindIn reports whether a name is that of a kind whose nodes may stand in f.
func (c *compiler) isKindIn(f *frame, name []byte) bool {
	return f.scope.nodes && c.kindNamed(f.scope, name) != nil
}

// push opens a frame that fills the row of the frame below.
func (c *compiler) push(w what, s *scope, below *frame, at int64) {
	table, num, row, given := below.table, below.num, below.row, below.given
	f := c.newFrame(w, s, at) // below may be invalid now
	f.table, f.num, f.row, f.given = table, num, row, given
}

// pushRow opens a frame with a row of its own and returns it.
func (c *compiler) pushRow(w what, t *table, num uint32, at int64) *frame {
	f := c.newFrame(w, t.scopes[c.syntax], at)
	f.table, f.num, f.row, f.given = t, num, int32(c.rows.Len()), int32(c.given.Len())
	c.rows.Append(c.perTable[t.index].fresh...)
	for range t.words + t.structs {
		c.given.Push(0)
	}
	if c.keep != nil {
		c.keep.push(aRow, at)
	}
	return f
}

// newFrame opens a frame. What only frames with a row or of some purpose have is still
// that of an earlier frame: the caller sets what it needs.
func (c *compiler) newFrame(w what, s *scope, at int64) *frame {
	c.frames.Extend(1)
	f := c.frames.Top()
	f.what, f.typed, f.texts, f.took, f.scope, f.at, f.text = w, false, false, false, s, at, int32(c.text.Len())
	return f
}

// below returns the frame around the innermost one.
func (c *compiler) below() *frame { return &c.frames.Slice()[c.frames.Len()-2] }

func (c *compiler) openNode(m *made, at int64) bool {
	if c.depth > format.MaxDepth {
		c.skip = 1
		c.report(source.Pos{Off: at}, fmt.Sprintf("nodes nested more than %d deep", format.MaxDepth+1), "put some of them beside each other")
		return true
	}
	if c.chunks != nil && !c.nodeChunk(m.table, at) {
		return false
	}
	num, err := c.sink.Node(m.table.index, c.depth, m.slot)
	if err != nil {
		return c.fail(err)
	}
	if c.places != nil && !c.placeNode(m.table.index, num, at) {
		return false
	}
	c.nodes++
	c.depth++
	f := c.pushRow(inNode, m.table, num, at)
	for _, p := range m.table.parents {
		c.setParent(f, p)
	}
	if m.table.indexed {
		c.pushIndex(m.table)
	}
	o := &c.perTable[m.table.index].open
	f.outer, *o = *o, opened{num + 1, int32(c.frames.Len() - 1)}
	return true
}

// setParent sets a RoleParent field to the innermost open node of a permitted kind. The
// node itself is not open yet.
func (c *compiler) setParent(f *frame, p *field) {
	best, kind := opened{}, 0
	for _, t := range p.targets {
		if o := c.perTable[t].open; o.row != 0 && o.frame >= best.frame {
			best, kind = o, t
		}
	}
	if best.row == 0 {
		if p.Attr.Required {
			c.report(source.Pos{Off: f.at}, f.scope.where()+" must stand inside "+either(c.kindNames(p.targets)), "")
		}
		return
	}
	putRef(c.inRow(f, p), p.Type, best.row-1, kind)
}

func (c *compiler) kindNames(tables []int) []string {
	var names []string
	for _, t := range tables {
		names = append(names, c.plan.tables[t].Name)
	}
	return names
}

// Close implements source.Handler.
func (c *compiler) Close(int64) bool {
	ok := c.close()
	if c.spaces.Len() > 0 {
		c.endSpace()
	}
	return ok
}

func (c *compiler) close() bool {
	if c.skip > 0 {
		if c.skip--; c.skip == 0 {
			c.closeSkipped()
		}
		if c.keep != nil {
			c.keepClose()
		}
		return true
	}
	c.check()
	f := c.frames.Top()
	if f.took {
		c.closeTook(f)
	} else if f.texts || f.what == inField || f.what == inElement && f.table.scalar && c.syntax == source.XML {
		c.closeText(f)
	}
	switch f.what {
	case inNode:
		c.finishRow(f)
		if f.table.indexed {
			c.popIndex(f)
		}
		if c.chunks != nil {
			c.labelChunk(f)
		}
		c.flush(f.table)
		c.depth--
		c.perTable[f.table.index].open = f.outer
		c.fail(c.sink.Put(f.table.index, f.num, c.rows.Slice()[f.row:]))
		c.endRow(f)
	case inElement:
		if f.table.scalar && c.syntax == source.JSON {
			c.closeObject(f)
		}
		c.finishRow(f)
		c.addRows(f.span, c.below(), c.rows.Slice()[f.row:], 1)
		c.endRow(f)
	case inWrapper:
		c.closeWrapper(f)
	case inList:
		c.endRow(f)
	case inHolder:
		c.closeHolder(f)
	}
	c.text.Truncate(int(f.text))
	c.frames.Truncate(c.frames.Len() - 1)
	return c.fatal == nil
}

// finishRow fills in what the source has left out, and reports what it must not leave
// out.
func (c *compiler) finishRow(f *frame) {
	for _, d := range f.table.late {
		switch {
		case !c.has(f, d):
			c.setDefault(f, d)
		case c.isDivided(f, d):
			for i := range d.parts {
				if p := &d.parts[i]; !c.has(f, p) {
					c.setDefault(f, p)
				}
			}
		}
	}
	for w, need := range f.table.required {
		if need&^c.given.Slice()[int(f.given)+w] != 0 {
			c.reportMissing(f, w)
		}
	}
}

// setDefault gives a field its default as if the source had.
func (c *compiler) setDefault(f *frame, d *field) {
	c.defaults.Reset()
	c.defaults.Append([]byte(d.Attr.Default)...)
	c.scratch = source.Value{Kind: source.Text, Bytes: c.defaults.Slice(), At: f.at}
	around := c.here // which the next element of a list has too
	c.here.of(f.at, d)
	c.set(f, d, &c.scratch)
	c.here = around
}

func (c *compiler) isGiven(f *frame, bit int) bool {
	return c.given.Slice()[int(f.given)+bit>>6]&(1<<(bit&63)) != 0
}

// has is isGiven for a field that may be a span: elements one by one set no bit.
func (c *compiler) has(f *frame, d *field) bool {
	return c.isGiven(f, d.bit) || d.how == howSpan && c.spanLen(f, d) > 0
}

// isDivided reports whether some components of a field were given by themselves.
func (c *compiler) isDivided(f *frame, d *field) bool {
	for i := range d.parts {
		if c.isGiven(f, d.parts[i].bit) {
			return true
		}
	}
	return false
}

// isAnyGiven reports whether any field of a row was given.
func (c *compiler) isAnyGiven(f *frame) bool {
	for _, w := range c.given.Slice()[f.given:][:f.table.words] {
		if w != 0 {
			return true
		}
	}
	return false
}

// hasElements reports whether a row that is nothing but a span has got elements one by one.
func (c *compiler) hasElements(f *frame) bool {
	d := &f.table.fields[0]
	return d.elems != nil && c.spanLen(f, d) > 0
}

// give marks a field as given and reports whether it was not before.
func (c *compiler) give(f *frame, bit int) bool {
	w := &c.given.Slice()[int(f.given)+bit>>6]
	old := *w
	*w |= 1 << (bit & 63)
	return *w != old
}

// takeBack undoes give.
func (c *compiler) takeBack(f *frame, bit int) {
	c.given.Slice()[int(f.given)+bit>>6] &^= 1 << (bit & 63)
}
