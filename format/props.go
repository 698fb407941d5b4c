package format

import (
	"iter"
	"math"

	"github.com/tinylib/msgp/msgp"
)

// Props is one msgpack map with strings for keys: the dynamic properties of a row, or a
// file's metadata. It is read in place, entry by entry, and nothing is decoded or
// allocated before it is asked for. In a checked file (rule 9), a map is whole and has
// no key twice. On any other bytes the methods find fewer entries, and do not fail.
//
// Get walks over the entries. To read many of them, range over All once.
type Props []byte

// Value is one msgpack value within Props.
type Value []byte

// ValueKind is the kind of a Value: [NoValue], [Nil], [Bool], [Int], [Uint], [Float],
// [String], [Bytes], [List] or [Map].
type ValueKind uint8

const (
	NoValue ValueKind = iota // no bytes, or not msgpack
	Nil
	Bool
	Int   // an integer that fits an int64
	Uint  // a larger one
	Float // of 32 or 64 bits
	String
	Bytes
	List
	Map
)

var kindNames = []string{NoValue: "no value", Nil: "nil", Bool: "bool", Int: "int", Uint: "uint", Float: "float",
	String: "string", Bytes: "bytes", List: "list", Map: "map"}

// String returns the kind's name in small letters.
func (k ValueKind) String() string { return nameOf(kindNames, uint8(k)) }

// Len returns the number of entries.
func (p Props) Len() int {
	n, _, err := msgp.ReadMapHeaderBytes(p)
	if err != nil || uint64(n) > uint64(len(p)) {
		return 0
	}
	return int(n)
}

// Get returns the value of a key, or NoValue.
func (p Props) Get(key string) Value {
	for k, v := range p.All() {
		if string(k) == key {
			return v
		}
	}
	return nil
}

// All ranges over the entries in the order of the file. Keys and values share the
// memory of p.
func (p Props) All() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		n, b, err := msgp.ReadMapHeaderBytes(p)
		if err != nil {
			return
		}
		for range n {
			key, rest, err := msgp.ReadStringZC(b)
			if err != nil {
				return
			}
			after, err := msgp.Skip(rest)
			if err != nil || !yield(key, Value(rest[:len(rest)-len(after)])) {
				return
			}
			b = after
		}
	}
}

// Kind returns what kind of value v is.
func (v Value) Kind() ValueKind {
	if len(v) == 0 {
		return NoValue
	}
	switch msgp.NextType(v) {
	case msgp.NilType:
		return Nil
	case msgp.BoolType:
		return Bool
	case msgp.IntType:
		return Int
	case msgp.UintType:
		if _, ok := v.Int(); ok {
			return Int
		}
		return Uint
	case msgp.Float32Type, msgp.Float64Type:
		return Float
	case msgp.StrType:
		return String
	case msgp.BinType:
		return Bytes
	case msgp.ArrayType:
		return List
	case msgp.MapType:
		return Map
	}
	return NoValue
}

// Bool returns the value of a Bool.
func (v Value) Bool() (b, ok bool) {
	b, _, err := msgp.ReadBoolBytes(v)
	return b, err == nil
}

// Int returns the value of an Int.
func (v Value) Int() (int64, bool) {
	i, _, err := msgp.ReadInt64Bytes(v)
	return i, err == nil
}

// Uint returns the value of a Uint, or of an Int that is not negative.
func (v Value) Uint() (uint64, bool) {
	u, _, err := msgp.ReadUint64Bytes(v)
	return u, err == nil
}

// Float returns the value of a Float, or of an Int or Uint that a float64 holds
// exactly.
func (v Value) Float() (float64, bool) {
	if f, _, err := msgp.ReadFloat64Bytes(v); err == nil {
		return f, true
	}
	if i, ok := v.Int(); ok {
		f := float64(i)
		return f, f < math.MaxInt64 && int64(f) == i
	}
	if u, ok := v.Uint(); ok {
		f := float64(u)
		return f, f < math.MaxUint64 && uint64(f) == u
	}
	return 0, false
}

// Text returns the bytes of a String, which are part of v.
func (v Value) Text() ([]byte, bool) {
	s, _, err := msgp.ReadStringZC(v)
	return s, err == nil
}

// Bytes returns the bytes of a Bytes, which are part of v.
func (v Value) Bytes() ([]byte, bool) {
	b, _, err := msgp.ReadBytesZC(v)
	return b, err == nil
}

// Map returns the entries of a Map, which are part of v.
func (v Value) Map() (Props, bool) { return Props(v), v.Kind() == Map }

// Len returns the number of values of a List, and 0 for anything else.
func (v Value) Len() int {
	n, rest, err := msgp.ReadArrayHeaderBytes(v)
	if err != nil || uint64(n) > uint64(len(rest)) {
		return 0
	}
	return int(n)
}

// All ranges over the values of a List.
func (v Value) All() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		n, b, err := msgp.ReadArrayHeaderBytes(v)
		if err != nil {
			return
		}
		for i := range int(n) {
			after, err := msgp.Skip(b)
			if err != nil || !yield(i, Value(b[:len(b)-len(after)])) {
				return
			}
			b = after
		}
	}
}

// Any returns v as Go values: nil, bool, int64, uint64, float64, string, []byte, []any
// and map[string]any. It allocates. It is for callers that do not know what type to
// expect.
func (v Value) Any() any { return v.any(0) }

func (v Value) any(depth int) any {
	if depth > MaxPropDepth {
		return nil
	}
	switch v.Kind() {
	case Bool:
		b, _ := v.Bool()
		return b
	case Int:
		i, _ := v.Int()
		return i
	case Uint:
		u, _ := v.Uint()
		return u
	case Float:
		f, _ := v.Float()
		return f
	case String:
		s, _ := v.Text()
		return string(s)
	case Bytes:
		b, _ := v.Bytes()
		return append([]byte(nil), b...)
	case List:
		list := []any{}
		for _, e := range v.All() {
			list = append(list, e.any(depth+1))
		}
		return list
	case Map:
		m := map[string]any{}
		for k, e := range Props(v).All() {
			m[string(k)] = e.any(depth + 1)
		}
		return m
	}
	return nil
}
