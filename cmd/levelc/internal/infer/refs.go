package infer

import (
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// idField is an attribute that could be the id of a kind. All elements of one name
// share it, wherever they are.
type idField struct {
	kind   string
	level  set  // the values in the level that is being read
	twice  bool // it is no id: a value was met twice in one level, or is odd
	values uint64
	astray bool // some values are now in elements of another name
}

// refs is what is known of a field as a reference.
type refs struct {
	// In the level that is being read: values of one word, values of several words, and
	// the words of those.
	singles, multis, parts set
	lists                  bool // JSON: there were lists
	alone                  bool // JSON: there were values outside of lists, in any level
	off                    bool // it is not a reference

	scalar, list matches // over all levels
}

// matches are the ids that the values of a field were among, in all levels so far.
type matches struct {
	levels    int
	values    uint64     // different ones in each level, of all levels together
	first     firstFew   // of the values
	one       []*idField // each has all of the values
	any       []*idField // each value is in exactly one of these
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
func (d *idField) addWord(word []byte, b *budget) {
	if isOdd(word) {
		d.twice = true
		return
	}
	d.level.put(hash(word), b)
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
		r.alone = true
		r.addWord(&r.singles, v.Bytes, b)
	case source.Number:
		r.alone = true
		r.addNumber(name, &r.singles, v.Bytes, b)
	case source.List:
		r.lists = true
		for i := range v.Items {
			if v.Items[i].Kind != source.String {
				r.stop(b)
				return
			}
			r.addWord(&r.parts, v.Items[i].Bytes, b)
		}
	case source.Numbers:
		r.lists = true
		r.stop(b)
	case source.Bool:
		r.stop(b)
	}
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
		r.addNumber(name, &r.singles, first, b)
		return
	} else if len(first) == len(text) {
		r.addWord(&r.singles, first, b)
		return
	} else if isNumber {
		r.stop(b)
		return
	}
	if len(text) <= longestID {
		r.addWord(&r.multis, text, b)
	} else {
		r.multis.full = true
	}
	for more := true; more; more = it.Next() {
		r.addWord(&r.parts, it.Item(), b)
	}
	if it.Err() != nil {
		r.parts.full = true
	}
}

func (r *refs) addNumber(name string, s *set, text []byte, b *budget) {
	if _, err := source.ParseInt(text, 64); err == source.ErrFraction {
		r.stop(b)
		return
	}
	if s.n > mostChance && !speaksOfRefs(name) {
		r.stop(b)
		return
	}
	r.addWord(s, text, b)
}

func (r *refs) addWord(s *set, word []byte, b *budget) {
	if len(word) > longestID || isOdd(word) {
		r.stop(b)
	} else if len(word) > 0 {
		s.put(hash(word), b)
	}
}

func (r *refs) sets() [3]*set { return [...]*set{&r.singles, &r.multis, &r.parts} }

// settle adds the values that wait.
func (r *refs) settle(b *budget) {
	for _, s := range r.sets() {
		s.settle(b)
	}
}

func (r *refs) drop(b *budget) {
	for _, s := range r.sets() {
		s.drop(b)
	}
}

// stop gives up: the field refers to nothing.
func (r *refs) stop(b *budget) {
	r.off = true
	r.drop(b)
}

func (r *refs) merge(o *refs) {
	none := budget{left: mostAllValues}
	r.settle(&none)
	o.settle(&none)
	for i, s := range r.sets() {
		from := o.sets()[i]
		from.each(func(h uint64) bool {
			s.add(h, &none)
			return true
		})
		s.full = s.full || from.full
		from.drop(&none)
	}
	r.lists = r.lists || o.lists
	r.alone = r.alone || o.alone
	r.off = r.off || o.off
	r.scalar.merge(&o.scalar)
	r.list.merge(&o.list)
}

// mark notes the ids, other than own, that the values may refer to.
func (r *refs) mark(own *idField, marked map[*idField]bool) {
	if r.off {
		return
	}
	for _, m := range []*matches{&r.scalar, &r.list} {
		for _, ids := range [][]*idField{m.one, m.any} {
			for _, id := range ids {
				if id != own {
					marked[id] = true
				}
			}
		}
	}
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
	m.one = slices.DeleteFunc(slices.Clone(m.one), func(d *idField) bool { return !slices.Contains(o.one, d) })
	for _, d := range o.any {
		if !slices.Contains(m.any, d) {
			m.any = append(slices.Clip(m.any), d) // others may share it
		}
	}
}

// endLevel compares the values of a field in a level with the level's ids, and forgets
// them.
func (r *refs) endLevel(name string, ids *levelIDs, b *budget) {
	if r.off {
		return
	}
	if (r.singles.used() || r.multis.used()) && !r.lists {
		r.scalar.try(name, ids, &r.singles, &r.multis)
	}
	if r.multis.used() || r.lists && r.parts.used() {
		r.list.try(name, ids, &r.singles, &r.parts)
	} else if r.singles.used() {
		r.list.try(name, ids, &r.singles)
	}
	r.drop(b)
	r.lists = false
}

// try notes which ids include all of the values.
func (m *matches) try(name string, ids *levelIDs, values ...*set) {
	now := matches{levels: 1}
	for _, s := range values {
		now.values += uint64(s.n)
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
	var found *idField
	alone := true
	ids.having(h, func(d *idField) bool {
		if found != nil && found.kind != d.kind {
			alone = false
			return false
		}
		found = d
		if !slices.Contains(m.any, d) {
			m.any = append(m.any, d)
		}
		return true
	})
	return found != nil && alone
}
