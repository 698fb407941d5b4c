package gen

import (
	"fmt"
	"strconv"
)

// finale is how many bodies stand in the last group of every level. They have
// names that are known from the start, so that anything may refer to them.
const finale = 8

// reserve is about what a group and the end of a level take up in XML. The last
// group begins before this much is left, so that levels end near their size.
const reserve = 9 << 10

// builder makes one level.
type builder struct {
	random random
	to     []notation
	size   func() int64 // of the XML so far
	failed func() bool
	stats  Stats

	bodies, groups, joints, triggers, lights, pickups int // numbers given out so far
}

// each says the same to all notations.
func (b *builder) each(f func(notation)) {
	for _, n := range b.to {
		f(n)
	}
}

func (b *builder) text(key, s string) { b.each(func(n notation) { n.text(same(key), s) }) }
func (b *builder) number(key, digits string) {
	b.each(func(n notation) { n.number(same(key), digits) })
}
func (b *builder) numbers(key string, list ...string) { b.named(same(key), list...) }
func (b *builder) named(key name, list ...string) {
	b.each(func(n notation) { n.numbers(key, list...) })
}
func (b *builder) words(key string, list ...string) {
	b.each(func(n notation) { n.words(same(key), list...) })
}
func (b *builder) truth(key string, is bool) { b.each(func(n notation) { n.truth(same(key), is) }) }

// node writes one node; f makes what is in it.
func (b *builder) node(kind, list string, f func()) {
	b.stats.Kinds[kind]++
	b.each(func(n notation) { n.open(kind, list) })
	f()
	b.each(func(n notation) { n.close(kind) })
}

// list stands around the children that f makes.
func (b *builder) list(key string, f func()) {
	b.each(func(n notation) { n.begin(key) })
	f()
	b.each(func(n notation) { n.end(key) })
}

// nest writes a nested struct. Each notation calls back for itself, so the
// values are chosen before.
func (b *builder) nest(key string, values func(n notation)) {
	b.each(func(n notation) { n.nest(key, func() { values(n) }) })
}

// span writes the elements of a list.
func (b *builder) span(key name, count int, values func(n notation, i int)) {
	b.each(func(n notation) { n.span(key, count, func(i int) { values(n, i) }) })
}

// width is how far a level reaches; longer ones begin again at the left. It
// keeps the digits of a coordinate within an int of 32 bits.
const width = 50000

// point is two coordinates, at most reach away from x and y.
func (b *builder) point(x, y, reach, digits int) (string, string) {
	x %= width
	return b.random.decimal(x-reach, x+reach, digits), b.random.decimal(y-reach, y+reach, digits)
}

// scene writes the level, about size bytes of XML.
func (b *builder) scene(size int64) {
	r := &b.random
	b.node("scene", children, func() {
		b.text("name", "generated-"+strconv.FormatUint(uint64(*r), 16))
		b.text("title", "The "+r.one(adjectives)+" "+r.one(places))
		b.number("seed", strconv.FormatUint(r.next(), 10))
		b.number("revision", strconv.Itoa(r.between(1, 400)))
		b.number("par", r.decimal(30, 200, 1))
		b.numbers("stars", "100", "250", "400")
		b.text("weather", r.one([]string{"clear", "rain", "snow", "fog"}))
		b.words("tags", "generated", r.one(adjectives))
		b.text("opening", "opening")
		x1, y1 := b.point(1000, 60, 50, 2)
		b.nest("bounds", func(n notation) {
			n.numbers(same("min"), "-20", "-40")
			n.numbers(same("max"), x1, y1)
		})
		b.list(children, func() {
			for i, camera := range []string{"opening", "chase", "finish"} {
				b.camera(camera, i)
			}
			for b.size() < size-reserve && !b.failed() || b.groups == 0 {
				b.group(0, 0)
			}
			b.last()
		})
	})
}

// bodyName returns the name of the n-th body. It is known without looking at the
// body, so that references can point anywhere.
func bodyName(n int) string {
	r := random(n)
	return things[r.below(len(things))] + "-" + strconv.Itoa(n)
}

func goalName(n int) string { return "goal-" + strconv.Itoa(n) }

// anyBody returns the name of a body that the level has: mostly one of the count
// that begin at first, else an earlier one or one of the last group.
func (b *builder) anyBody(first, count int) string {
	switch p := b.random.below(10); {
	case p == 0:
		return goalName(b.random.below(finale))
	case p < 3 && first > 0:
		return bodyName(b.random.below(first))
	}
	return bodyName(first + b.random.below(count))
}

// group writes a group with its bodies and what belongs to them. Its first
// joints stand before the bodies that they hold.
func (b *builder) group(depth, nesting int) {
	r := &b.random
	number := b.groups
	b.groups++
	count := r.between(6, 12) >> nesting
	first := b.bodies
	b.node("group", children, func() {
		b.text("name", fmt.Sprintf("%s-%d", r.one(layers), number))
		b.number("depth", strconv.Itoa(depth+r.between(-50, 50)))
		if r.percent(40) {
			b.numbers("parallax", r.decimal(0, 2, 3), r.decimal(0, 2, 3))
		}
		b.list(children, func() {
			for range count / 3 {
				b.joint(first, count)
			}
			for range count {
				b.body(number*11, children, "")
			}
			for range count / 3 {
				b.joint(first, count)
			}
			for range r.between(1, 2) {
				b.trigger(first, count)
			}
			for range r.between(2, 5) {
				b.pickup(number*11, first, count)
			}
			if r.percent(30) {
				b.light(number * 11)
			}
			if nesting < 2 && r.percent(30) {
				b.group(depth, nesting+1)
			}
		})
	})
}

// last writes the group that every level ends with.
func (b *builder) last() {
	b.node("group", children, func() {
		b.text("name", "finale")
		b.list("body", func() {
			for i := range finale {
				b.body(b.groups*11, "body", goalName(i))
			}
		})
	})
}
