package ldtk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	ldtktypes "github.com/levelc/levelc/loader/ldtk"
)

// large is a project of some levels of 100 x 100 cells, with as many tiles and some
// entities.
func large(levels int) string {
	var b strings.Builder
	b.WriteString(`{"__header__": {"fileType": "LDtk Project JSON"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defs": {"layers": [
{"identifier": "Things", "type": "Entities", "uid": 1, "gridSize": 16}, {"identifier": "Ground", "type": "IntGrid", "uid": 2, "gridSize": 16, "tilesetDefUid": 3}],
"tilesets": [{"identifier": "T", "uid": 3, "pxWid": 512, "pxHei": 512, "tileGridSize": 16, "__cWid": 32, "__cHei": 32}], "entities": [{"identifier": "Coin", "uid": 4, "width": 8, "height": 8}]}, "levels": [`)
	for l := range levels {
		if l > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"identifier": "Level_%d", "iid": "level %d", "uid": %d, "worldX": %d, "worldY": 0, "pxWid": 1600, "pxHei": 1600, "layerInstances": [
{"__identifier": "Things", "__type": "Entities", "__cWid": 100, "__cHei": 100, "__gridSize": 16, "iid": "things %d", "layerDefUid": 1, "entityInstances": [`, l, l, 10+l, l*1600, l)
		for e := range 100 {
			if e > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"__identifier": "Coin", "__grid": [%d, %d], "__pivot": [0.5, 1], "__tags": [], "iid": "coin %d %d", "width": 8, "height": 8, "defUid": 4, "px": [%d, %d], "fieldInstances": [
{"__identifier": "worth", "__type": "Int", "__value": %d, "defUid": 5}, {"__identifier": "next", "__type": "EntityRef", "__value": {"entityIid": "coin %d %d"}, "defUid": 6}]}`,
				e, e, l, e, e*16, e*16, e, (l+1)%levels, e)
		}
		b.WriteString(`]}, {"__identifier": "Ground", "__type": "IntGrid", "__cWid": 100, "__cHei": 100, "__gridSize": 16, "__tilesetDefUid": 3, "iid": "ground ` + fmt.Sprint(l) + `", "layerDefUid": 2, "intGridCsv": [`)
		for i := range 10000 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, (i*7+l)%5)
		}
		b.WriteString(`], "autoLayerTiles": [`)
		for i := range 10000 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "\n"+`{"px": [%d, %d], "src": [%d, %d], "f": %d, "t": %d, "d": [5, %d], "a": 1}`, i%100*16, i/100*16, i%32*16, i/32%32*16, i%4, i%1024, i)
		}
		b.WriteString(`]}]}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

func TestLargeProject(t *testing.T) {
	w := new(ldtktypes.World)
	load(t, w, compileFile(t, w, files(t, "large.ldtk", large(3))))
	require.Equal(t, 30000, w.Tiles.Len())
	require.Equal(t, 30000, w.Cells.Len())
	require.Equal(t, 300, w.Entities.Len())
}

// Lists that are too long for an attribute become elements, and the same level.
func TestLongLists(t *testing.T) {
	path := files(t, "large.ldtk", large(2))
	want := compileFile(t, nil, path)
	old := ldtk.SetMostList(1000)
	defer ldtk.SetMostList(old)
	res := build(t, schemaOf(t, nil), path, compile.Options{})
	require.Empty(t, res.found)
	require.Contains(t, res.xml, "<value>")
	require.Contains(t, res.xml, "<tile ")
	require.True(t, bytes.Equal(want, res.level))
}

// The values of a large layer are read in pieces, and written so if they are long.
func TestAGridMayBeLarge(t *testing.T) {
	const wide = 300
	values := strings.TrimSuffix(strings.Repeat("7,65000,0,", wide*wide/3), ",")
	project := large(1)
	from := strings.Index(project, `"intGridCsv": [`) + len(`"intGridCsv": [`)
	to := from + strings.Index(project[from:], "]")
	project = strings.ReplaceAll(project[:from]+values+project[to:], `"__cWid": 100, "__cHei": 100`, fmt.Sprintf(`"__cWid": %d, "__cHei": %[1]d`, wide))
	path := files(t, "large.ldtk", project)

	w := new(ldtktypes.World)
	want := compileFile(t, nil, path)
	load(t, w, want)
	require.Equal(t, wide*wide, w.Cells.Len())
	old := ldtk.SetMostList(1000)
	defer ldtk.SetMostList(old)
	res := build(t, schemaOf(t, nil), path, compile.Options{})
	require.Empty(t, res.found)
	require.Greater(t, strings.Count(res.xml, "<value>"), 1)
	require.Less(t, strings.Count(res.xml, "<value>"), 100)
	require.True(t, bytes.Equal(want, res.level))

	bad := files(t, "bad.ldtk", strings.Replace(project, "7,65000,0]", "7,65000,70000]", 1))
	require.Contains(t, strings.Join(build(t, schemaOf(t, nil), bad, compile.Options{}).found, "\n"), "from 0 to 65535, got 70000")
}

func TestProjectsAreBuiltIntoOneLevel(t *testing.T) {
	var sources []*source.File
	for _, name := range []string{"lighthouse.ldtk", "islands.ldtk", "beach.ldtk"} {
		f, err := source.Open(testdata(name))
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		l, err := editor.Translate(context.Background(), f, testdata(name), ldtk.Reader, editor.Options{Schema: ldtk.Schema()})
		require.NoError(t, err)
		t.Cleanup(l.Close)
		require.Zero(t, l.Found.Count(diag.Error))
		sources = append(sources, l.File)
	}
	plan, err := compile.NewPlan(ldtk.Schema())
	require.NoError(t, err)
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), sources, &out, format.WriterOptions{}, compile.Options{})
	require.NoError(t, err)
	require.Empty(t, found.Diagnostics.All())
	w := new(ldtktypes.World)
	load(t, w, out)
	require.Equal(t, 3, w.Projects.Len())
	require.Equal(t, 8, w.Levels.Len())
}

// With a level's file missing, the rest can be built; what refers into it refers to
// nothing.
func TestAMissingLevelMayBeAWarning(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(testdata(""))))
	require.NoError(t, os.Remove(dir+"/islands/South_1.ldtkl"))
	path := dir + "/islands.ldtk"
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		f, err := source.Open(path)
		require.NoError(t, err)
		defer f.Close()
		l, err := editor.Translate(context.Background(), f, path, ldtk.Reader, editor.Options{Schema: ldtk.Schema(), Missing: severity})
		require.NoError(t, err)
		defer l.Close()
		require.Len(t, l.Found.All(), 1)
		require.Equal(t, 1, l.Found.Count(severity))
		require.Contains(t, l.Found.All()[0].Message, "South_1.ldtkl does not exist")
		if severity == diag.Error {
			continue
		}
		plan, err := compile.NewPlan(ldtk.Schema())
		require.NoError(t, err)
		var out format.Buffer
		_, _, err = plan.Build(context.Background(), []*source.File{l.File}, &out, format.WriterOptions{}, compile.Options{})
		require.NoError(t, err)
		w := new(ldtktypes.World)
		level := load(t, w, out)
		require.Equal(t, 3, w.Entities.Len())
		require.Equal(t, 4, w.Levels.Len())
		require.True(t, w.FieldRef(find(t, level, &w.Entities, "510008fc-0000-11f0-8000-0000000008fc").Fields, "leadsTo").IsNil())
	}
}

// BenchmarkTranslate writes a project of 20 levels as nodes; the compiler's part is
// BenchmarkBuild less this. Bytes are those of the project.
func BenchmarkTranslate(b *testing.B) { bench(b, false) }

// BenchmarkBuild compiles it. BenchmarkUnmarshal is what encoding/json takes to read
// it into structs of a game, where nothing is resolved.
func BenchmarkBuild(b *testing.B) { bench(b, true) }

func bench(b *testing.B, compiled bool) {
	text := large(20)
	path := files(b, "large.ldtk", text)
	plan, err := compile.NewPlan(ldtk.Schema())
	require.NoError(b, err)
	b.Run("levels=20", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			f, err := source.Open(path)
			require.NoError(b, err)
			l, err := editor.Translate(context.Background(), f, path, ldtk.Reader, editor.Options{Schema: ldtk.Schema()})
			require.NoError(b, err)
			require.Zero(b, l.Found.Count(diag.Error))
			if compiled {
				var out format.Buffer
				_, _, err = plan.Build(context.Background(), []*source.File{l.File}, &out, format.WriterOptions{}, compile.Options{})
				require.NoError(b, err)
			} else {
				_, err = io.Copy(io.Discard, io.NewSectionReader(l.File, 0, math.MaxInt64))
				require.NoError(b, err)
			}
			l.Close()
			f.Close()
		}
	})
}

// BenchmarkTranslateSmall translates a small project again and again, as in a folder of
// them: what a reader needs for any project is nearly all of it.
func BenchmarkTranslateSmall(b *testing.B) {
	path := testdata("islands.ldtk")
	b.Run("levels=5", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f, err := source.Open(path)
			require.NoError(b, err)
			l, err := editor.Translate(context.Background(), f, path, ldtk.Reader, editor.Options{Schema: ldtk.Schema()})
			require.NoError(b, err)
			l.Close()
			f.Close()
		}
	})
}

func BenchmarkUnmarshal(b *testing.B) {
	text := []byte(large(20))
	type project struct {
		Levels []struct {
			Layers []struct {
				Values   []int32 `json:"intGridCsv"`
				Entities []jsonEntity
				Tiles    []struct {
					Px, Src [2]int32
					F, T    int32
					A       float32
				} `json:"autoLayerTiles"`
			} `json:"layerInstances"`
		}
	}
	b.Run("levels=20", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var p project
			require.NoError(b, json.Unmarshal(text, &p))
		}
	})
}

// A project of entities is kept in no more memory than the file has bytes.
func TestEntitiesTakeLittleMemory(t *testing.T) {
	var list strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&list, `,{"__identifier":"Coin","__grid":[1,2],"__tags":[],"iid":"%d","px":[3,4],"fieldInstances":[{"__identifier":"worth","__type":"Int","__value":%[1]d}]}`, i)
	}
	text := `{"levels":[{"identifier":"A","layerInstances":[{"__identifier":"Things","__type":"Entities","entityInstances":[` + list.String()[1:] + `]}]}]}`
	path := files(t, "p.ldtk", text)
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	l, err := editor.Translate(context.Background(), f, path, ldtk.Reader, editor.Options{Schema: ldtk.Schema(), Memory: int64(len(text))})
	require.NoError(t, err)
	defer l.Close()
	require.Empty(t, l.Found.All())
}
