package inline

import (
	"iter"
	"math"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Vec is a growing array over storage that its caller supplies. The zero Vec
// has none and is ready to use.
//
// Storage is v's own first. As v grows, it is a slot of its site's pool, if that has
// one that is large enough, or else on the Go heap. It stays there until [Vec.Free] or
// [Vec.Shrink].
//
// Invariants: c == len(b); n <= c; c is 0 before the first use of any storage,
// at most len(home) while v's own is in use and greater after that.
type Vec[T any] struct {
	_    noCopy
	b    []T // the storage in use, in its full length
	n, c int // not len(b): with that Push would cost the inliner 81 of 80
	home []T // v's own storage
	site *Site
}

// Over returns an empty Vec over buf, whose contents are neither read nor cleared. What
// counts is the length of buf and not its capacity: Over(buf[:0]) has no storage.
//
// Over leaves it to the first growth to take buf into use: a header that
// is nothing but zeros and buf costs half as much to set up (BenchmarkVec/n=3).
func Over[T any](buf []T) Vec[T] { return Vec[T]{home: buf} }

// SpillTo sets where v takes storage from when its own is full. Call it before
// v is first filled.
func (v *Vec[T]) SpillTo(s *Site) { v.site = s }

// Push appends x. It inlines. The comparison reads the capacity first and the
// length from memory: the other way round each Push waits for the one before it
// (BenchmarkVec).
func (v *Vec[T]) Push(x T) {
	if v.c == v.n {
		v.grow()
	}
	v.b[v.n] = x
	v.n++
}

// TryPush is Push for a Vec that is not to spill: it reports false, and appends
// nothing, where the storage in use is full.
func (v *Vec[T]) TryPush(x T) bool {
	if v.c == v.n && !v.opened() {
		return false
	}
	v.b[v.n] = x
	v.n++
	return true
}

// grow makes room for one more element at least.
//
//go:noinline
func (v *Vec[T]) grow() {
	if !v.opened() {
		v.moveTo(v.moved(1))
	}
}

// minCap returns the least capacity that storage is taken for: four elements, or fewer of
// large ones, which often come alone.
func minCap[T any]() int {
	switch size := mem.Size[T](); {
	case size <= 32:
		return 4
	case size <= 64:
		return 2
	}
	return 1
}

// opened takes v's own storage into use. It reports false if there is none, or if
// storage is in use already.
func (v *Vec[T]) opened() bool {
	if v.c != 0 || len(v.home) == 0 {
		return false
	}
	v.b = v.home
	v.c = len(v.home)
	v.n = start
	return true
}

// start is 0 from memory. Current Intel cores forward a length that was stored from a
// register to the loads in Push at no cost, but not a constant; a third of
// BenchmarkVec/n=40 depends on it.
var start int

// moved returns fresh storage with the elements and room for n more. The old storage
// stays in use until moveTo, because what is to be appended may be in it. If n is more
// than there can be, nothing changes.
func (v *Vec[T]) moved(n int) []T {
	if n > math.MaxInt-v.n {
		panic("inline: more elements than there can be")
	}
	b := take[T](v.site, max(v.n+n, 2*v.c, minCap[T]()))
	copy(b, v.b[:v.n])
	return b
}

// moveTo takes what moved returned into use.
func (v *Vec[T]) moveTo(b []T) {
	v.release()
	v.b = b
	v.c = len(b)
}

// release gives storage back that is not v's own.
func (v *Vec[T]) release() {
	if v.c > len(v.home) {
		giveBack(v.site, v.b)
	}
}

// Grow makes room for n more elements. It panics, as make does, if n is more
// than there can be; v is as before then.
func (v *Vec[T]) Grow(n int) {
	if !v.roomFor(n) {
		v.moveTo(v.moved(n))
	}
}

// roomFor reports whether n more elements fit the storage in use.
func (v *Vec[T]) roomFor(n int) bool { return v.c-v.n >= n || v.opened() && v.c >= n }

// Append appends all of xs, which may be a part of v.
func (v *Vec[T]) Append(xs ...T) {
	if v.c-v.n < len(xs) {
		v.appendMoving(xs)
		return
	}
	v.n += copy(v.b[v.n:], xs)
}

// appendMoving is Append if the storage in use is too small.
func (v *Vec[T]) appendMoving(xs []T) {
	if v.opened() && len(xs) <= v.c {
		v.n = copy(v.b, xs)
		return
	}
	b := v.moved(len(xs))
	v.n += copy(b[v.n:], xs)
	v.moveTo(b)
}

// Extend appends n elements, none if n is negative, and returns them to be filled:
// their contents are whatever the storage held. If n is too large, see Grow.
func (v *Vec[T]) Extend(n int) []T {
	n = max(n, 0)
	v.Grow(n)
	v.n += n
	return v.b[v.n-n : v.n : v.n]
}

// Pop removes the last element; it reports false if there is none.
func (v *Vec[T]) Pop() (x T, ok bool) {
	if v.n == 0 {
		return x, false
	}
	v.n--
	return v.b[v.n], true
}

// Top returns the last element, or nil, until v next grows or is freed.
func (v *Vec[T]) Top() *T {
	if v.n == 0 {
		return nil
	}
	return &v.b[v.n-1]
}

// Insert puts x in front of element i, or at the end where i is Len. It panics,
// as an index does, where i is out of range.
func (v *Vec[T]) Insert(i int, x T) {
	_ = v.b[:v.n][i:]
	v.Push(x)
	copy(v.b[i+1:v.n], v.b[i:v.n-1])
	v.b[i] = x
}

// Remove removes element i and keeps the order of the rest. It panics, as an
// index does, where i is out of range.
func (v *Vec[T]) Remove(i int) {
	s := v.b[:v.n]
	copy(s[i:], s[i+1:])
	v.n--
}

// SwapRemove removes element i and puts the last one in its place. It panics, as
// an index does, where i is out of range.
func (v *Vec[T]) SwapRemove(i int) {
	s := v.b[:v.n]
	s[i] = s[len(s)-1]
	v.n--
}

// Truncate removes all elements from n on; it does nothing where there are none, or if n
// is negative.
func (v *Vec[T]) Truncate(n int) {
	if n >= 0 && n < v.n {
		v.n = n
	}
}

// Reset removes all elements and keeps the storage, its contents too: clear
// Slice before it where they hold pointers and v lives on for long.
func (v *Vec[T]) Reset() { v.n = start }

// Free removes all elements, gives spilled storage back and leaves v as it was
// made. A Vec that has spilled to a pool and is not freed keeps its slot; freeing
// one that has not costs a comparison.
func (v *Vec[T]) Free() {
	if v.c > len(v.home) {
		v.close()
	}
	v.n = 0
}

//go:noinline
func (v *Vec[T]) close() {
	v.release()
	v.b, v.c = nil, 0
}

// Shrink moves the elements back into v's own storage if they fit there, and
// gives spilled storage back.
func (v *Vec[T]) Shrink() {
	if v.c <= len(v.home) || v.n > len(v.home) {
		return
	}
	copy(v.home, v.b[:v.n])
	v.release()
	v.b = v.home
	v.c = len(v.home)
}

// Len returns the number of elements.
func (v *Vec[T]) Len() int { return v.n }

// Cap returns the number of elements that fit without taking storage.
func (v *Vec[T]) Cap() int { return max(v.c, len(v.home)) }

// Where tells where the elements are.
func (v *Vec[T]) Where() Storage { return whereIs(v.site, v.b, v.c > len(v.home)) }

// Slice returns the elements, until v next grows or is freed. Its capacity is its
// length: appending to it does not write into v.
func (v *Vec[T]) Slice() []T { return v.b[:v.n:v.n] }

// All returns the elements with their indices, as many as there were when the loop
// began, or fewer if the loop removes some. The loop may change v: each step reads what
// v has then.
func (v *Vec[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		n := v.n
		for i := 0; i < n && i < v.n; i++ {
			if !yield(i, v.b[i]) {
				return
			}
		}
	}
}
