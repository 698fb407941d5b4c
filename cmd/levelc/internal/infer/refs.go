package infer

import (
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// idSpace is what is known of the values of an attribute that could be the id of a kind. All
// elements of one name share it, wherever they are.
type idSpace struct {
	kind   string
	at     int   // in the order of first sight
	level  set   // the values in the level that is being read
	noted  bool  // it is among what the level has touched
	twice  bool  // it is no id: a value was met twice in one level, or is odd
	says   signs // of the values, in any level: no reference to them can have the same
	values uint64
	astray bool // some values are now in elements of another name
}

// refs is what is known of a field as a reference.
type refs struct {
	sets                  // in the level that is being read
	lists       bool      // JSON: there were lists in it
	unlisted    bool      // JSON: there were values outside of lists, in any level
	number      bool      // JSON: there were numbers that do not say none, in any level
	bare        bool      // there were values without signs, in any level
	numberLists bool      // there were lists of numbers, in any level, which are in parts alone
	perElement  bool      // a list is several elements, each with one value
	off         bool      // it is not a reference
	signed      *signed   // what is known of its values with signs, or nil
	distinct    *distinct // of the list of numbers that is being read, or nil
	noted       bool      // it is among what the level has touched

	matched // over all levels
}

// sets are values, by which of the three they are.
type sets [3]set

// which says what a value is.
type which uint8

const (
	single which = iota // one word
	multi               // several words
	part                // one of those, or an item of a list
)

// matched is what values were among, if each is one reference, and if each is a list of
// them.
type matched struct{ scalar, list matches }

// matches are the ids that the values of a field were among, in all levels so far.
type matches struct {
	levels    int
	values    uint64     // different ones in each level, of all levels together
	first     firstFew   // of the values
	one       []*idSpace // each has all of the values
	any       []*idSpace // each value is in exactly one of these
	scattered bool       // some value is in none, or in two
}

// firstFew is some different values: as many as tell that there are enough of them.
type firstFew struct {
	list [4]uint64
	n    int
}

// add reports whether there is room for more.
func (f *firstFew) add(h uint64) bool {
	if f.n < len(f.list) && !slices.Contains(f.list[:f.n], h) {
		f.list[f.n] = h
		f.n++
	}
	return f.n < len(f.list)
}

const (
	longestID  = 256     // bytes of a value that may refer to something
	mostChance = 1 << 10 // different numbers under a name that does not speak of references
)

func hash(b []byte) uint64 { return max(xxh3.Hash(b), 1) }

// isOdd reports whether a value is an integer in an unusual form: "+2" and "2" are the
// same id where ids are numbers, and two ids where they are strings.
func isOdd(b []byte) bool {
	digits := b
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		digits = b[1:]
	}
	for _, c := range digits {
		if c-'0' > 9 {
			return false
		}
	}
	return len(digits) > 0 && (b[0] == '+' || digits[0] == '0' && len(b) > 1)
}

// idWord returns what a value is as an id, or nothing if it is none. White space around a
// text is no part of it, as in a build.
func idWord(v *source.Value) []byte {
	switch v.Kind {
	case source.Text:
		return source.Trim(v.Bytes)
	case source.String, source.Number:
		return v.Bytes
	}
	return nil
}

// addWord notes a value of a possible id.
func (id *idSpace) addWord(word []byte, b *budget) {
	if isOdd(word) {
		id.twice = true
		return
	}
	sign, _ := signOf(word)
	id.says |= sign
	id.level.put(hash(word), b)
}

// add notes a value that may be a reference.
func (r *refs) add(name string, v *source.Value, b *budget) {
	if r.off {
		return
	}
	switch v.Kind {
	case source.Text:
		r.addText(name, source.Trim(v.Bytes), b)
	case source.String:
		r.unlisted = true
		r.addWord(single, v.Bytes, b)
	case source.Number:
		r.unlisted = true
		r.number = r.number || !isNone(v.Bytes)
		r.addNumber(single, name, v.Bytes, b)
	case source.List:
		r.lists = true
		r.addItems(name, v.Items, b)
	case source.Numbers:
		r.lists = true
		r.stop(b)
	case source.Bool:
		r.stop(b)
	}
}

// addItems notes the items of a JSON list.
func (r *refs) addItems(name string, items []source.Value, b *budget) {
	r.distinct.reset()
	for i := range items {
		switch it := &items[i]; {
		case it.Kind == source.String, it.Kind == source.Number && isNone(it.Bytes):
			r.addWord(part, it.Bytes, b)
		case it.Kind == source.Number:
			r.number = true
			r.addListed(name, it.Bytes, b)
		default:
			r.stop(b)
		}
		if r.off {
			return
		}
	}
}

// distinct is the numbers of a list, none of which has been met twice.
type distinct struct {
	hashes []uint64
	bits   [16]uint64 // by the ends of these: most numbers need no search
}

func (l *distinct) reset() {
	if l != nil {
		l.hashes, l.bits = l.hashes[:0], [16]uint64{}
	}
}

// add reports whether a number is new in the list, and there is room for it.
func (l *distinct) add(h uint64) bool {
	word, bit := &l.bits[h>>6%16], uint64(1)<<(h%64)
	if len(l.hashes) == source.LongList || *word&bit != 0 && slices.Contains(l.hashes, h) {
		return false
	}
	*word |= bit
	l.hashes = append(l.hashes, h)
	return true
}

// addListed notes a number of a list. What is met twice in one list is a cell, a size, a
// byte of a colour.
func (r *refs) addListed(name string, text []byte, b *budget) {
	if !r.numberLists && !mayListRefs(name) {
		r.stop(b)
		return
	}
	r.numberLists = true
	if r.distinct == nil {
		r.distinct = &distinct{}
	}
	if !isNone(text) && !r.distinct.add(hash(text)) {
		r.stop(b)
		return
	}
	r.addNumber(part, name, text, b)
}

func (r *refs) addText(name string, text []byte, b *budget) {
	if len(text) > 64*longestID {
		r.stop(b)
		return
	}
	it := source.Split(text)
	if !it.Next() {
		if it.Err() != nil {
			r.stop(b)
		}
		return
	}
	first := it.Item()
	if isNumber := source.IsNumber(first); len(first) == len(text) && isNumber {
		r.addNumber(single, name, first, b)
		return
	} else if len(first) == len(text) {
		r.addWord(single, first, b)
		return
	} else if isNumber {
		r.addNumbers(name, &it, b)
		return
	}
	if len(text) <= longestID {
		r.addWord(multi, text, b)
	} else {
		r.sets[multi].full = true
	}
	for more := true; more; more = it.Next() {
		r.addWord(part, it.Item(), b)
	}
	if it.Err() != nil {
		r.sets[part].full = true
	}
}

// addNumbers notes the numbers of a text, of which it has met the first.
func (r *refs) addNumbers(name string, it *source.Items, b *budget) {
	r.distinct.reset()
	for more := true; more && !r.off; more = it.Next() {
		if !source.IsNumber(it.Item()) {
			r.stop(b)
			return
		}
		r.addListed(name, it.Item(), b)
	}
	if it.Err() != nil {
		r.stop(b)
	}
}

func (r *refs) addNumber(to which, name string, text []byte, b *budget) {
	if _, err := source.ParseInt(text, 64); err == source.ErrFraction {
		r.stop(b)
		return
	}
	if r.sets[to].n > mostChance && !speaksOfRefs(name) && !speaksOfRefLists(name) {
		r.stop(b)
		return
	}
	r.addWord(to, text, b)
}

// addWord notes a value, or a word of one, in one of the sets.
func (r *refs) addWord(to which, word []byte, b *budget) {
	if len(word) > longestID || isOdd(word) {
		r.stop(b)
		return
	}
	if sign, id := signOf(word); sign != 0 {
		r.addSigned(to, sign, word, id, b)
	} else if len(word) > 0 {
		r.bare = true
		r.sets[to].put(hash(word), b)
	}
}

// settle adds the values that wait.
func (s *sets) settle(b *budget) {
	for i := range s {
		s[i].settle(b)
	}
}

func (s *sets) full() bool { return s[single].full || s[multi].full || s[part].full }

func (s *sets) drop(b *budget) {
	for i := range s {
		s[i].drop(b)
	}
}

// take moves the values of o to s.
func (s *sets) take(o *sets) {
	none := budget{left: mostAllValues}
	s.settle(&none)
	o.settle(&none)
	for i := range s {
		o[i].each(func(h uint64) bool {
			s[i].add(h, &none)
			return true
		})
		s[i].full = s[i].full || o[i].full
	}
	o.drop(&none)
}

// settle adds the values that wait.
func (r *refs) settle(b *budget) {
	r.sets.settle(b)
	if r.signed != nil {
		r.signed.written.settle(b)
		r.signed.meant.settle(b)
	}
}

// full reports whether a level had too many values, or one that is no id.
func (r *refs) full() bool {
	return r.sets.full() || r.signed != nil && (r.signed.written.full() || r.signed.meant.full())
}

func (r *refs) drop(b *budget) {
	r.sets.drop(b)
	if r.signed != nil {
		r.signed.written.drop(b)
		r.signed.meant.drop(b)
	}
}

// stop gives up: the field refers to nothing.
func (r *refs) stop(b *budget) {
	r.off = true
	r.drop(b)
}

func (r *refs) merge(o *refs) {
	r.sets.take(&o.sets)
	if o.signed != nil {
		s := r.sign()
		s.written.take(&o.signed.written)
		s.meant.take(&o.signed.meant)
	}
	r.lists = r.lists || o.lists
	r.join(o)
}

// join is merge for what is known over all levels.
func (r *refs) join(o *refs) {
	if o.signed != nil || r.signed != nil {
		r.sign().join(&r.matched, o)
	}
	r.unlisted, r.number, r.bare = r.unlisted || o.unlisted, r.number || o.number, r.bare || o.bare
	r.numberLists = r.numberLists || o.numberLists
	r.off = r.off || o.off
	r.matched.merge(&o.matched)
}

func (m *matched) merge(o *matched) {
	m.scalar.merge(&o.scalar)
	m.list.merge(&o.list)
}

// mark notes the ids, other than own, that the values under a name may refer to.
func (r *refs) mark(name string, own *idSpace, marked map[*idSpace]bool) {
	if r.off {
		return
	}
	for _, m := range r.ways() {
		for _, id := range slices.Concat(m.one, m.any) {
			if id != own && (!r.numberLists || speaksOfRefLists(name) || speaksOf(name, id.kind)) {
				marked[id] = true
			}
		}
	}
}

// ways returns what the values were among, read in each way.
func (r *refs) ways() []*matches {
	out := []*matches{&r.scalar, &r.list}
	if r.signed != nil {
		out = append(out, &r.signed.scalar, &r.signed.list)
	}
	return out
}

func (m *matches) merge(o *matches) {
	switch {
	case o.levels == 0:
		return
	case m.levels == 0:
		*m = *o
		return
	}
	m.levels += o.levels
	m.values += o.values
	for _, h := range o.first.list[:o.first.n] {
		m.first.add(h)
	}
	m.scattered = m.scattered || o.scattered
	m.one = slices.DeleteFunc(slices.Clone(m.one), func(id *idSpace) bool { return !slices.Contains(o.one, id) })
	for _, id := range o.any {
		if !slices.Contains(m.any, id) {
			m.any = append(slices.Clip(m.any), id) // others may share it
		}
	}
}

// endLevel compares the values of a field in a level with the level's ids, and forgets
// them.
func (r *refs) endLevel(name string, ids *levelIDs, b *budget) {
	if r.off {
		return
	}
	if s := r.signed; s == nil {
		r.try(name, ids, r.lists, &r.sets)
	} else {
		s.begin(&r.matched)
		r.try(name, ids, r.lists, &r.sets, &s.written)
		s.try(name, ids, r.lists, &r.sets, &s.meant)
	}
	r.drop(b)
	r.lists = false
}

// try notes which ids include all values of a level. lists says that there were JSON's.
func (m *matched) try(name string, ids *levelIDs, lists bool, of ...*sets) {
	var used [3][]*set
	for _, s := range of {
		for i := range s {
			if s[i].used() {
				used[i] = append(used[i], &s[i])
			}
		}
	}
	if len(used[single])+len(used[multi]) > 0 && !lists {
		m.scalar.try(name, ids, slices.Concat(used[single], used[multi])...)
	}
	if len(used[single])+len(used[multi])+len(used[part]) > 0 {
		m.list.try(name, ids, slices.Concat(used[single], used[part])...)
	}
}

// try notes which ids include all of the values.
func (m *matches) try(name string, ids *levelIDs, values ...*set) {
	now := matches{levels: 1}
	for i, s := range values {
		now.values += s.notIn(values[:i])
		s.each(now.first.add)
		now.scattered = now.scattered || s.full
	}
	if !now.scattered {
		now.one = ids.havingAll(name, values)
		for _, s := range values {
			now.scattered = now.scattered || !s.each(func(h uint64) bool { return now.scatter(ids, h) })
		}
	}
	m.merge(&now)
}

func hasAll(ids *set, values []*set) bool {
	for _, s := range values {
		if !s.each(ids.has) {
			return false
		}
	}
	return true
}

// scatter finds the kind that has the value. It reports false unless there is exactly
// one.
func (m *matches) scatter(ids *levelIDs, h uint64) bool {
	var found *idSpace
	alone := true
	ids.having(h, func(id *idSpace) bool {
		if found != nil && found.kind != id.kind {
			alone = false
			return false
		}
		found = id
		if !slices.Contains(m.any, id) {
			m.any = append(m.any, id)
		}
		return true
	})
	return found != nil && alone
}
