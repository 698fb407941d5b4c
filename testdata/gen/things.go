package gen

import (
	"fmt"
	"strconv"
)

// joint ties two bodies, of which count begin at first.
func (b *builder) joint(first, count int) {
	r := &b.random
	b.node("joint", children, func() {
		if r.percent(50) {
			b.text("name", "joint-"+strconv.Itoa(b.joints))
		}
		b.joints++
		form := r.one([]string{"hinge", "rope", "spring", "slider", "weld"})
		b.text("form", form)
		b.text("a", b.anyBody(first, count))
		b.text("b", b.anyBody(first, count))
		b.named(name{"anchor-a", "anchorA"}, r.decimal(-3, 3, 2), r.decimal(-3, 3, 2))
		b.named(name{"anchor-b", "anchorB"}, r.decimal(-3, 3, 2), r.decimal(-3, 3, 2))
		switch form {
		case "hinge", "slider":
			b.numbers("limits", r.decimal(-180, 0, 1), r.decimal(0, 180, 1))
		case "spring":
			b.number("rate", r.decimal(1, 30, 2))
			b.number("ratio", r.decimal(0, 1, 3))
		}
		if r.percent(30) {
			b.number("breaks", r.decimal(100, 9000, 1))
		}
	})
}

func (b *builder) camera(title string, i int) {
	r := &b.random
	b.node("camera", children, func() {
		b.text("name", title)
		b.numbers("pos", r.decimal(-5, 5, 3), r.decimal(0, 20, 3), "12")
		b.number("zoom", r.decimal(1, 3, 2))
		b.text("follow", goalName(i))
		count := r.between(3, 6)
		b.stats.Stops += count
		at := make([][3]string, count)
		for i := range at {
			at[i] = [3]string{r.decimal(0, 900, 2), r.decimal(0, 60, 2), r.decimal(0, 9, 2)}
		}
		b.span(name{"stop", "path"}, count, func(n notation, i int) {
			n.numbers(same("at"), at[i][:2]...)
			n.number(same("time"), at[i][2])
			n.text(same("ease"), "in-out")
		})
	})
}

// trigger runs a script, or wakes what it is tied to.
func (b *builder) trigger(first, count int) {
	r := &b.random
	number := b.triggers
	b.triggers++
	b.node("trigger", children, func() {
		b.text("name", "trigger-"+strconv.Itoa(number))
		b.text("on", r.one([]string{"enter", "leave", "touch", "timer"}))
		b.truth("once", r.percent(70))
		x, y := b.point(first*2, 5, 20, 2)
		b.numbers("area", x, y, r.decimal(0, 900, 2), r.decimal(0, 60, 2))
		b.number("delay", r.decimal(0, 5, 2))
		target := b.anyBody(first, count)
		b.text("target", target)
		if r.percent(40) {
			b.words("wakes", b.anyBody(first, count), b.anyBody(first, count), b.anyBody(first, count))
		}
		if r.percent(60) {
			script := fmt.Sprintf(r.one(scripts), target, r.between(1, 99))
			b.each(func(n notation) { n.body("script", script) })
		}
	})
}

func (b *builder) pickup(x, first, count int) {
	r := &b.random
	number := b.pickups
	b.pickups++
	b.node("pickup", children, func() {
		b.number("number", strconv.Itoa(number))
		b.text("kind", r.one([]string{"apple", "apple", "coin", "gem", "key"}))
		b.number("points", strconv.Itoa(5*r.between(1, 20)))
		px, py := b.point(x, 12, 12, 2)
		b.numbers("pos", px, py)
		if r.percent(25) {
			b.text("hangs", b.anyBody(first, count))
		}
	})
}

func (b *builder) light(x int) {
	r := &b.random
	number := b.lights
	b.lights++
	kind := r.one([]string{"light", "lamp"})
	b.node(kind, children, func() {
		b.text("name", kind+"-"+strconv.Itoa(number))
		px, py := b.point(x, 20, 10, 2)
		b.numbers("pos", px, py, r.decimal(0, 20, 2))
		b.numbers("color", b.channel(), b.channel(), b.channel(), "255")
		b.number("reach", r.decimal(1, 50, 1))
		b.truth("shadows", r.percent(50))
		b.words("casts", "ground", r.one([]string{"props", "actors", "sky"}))
	})
}
