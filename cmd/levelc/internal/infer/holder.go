package infer

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A holder is an object of JSON that holds nodes under their keys:
//
//	{"start": "hall", "rooms": {"hall": {"exits": ["attic"]}, "attic": {"exits": ["hall"]}}}
//
// A build recognises it by the key of the object itself, wherever that is. So all
// objects under such a name must be holders. And there must be a sign that they are no
// structs: their keys are referred to, or what they hold contains nodes. Once that is
// known, the sources are read again, and the contents of holders are read as if they
// were in lists.

// candidate is what was seen of the objects under one name that may be holders.
type candidate struct {
	name string
	bad  bool // they are not holders
	keys uint64
	ints bool // all keys are integers in their usual form
	data bool // they all look like data

	level set        // the keys in the level that is being read
	by    []referrer // the first that refer to enough of the keys in some level
	ids   []idMember
}

// referrer is a field with values that are keys, and whether there are numbers among these.
type referrer struct {
	*field
	numbers bool
}

// referred reports whether something refers to the keys, and whether by numbers. What turned
// out to be no reference in a later level does not, as it would not if it had come first.
func (h *candidate) referred() (yes, numbers bool) {
	for _, f := range h.by {
		some := f.numbers || f.refs.number || f.refs.numberLists
		if _, ok := h.mayBeNamed(f.field, some); ok {
			yes, numbers = true, numbers || some
		}
	}
	return yes, numbers
}

// idMember is a member that may repeat the key: "id" or "key", in any spelling.
type idMember struct {
	name             string
	other            bool // it is not the key
	strings, numbers bool
}

// holder says how to read nodes under their keys.
type holder struct {
	name   string
	field  string // the field for the key
	number bool   // as a number

	referred bool // something refers to the keys
}

// holding is a holder, and what a gatherer has met of the objects under its name.
type holding struct {
	*holder
	found   bool   // there are some, perhaps empty ones
	spoiled bool   // one cannot be a holder
	typed   bool   // the type of what they hold is their name in the singular
	nulls   uint64 // how often null stands under a key
}

// holdings is what a gatherer knows of holders, and of what may be some.
type holdings struct {
	known      map[string]*holding // by name: since before the sources were read
	candidates []*candidate        // of other names, in the order in which they were met
	byName     map[string]*candidate
}

func newHoldings(known map[string]*holder) holdings {
	hs := holdings{known: map[string]*holding{}, byName: map[string]*candidate{}}
	for name, h := range known {
		hs.known[name] = &holding{holder: h}
	}
	return hs
}

const (
	mostCandidates = 256 // names
	mostReferrers  = 256 // that are remembered of each
	mostIDs        = 8   // spellings of id and key
)

var keyWords = []string{"id", "key"}

// candidate returns what is known of objects under a name, or nil if they are not
// holders.
func (hs *holdings) candidate(name []byte) *candidate {
	h := hs.byName[string(name)]
	if h == nil && len(hs.candidates) < mostCandidates {
		h = &candidate{name: string(name), ints: true, data: true}
		hs.byName[h.name] = h
		hs.candidates = append(hs.candidates, h)
	}
	if h == nil || h.bad {
		return nil
	}
	return h
}

// add counts a key.
func (h *candidate) add(key []byte, b *budget) {
	h.keys++
	h.ints = h.ints && isUsualInt(key)
	h.data = h.data && looksLikeData(string(key))
	if len(key) > longestID {
		h.bad = true
		return
	}
	h.level.add(hash(key), b)
}

// isUsualInt reports whether a key is an integer in the form that a build wants.
func isUsualInt(b []byte) bool {
	if len(b) > 20 {
		return false
	}
	if i, err := strconv.ParseInt(string(b), 10, 64); err == nil {
		return strconv.FormatInt(i, 10) == string(b)
	}
	u, err := strconv.ParseUint(string(b), 10, 64)
	return err == nil && strconv.FormatUint(u, 10) == string(b)
}

// member counts a member of the object under key.
func (h *candidate) member(key string, name []byte, v *source.Value) {
	if len(name) > 3 || v.Kind == source.Null || !slices.ContainsFunc(keyWords, func(w string) bool { return strings.EqualFold(w, string(name)) }) {
		return
	}
	i := slices.IndexFunc(h.ids, func(m idMember) bool { return m.name == string(name) })
	if i < 0 {
		if i = len(h.ids); i == mostIDs {
			return
		}
		h.ids = append(h.ids, idMember{name: string(name)})
	}
	m := &h.ids[i]
	m.strings, m.numbers = m.strings || v.Kind == source.String, m.numbers || v.Kind == source.Number
	m.other = m.other || v.Kind != source.String && v.Kind != source.Number || string(v.Bytes) != key
}

// named returns the values of a field in the level that may be keys of h, which all of
// them must be, whether the field's name says that they are, and whether there are
// numbers among them.
func (h *candidate) named(f *field) (values []*set, says, numbers bool) {
	r := &f.refs
	if !f.inJSON || idRank(f.name) >= 0 {
		return nil, false, false
	}
	numbers = r.number || r.numberLists
	if s := r.signed; s == nil {
		values = h.keysIn(&r.sets)
	} else if values = h.keysIn(&r.sets, &s.written); values == nil {
		values = h.keysIn(&r.sets, &s.meant)
	} else if s.written[single].n > 0 { // then -1 is a key
		numbers = numbers || f.tally.numbers > 0
	}
	if values == nil {
		return nil, false, false
	}
	says, ok := h.mayBeNamed(f, numbers)
	if !ok {
		return nil, false, false
	}
	return values, says, numbers
}

// mayBeNamed reports whether a field may refer to keys, as far as is known now, and whether
// its name says so.
func (h *candidate) mayBeNamed(f *field, numbers bool) (says, ok bool) {
	ofRefs := speaksOfRefs
	if f.refs.numberLists {
		ofRefs = speaksOfRefLists
	}
	says = ofRefs(f.name) || speaksOf(f.name, noun.Singular(h.name))
	return says, !f.refs.off && (!numbers || says && h.ints) // small numbers are keys of everything
}

// keysIn returns values if there are any, and all of them are keys.
func (h *candidate) keysIn(of ...*sets) (values []*set) {
	n := 0
	for _, s := range of {
		if s[single].full || s[part].full || s[multi].used() {
			return nil
		}
		values = append(values, &s[single], &s[part])
		n += s[single].n + s[part].n
	}
	if n == 0 || !hasAll(&h.level, values) {
		return nil
	}
	return values
}

// cover finds the keys that the values of a level refer to.
func (g *gatherer) cover() {
	for _, h := range g.holders.candidates {
		if h.bad = h.bad || h.level.full; !h.bad && h.level.n > 1 {
			g.coverKeys(h)
		}
	}
	for _, h := range g.holders.candidates {
		h.level.drop(&g.budget)
	}
}

// coverKeys finds the keys of h, and decides whether enough of them are referred to.
func (g *gatherer) coverKeys(h *candidate) {
	fields, spoken, by := 0, false, []referrer{}
	var hit set // the keys that something refers to
	for _, p := range g.level.places {
		if p.field == nil {
			continue
		}
		values, says, some := h.named(p.field)
		if values == nil {
			continue
		}
		fields++
		spoken = spoken || says
		if len(by) < mostReferrers {
			by = append(by, referrer{p.field, some})
		}
		for _, s := range values {
			s.each(func(v uint64) bool {
				hit.add(v, &g.budget)
				return true
			})
		}
	}
	need := 3
	if spoken || fields > 1 {
		need = 2
	}
	if hit.n >= need {
		for _, f := range by {
			if len(h.by) < mostReferrers && !slices.Contains(h.by, f) {
				h.by = append(h.by, f)
			}
		}
	}
	hit.drop(&g.budget)
}

// findHolders returns the names whose objects hold nodes, as far as is known now. It
// leaves out known holders, and names that must not be holders.
func (g *gatherer) findHolders(never map[string]bool) []*holder {
	var out []*holder
	for _, h := range g.holders.candidates {
		if h.bad || h.keys < 2 || never[h.name] || h.name != "" && canBeName(h.name) != "" {
			continue
		}
		s := g.shapeOf(h)
		if referred, _ := h.referred(); referred && s.alike(2) || (h.name != "" || h.data) && s.holdsNodes() && s.alike(3) {
			out = append(out, h.holder(s))
		}
	}
	return out
}

// shape describes what stands under the keys of one name's objects.
type shape struct {
	census
	holding int  // how many of them contain nodes
	deep    bool // some contain objects of that name
}

// shapeOf examines everything under the name.
func (g *gatherer) shapeOf(h *candidate) *shape {
	s := new(shape)
	one := func(e *element) {
		s.add(e)
		holds := false
		for _, x := range e.edges {
			s.deep = s.deep || x.name == h.name
			holds = holds || g.leadsToNodes(x, 3)
		}
		if holds {
			s.holding++
		}
	}
	for e := range g.live() {
		if e.name != h.name || e.json == 0 {
			continue
		}
		for _, x := range e.edges {
			one(x.to.self())
		}
		if v := e.dict.value(); v != nil {
			one(v)
			s.objects++ // there are more
			s.holding *= 2
			s.total *= 2
			for name := range s.members {
				s.members[name] *= 2
			}
		}
	}
	return s
}

// alike reports whether the objects share half of all their members, or one member that
// so many thirds of them have. Objects without members are alike.
func (s *shape) alike(thirds int) bool { return s.have(1, 2) || s.haveOne(thirds, 3) }

// holdsNodes reports whether the objects contain nodes.
func (s *shape) holdsNodes() bool { return s.objects > 1 && (s.deep || 2*s.holding > s.objects) }

// leadsToNodes reports whether there are nodes at the end of an edge, as far as that is
// known before roles are decided.
func (g *gatherer) leadsToNodes(x *edge, depth int) bool {
	to := x.to.self()
	if len(to.held) > 0 || x.listed && (!to.isPair() && g.idOf(to) != nil || to.typesAreKinds()) {
		return true
	}
	return depth > 0 && !x.back && slices.ContainsFunc(to.edges, func(y *edge) bool { return g.leadsToNodes(y, depth-1) })
}

// holder says how to read what stands under the keys. The key goes into a member that
// repeats it, or else into a new one.
func (h *candidate) holder(s *shape) *holder {
	referred, numbers := h.referred()
	out := &holder{name: h.name, number: h.ints && numbers, referred: referred}
	for _, word := range keyWords {
		var same *idMember
		taken := s.members[word] > 0
		for i := range h.ids {
			if m := &h.ids[i]; strings.EqualFold(m.name, word) {
				taken = true
				if same == nil && !m.other && m.strings != m.numbers && (h.ints || m.strings) {
					same = m
				}
			}
		}
		switch {
		case same != nil:
			out.field, out.number = same.name, h.ints && same.numbers
			return out
		case !taken:
			out.field = word
			return out
		}
	}
	for n := 2; ; n++ {
		if out.field = "key" + strconv.Itoa(n); s.members[out.field] == 0 {
			return out
		}
	}
}

// hold begins a known holder. It counts as found even if it is empty.
func (g *gatherer) hold(h *holding) {
	parent := &g.frames[len(g.frames)-1]
	x := g.edge(parent.at.self(), []byte(h.name), false)
	if x == nil {
		g.skip = 1
		return
	}
	x.to.self().isHeld(h.holder)
	x.listed, x.rows.outside = true, true
	h.found = true
	g.noteMember(h.name, formObject)
	g.frames = append(g.frames, frame{at: parent.at.self(), serial: parent.serial, holder: h, begins: g.lengths()})
}

// release ends a holder. The counts in its parent continue.
func (g *gatherer) release(f *frame) {
	counts := g.outerCounts
	g.cut(f.begins)
	g.outerCounts = counts
	g.frames = g.frames[:len(g.frames)-1]
}

// heldValue handles a value in a known holder, or one that repeats a key. In an object
// that may be a holder, it only notes what the value means.
func (g *gatherer) heldValue(f *frame, name []byte, v *source.Value) bool {
	isSchema := string(name) == "$schema"
	isNone := isSchema || v.Kind == source.Null // null in a list with objects: the objects decide
	if f.holder != nil {
		if !isNone {
			f.holder.spoiled = true
		} else if !isSchema {
			f.holder.nulls++
		}
		return true
	}
	if f.candidate != nil && !isNone {
		f.candidate.bad = true
	}
	if f.inCandidate != nil && !f.inCandidate.bad {
		f.inCandidate.member(string(f.under), name, v)
	}
	return g.sameKey(f, name, v)
}

// takes reports whether objects of a type may be in a holder: those of its own kind, as
// far as is known now.
func (h *holding) takes(typ []byte) bool {
	if string(typ) != h.name && string(typ) != noun.Singular(h.name) {
		return false
	}
	h.typed = h.typed || string(typ) != h.name
	return true
}

// isHeld notes that nodes of the element are in the holder.
func (e *element) isHeld(h *holder) {
	e.referred = e.referred || h.referred
	e.held = adjoin(e.held, h.name)
}

// underKey gives its key to the node that has been opened.
func (g *gatherer) underKey(h *holding, key []byte) {
	f := &g.frames[len(g.frames)-1]
	e := f.at.self()
	e.isHeld(h.holder)
	d := e.field([]byte(h.field), &g.usage)
	if d == nil {
		h.spoiled = true
		return
	}
	d.key, d.refs.off = true, true
	f.under, f.heldBy = bytes.Clone(key), h
	v := source.Value{Kind: source.String, Bytes: key}
	if h.number {
		v.Kind = source.Number
	}
	d.add(&v)
	g.noteMember(d.name, formObject)
	g.refer(e, d, &v)
}

// sameKey reports whether a member repeats the key of its node.
func (g *gatherer) sameKey(f *frame, name []byte, v *source.Value) bool {
	if f.heldBy == nil || string(name) != f.heldBy.field || v.Mixed {
		return false
	}
	if v.Kind != source.Null && (v.Kind == source.Bool || (v.Kind == source.Number) != f.heldBy.number || !bytes.Equal(v.Bytes, f.under)) {
		f.heldBy.spoiled = true
	}
	return true
}

// falseHolders returns the known holders that led to no kind by which a build would
// recognise them, or of whose nodes some would stand where no node can.
func (m *modeler) falseHolders() []string {
	var out []string
	right := map[string]bool{}
	for _, k := range m.kinds {
		name := cmp.Or(k.key(), k.name)
		if k.json == format.NoKey {
			name = ""
		}
		keyed := slices.ContainsFunc(k.rec.cols, func(c *column) bool { return c.key })
		if keyed && len(k.at.held) == 1 && k.at.held[0] == name && (!m.g.holders.known[name].typed || k.name == noun.Singular(name)) {
			right[name] = true
		}
	}
	for name, h := range m.g.holders.known {
		if h.spoiled || m.notHeld[name] || h.found && !right[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
