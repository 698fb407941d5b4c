package tiled_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// What a random map means is what a game gets of its layers, objects and properties. Twins
// only hold both formats against each other.
func TestTwinsMeanWhatTheySay(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 12
	}
	for seed := range seeds {
		r := &twins{Rand: rand.New(rand.NewPCG(seed, 2)), t: t, files: map[string]obj{}, types: []string{"string", "int", "float", "bool", "color", "file", "list", "class"}}
		m, dir := r.level(), t.TempDir()
		o := editor.Options{Project: filepath.Join(dir, "p.tiled-project")}
		require.NoError(t, os.WriteFile(o.Project, []byte(project), 0o666))
		level := build(t, filepath.Join(dir, r.write(dir, m, 0)), o)
		w := new(tiled.World)
		b, err := loader.Bind(w)
		require.NoError(t, err)
		_, err = b.LoadBytes(context.Background(), level.lvl)
		require.NoError(t, err)
		want, got := (&meant{twins: r, m: m}).says(), (&drawn{w}).says()
		for i := range min(len(want), len(got)) {
			require.Equal(t, want[i], got[i], "seed %d", seed)
		}
		require.Len(t, got, len(want))
		require.NoError(t, b.Close())
	}
}

// meant says what a map means, line by line, in the way that the editor reads it.
type meant struct {
	*twins
	m     obj
	lines []string
}

func (s *meant) says() []string {
	s.line("map", str(s.m["class"]))
	s.properties(1, nil, s.m["properties"])
	s.layers(s.m["layers"].(list), look{opacity: 1, parallax: [2]float64{1, 1}, tint: [4]float64{1, 1, 1, 1}, visible: true})
	return s.lines
}

func (s *meant) line(parts ...any) { s.lines = append(s.lines, fmt.Sprintln(parts...)) }

// str is a text, or "" if there is none.
func str(v any) string {
	text, _ := v.(string)
	return text
}

// num is a number, or what counts without one.
func num(v any, otherwise float64) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case uint32:
		return float64(v)
	case float64:
		return v
	}
	return otherwise
}

// look is how a layer is drawn.
type look struct {
	offset, parallax [2]float64
	opacity          float64
	tint             [4]float64
	visible          bool
}

// colorOf is a colour of the editor's, from 0 to 255.
func colorOf(text string) [4]int {
	v, _ := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	c := [4]int{int(v >> 16 & 255), int(v >> 8 & 255), int(v & 255), 255}
	if len(text) == 9 {
		c[3] = int(v >> 24)
	}
	if text == "" {
		c = [4]int{}
	}
	return c
}

func (s *meant) layers(all list, around look) {
	for _, one := range all {
		l := one.(obj)
		own := look{offset: [2]float64{num(l["offsetx"], 0), num(l["offsety"], 0)}, parallax: [2]float64{num(l["parallaxx"], 1), num(l["parallaxy"], 1)},
			opacity: num(l["opacity"], 1), tint: [4]float64{1, 1, 1, 1}, visible: l["visible"] != false}
		if c := str(l["tintcolor"]); c != "" {
			for i, v := range colorOf(c) {
				own.tint[i] = float64(v) / 255
			}
		}
		total := look{opacity: own.opacity * around.opacity, visible: own.visible && around.visible}
		for i := range 2 {
			total.offset[i], total.parallax[i] = own.offset[i]+around.offset[i], own.parallax[i]*around.parallax[i]
		}
		for i := range 4 {
			total.tint[i] = own.tint[i] * around.tint[i]
		}
		typ := map[string]string{"tilelayer": "tiles", "objectgroup": "objects", "imagelayer": "image", "group": "group"}[str(l["type"])]
		blend := str(l["mode"])
		if blend == "normal" {
			blend = ""
		}
		s.line("layer", typ, l["id"], strconv.Quote(str(l["name"])), str(l["class"]), blend, own.says(), own.tints(), total.says(), l["repeatx"] == true, l["draworder"] == "index")
		var class list
		if l["class"] == "thing" {
			class = extra
		}
		s.properties(1, class, l["properties"])
		if objects, ok := l["objects"].(list); ok {
			for _, o := range objects {
				s.object(o.(obj))
			}
		}
		if in, ok := l["layers"].(list); ok {
			s.layers(in, total)
		}
	}
}

// extra is what the class thing adds.
var extra = list{obj{"name": "extra", "type": "int", "value": 44}}

func (l *look) says() string {
	return fmt.Sprint(l.offset, float32(l.opacity), float32(l.parallax[0]), float32(l.parallax[1]), l.visible)
}

func (l *look) tints() (tint [4]int) {
	for i, v := range l.tint {
		tint[i] = int(math.Round(255 * v))
	}
	return tint
}

func (s *meant) object(own obj) {
	base, set, local := obj{}, obj(nil), 0
	if name := str(own["template"]); name != "" {
		t := s.files[name]
		base = t["object"].(obj)
		if gid, ok := base["gid"].(uint32); ok {
			set, local = s.files[str(t["tileset"].(obj)["source"])], int(gid&^(0xF<<28))-5
		}
	}
	if gid, ok := own["gid"].(uint32); ok {
		id := int(gid &^ (0xF << 28))
		in := s.m["tilesets"].(list)[id/200].(obj)
		local = (id - 1) % 200
		if set = in; in["source"] != nil {
			set = s.files[str(in["source"])]
		}
	}
	has := func(name string) any {
		if v, ok := own[name]; ok && v != "" {
			return v
		}
		return base[name]
	}
	width, height := num(own["width"], 0), num(own["height"], 0)
	if width == 0 || height == 0 {
		if own["template"] != nil {
			width, height = num(base["width"], 0), num(base["height"], 0)
		}
	}
	class, shape, tile := str(has("type")), "rectangle", obj{}
	for _, name := range []string{"point", "ellipse", "polygon", "polyline", "capsule", "text"} {
		if has(name) != nil {
			shape = name
		}
	}
	at := ""
	if set != nil {
		shape, at = "tile", fmt.Sprint(" ", set["name"], " ", local, " ", has("gid").(uint32)>>28)
		tw, th := num(set["tilewidth"], 0), num(set["tileheight"], 0)
		tiles, _ := set["tiles"].(list)
		for _, one := range tiles {
			if one.(obj)["id"] == local {
				tile = one.(obj)
				if tile["image"] != nil {
					tw, th = num(tile["imagewidth"], 0), num(tile["imageheight"], 0)
				}
				if tile["width"] != nil {
					tw, th = num(tile["width"], 0), num(tile["height"], 0)
				}
			}
		}
		if width == 0 {
			width = tw
		}
		if height == 0 {
			height = th
		}
		class = cmp.Or(class, str(tile["type"]))
	}
	s.line(" object", own["id"], strconv.Quote(str(has("name"))), class, shape, num(own["x"], 0), num(own["y"], 0), width, height, num(has("rotation"), 0), float32(num(has("opacity"), 1)), has("visible") != false, at)
	if points, ok := has(shape).(list); ok {
		for _, p := range points {
			s.line("  point", p.(obj)["x"], p.(obj)["y"])
		}
	}
	if text, ok := has(shape).(obj); ok {
		bit := func(name string, otherwise bool) bool { v, ok := text[name].(bool); return ok && v || !ok && otherwise }
		s.line("  text", strconv.Quote(str(text["text"])), cmp.Or(str(text["fontfamily"]), "sans-serif"), num(text["pixelsize"], 16), colorOf(cmp.Or(str(text["color"]), "#000000")),
			cmp.Or(str(text["halign"]), "left"), cmp.Or(str(text["valign"]), "top"), bit("wrap", false), bit("bold", false), bit("italic", false), bit("underline", false), bit("strikeout", false), bit("kerning", true))
	}
	var of list
	if class == "thing" {
		of = extra
	}
	s.properties(2, of, tile["properties"], base["properties"], own["properties"])
}

// properties says those in effect: later ones override earlier ones by name.
func (s *meant) properties(depth int, class list, lists ...any) {
	all := map[string]obj{}
	for _, l := range append([]any{class}, lists...) {
		in, _ := l.(list)
		for _, p := range in {
			all[str(p.(obj)["name"])] = p.(obj)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s.property(depth, name, all[name])
	}
}

// membersIn has the members of the classes of project.
var membersIn = map[string]list{
	"Outer": {obj{"name": "string", "type": "string", "value": "def"}, obj{"name": "int", "type": "int", "value": 4}, obj{"name": "float", "type": "float", "value": 1.0},
		obj{"name": "bool", "type": "bool", "value": true}, obj{"name": "color", "type": "color", "value": "#ff112233"}, obj{"name": "file", "type": "file", "value": ""},
		obj{"name": "list", "type": "list", "value": list{}}, obj{"name": "class", "type": "class", "propertytype": "Inner", "value": obj{}, "_in": list{obj{"name": "int", "type": "int", "value": 9}}}},
	"Inner": {obj{"name": "int", "type": "int", "value": 4}, obj{"name": "list", "type": "list", "value": list{}}, obj{"name": "float", "type": "float", "value": 0.25}},
}

func (s *meant) property(depth int, name string, p obj) {
	typ, value := str(p["type"]), fmt.Sprint(p["value"])
	switch typ {
	case "string":
		value = strconv.Quote(value)
	case "file":
		value = strconv.Quote(strings.ReplaceAll(value, `\`, "/"))
	case "color":
		value = fmt.Sprint(colorOf(value))
	case "object":
		value = ""
		if n := p["value"].(int); n > 0 {
			value = fmt.Sprint("m1_20#", n)
		}
	case "class", "list":
		value = ""
	}
	s.line(strings.Repeat(" ", depth), strconv.Quote(name), typ, str(p["propertytype"]), value)
	switch typ {
	case "class":
		s.properties(depth+1, membersIn[str(p["propertytype"])], p["_in"])
	case "list":
		for _, item := range p["value"].(list) {
			s.property(depth+1, "", item.(obj))
		}
	}
}

// drawn says what a world has, in the lines of meant.
type drawn struct{ *tiled.World }

func (d *drawn) text(s store.Str) string { return d.Strings.Get(s) }

func (d *drawn) says() []string {
	var lines []string
	line := func(parts ...any) { lines = append(lines, fmt.Sprintln(parts...)) }
	var in func(depth int, p tiled.Properties)
	in = func(depth int, p tiled.Properties) {
		for one, inside := range p.All() {
			line(strings.Repeat(" ", depth), strconv.Quote(d.text(one.Name)), one.Type, d.text(one.Class), d.value(one))
			in(depth+1, inside)
		}
	}
	for mh, m := range d.Maps.All() {
		line("map", d.text(m.Class))
		in(1, d.PropertiesOf(m.Properties))
		for h, l := range d.Layers.All() {
			if l.Map != mh {
				continue
			}
			line("layer", l.Type, l.Number, strconv.Quote(d.text(l.Name)), d.text(l.Class), d.text(l.Blend), lookOf(&l.Own), l.Own.Tint, lookOf(&l.Total), l.RepeatX, l.DrawOrder == tiled.ByIndex)
			in(1, d.PropertiesOf(l.Properties))
			for _, o := range d.Objects.All() {
				if o.Layer != h {
					continue
				}
				at := ""
				if set, local, ok := d.Tileset(m, o.GID); ok {
					at = fmt.Sprint(" ", d.text(set.Name), " ", local, " ", o.GID.Flags()>>28)
				}
				line(" object", o.Number, strconv.Quote(d.text(o.Name)), d.text(o.Class), o.Shape, o.X, o.Y, o.Width, o.Height, o.Rotation, o.Opacity, o.Visible, at)
				for _, p := range d.Points.Slice(o.Points) {
					line("  point", p.X, p.Y)
				}
				for _, x := range d.Texts.Slice(o.Text) {
					line("  text", strconv.Quote(d.text(x.Text)), d.text(x.Font), x.PixelSize, x.Color, x.HAlign, x.VAlign, x.Wrap, x.Bold, x.Italic, x.Underline, x.Strikeout, x.Kerning)
				}
				in(2, d.PropertiesOf(o.Properties))
			}
		}
	}
	return lines
}

func lookOf(l *tiled.Look) string {
	return fmt.Sprint([2]float64{l.OffsetX, l.OffsetY}, l.Opacity, l.ParallaxX, l.ParallaxY, l.Visible)
}

func (d *drawn) value(p *tiled.Property) string {
	switch p.Type {
	case tiled.StringProperty, tiled.FileProperty:
		return strconv.Quote(d.text(p.String))
	case tiled.IntProperty:
		return fmt.Sprint(p.Int)
	case tiled.FloatProperty:
		return fmt.Sprint(p.Float)
	case tiled.BoolProperty:
		return fmt.Sprint(p.Bool)
	case tiled.ColorProperty:
		return fmt.Sprint(p.Color)
	case tiled.ObjectProperty:
		if h, ok := d.Objects.FromAny(p.Object); ok {
			o, _ := d.Objects.Get(h)
			return d.text(o.ID)
		}
	}
	return ""
}
