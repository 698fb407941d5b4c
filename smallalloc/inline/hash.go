package inline

import (
	"hash/maphash"
	"math"
	"math/rand/v2"
	"reflect"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// keyKind is how a key is hashed.
type keyKind uint8

const (
	keyOther keyKind = iota // maphash.Comparable
	keyWord                 // of an integer kind, in a table of up to wordSlots: one multiplication
	keyMany                 // of an integer kind, in a larger one, or where too many have met: mem.HashWord
	keyText                 // of a string kind: mem.Hash
)

// kindOf returns the keyKind of K. A named type has that of its underlying type.
func kindOf[K comparable]() keyKind {
	switch reflect.TypeFor[K]().Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return keyWord
	case reflect.String:
		return keyText
	}
	return keyOther
}

// kindIn returns the keyKind of K in a table of so many slots.
func kindIn[K comparable](slots int) keyKind {
	kind := kindOf[K]()
	if kind == keyWord && slots > wordSlots {
		return keyMany
	}
	return kind
}

// The hashes differ in each process, so that the keys of a hostile level cannot be
// chosen to collide.
var (
	factor    = newFactor(rand.Uint64)
	wordKey   = mem.Key{rand.Uint64() | 1, rand.Uint64() | 1}
	textKey   = mem.Key{rand.Uint64() | 1, rand.Uint64() | 1}
	otherSeed = maphash.MakeSeed()
)

// wordSlots is the largest table whose integer keys are hashed by one multiplication.
// Keys in a row, the most frequent ones, then have places of their own, which random
// ones have not: a lookup costs two thirds of one by mem.HashWord (BenchmarkMapGet).
// But keys that are multiples of some number may happen to meet, because the product
// keeps their structure. A small table in which they do is hashed anew (maxReach); for a
// large one that would take too long.
const wordSlots = 128

// maxReach is how far from its place an integer may be under one multiplication. If one
// is further, the hash of that table is mem.HashWord from then on. One stride of thirty
// comes to that (TestNoStrideIsSlow), and two of five tables of 96 random keys.
const maxReach = 16

// newFactor returns what integer keys are multiplied by; the high bits of the product
// are the hash (multiply-shift: Dietzfelbinger et al. 1997). It is random throughout,
// but not one of those under which keys in a row pile up.
func newFactor(random func() uint64) uint64 {
	for {
		if f := random() | 1; spreads(f) {
			return f
		}
	}
}

// spreads reports whether the first keys of a row are spread evenly by f: of multiples
// of f, as fractions of 2^64, the q-th is further than 1/5q from the first of all. For
// the golden ratio, which spreads them best (Knuth, volume 3, 6.4), that is 1/2.6q.
func spreads(f uint64) bool {
	for q := uint64(1); q <= wordSlots; q++ {
		if d := q * f; min(d, -d) < math.MaxUint64/5/q {
			return false
		}
	}
	return true
}

// tagOf returns the hash of k: its high bits are the place in a table, and it is
// never 0.
func tagOf[K comparable](kind keyKind, k K) uint32 {
	switch kind {
	case keyWord:
		return uint32(mem.Bits(k)*factor>>32) | 1
	case keyMany:
		return uint32(mem.HashWord(mem.Bits(k), wordKey)>>32) | 1
	case keyText:
		return uint32(mem.Hash(mem.String(k), textKey)>>32) | 1
	}
	return uint32(maphash.Comparable(otherSeed, k)>>32) | 1
}
