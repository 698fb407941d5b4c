package inline

import (
	"hash/maphash"
	"math/rand/v2"
	"reflect"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// keyKind is how a key is hashed.
type keyKind uint8

const (
	keyOther keyKind = iota // maphash.Comparable
	keyWord                 // of an integer kind: one multiplication
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

// The hashes differ in each process, so that the keys of a hostile level cannot be
// chosen to collide.
var (
	factor    = newFactor(rand.Uint64())
	textKey   = mem.Key{rand.Uint64() | 1, rand.Uint64() | 1}
	otherSeed = maphash.MakeSeed()
)

// newFactor returns what integer keys are multiplied by; the high bits of the product
// are the hash (multiply-shift: Dietzfelbinger et al. 1997). It begins with
// 28 bits of the golden ratio, by which keys in a row spread as evenly as they
// can (Fibonacci hashing: Knuth, volume 3, 6.4), as long as there are not more
// than some ten thousand (TestIntegersSpread); a factor random throughout would
// pile them up now and then. The other 36 bits are random.
func newFactor(random uint64) uint64 {
	const golden = 0x9E3779B97F4A7C15
	return golden>>36<<36 | random>>28 | 1
}

// tagOf returns the hash of k: its high bits are the place in a table, and it is
// never 0.
func tagOf[K comparable](kind keyKind, k K) uint32 {
	switch kind {
	case keyWord:
		return uint32(mem.Bits(k)*factor>>32) | 1
	case keyText:
		return uint32(mem.Hash(mem.String(k), textKey)>>32) | 1
	}
	return uint32(maphash.Comparable(otherSeed, k)>>32) | 1
}
