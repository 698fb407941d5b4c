package ldtk_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

// natural has a field for every entry of the catalogue, of the type that comes first to
// mind; other has one of another type that the field may have too.
type (
	natural struct {
		ldtk.Placement
		Count   int32                       `level:"count"`
		Speed   float32                     `level:"speed"`
		Word    store.Str                   `level:"word"`
		Script  store.Str                   `level:"script"`
		File    store.Str                   `level:"file"`
		Paint   ldtk.Color                  `level:"paint"`
		Icon    ldtk.TileRect               `level:"icon"`
		Spot    ldtk.Vec                    `level:"spot"`
		Link    store.AnyHandle             `level:"link,ref"`
		Counts  store.Span[int32]           `level:"counts"`
		Speeds  store.Span[float64]         `level:"speeds"`
		Opens   store.Span[bool]            `level:"opens"`
		Words   store.Span[store.Str]       `level:"words"`
		Scripts store.Span[store.Str]       `level:"scripts"`
		Files   store.Span[store.Str]       `level:"files"`
		Paints  store.Span[ldtk.Color]      `level:"paints"`
		Moods   store.Span[oneMood]         `level:"moods"`
		Icons   store.Span[ldtk.TileRect]   `level:"icons"`
		Spots   store.Span[ldtk.Vec]        `level:"spots"`
		Links   store.Span[store.AnyHandle] `level:"links,ref"`
		Open    bool                        `level:"open"`
		Mood    uint8                       `level:"mood,enum=Calm|Angry|Sad"`
	}
	other struct {
		IID     store.Str                `level:"iid,id"`
		Layer   store.Handle[ldtk.Layer] `level:",parent"`
		Px      [2]float32               `level:"px"`
		Size    [2]int32                 `level:"size"`
		World   ldtk.Vec                 `level:"world"`
		Tint    store.Str                `level:"smartColor"`
		Tags    store.Span[store.Str]    `level:"tag"`
		Count   int32                    `level:"count,default=77"`
		Speed   float32                  `level:"speed"`
		Word    store.Str                `level:"word"`
		Script  store.Str                `level:"script,text"`
		File    store.Str                `level:"file"`
		Paint   store.Str                `level:"paint"`
		Mood    store.Str                `level:"mood"`
		Icon    [4]int32                 `level:"icon"`
		Spot    store.Str                `level:"spot"`
		Link    store.Str                `level:"link"`
		Counts  store.Span[float64]      `level:"counts"`
		Speeds  store.Span[float32]      `level:"speeds"`
		Opens   store.Span[bool]         `level:"opens"`
		Words   store.Span[store.Str]    `level:"words"`
		Scripts store.Span[store.Str]    `level:"scripts"`
		Files   store.Span[store.Str]    `level:"files"`
		Paints  store.Span[[3]uint8]     `level:"paints"`
		Icons   store.Span[[4]int32]     `level:"icons"`
		Spots   store.Span[[2]float32]   `level:"spots"`
		Moods   store.Span[store.Str]    `level:"moods"`
		Links   store.Span[store.Str]    `level:"links"`
		Open    bool                     `level:"open"`
	}
	oneMood struct {
		Mood uint8 `level:"mood,text,enum=Calm|Angry|Sad"`
	}
	typedWorld struct {
		ldtk.World
		Naturals store.Bulk[natural] `level:"Kind0"`
		Others   store.Bulk[other]   `level:"Kind1"`
		Ints     store.Array[int32]
		Doubles  store.Array[float64]
		Floats   store.Array[float32]
		Opens    store.Array[bool]
		Texts    store.Array[store.Str]
		Paints   store.Array[ldtk.Color]
		RGB      store.Array[[3]uint8]
		Moods    store.Array[oneMood]
		Icons    store.Array[ldtk.TileRect]
		Rects    store.Array[[4]int32]
		Spots    store.Array[ldtk.Vec]
		Points   store.Array[[2]float32]
		Links    store.Array[store.AnyHandle]
	}
)

// The entities of a project become records of the game's own, and mean the same.
func TestRandomProjectsOfTypedEntities(t *testing.T) {
	seeds := uint64(120)
	if testing.Short() {
		seeds = 36
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			p := makeProject(seed)
			w := new(typedWorld)
			level := compileFile(t, w, p.file(t))
			load(t, w, level)
			requireLines(t, p.says([]string{"Kind0", "Kind1"}), (&loaded{&w.World, w.idOf}).says(t))
			var want, got []string
			for _, e := range p.drawn("Kind0") {
				want = append(append(want, p.naturalHead(e)), p.catalogueSays(e, p.naturalValue)...)
			}
			for _, e := range p.drawn("Kind1") {
				want = append(append(want, p.otherHead(e)), p.catalogueSays(e, p.otherValue)...)
			}
			for _, n := range w.Naturals.All() {
				got = append(got, w.naturalSays(n)...)
			}
			for _, o := range w.Others.All() {
				got = append(got, w.otherSays(o)...)
			}
			requireLines(t, want, got)
			requireWalk(t, p, level)

			w = new(typedWorld)
			load(t, w, build(t, schemaOf(t, w), p.file(t), compile.Options{ChunkBy: []string{"level"}}).level)
			requireLines(t, p.says([]string{"Kind0", "Kind1"}), (&loaded{&w.World, w.idOf}).says(t))
		})
	}
}

// requireWalk walks a level and finds the entities of all kinds in their layers.
func requireWalk(t *testing.T, p *made, level []byte) {
	var want, got []string
	for _, e := range p.drawn("") {
		kind := e.kind.name
		if kind == "Kind2" {
			kind = "entity"
		}
		want = append(want, fmt.Sprint(e.layer.level.name, "/", e.layer.def.name, " ", kind, " ", p.idOf(e), " ", p.worldOf(e)))
	}
	for n, err := range loader.Walk(bytes.NewReader(level)) {
		require.NoError(t, err)
		parent, ok := n.Parent()
		if !ok || parent.Kind() != "layer" {
			continue
		}
		layer, _ := parent.Field("id")
		iid, _ := n.Field("iid")
		at, ok := n.Field("world")
		require.True(t, ok)
		got = append(got, fmt.Sprintf("%s %s %s %v", layer.Text(0), n.Kind(), iid.Text(0), ldtk.Vec{X: int32(at.Int(0)), Y: int32(at.Int(1))}))
	}
	requireLines(t, want, got)
}

// drawn returns the entities of a kind, or all, in the order in which they are in the
// level.
func (p *made) drawn(kind string) []*madeEntity {
	var list []*madeEntity
	for _, l := range p.levels {
		for _, y := range slices.Backward(l.layers) {
			for _, e := range y.entities {
				if kind == "" || e.kind.name == kind {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

func (w *typedWorld) idOf(h store.AnyHandle) string {
	if e, ok := w.Entities.FromAny(h); ok {
		return w.Strings.Get(at(&w.Entities, e).IID)
	}
	if n, ok := w.Naturals.FromAny(h); ok {
		return w.Strings.Get(at(&w.Naturals, n).IID)
	}
	if o, ok := w.Others.FromAny(h); ok {
		return w.Strings.Get(at(&w.Others, o).IID)
	}
	return "nil"
}

// catalogueSays is what an entity has of everything in the catalogue. What it does not
// have is null.
func (p *made) catalogueSays(e *madeEntity, say func(v *madeValue, typ string, array bool) string) []string {
	var lines []string
	for _, c := range catalogue {
		one := madeValue{null: true}
		list := []string{}
		for i := range e.fields {
			f := &e.fields[i]
			if f.def.name == c.name {
				one = f.values[0]
			}
			for j := range f.values {
				if f.def.name == c.name+"s" {
					list = append(list, say(&f.values[j], c.typ, true))
				}
			}
		}
		lines = append(lines, fmt.Sprint("  ", c.name, " ", say(&one, c.typ, false)), fmt.Sprintf("  %ss %q", c.name, list))
	}
	return lines
}

func (p *made) naturalHead(e *madeEntity) string {
	return strings.Replace(p.entitySays(e), "entity ", "natural ", 1)
}

// zeros are what null is in a record.
var zeros = map[string]string{"Int": "0", "Float": "0", "Bool": "false", "Color": "none", "Enum": "Calm", "Tile": "none", "Point": "{0 0}", "EntityRef": "nil"}

func (p *made) naturalValue(v *madeValue, typ string, array bool) string {
	switch {
	case v.null:
		return zeros[typ]
	case typ == "Float" && !array:
		return strconv.FormatFloat(float64(float32(v.num)), 'g', -1, 64)
	}
	return v.says(p, typ)
}

// saysOf says each element of a span.
func saysOf[T any](list []T, say func(T) string) string {
	out := []string{}
	for _, v := range list {
		out = append(out, say(v))
	}
	return fmt.Sprintf("%q", out)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func colorOrNone(c ldtk.Color) string {
	if c.IsNone() {
		return "none"
	}
	return hexOf(c)
}

func (w *typedWorld) naturalSays(n *natural) []string {
	text, l := w.Strings.Get, &loaded{World: &w.World}
	rect := func(r ldtk.TileRect) string { return l.rect(&r) }
	vec := func(v ldtk.Vec) string { return fmt.Sprint(v) }
	identifier := "Kind0" // which is the kind, and not in a record
	return []string{
		fmt.Sprint("natural ", text(n.IID), " ", identifier, n.Px, n.Size, n.Pivot, n.Grid, n.World, hexOf(n.Color), l.rect(&n.Tile), l.words(n.Tags)),
		"  count " + number(float64(n.Count)), "  counts " + saysOf(w.Ints.Slice(n.Counts), func(v int32) string { return number(float64(v)) }),
		"  speed " + number(float64(n.Speed)), "  speeds " + saysOf(w.Doubles.Slice(n.Speeds), number),
		fmt.Sprint("  open ", n.Open), "  opens " + saysOf(w.Opens.Slice(n.Opens), strconv.FormatBool),
		"  word " + text(n.Word), "  words " + saysOf(w.Texts.Slice(n.Words), text),
		"  script " + text(n.Script), "  scripts " + saysOf(w.Texts.Slice(n.Scripts), text),
		"  paint " + colorOrNone(n.Paint), "  paints " + saysOf(w.Paints.Slice(n.Paints), colorOrNone),
		"  mood " + moods[n.Mood], "  moods " + saysOf(w.Moods.Slice(n.Moods), func(m oneMood) string { return moods[m.Mood] }),
		"  file " + text(n.File), "  files " + saysOf(w.Texts.Slice(n.Files), text),
		"  icon " + l.rect(&n.Icon), "  icons " + saysOf(w.Icons.Slice(n.Icons), rect),
		"  spot " + vec(n.Spot), "  spots " + saysOf(w.Spots.Slice(n.Spots), vec),
		"  link " + w.idOf(n.Link), "  links " + saysOf(w.Links.Slice(n.Links), w.idOf),
	}
}

func (p *made) otherHead(e *madeEntity) string {
	return fmt.Sprint("other ", p.idOf(e), " ", e.px, e.size, p.worldOf(e), p.smartColorOf(e), e.kind.tags, e.layer.level.name, "/", e.layer.def.name)
}

func (p *made) otherValue(v *madeValue, typ string, array bool) string {
	switch typ {
	case "Color":
		if v.null && array {
			return "#000000"
		}
	case "EntityRef", "Enum":
	case "Tile":
		return fmt.Sprint([4]int{v.rect.x, v.rect.y, v.rect.w, v.rect.h})
	case "Point":
		if array {
			return fmt.Sprint([2]int32{v.at.X, v.at.Y})
		}
		if !v.null {
			return fmt.Sprint(v.at.X, " ", v.at.Y)
		}
	case "Int", "Float":
		if typ == "Int" && v.null && !array {
			return "77"
		}
		if v.null {
			return "0"
		}
		if typ == "Float" {
			return number(float64(float32(v.num)))
		}
		return number(v.num)
	case "Bool":
		return strconv.FormatBool(!v.null && v.num != 0)
	}
	if v.null {
		return ""
	}
	return v.says(p, typ)
}

func (w *typedWorld) otherSays(o *other) []string {
	text := w.Strings.Get
	same := func(s string) string { return s }
	texts := func(span store.Span[store.Str]) []string {
		var list []string
		for _, s := range w.Texts.Slice(span) {
			list = append(list, text(s))
		}
		return list
	}
	rgb := func(c [3]uint8) string { return fmt.Sprintf("#%02X%02X%02X", c[0], c[1], c[2]) }
	rect := func(r [4]int32) string { return fmt.Sprint(r) }
	point := func(v [2]float32) string { return fmt.Sprint(v) }
	return []string{
		fmt.Sprint("other ", text(o.IID), " ", ldtk.Vec{X: int32(o.Px[0]), Y: int32(o.Px[1])}, ldtk.Vec{X: o.Size[0], Y: o.Size[1]}, o.World, text(o.Tint), texts(o.Tags), text(at(&w.Layers, o.Layer).ID)),
		"  count " + number(float64(o.Count)), "  counts " + saysOf(w.Doubles.Slice(o.Counts), number),
		"  speed " + number(float64(o.Speed)), "  speeds " + saysOf(w.Floats.Slice(o.Speeds), func(v float32) string { return number(float64(v)) }),
		fmt.Sprint("  open ", o.Open), "  opens " + saysOf(w.Opens.Slice(o.Opens), strconv.FormatBool),
		"  word " + text(o.Word), "  words " + saysOf(texts(o.Words), same),
		"  script " + text(o.Script), "  scripts " + saysOf(texts(o.Scripts), same),
		"  paint " + text(o.Paint), "  paints " + saysOf(w.RGB.Slice(o.Paints), rgb),
		"  mood " + text(o.Mood), "  moods " + saysOf(texts(o.Moods), same),
		"  file " + text(o.File), "  files " + saysOf(texts(o.Files), same),
		"  icon " + rect(o.Icon), "  icons " + saysOf(w.Rects.Slice(o.Icons), rect),
		"  spot " + text(o.Spot), "  spots " + saysOf(w.Points.Slice(o.Spots), point),
		"  link " + text(o.Link), "  links " + saysOf(texts(o.Links), same),
	}
}
