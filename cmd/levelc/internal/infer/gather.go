package infer

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// gatherer is a source.Handler that counts what is in the sources. It is used
// for one source after the other; a level ends with endLevel.
type gatherer struct {
	kinds map[string]bool // JSON: types that name kinds

	top       *element // contains the outermost elements
	elements  []*element
	usage     usage
	idSpaces  map[[2]string]*idSpace
	level     touched
	budget    budget
	member    string          // JSON: the member that names an object's kind, mostly "type"
	typesSeen map[string]bool // JSON: its values that were not kinds

	holders holdings // JSON

	frames      []frame
	outerCounts []outerCount
	members     []memberForm // JSON: of the open objects that may have a type
	attrs       []string     // XML: of the open elements
	named       []named      // of the open elements
	text        []byte
	numbers     source.Joiner
	inList      bool // the next value goes on with the list
	serial      uint64
	skip        int
	json        bool      // JSON is being read
	meanings    []meaning // XML: by the Shape of a tag or an attribute
	attr        source.Value
	ticks       int
	ended       func() error // ctx.Err: whether to go on
}

// frame is an element that is open.
type frame struct {
	at         *element
	serial     uint64
	begins     lengths
	texts      bool
	textSerial uint64 // gatherer.serial at the last text
	behind     bool   // there were elements before a text
	joinsWords bool   // one text ends where the next begins, with elements between
	typ        string
	hasType    bool
	lists      int // JSON: open arrays in it
	row        row // JSON: the open array in an array
	turns      turns
	attrs      map[string]bool // XML: of gatherer.attrs, if they are many and were asked for

	edge    *edge // JSON: to this object, alone under its key
	saysKey bool  // the object says its key again

	holder      *holding   // JSON: it is a known holder; its contents count in the element around it
	heldBy      *holding   // the holder that it stands in
	candidate   *candidate // it may be this holder
	inCandidate *candidate // it stands in what may be this holder
	under       []byte     // its key in either
}

// lengths is how much a gatherer knew of the open elements when one more was opened.
type lengths struct{ outerCounts, members, attrs, named, text int }

func (g *gatherer) lengths() lengths {
	return lengths{len(g.outerCounts), len(g.members), len(g.attrs), len(g.named), len(g.text)}
}

// cut forgets what came after.
func (g *gatherer) cut(to lengths) {
	g.outerCounts, g.members, g.attrs, g.named, g.text = g.outerCounts[:to.outerCounts], g.members[:to.members], g.attrs[:to.attrs], g.named[:to.named], g.text[:to.text]
}

// outerCount is the count of an edge in frames outside of one that counts it anew.
type outerCount struct {
	edge        *edge
	cur, serial uint64
}

// mostText is how much of the text of nested elements is kept at once.
const mostText = 64 << 20

// mostSeen bounds the types that are remembered.
const mostSeen = 1 << 12

func newGatherer(ctx context.Context, kinds map[string]bool, holders map[string]*holder, o Options) *gatherer {
	return &gatherer{
		kinds: kinds, member: cmp.Or(o.Source.KindMember, source.TypeMember), top: &element{}, idSpaces: map[[2]string]*idSpace{}, typesSeen: map[string]bool{},
		budget: budget{left: mostAllValues}, ended: ctx.Err,
		holders: newHoldings(holders),
	}
}

// begin prepares for another source.
func (g *gatherer) begin(json bool) {
	g.json = json
	g.frames = append(g.frames[:0], frame{at: g.top})
	g.cut(lengths{})
	g.skip = 0
	g.numbers.Reset()
	g.inList = false
	clear(g.meanings)
}

// endLevel resolves possible references in the sources since the last level.
func (g *gatherer) endLevel() {
	g.level.order()
	for _, p := range g.level.places {
		p.refs().settle(&g.budget)
	}
	g.cover()
	var ids []*idSpace
	for _, id := range g.level.ids {
		id.level.settle(&g.budget)
		if id.level.n > 0 {
			ids = append(ids, id)
		}
		id.values += uint64(id.level.n)
	}
	level := newLevelIDs(ids)
	for _, p := range g.level.places {
		p.refs().endLevel(p.name(), level, &g.budget)
	}
	for _, id := range g.level.ids {
		id.twice = id.twice || id.level.twice || id.level.full
		id.level.drop(&g.budget)
		id.level.full = false
	}
	g.level.end()
}

// Kind implements source.Handler. It may be called at any time.
func (g *gatherer) Kind(name []byte) bool { return g.kinds[string(name)] }

// seeType remembers a value of "type" that is not a kind.
func (g *gatherer) seeType(name []byte) {
	if !g.typesSeen[string(name)] && len(g.typesSeen) < mostSeen && len(name) <= maxSymbol {
		g.typesSeen[string(name)] = true
	}
}

// BeginList implements source.Lister: values in an array may repeat, even if they never
// do.
func (g *gatherer) BeginList([]byte, int64) bool {
	if g.skip == 0 {
		g.frames[len(g.frames)-1].lists++
	}
	return true
}

// EndList implements source.Lister.
func (g *gatherer) EndList() bool {
	if g.skip == 0 {
		f := &g.frames[len(g.frames)-1]
		if f.lists > 1 {
			f.row.end()
		}
		f.lists--
	}
	return true
}

// Open implements source.Handler.
func (g *gatherer) Open(name []byte, _ int64) bool { return g.open(name, name, false) }

// OpenTyped implements source.Typer.
func (g *gatherer) OpenTyped(name, key []byte, _ int64) bool { return g.open(name, key, true) }

// goesOn counts an element, and reports whether the work is still wanted. gather asks as
// well, and says why.
func (g *gatherer) goesOn() bool {
	g.ticks++
	return g.ticks%1024 != 0 || g.ended() == nil
}

func (g *gatherer) open(name, key []byte, isType bool) bool {
	if !g.goesOn() {
		return false
	}
	if g.skip > 0 {
		g.skip++
		return true
	}
	parent := &g.frames[len(g.frames)-1]
	h, alone := parent.holder, g.json && !isType && parent.lists == 0
	switch {
	case h != nil && (parent.lists > 0 || isType && !h.takes(name)):
		h.spoiled = true
		g.skip = 1
		return true
	case h != nil:
		name, isType = []byte(h.name), false
	case alone && g.holders.known[string(name)] != nil:
		g.hold(g.holders.known[string(name)])
		return true
	}
	x := g.edge(parent.at.self(), name, alone && h == nil)
	if x == nil {
		g.skip = 1
		return true
	}
	in := parent.candidate
	f := g.enter(x, parent, isType)
	if alone {
		g.named = append(g.named, named{nil, hash(key)})
	}
	switch {
	case h != nil:
		g.underKey(h, key)
	case alone:
		f.candidate = g.holders.candidate(name)
	}
	switch {
	case in == nil || in.bad:
	case alone:
		in.add(key, &g.budget)
		f.inCandidate, f.under = in, bytes.Clone(key)
	default:
		in.bad = true
	}
	return true
}

// enter opens the element that d leads to from the open one.
func (g *gatherer) enter(x *edge, in *frame, isType bool) *frame {
	g.meet(x, in, isType)
	e := x.to.self()
	e.count++
	if g.json {
		e.json++
		e.keyed = e.keyed || !isType
		e.typed = e.typed || isType
		g.noteMember(x.name, formObject)
	}
	e.root = e.root || len(g.frames) == 1 || in.holder != nil && len(g.frames) == 2
	g.serial++
	g.frames = append(g.frames, frame{})
	f := &g.frames[len(g.frames)-1]
	f.at, f.serial, f.begins = e, g.serial, g.lengths()
	if g.json && !isType && in.lists == 0 {
		f.edge = x
	}
	return f
}

// meet counts an element in the open one around it.
func (g *gatherer) meet(x *edge, in *frame, isType bool) {
	if x.serial != in.serial {
		g.outerCounts = append(g.outerCounts, outerCount{x, x.cur, x.serial})
		x.cur, x.serial = 0, in.serial
	}
	x.cur++
	x.listed = x.listed || in.lists > 0 || in.holder != nil
	if in.lists > 1 {
		in.row.add(x, in.lists, isType)
	} else {
		x.rows.outside = true
	}
	if !g.json {
		in.turns.next(x)
		x.twice = x.twice || x.cur == 1 && in.at.self().hasAttribute(x.name) && g.gave(in, x.name)
	}
}

// fewAttributes are searched one by one.
const fewAttributes = 16

// gave reports whether the innermost open element has an attribute of the name.
func (g *gatherer) gave(f *frame, name string) bool {
	attrs := g.attrs[f.begins.attrs:]
	if len(attrs) <= fewAttributes {
		return slices.Contains(attrs, name)
	}
	if f.attrs == nil {
		f.attrs = make(map[string]bool, len(attrs))
		for _, one := range attrs {
			f.attrs[one] = true
		}
	}
	return f.attrs[name]
}

// edge finds or makes the edge from e to an element inside it. alone is for an object of
// JSON under a key of its own.
func (g *gatherer) edge(e *element, name []byte, alone bool) *edge {
	if e.dict != nil {
		return g.dictEdge(e, name)
	}
	if x := e.byEdge[string(name)]; x != nil {
		if x.alone && !alone {
			g.comeBack(x)
			return g.edge(e.self(), name, false) // e itself may be among what was merged
		}
		return x
	}
	if g.json && e != g.top {
		if len(e.edges)+len(e.fields) >= mostKeys {
			e.fold()
			return g.dictEdge(e.self(), name)
		}
		if e.foldEarly() {
			return g.dictEdge(e.self(), name)
		}
	}
	x := &edge{name: string(name), alone: alone}
	if up := g.enclosing(x.name, alone); up != nil {
		if g.usage.returns >= mostReturns {
			g.usage.lost, e.overfull = true, true
			return nil
		}
		g.usage.returns++
		x.to, x.back = up, true
	} else if x.to = g.newElement(x.name); x.to == nil {
		e.overfull = true
		return nil
	}
	e.addEdge(x)
	return x
}

// comeBack makes one place of d's element and the one of its name around it, if it has been
// alone under its key so far: then the key was not data.
func (g *gatherer) comeBack(x *edge) {
	x.alone = false
	if up := g.enclosing(x.name, false); up != nil && !x.back {
		x.back = true
		up.merge(x.to.self())
	}
}

// enclosing returns the element of that name around the one that is new, or nil.
//
// A key of JSON may be data. So an object alone under its key is not taken for the one
// around it, unless it is the third of that name:
//
//	{"entities": {"door": {"components": {"door": {...}, ...}}, ...}}
func (g *gatherer) enclosing(name string, alone bool) *element {
	if name == "" {
		return nil
	}
	var met *element
	for i := len(g.frames) - 1; i > 0; i-- {
		up := g.frames[i].at.self()
		switch {
		case i == 1 && g.json && name == source.NoObject: // it is the outermost list, and not a member of that name
		case up.name != name:
		case met != nil:
			return met
		case alone:
			met = up
		default:
			return up
		}
	}
	return nil
}

// mostKeys is the number of different members from which on an object is certainly a
// map.
const mostKeys = 512

// dictEdge returns the way to the values of a map.
func (g *gatherer) dictEdge(e *element, name []byte) *edge {
	d := e.dict
	d.keys++
	d.note(name, &g.usage)
	if d.edge == nil {
		to := g.newElement("")
		if to == nil {
			e.overfull = true
			return nil
		}
		d.edge = &edge{to: to, most: 2}
	}
	d.edge.to = d.value()
	return d.edge
}

// live is the elements that have not been merged into others, in the order of first sight.
func (g *gatherer) live() iter.Seq[*element] {
	return func(yield func(*element) bool) {
		for _, e := range g.elements {
			if e.into == nil && !yield(e) {
				return
			}
		}
	}
}

func (g *gatherer) newElement(name string) *element {
	if g.usage.elements >= mostElements {
		g.usage.lost = true
		return nil
	}
	g.usage.elements++
	e := &element{name: name, serial: len(g.elements)}
	g.elements = append(g.elements, e)
	return e
}

// Value implements source.Handler.
func (g *gatherer) Value(name []byte, v *source.Value) bool {
	if v.More && g.numbers.Len() > mostText { // the type is that of the numbers so far
		return true
	}
	if v.Kind != source.List {
		if v = g.numbers.Join(v); v == nil {
			return true
		}
	}
	again := g.inList
	g.inList = v.More
	return g.value(name, v, again)
}

// value counts a value, or, again, the next part of one.
func (g *gatherer) value(name []byte, v *source.Value, again bool) bool {
	isType := v.Kind == source.String && !v.Mixed && string(name) == g.member
	if isType {
		g.seeType(v.Bytes)
	}
	if g.skip > 0 {
		return true
	}
	top := &g.frames[len(g.frames)-1]
	e := top.at.self()
	if g.json && g.heldValue(top, name, v) {
		return true
	}
	if !v.Mixed && (v.Kind == source.Text && source.ForTools(name) || v.Kind != source.Text && string(name) == "$schema") {
		if e.dict == nil {
			e.setAside(name, v, &g.usage)
			if !g.json {
				g.attrs = append(g.attrs, string(name))
			}
		}
		return true
	}
	if v.Mixed && v.Kind == source.Null {
		e.addGap(string(name), 1, &g.usage)
		return true
	}
	if g.json && e.dict == nil && len(e.edges)+len(e.fields) >= mostKeys && e.byField[string(name)] == nil {
		e.fold()
		e = e.self()
	}
	if isType { // of a map too: objects of many types may be taken for one until these are known
		top.hasType, top.typ = true, e.types.name(terse.Cut(v.Bytes, maxSymbol+8))
	}
	if e.dict != nil {
		g.valueInMap(top, name, v, again)
	} else if f := e.field(name, &g.usage); f != nil {
		g.valueOfField(top, f, v, again)
	}
	return true
}

// valueInMap counts a value under a key of the innermost object, which is a map.
func (g *gatherer) valueInMap(top *frame, name []byte, v *source.Value, again bool) {
	e := top.at.self()
	if !again {
		e.dict.n++
		e.dict.keys++
		e.dict.note(name, &g.usage)
		if e.types.n > 0 {
			g.noteMember(string(name), formOf(v))
		}
	}
	e.dict.scalars.add(v)
}

// valueOfField counts a value of a field of the innermost element.
func (g *gatherer) valueOfField(top *frame, f *field, v *source.Value, again bool) {
	if v.Mixed {
		f.mixed++
		f.beside.add(v)
		return
	}
	f.add(v)
	if top.edge != nil && v.Kind == source.String && string(v.Bytes) == top.edge.name {
		top.saysKey = true
	}
	if !g.json {
		g.attrs = append(g.attrs, f.name)
	}
	if !again {
		g.noteMember(f.name, formOf(v))
	}
	g.refer(top.at.self(), f, v)
}

// Text implements source.Handler.
func (g *gatherer) Text(v *source.Value) bool {
	if g.skip > 0 {
		return true
	}
	top := &g.frames[len(g.frames)-1]
	blank := len(bytes.TrimSpace(v.Bytes)) == 0
	top.behind = top.behind || top.serial != g.serial && !blank
	if top.texts && top.textSerial != g.serial && !blank {
		top.at.self().broken = true
		top.joinsWords = top.joinsWords || len(g.text) > top.begins.text && !source.IsSpace(g.text[len(g.text)-1]) && !source.IsSpace(v.Bytes[0])
	}
	top.texts, top.textSerial = true, g.serial
	if len(g.text)+len(v.Bytes) <= mostText {
		g.text = append(g.text, v.Bytes...)
	}
	return true
}

// Close implements source.Handler.
func (g *gatherer) Close(int64) bool {
	if g.skip > 0 {
		g.skip--
		return true
	}
	f := &g.frames[len(g.frames)-1]
	if f.holder != nil {
		g.release(f)
		return true
	}
	e := f.at.self()
	if f.texts {
		v := source.Value{Kind: source.Text, Bytes: g.text[f.begins.text:]}
		e.text.add(&v)
		if f.joinsWords { // the texts before and after an element have joined into one word, which is no number
			e.text.wordy, e.text.truths.other, e.textRefs().off = true, true, true
		}
		g.level.place(e, nil)
		e.textRefs().add(e.name, &v, &g.budget)
	}
	if f.behind {
		e.behind, e.between = true, e.between || f.textSerial != g.serial
	}
	if f.saysKey {
		f.edge.saidAgain++
	}
	e.alone = e.alone || len(g.frames) == 2 && g.serial == f.serial
	if f.hasType {
		e.types.add(f.typ, g.members[f.begins.members:], &g.usage)
	}
	for _, t := range g.outerCounts[f.begins.outerCounts:] {
		t.edge.present++
		t.edge.most = max(t.edge.most, t.edge.cur)
		t.edge.cur, t.edge.serial = t.cur, t.serial
	}
	compareNames(g.named[f.begins.named:])
	g.cut(f.begins)
	g.frames = g.frames[:len(g.frames)-1]
	return true
}
