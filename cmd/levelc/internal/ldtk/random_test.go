package ldtk_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/levelc/levelc/loader/ldtk"
)

// versions are those of the JSON in which random projects are written, as 100 times the
// major and the minor one.
var versions = []int{4, 5, 6, 7, 8, 9, 100, 101, 102, 103, 104, 105}

// made is a random project: what it means, which does not depend on how a version of
// LDtk writes it. Pointers lead to what is referred to.
type made struct {
	*rand.Rand
	version         int
	multi, external bool
	lines           bool // it has fields of type Multilines
	old             bool // cells are listed by old versions' rules too
	uids            int
	sets            []*madeSet
	enums           []*madeEnum
	layers          []*madeLayerDef
	kinds           []*madeKind
	levelFields     []*madeFieldDef
	worlds          []*madeWorld
	levels          []*madeLevel // of all worlds
	entities        []*madeEntity
	toc             []*madeEntity
	color, level    uint32
}

type (
	madeSet struct {
		name, path, embed      string
		uid                    int
		cells                  ldtk.Vec
		grid, spacing, padding int
		tags                   *madeEnum
		tagged                 map[int]int // tile -> value
		data                   map[int]string
	}
	madeEnum struct {
		name, path string
		uid        int
		values     []string
		icons      *madeSet
		tiles      []madeRect // of the values
	}
	madeRect struct {
		set        *madeSet
		tile       int // in the set, for versions that count
		x, y, w, h int
	}
	madeLayerDef struct {
		name, typ string
		uid, grid int
		offset    ldtk.Vec
		set       *madeSet
		source    *madeLayerDef
		values    []int
		parallax  [2]float32
		scales    bool
	}
	madeFieldDef struct {
		name, typ   string // the type as loader/ldtk names it
		uid         int
		array, null bool
		enum        *madeEnum
	}
	madeKind struct {
		name, color string
		uid         int
		size        ldtk.Vec
		pivot       [2]float32
		tile        *madeRect
		tags        []string
		fields      []*madeFieldDef
		inToc       bool
	}
	madeWorld struct {
		name, iid, layout string
		levels            []*madeLevel
		object            object // that was written
	}
	madeLevel struct {
		name, iid  string
		uid, depth int
		world      *madeWorld
		at, size   ldtk.Vec // at is what the file says
		color      string   // or "", for the project's
		back       *madeBack
		fields     []madeField
		near       []madeNear
		layers     []*madeLayer // the topmost first
	}
	madeBack struct {
		path  string
		at    ldtk.Vec
		scale [2]float32
		crop  [4]float32
		mode  string
	}
	madeNear struct {
		level *madeLevel
		dir   string
	}
	madeLayer struct {
		def      *madeLayerDef
		iid      string
		level    *madeLevel
		offset   ldtk.Vec // its own
		set      *madeSet // that it has instead of the definition's, or nil
		visible  bool
		opacity  float32
		cells    []int
		tiles    []madeTile // painted, or by rules
		entities []*madeEntity
	}
	madeTile struct {
		px    ldtk.Vec
		id    int
		flip  int
		alpha float64
	}
	madeEntity struct {
		kind    *madeKind
		iid     string
		layer   *madeLayer
		px      ldtk.Vec
		size    ldtk.Vec
		fields  []madeField
		ordinal int // among those of the kind in the level
	}
	madeField struct {
		def    *madeFieldDef
		values []madeValue // one, if it is no array
	}
	madeValue struct {
		null bool
		num  float64
		text string // of strings and paths, the symbol of an enum, a colour as "#RRGGBB"
		rect madeRect
		at   ldtk.Vec
		to   *madeEntity
	}
)

// since reports whether the version of the project is that one or newer.
func (p *made) since(version int) bool { return p.version >= version }

func (p *made) half() bool { return p.IntN(2) == 0 }

func (p *made) uid() int { p.uids++; return p.uids }

func (p *made) iid() string { return fmt.Sprintf("%08x-51f0-11ee-8a8a-%012x", p.Uint32(), p.uid()) }

func (p *made) rgb() string { return fmt.Sprintf("#%06X", p.IntN(1<<24)) }

func (p *made) vec(n int) ldtk.Vec {
	return ldtk.Vec{X: int32(p.IntN(2*n) - n), Y: int32(p.IntN(2*n) - n)}
}

func pick[T any](p *made, list ...T) T { return list[p.IntN(len(list))] }

// makeProject makes a project. All fields are of the names and types of catalogue.
func makeProject(seed uint64) *made {
	p := &made{Rand: rand.New(rand.NewPCG(seed, 1)), version: versions[seed%uint64(len(versions))]}
	p.multi = p.since(100) && p.half()
	p.external = p.since(7) && p.IntN(3) == 0
	p.lines, p.old = p.since(100) && p.half(), p.half()
	p.color, p.level = p.Uint32()>>8, p.Uint32()>>8
	if !p.since(6) {
		p.level = p.color
	}
	p.makeDefs()
	worlds := 1
	if p.multi {
		worlds += p.IntN(3)
	}
	for i := range worlds {
		p.makeWorld(i)
	}
	for _, l := range p.levels {
		l.fields = p.fields(p.levelFields)
		p.makeNear(l)
	}
	for _, e := range p.entities {
		e.fields = p.fields(e.kind.fields)
		if e.kind.inToc {
			p.toc = append(p.toc, e)
		}
	}
	return p
}

func (p *made) makeDefs() {
	for i := range 2 {
		s := &madeSet{name: fmt.Sprint("Set", i), uid: p.uid(), path: "art/a b.png", grid: 8 << p.IntN(2), spacing: p.IntN(2), padding: p.IntN(3),
			cells: ldtk.Vec{X: int32(2 + p.IntN(4)), Y: int32(2 + p.IntN(4))}, tagged: map[int]int{}, data: map[int]string{}}
		if p.since(100) && p.half() {
			s.path, s.embed = "", "LdtkIcons"
		}
		p.sets = append(p.sets, s)
	}
	for _, name := range []string{"Mood", "Item"} {
		e := &madeEnum{name: name, uid: p.uid(), values: moods}
		if name == "Item" {
			e.path = "enums/items.hx"
		}
		if p.half() {
			e.icons = p.sets[0]
			for range e.values {
				e.tiles = append(e.tiles, p.rect(e.icons))
			}
		}
		p.enums = append(p.enums, e)
	}
	if p.since(9) {
		p.sets[1].tags = p.enums[0]
		for range 3 {
			p.sets[1].tagged[p.IntN(4)] = p.IntN(len(moods))
			p.sets[0].data[p.IntN(4)] = pick(p, oddTexts...)
		}
	}
	for i, typ := range []string{"Entities", "IntGrid", "Tiles", "AutoLayer", "IntGrid", "Entities"} {
		d := &madeLayerDef{name: fmt.Sprint("Lay", i), typ: typ, uid: p.uid(), grid: 8 << p.IntN(2), values: []int{1, 2, 3}}
		if p.since(5) {
			d.offset = p.vec(9)
		}
		if p.since(8) && p.half() {
			d.values = []int{3, 1, 7}
		}
		if p.since(100) {
			d.parallax, d.scales = [2]float32{pick[float32](p, 0, 0.5, -1), pick[float32](p, 0, 1)}, p.half()
		}
		if typ != "Entities" {
			d.set = pick(p, p.sets...)
		}
		p.layers = append(p.layers, d)
	}
	p.layers[3].source = p.layers[pick(p, 1, 4)]
	for i := range 3 {
		k := &madeKind{name: fmt.Sprint("Kind", i), uid: p.uid(), color: p.rgb(), size: ldtk.Vec{X: 16, Y: int32(8 + p.IntN(9))}, fields: p.fieldDefs(),
			pivot: [2]float32{0.5, pick[float32](p, 0, 1)}, inToc: p.since(102) && p.half()}
		if p.half() {
			r := p.rect(pick(p, p.sets...))
			k.tile = &r
		}
		if p.since(8) && p.half() {
			k.tags = []string{"actor", pick(p, "exit", "a b")}
		}
		p.kinds = append(p.kinds, k)
	}
	if p.since(8) {
		p.levelFields = p.fieldDefs()
	}
}

// rect is one tile of a set.
func (p *made) rect(s *madeSet) madeRect {
	tile := p.IntN(int(s.cells.X * s.cells.Y))
	at := s.src(tile)
	return madeRect{s, tile, int(at.X), int(at.Y), s.grid, s.grid}
}

// src is the place of a tile in the image.
func (s *madeSet) src(tile int) ldtk.Vec {
	step := int32(s.grid + s.spacing)
	return ldtk.Vec{X: int32(s.padding) + int32(tile)%s.cells.X*step, Y: int32(s.padding) + int32(tile)/s.cells.X*step}
}

// px is the size of the image.
func (s *madeSet) px(cells int32) int {
	return 2*s.padding + int(cells)*(s.grid+s.spacing) - s.spacing
}

// moods are the values of all enums.
var moods = []string{"Calm", "Angry", "Sad"}

// catalogue has the names of fields and their types, each also for arrays with an s.
var catalogue = []struct{ name, typ string }{
	{"count", "Int"}, {"speed", "Float"}, {"open", "Bool"}, {"word", "String"}, {"script", "Multilines"}, {"paint", "Color"},
	{"mood", "Enum"}, {"file", "FilePath"}, {"icon", "Tile"}, {"spot", "Point"}, {"link", "EntityRef"},
}

func (p *made) fieldDefs() []*madeFieldDef {
	var list []*madeFieldDef
	for _, c := range catalogue {
		for _, array := range []bool{false, true} {
			if p.half() || !p.since(100) && (c.typ == "Tile" || c.typ == "EntityRef") {
				continue
			}
			f := &madeFieldDef{name: c.name, typ: c.typ, uid: p.uid(), array: array, null: p.half()}
			if array {
				f.name += "s"
			}
			if c.typ == "Enum" {
				f.enum = pick(p, p.enums...)
			}
			if c.typ == "Multilines" && !p.lines {
				f.typ = "String" // LDtk does not tell them apart then
			}
			list = append(list, f)
		}
	}
	return list
}

func (p *made) fields(defs []*madeFieldDef) []madeField {
	var list []madeField
	for _, d := range defs {
		f := madeField{def: d}
		n := 1
		if d.array {
			n = p.IntN(4)
		}
		for range n {
			f.values = append(f.values, p.value(d))
		}
		list = append(list, f)
	}
	return list
}

var oddTexts = []string{"a", "two words", "<é漢😀&\"'>", "x|y", "1e5", "null", "-- ]]>", "two\nlines", "#12", "a,b", "C:\\n", " x ", "\n", "\ty\n\n", " ", ""}

func (p *made) value(d *madeFieldDef) madeValue {
	v := madeValue{}
	if d.null && p.IntN(3) == 0 {
		return madeValue{null: true}
	}
	switch d.typ {
	case "Int":
		v.num = float64(pick(p, 0, 1, -7, math.MaxInt32, math.MinInt32))
	case "Float":
		v.num = pick(p, 0, 2, -0.5, 1e-7, 123456.75, 1e21)
	case "Bool":
		v.num = float64(p.IntN(2))
	case "Color":
		v.text = p.rgb()
	case "Enum":
		v.text = pick(p, d.enum.values...)
	case "Tile":
		v.rect = p.rect(pick(p, p.sets...))
	case "Point":
		v.at = p.vec(50)
	case "EntityRef":
		if len(p.entities) == 0 {
			v.null = true
			break
		}
		v.to = pick(p, p.entities...)
	default:
		v.text = pick(p, oddTexts...)
	}
	return v
}

func (p *made) makeWorld(i int) {
	w := &madeWorld{name: fmt.Sprint("World", i), iid: p.iid(), layout: "LinearHorizontal"}
	if p.since(6) {
		w.layout = pick(p, "Free", "GridVania", "LinearHorizontal", "LinearVertical")
	}
	p.worlds = append(p.worlds, w)
	for range 1 + p.IntN(3) {
		l := &madeLevel{name: fmt.Sprint("Level_", len(p.levels)), iid: p.iid(), uid: p.uid(), world: w, at: p.vec(999),
			size: ldtk.Vec{X: int32(8 * (1 + p.IntN(8))), Y: int32(8 * (1 + p.IntN(8)))}}
		if p.since(100) {
			l.depth = p.IntN(3) - 1
		}
		if p.since(6) && p.half() {
			l.color = p.rgb()
		}
		if p.since(7) && p.half() {
			l.back = &madeBack{pick(p, "bg/é a.png", "../sky.png"), p.vec(20), [2]float32{pick[float32](p, 1, 0.25), 2}, [4]float32{0, pick[float32](p, 0, 8.5), 16, 24}, pick(p, "Unscaled", "Repeat")}
		}
		w.levels, p.levels = append(w.levels, l), append(p.levels, l)
		counts := map[*madeKind]int{}
		for _, d := range p.layers {
			l.layers = append(l.layers, p.makeLayer(l, d, counts))
		}
	}
}

func (p *made) makeNear(l *madeLevel) {
	isRow := l.world.layout == "LinearHorizontal" || l.world.layout == "LinearVertical"
	if !p.since(6) || isRow && p.since(100) {
		return
	}
	dirs := []string{"n", "s", "w", "e"}
	if p.since(105) {
		dirs = append(dirs, "nw", "ne", "sw", "se", "<", ">", "o")
	}
	for range p.IntN(3) {
		l.near = append(l.near, madeNear{pick(p, l.world.levels...), pick(p, dirs...)})
	}
}

func (p *made) makeLayer(l *madeLevel, d *madeLayerDef, counts map[*madeKind]int) *madeLayer {
	y := &madeLayer{def: d, iid: p.iid(), level: l, visible: !p.since(8) || p.half(), opacity: pick[float32](p, 1, 0.5, 0)}
	if p.half() {
		y.offset = p.vec(d.grid)
	}
	if p.since(6) && d.set != nil && p.half() {
		y.set = pick(p, p.sets...)
	}
	switch d.typ {
	case "Entities":
		for range p.IntN(4) {
			k := pick(p, p.kinds...)
			e := &madeEntity{kind: k, iid: p.iid(), layer: y, px: p.vec(500), size: k.size, ordinal: counts[k]}
			counts[k]++
			if p.since(8) && p.half() {
				e.size = ldtk.Vec{X: int32(p.IntN(99)), Y: int32(p.IntN(99))}
			}
			y.entities, p.entities = append(y.entities, e), append(p.entities, e)
		}
		return y
	case "IntGrid":
		cells := y.cellsOf()
		y.cells = make([]int, cells.X*cells.Y)
		for i := range y.cells {
			y.cells[i] = pick(p, append(d.values, 0)...)
		}
	}
	for range p.IntN(5) {
		t := madeTile{px: p.vec(64), id: p.IntN(4), flip: p.IntN(4), alpha: 1}
		if p.since(105) {
			t.alpha = pick(p, 1, 0.5, 0.25)
		}
		y.tiles = append(y.tiles, t)
	}
	return y
}

// cellsOf is how many cells the layer has.
func (y *madeLayer) cellsOf() ldtk.Vec {
	g := int32(y.def.grid)
	return ldtk.Vec{X: (y.level.size.X + g - 1) / g, Y: (y.level.size.Y + g - 1) / g}
}

// setOf is the tileset that the layer has in the end.
func (y *madeLayer) setOf() *madeSet {
	if y.set != nil {
		return y.set
	}
	return y.def.set
}
