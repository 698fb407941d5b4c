package format

import (
	"bytes"
	"slices"

	"github.com/tinylib/msgp/msgp"
)

// keyCheck checks that bytes are exactly one msgpack map that Props can read. It reuses
// its memory.
type keyCheck struct {
	keys [][]byte
}

// check says what is wrong, or returns "".
func (k *keyCheck) check(b []byte) string {
	if len(b) == 0 || msgp.NextType(b) != msgp.MapType {
		return "not a map"
	}
	rest, what := k.value(b, 0)
	if what == "" && len(rest) != 0 {
		return "bytes after the map"
	}
	k.keys = k.keys[:0]
	return what
}

// value checks one value. Since the depth is limited, it may recurse.
func (k *keyCheck) value(b []byte, depth int) (rest []byte, what string) {
	if len(b) == 0 {
		return nil, "ends early"
	}
	var err error
	switch msgp.NextType(b) {
	case msgp.MapType, msgp.ArrayType:
		if depth >= MaxPropDepth {
			return nil, "nested deeper than 64"
		}
		if msgp.NextType(b) == msgp.MapType {
			return k.pairs(b, depth)
		}
		n, rest, err := msgp.ReadArrayHeaderBytes(b)
		if err != nil || uint64(n) > uint64(len(rest)) {
			return nil, "ends early"
		}
		for range n {
			if rest, what = k.value(rest, depth+1); what != "" {
				return nil, what
			}
		}
		return rest, ""
	case msgp.StrType:
		var s []byte
		if s, rest, err = msgp.ReadStringZC(b); err == nil && !valid(s) {
			return nil, "a string is not valid UTF-8"
		}
	case msgp.NilType, msgp.BoolType, msgp.IntType, msgp.UintType, msgp.Float32Type, msgp.Float64Type, msgp.BinType:
		rest, err = msgp.Skip(b)
	default:
		return nil, "a value of a type that properties do not have"
	}
	if err != nil {
		return nil, "ends early"
	}
	return rest, ""
}

func (k *keyCheck) pairs(b []byte, depth int) (rest []byte, what string) {
	n, rest, err := msgp.ReadMapHeaderBytes(b)
	if err != nil || uint64(n) > uint64(len(rest))/2 {
		return nil, "ends early"
	}
	first := len(k.keys)
	for range n {
		if msgp.NextType(rest) != msgp.StrType {
			return nil, "a key is not a string"
		}
		var key []byte
		if key, rest, err = msgp.ReadStringZC(rest); err != nil {
			return nil, "ends early"
		}
		if !valid(key) {
			return nil, "a key is not valid UTF-8"
		}
		k.keys = append(k.keys, key)
		if rest, what = k.value(rest, depth+1); what != "" {
			return nil, what
		}
	}
	keys := k.keys[first:]
	k.keys = k.keys[:first]
	return rest, sameKey(keys)
}

// sameKey finds a key that comes twice. It compares a few keys directly and sorts many.
func sameKey(keys [][]byte) string {
	const twice = "a key comes twice"
	if len(keys) <= 12 {
		for i := range keys {
			for j := range i {
				if bytes.Equal(keys[i], keys[j]) {
					return twice
				}
			}
		}
		return ""
	}
	slices.SortFunc(keys, bytes.Compare)
	for i := 1; i < len(keys); i++ {
		if bytes.Equal(keys[i-1], keys[i]) {
			return twice
		}
	}
	return ""
}
