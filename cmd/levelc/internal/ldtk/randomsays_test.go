package ldtk_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	reader "github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

// What a project means is what a game gets, whichever version wrote it.
func TestRandomProjectsOfAllVersions(t *testing.T) {
	seeds := uint64(120)
	if testing.Short() {
		seeds = 36 // three of each version
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			p := makeProject(seed)
			w := new(ldtk.World)
			level := compileFile(t, nil, p.file(t))
			load(t, w, level)
			requireLines(t, p.says(nil), (&loaded{World: w}).says(t))

			p.external = !p.external && p.since(7)
			defer reader.SetMostList(reader.SetMostList(10))
			require.True(t, bytes.Equal(level, compileFile(t, new(ldtk.World), p.file(t))), "it does not depend on where the levels and the lists stand")
		})
	}
}

// requireLines is require.Equal with a short message.
func requireLines(t *testing.T, want, got []string) {
	t.Helper()
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i])
	}
	require.Len(t, got, len(want))
}

// says is what the project means, line by line. own are the kinds that become records of
// the game's own, which are left out.
func (p *made) says(own []string) []string {
	lines := p.defsSay()
	for _, w := range p.worlds {
		name := "World"
		if p.multi {
			name = w.name
		}
		arrangement := map[string]ldtk.Arrangement{"Free": ldtk.Free, "GridVania": ldtk.GridVania, "LinearHorizontal": ldtk.Horizontal, "LinearVertical": ldtk.Vertical}[w.layout]
		lines = append(lines, fmt.Sprint("world ", name, " ", arrangement))
	}
	for _, e := range p.toc {
		lines = append(lines, fmt.Sprint("toc ", e.kind.name, " ", p.idOf(e), " ", e.layer.level.name, " ", p.worldOf(e), " ", e.size))
		if p.since(105) {
			list := slices.Clone(e.fields)
			slices.SortFunc(list, func(a, b madeField) int { return strings.Compare(a.def.name, b.def.name) })
			lines = append(lines, p.fieldsSay(list)...)
		}
	}
	slices.Sort(lines) // these have many orders
	for _, l := range p.levels {
		lines = append(lines, p.levelSays(l))
		lines = append(lines, p.fieldsSay(l.fields)...)
		for _, y := range slices.Backward(l.layers) {
			lines = append(lines, p.layerSays(y))
			for _, e := range y.entities {
				if slices.Contains(own, e.kind.name) {
					continue
				}
				lines = append(lines, p.entitySays(e))
				lines = append(lines, p.fieldsSay(e.fields)...)
			}
		}
	}
	return lines
}

func (p *made) defsSay() []string {
	var lines []string
	for _, s := range p.sets {
		lines = append(lines, fmt.Sprintf("set p/tileset/%s %q %q %v %d %d %d %d", s.name, s.path, s.embed, s.cells, s.grid, s.spacing, s.padding, len(s.tagged))+s.tilesSay())
	}
	for _, e := range p.enums {
		line := fmt.Sprintf("enum p/enum/%s %q", e.name, e.path)
		for i, name := range e.values {
			color := ldtk.Color{}
			if p.since(100) {
				color = ldtk.Color{R: uint8(i + 1), G: 2 * uint8(i+1), B: 3 * uint8(i+1), A: 255}
			}
			rect := "none"
			if e.icons != nil {
				rect = e.tiles[i].says()
			}
			line += fmt.Sprint(" ", name, color, rect)
		}
		lines = append(lines, line)
	}
	for _, d := range p.layers {
		line := fmt.Sprint("layerDef p/layer/", d.name, " ", d.typ, " ", d.grid, d.offset, nameOf(d.set), d.source != nil, d.parallax, d.scales)
		for i, v := range d.values {
			if d.typ == "IntGrid" {
				line += fmt.Sprint(" v", v, "=", pickVersion(p, 8, v, i+1))
			}
		}
		lines = append(lines, line)
	}
	for _, k := range p.kinds {
		rect := "none"
		if k.tile != nil {
			rect = k.tile.says()
		}
		line := fmt.Sprint("entityDef p/entity/", k.name, " ", k.color, k.size, k.pivot, rect, k.tags, k.inToc)
		for _, f := range k.fields {
			line += fmt.Sprint(" ", f.name, f.typ, f.array, f.null, f.enum != nil)
		}
		lines = append(lines, line)
	}
	return lines
}

// tilesSay is what a set has about its tiles.
func (s *madeSet) tilesSay() string {
	line := ""
	for tile := range 4 {
		if text, ok := s.data[tile]; ok {
			line += fmt.Sprintf(" %d:%q", tile, text)
		}
		if mood, ok := s.tagged[tile]; ok {
			line += fmt.Sprint(" ", tile, "=", moods[mood], mood)
		}
	}
	return line
}

func (w *loaded) tilesSay(s *ldtk.Tileset) string {
	line := ""
	for tile := range int32(4) {
		if slices.ContainsFunc(w.TileData.Slice(s.Data), func(d ldtk.TileData) bool { return d.Tile == tile }) {
			line += fmt.Sprintf(" %d:%q", tile, w.DataOf(s, tile))
		}
		for _, tag := range w.TagsOf(s, tile) {
			line += fmt.Sprint(" ", tile, "=", w.text(tag.Text), tag.Index)
		}
	}
	return line
}

func pickVersion(p *made, since, a, b int) int {
	if p.since(since) {
		return a
	}
	return b
}

func nameOf(s *madeSet) string {
	if s == nil {
		return "none"
	}
	return s.name
}

func (r *madeRect) says() string { return fmt.Sprint(r.set.name, []int{r.x, r.y, r.w, r.h}) }

// onlySince is a text that older versions do not have.
func (p *made) onlySince(version int, s string) string {
	if p.since(version) {
		return s
	}
	return ""
}

func (p *made) idOf(e *madeEntity) string {
	if p.since(100) {
		return e.iid
	}
	return fmt.Sprint(e.layer.level.name, "/", e.kind.name, "#", e.ordinal)
}

// originOf is where a level lies: in a row or a column, or where it says.
func (p *made) originOf(l *madeLevel) ldtk.Vec {
	var at ldtk.Vec
	for _, other := range l.world.levels {
		switch {
		case l.world.layout == "Free" || l.world.layout == "GridVania":
			return l.at
		case other == l:
			return at
		case l.world.layout == "LinearHorizontal":
			at.X += other.size.X
		default:
			at.Y += other.size.Y
		}
	}
	return at
}

// worldOf is the position of an entity in its world.
func (p *made) worldOf(e *madeEntity) ldtk.Vec {
	at, offset := p.originOf(e.layer.level), e.layer.total()
	return ldtk.Vec{X: at.X + offset.X + e.px.X, Y: at.Y + offset.Y + e.px.Y}
}

func (p *made) levelSays(l *madeLevel) string {
	color := rgb(p.level)
	if l.color != "" {
		color = l.color
	}
	world := "World"
	if p.multi {
		world = l.world.name
	}
	line := fmt.Sprint("level ", l.name, " ", p.onlySince(100, l.iid), " ", l.uid, " ", world, p.originOf(l), l.size, l.depth, color)
	if b := l.back; b != nil {
		line += fmt.Sprint(" ", b.path, b.at, b.scale, b.crop, b.mode == "Repeat")
	}
	for _, n := range l.near {
		line += " " + n.level.name + " " + n.dir
	}
	return line
}

func (p *made) layerSays(y *madeLayer) string {
	cells := y.cells
	if !p.since(8) && !slices.ContainsFunc(cells, func(v int) bool { return v != 0 }) {
		cells = nil // no values at all are as good
	}
	line := fmt.Sprint("layer ", y.level.name, "/", y.def.name, " ", p.onlySince(100, y.iid), " ", y.def.typ, y.cellsOf(), y.def.grid, y.total(), y.visible, " ", y.opacity, " ", nameOf(y.setOf()), cells)
	if y.def.source != nil {
		line += " from " + y.def.source.name
	}
	for _, t := range y.tiles {
		line += fmt.Sprint(" ", t.px, y.setOf().src(t.id), t.id, t.flip, " ", t.alpha)
	}
	return line
}

// smartColorOf is the colour of an entity: before 1.0, the first of its fields'.
func (p *made) smartColorOf(e *madeEntity) string {
	if p.since(100) {
		return "#0A0B0D"
	}
	for _, f := range e.fields {
		for _, v := range f.values {
			if f.def.typ == "Color" && !v.null {
				return v.text
			}
		}
	}
	return e.kind.color
}

func (p *made) entitySays(e *madeEntity) string {
	rect := "none"
	if e.kind.tile != nil {
		rect = e.kind.tile.says()
	}
	return fmt.Sprint("entity ", p.idOf(e), " ", e.kind.name, e.px, e.size, e.kind.pivot, ldtk.Vec{X: e.px.X / 8, Y: e.px.Y / 8}, p.worldOf(e), p.smartColorOf(e), rect, e.kind.tags)
}

func (p *made) fieldsSay(list []madeField) []string {
	var lines []string
	for _, f := range list {
		values := f.values
		if len(values) == 0 {
			values = []madeValue{{null: true}}
		}
		for _, v := range values {
			lines = append(lines, fmt.Sprint("  field ", f.def.name, " ", f.def.typ, " ", f.def.array, " ", v.says(p, f.def.typ)))
		}
	}
	return lines
}

func (v *madeValue) says(p *made, typ string) string {
	switch {
	case v.null:
		return "null"
	case typ == "Int" || typ == "Float":
		return strconv.FormatFloat(v.num, 'g', -1, 64)
	case typ == "Bool":
		return strconv.FormatBool(v.num != 0)
	case typ == "Tile":
		return v.rect.says()
	case typ == "Point":
		return fmt.Sprint(v.at)
	case typ == "EntityRef":
		return p.idOf(v.to)
	}
	return v.text
}

// loaded is a world that a project was loaded into.
type loaded struct {
	*ldtk.World
	idOf func(h store.AnyHandle) string // of records of the game's own
}

func (w *loaded) text(s store.Str) string { return w.Strings.Get(s) }

// at is the record of a handle, or a zero one.
func at[T any](bulk *store.Bulk[T], h store.Handle[T]) *T {
	if p, ok := bulk.Get(h); ok {
		return p
	}
	return new(T)
}

func (w *loaded) rect(r *ldtk.TileRect) string {
	if r.IsNone() {
		return "none"
	}
	return fmt.Sprint(w.text(at(&w.Tilesets, r.Tileset).Identifier), []int32{r.X, r.Y, r.W, r.H})
}

func (w *loaded) setName(h store.Handle[ldtk.Tileset]) string {
	if h.IsNil() {
		return "none"
	}
	return w.text(at(&w.Tilesets, h).Identifier)
}

func hexOf(c ldtk.Color) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

func (w *loaded) words(span store.Span[ldtk.Word]) []string {
	var list []string
	for _, word := range w.Words.Slice(span) {
		list = append(list, w.text(word.Text))
	}
	return list
}

// says is what the world has, in the lines of made.says.
func (w *loaded) says(t *testing.T) []string {
	lines := w.defsSay()
	for _, l := range w.Worlds.All() {
		lines = append(lines, fmt.Sprint("world ", w.text(l.Identifier), " ", l.Arrangement))
	}
	for _, e := range w.Toc.All() {
		lines = append(lines, fmt.Sprint("toc ", w.text(e.Identifier), " ", w.nodeID(t, e.Entity), " ", w.text(at(&w.Levels, e.Level).Identifier), " ", e.World, " ", e.Size))
		lines = append(lines, w.fieldsSay(t, e.Fields)...)
	}
	slices.Sort(lines)
	for h, l := range w.Levels.All() {
		lines = append(lines, w.levelSays(l))
		lines = append(lines, w.fieldsSay(t, l.Fields)...)
		for lh, y := range w.Layers.All() {
			if y.Level != h {
				continue
			}
			lines = append(lines, w.layerSays(y))
			for _, e := range w.Entities.All() {
				if e.Layer == lh {
					lines = append(lines, fmt.Sprint("entity ", w.text(e.IID), " ", w.text(e.Identifier), e.Px, e.Size, e.Pivot, e.Grid, e.World, hexOf(e.Color), w.rect(&e.Tile), w.words(e.Tags)))
					lines = append(lines, w.fieldsSay(t, e.Fields)...)
				}
			}
		}
	}
	return lines
}

var (
	layerTypes = []string{"IntGrid", "Entities", "Tiles", "AutoLayer"}
	fieldTypes = []string{"Other", "Int", "Float", "Bool", "String", "Multilines", "Color", "Enum", "FilePath", "Tile", "Point", "EntityRef"}
	directions = []string{"", "n", "s", "w", "e", "nw", "ne", "sw", "se", "<", ">", "o"}
)

func (w *loaded) defsSay() []string {
	var lines []string
	for _, s := range w.Tilesets.All() {
		lines = append(lines, fmt.Sprintf("set %s %q %q %v %d %d %d %d", w.text(s.ID), w.text(s.Path), w.text(s.Embed), s.Cells, s.Grid, s.Spacing, s.Padding, s.TileTags.Len())+w.tilesSay(s))
	}
	for _, e := range w.Enums.All() {
		line := fmt.Sprintf("enum %s %q", w.text(e.ID), w.text(e.Path))
		for _, v := range w.EnumValues.Slice(e.Values) {
			line += fmt.Sprint(" ", w.text(v.Name), v.Color, w.rect(&v.Tile))
		}
		lines = append(lines, line)
	}
	for _, d := range w.LayerDefs.All() {
		line := fmt.Sprint("layerDef ", w.text(d.ID), " ", layerTypes[d.Type], " ", d.Grid, d.Offset, w.setName(d.Tileset), !d.Source.IsNil(), d.Parallax, d.Scales)
		for _, v := range w.ValueDefs.Slice(d.Values) {
			line += fmt.Sprint(" ", w.text(v.Identifier), "=", v.Value)
		}
		lines = append(lines, line)
	}
	for _, k := range w.EntityDefs.All() {
		line := fmt.Sprint("entityDef ", w.text(k.ID), " ", hexOf(k.Color), k.Size, k.Pivot, w.rect(&k.Tile), w.words(k.Tags), k.InToc)
		for _, f := range w.FieldDefs.Slice(k.Fields) {
			line += fmt.Sprint(" ", w.text(f.Name), fieldTypes[f.Type], f.Array, f.Null, !f.Enum.IsNil())
		}
		lines = append(lines, line)
	}
	return lines
}

func (w *loaded) levelSays(l *ldtk.Level) string {
	line := fmt.Sprint("level ", w.text(l.Identifier), " ", w.text(l.IID), " ", l.UID, " ", w.text(at(&w.Worlds, l.World).Identifier), l.Origin, l.Size, l.Depth, hexOf(l.Color))
	if b := l.Background; b.Path != (store.Str{}) {
		line += fmt.Sprint(" ", w.text(b.Path), b.At, b.Scale, b.Crop, b.Repeat)
	}
	for _, n := range w.Neighbours.Slice(l.Neighbours) {
		line += " " + w.text(at(&w.Levels, n.Level).Identifier) + " " + directions[n.Direction]
	}
	return line
}

func (w *loaded) layerSays(y *ldtk.Layer) string {
	set := w.setName(y.Tileset)
	line := fmt.Sprint("layer ", w.text(y.ID), " ", w.text(y.IID), " ", layerTypes[y.Type], y.Size, y.Grid, y.Offset, y.Visible, " ", y.Opacity, " ", set, w.Cells.Slice(y.Values))
	if !y.Source.IsNil() {
		line += " from " + w.text(at(&w.Layers, y.Source).Identifier)
	}
	for _, t := range w.Tiles.Slice(y.Tiles) {
		line += fmt.Sprint(" ", t.Px, t.Src, t.ID, t.Flip, " ", t.Alpha)
	}
	return line
}

// nodeID is the id of an entity, or of a record of the game's own.
func (w *loaded) nodeID(t *testing.T, h store.AnyHandle) string {
	if e, ok := w.Entities.FromAny(h); ok {
		return w.text(get(t, &w.Entities, e).IID)
	}
	require.NotNil(t, w.idOf)
	return w.idOf(h)
}

func (w *loaded) fieldsSay(t *testing.T, span store.Span[ldtk.Field]) []string {
	var lines []string
	for _, f := range w.Fields.Slice(span) {
		lines = append(lines, fmt.Sprint("  field ", w.text(f.Name), " ", fieldTypes[f.Type], " ", f.Array, " ", w.valueSays(t, &f)))
	}
	return lines
}

func (w *loaded) valueSays(t *testing.T, f *ldtk.Field) string {
	switch {
	case f.Null:
		return "null"
	case f.Type == ldtk.Int:
		require.Equal(t, float64(f.Int), f.Float)
		return strconv.FormatFloat(f.Float, 'g', -1, 64)
	case f.Type == ldtk.Float:
		return strconv.FormatFloat(f.Float, 'g', -1, 64)
	case f.Type == ldtk.Bool:
		return strconv.FormatBool(f.Bool())
	case f.Type == ldtk.ColorField:
		return hexOf(f.Color)
	case f.Type == ldtk.EnumField:
		require.Equal(t, w.text(f.Text), moods[f.Index])
	case f.Type == ldtk.TileField:
		return w.rect(&f.Tile)
	case f.Type == ldtk.Point:
		return fmt.Sprint(f.Point)
	case f.Type == ldtk.EntityRef:
		require.Equal(t, w.text(f.Text), w.nodeID(t, f.Ref))
		return w.text(f.Text)
	}
	return w.text(f.Text)
}
