package gen

import "strconv"

// body writes a body with one to three shapes. Without a title it gets the next
// name.
func (b *builder) body(x int, list, title string) {
	r := &b.random
	if title == "" {
		title = bodyName(b.bodies)
		b.bodies++
	}
	b.node("body", list, func() {
		b.text("name", title)
		px, py := b.point(x, 10, 12, 3)
		b.numbers("pos", px, py)
		if r.percent(60) {
			b.number("rot", r.decimal(-180, 180, 2))
		}
		b.text("motion", r.one([]string{"static", "dynamic", "dynamic", "kinematic"}))
		if r.percent(20) {
			b.words("flags", "sleeping", r.one([]string{"bullet", "sensor", "upright"}))
		}
		if r.percent(25) {
			b.numbers("damping", r.decimal(0, 1, 3), r.decimal(0, 1, 3))
		}
		if r.percent(60) {
			b.material()
		}
		b.list("shapes", func() {
			for range r.between(1, 3) {
				b.shape()
			}
		})
	})
}

func (b *builder) material() {
	r := &b.random
	density, friction := r.decimal(0, 12, 2), r.decimal(0, 1, 3)
	sound := r.one(sounds)
	b.nest("material", func(n notation) {
		n.number(same("density"), density)
		n.number(same("friction"), friction)
		n.text(same("sound"), sound)
	})
}

func (b *builder) shape() {
	r := &b.random
	b.node("shape", "shapes", func() {
		switch r.below(5) {
		case 0:
			b.text("form", "box")
			b.numbers("size", r.decimal(0, 8, 2), r.decimal(0, 8, 2))
		case 1:
			b.text("form", "circle")
			b.number("radius", r.decimal(0, 4, 3))
		default:
			b.text("form", r.one([]string{"polygon", "polygon", "chain"}))
			defer b.outline()
		}
		if r.percent(40) {
			b.numbers("offset", r.decimal(-3, 3, 2), r.decimal(-3, 3, 2))
		}
		if r.percent(30) {
			b.numbers("color", b.channel(), b.channel(), b.channel(), "255")
		}
		b.text("texture", r.one(textures))
	})
}

func (b *builder) channel() string { return strconv.Itoa(b.random.below(256)) }

// outline writes the corners of a polygon.
func (b *builder) outline() {
	r := &b.random
	count := r.between(3, 8)
	b.stats.Vertices += count
	corners := make([][2]string, count)
	for i := range corners {
		corners[i][0], corners[i][1] = b.point(0, 0, 6, 3)
	}
	b.span(name{"vertex", "vertices"}, count, func(n notation, i int) {
		n.number(same("x"), corners[i][0])
		n.number(same("y"), corners[i][1])
	})
}
