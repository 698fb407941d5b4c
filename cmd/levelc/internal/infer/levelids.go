package infer

import (
	"cmp"
	"slices"
	"sort"
)

// levelIDs are the values of one level that could be ids. Each field that could refer
// to something is compared with them, which must not take time for each pair.
type levelIDs struct {
	all    []*idSpace
	index  []idValue             // all values in order, if there are more than a few fields
	spoken map[string][]*idSpace // see spokenOf
}

// idValue says that a field has a value.
type idValue struct {
	hash  uint64
	field int32 // in levelIDs.all
}

const (
	fewIDs    = 32  // up to this many are compared one by one
	mostAlike = 256 // up to this many are told apart by their values
)

func newLevelIDs(all []*idSpace) *levelIDs {
	ids := &levelIDs{all: all, spoken: map[string][]*idSpace{}}
	if len(all) <= fewIDs {
		return ids
	}
	n := 0
	for _, id := range all {
		n += id.level.n
	}
	ids.index = make([]idValue, 0, n)
	for i, id := range all {
		id.level.each(func(h uint64) bool {
			ids.index = append(ids.index, idValue{h, int32(i)})
			return true
		})
	}
	slices.SortFunc(ids.index, func(a, b idValue) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.field, b.field))
	})
	return ids
}

// with returns the part of the index that has a value.
func (ids *levelIDs) with(h uint64) []idValue {
	from, _ := slices.BinarySearchFunc(ids.index, h, func(v idValue, h uint64) int { return cmp.Compare(v.hash, h) })
	rest := ids.index[from:]
	end := sort.Search(len(rest), func(i int) bool { return rest[i].hash > h })
	return rest[:end]
}

// having calls f for the fields that have a value, until it returns false.
func (ids *levelIDs) having(h uint64, f func(*idSpace) bool) {
	if ids.index == nil {
		for _, id := range ids.all {
			if id.level.has(h) && !f(id) {
				return
			}
		}
		return
	}
	for _, v := range ids.with(h) {
		if !f(ids.all[v.field]) {
			return
		}
	}
}

// havingAll returns the fields that have all of the values, among those in worth.
func (ids *levelIDs) havingAll(name string, values []*set) []*idSpace {
	var out []*idSpace
	for _, id := range ids.worth(name, values) {
		if hasAll(&id.level, values) {
			out = append(out, id)
		}
	}
	return out
}

// worth returns the fields that may have all of the values. If each value is in very
// many fields, only names can tell them apart: then it returns the fields that the name
// of the referring field speaks of.
func (ids *levelIDs) worth(name string, values []*set) []*idSpace {
	rare, ok := ids.rarest(values)
	switch {
	case !ok:
		return ids.all
	case len(rare) > mostAlike:
		return ids.spokenOf(name)
	}
	out := make([]*idSpace, len(rare))
	for i, v := range rare {
		out[i] = ids.all[v.field]
	}
	return out
}

// rarest returns the fields with the value that the fewest have, or with one that few
// have.
func (ids *levelIDs) rarest(values []*set) (rare []idValue, ok bool) {
	if ids.index == nil {
		return nil, false
	}
	for _, s := range values {
		s.each(func(h uint64) bool {
			if who := ids.with(h); !ok || len(who) < len(rare) {
				rare, ok = who, true
			}
			return len(rare) > fewIDs
		})
	}
	return rare, ok
}

// spokenOf returns the fields whose kinds a name speaks of.
func (ids *levelIDs) spokenOf(name string) []*idSpace {
	out, known := ids.spoken[name]
	if !known {
		for _, id := range ids.all {
			if speaksOf(name, id.kind) {
				out = append(out, id)
			}
		}
		ids.spoken[name] = out
	}
	return out
}
