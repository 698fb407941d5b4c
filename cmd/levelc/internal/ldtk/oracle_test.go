package ldtk_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/loader/ldtk"
)

// The same files as encoding/json reads them: of each entity, what a game gets is
// said as a line of text, and so is what the file says.
type (
	jsonProject struct {
		WorldLayout string
		Levels      []jsonLevel
		Worlds      []struct {
			WorldLayout string
			Levels      []jsonLevel
		}
		Toc []struct {
			Identifier    string
			InstancesData []struct {
				IIDs           struct{ EntityIID string }
				WorldX, WorldY int
			}
		}
	}
	jsonLevel struct {
		Identifier, IID string
		WorldX, WorldY  int
		PxWid, PxHei    int
		Fields          []jsonField `json:"fieldInstances"`
		Path            string      `json:"externalRelPath"`
		Layers          []struct {
			Identifier string       `json:"__identifier"`
			OffsetX    int          `json:"__pxTotalOffsetX"`
			OffsetY    int          `json:"__pxTotalOffsetY"`
			Entities   []jsonEntity `json:"entityInstances"`
		} `json:"layerInstances"`
	}
	jsonEntity struct {
		Identifier    string `json:"__identifier"`
		IID           string
		Px            [2]int
		Pivot         [2]float32 `json:"__pivot"`
		Width, Height int
		Tags          []string    `json:"__tags"`
		Fields        []jsonField `json:"fieldInstances"`
		WorldX        *int        `json:"__worldX"`
		WorldY        *int        `json:"__worldY"`
	}
	jsonField struct {
		Identifier string `json:"__identifier"`
		Type       string `json:"__type"`
		Value      any    `json:"__value"`
	}
)

// TestCorpusEntities holds every entity and field of the corpus against what
// encoding/json finds.
func TestCorpusEntities(t *testing.T) {
	dir := corpus.Folder(t, "levels")
	entities, fields := 0, 0
	for file := range oracle(t, dir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			path := filepath.Join(dir, file)
			var p jsonProject
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &p))
			res := build(t, schemaOf(t, nil), path, compile.Options{})
			w := new(ldtk.World)
			l := load(t, w, res.level)

			want := linesOfFile(t, &p)
			got := linesOfWorld(t, w)
			require.Equal(t, len(want), len(got))
			for i := range want {
				require.Equal(t, want[i], got[i])
			}
			entities += w.Entities.Len()
			fields += w.Fields.Len()
			for _, toc := range p.Toc {
				for _, e := range toc.InstancesData {
					to := find(t, l, &w.Entities, e.IIDs.EntityIID)
					require.Equal(t, toc.Identifier, w.Strings.Get(to.Identifier))
					if p.WorldLayout == "Free" || p.WorldLayout == "GridVania" {
						require.Equal(t, ldtk.Vec{X: int32(e.WorldX), Y: int32(e.WorldY)}, to.World)
					}
				}
			}
		})
	}
	compared.entities, compared.fields = entities, fields
}

func linesOfFile(t *testing.T, p *jsonProject) []string {
	var lines []string
	world := func(layout string, levels []jsonLevel) {
		x, y := 0, 0
		for _, l := range levels {
			switch layout {
			case "LinearHorizontal":
				l.WorldX, l.WorldY = x, 0
				x += l.PxWid
			case "LinearVertical":
				l.WorldX, l.WorldY = 0, y
				y += l.PxHei
			}
			lines = append(lines, fmt.Sprint("level ", l.Identifier, " ", l.IID, " ", l.WorldX, " ", l.WorldY))
			lines = append(lines, jsonFields(t, l.Fields)...)
			for i := range l.Layers {
				layer := l.Layers[len(l.Layers)-1-i]
				count := map[string]int{}
				for _, e := range layer.Entities {
					if e.IID == "" {
						e.IID = fmt.Sprint(l.Identifier, "/", e.Identifier, "#", count[e.Identifier])
						count[e.Identifier]++
					}
					x, y := l.WorldX+layer.OffsetX+e.Px[0], l.WorldY+layer.OffsetY+e.Px[1]
					lines = append(lines, fmt.Sprint("entity ", layer.Identifier, " ", e.Identifier, " ", e.IID, e.Px, e.Pivot, e.Width, "x", e.Height, e.Tags, " ", x, " ", y))
					if e.WorldX != nil {
						require.Equal(t, [2]int{x, y}, [2]int{*e.WorldX, *e.WorldY})
					}
					lines = append(lines, jsonFields(t, e.Fields)...)
				}
			}
		}
	}
	world(p.WorldLayout, p.Levels)
	for _, w := range p.Worlds {
		world(w.WorldLayout, w.Levels)
	}
	return lines
}

func jsonFields(t *testing.T, fields []jsonField) []string {
	var lines []string
	for _, f := range fields {
		values, ok := f.Value.([]any)
		if !ok {
			values = []any{f.Value}
		}
		typ := strings.TrimSuffix(strings.TrimPrefix(f.Type, "Array<"), ">")
		lines = append(lines, "field "+f.Identifier)
		for _, v := range values {
			if v == nil {
				continue
			}
			m, _ := v.(map[string]any)
			switch {
			case typ == "Point":
				lines = append(lines, fmt.Sprint("  ", m["cx"], " ", m["cy"]))
			case typ == "EntityRef":
				lines = append(lines, fmt.Sprint("  ", m["entityIid"]))
			case typ == "Color":
				lines = append(lines, "  "+strings.ToUpper(v.(string)))
			default:
				require.Nil(t, m)
				lines = append(lines, fmt.Sprint("  ", v))
			}
		}
	}
	return lines
}

func linesOfWorld(t *testing.T, w *ldtk.World) []string {
	text := w.Strings.Get
	var lines []string
	for h, l := range w.Levels.All() {
		lines = append(lines, fmt.Sprint("level ", text(l.Identifier), " ", text(l.IID), " ", l.Origin.X, " ", l.Origin.Y))
		lines = append(lines, worldFields(t, w, w.Fields.Slice(l.Fields))...)
		for lh, layer := range w.Layers.All() {
			if layer.Level != h {
				continue
			}
			for _, e := range w.Entities.All() {
				if e.Layer != lh {
					continue
				}
				tags := []string{}
				for _, word := range w.Words.Slice(e.Tags) {
					tags = append(tags, text(word.Text))
				}
				lines = append(lines, fmt.Sprint("entity ", text(layer.Identifier), " ", text(e.Identifier), " ", text(e.IID), [2]int32{e.Px.X, e.Px.Y}, e.Pivot,
					e.Size.X, "x", e.Size.Y, tags, " ", e.World.X, " ", e.World.Y))
				lines = append(lines, worldFields(t, w, w.Fields.Slice(e.Fields))...)
			}
		}
	}
	return lines
}

func worldFields(t *testing.T, w *ldtk.World, fields []ldtk.Field) []string {
	var lines []string
	for i := range fields {
		f := &fields[i]
		if i == 0 || !f.Array || fields[i-1].Name != f.Name {
			lines = append(lines, "field "+w.Strings.Get(f.Name))
		}
		if f.Null {
			continue
		}
		switch f.Type {
		case ldtk.Int:
			lines = append(lines, fmt.Sprint("  ", f.Int))
		case ldtk.Float:
			lines = append(lines, fmt.Sprint("  ", f.Float))
		case ldtk.Bool:
			lines = append(lines, fmt.Sprint("  ", f.Bool()))
		case ldtk.Point:
			lines = append(lines, fmt.Sprint("  ", f.Point.X, " ", f.Point.Y))
		case ldtk.ColorField:
			lines = append(lines, fmt.Sprintf("  #%02X%02X%02X", f.Color.R, f.Color.G, f.Color.B))
		case ldtk.EntityRef:
			h, ok := w.Entities.FromAny(f.Ref)
			require.True(t, ok)
			lines = append(lines, "  "+w.Strings.Get(get(t, &w.Entities, h).IID))
		default:
			lines = append(lines, "  "+w.Strings.Get(f.Text))
		}
	}
	return lines
}
