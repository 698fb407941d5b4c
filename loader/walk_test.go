package loader_test

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/smallalloc/inline"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/standin"
)

func TestWalkGivesDocumentOrder(t *testing.T) {
	var got []string
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		name := ""
		if v, ok := n.Field("name"); ok {
			name = string(v.Text(0))
		}
		parent := "-"
		if p, ok := n.Parent(); ok {
			parent = p.Kind()
		}
		require.Equal(t, len(got), n.Number())
		got = append(got, fmt.Sprintf("%s%s %s in %s", strings.Repeat(" ", n.Depth()), n.Kind(), name, parent))
	}
	require.Equal(t, []string{
		"scene bridge in -",
		" group front in scene",
		"  body plank0 in group", "   shape  in body",
		"  body plank1 in group", "   shape  in body",
		"  body plank2 in group", "   shape  in body",
		"  body plank3 in group", "   shape  in body",
		"  body plank4 in group", "   shape  in body",
		" joint rope in scene",
		" camera eye in scene",
		" trigger gate in scene",
		" light sun in scene",
		" pickup  in scene",
	}, got)
}

func TestFieldsAreReadable(t *testing.T) {
	want := map[string]string{
		"scene[0].title": "The Bridge", "scene[0].tags": "2 of scene.tags",
		"body[1].pos": "1 0.5", "body[1].motion": "dynamic", "body[1].group": "group[0]", "body[1].flags": "", "group[0].visible": "false", "group[0].parent": "nil",
		"camera[0].follow": "body[2]", "camera[0].name": "eye", "pickup[0].number": "7",
	}
	got := map[string]string{}
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		for name, v := range n.Fields {
			if at := fmt.Sprintf("%s[%d].%s", n.Kind(), n.Index(), name); want[at] != "" || at == "body[1].flags" {
				got[at] = fmt.Sprint(v)
			}
		}
	}
	require.Equal(t, want, got)
	require.Empty(t, loader.Value{}.String())
}

func TestPathsNameNodes(t *testing.T) {
	var buf [16]byte // shorter than a path: it spills
	path := inline.OverString(buf[:])
	var got []string
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		path.Reset()
		n.Path(&path)
		got = append(got, path.String())
	}
	require.Equal(t, "scene[0]", got[0])
	require.Equal(t, "scene[0]/group[0]/body[1]/shape[1]", got[5])
	require.Equal(t, "scene[0]/pickup[0]", got[16])
}

func TestWalkReadsFields(t *testing.T) {
	wk := loader.NewWalker()
	shapes := 0
	for n, err := range wk.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		value := func(name string) loader.Value {
			v, ok := n.Field(name)
			require.True(t, ok, name)
			return v
		}
		switch n.Kind() {
		case "scene":
			tags := value("tags")
			require.Equal(t, 2, tags.Len())
			row, ok := tags.Element(1)
			require.True(t, ok)
			tag, _ := row.Field("value")
			require.Equal(t, "river", string(tag.Text(0)))
			_, ok = tags.Element(2)
			require.False(t, ok)
			kind, camera, ok := value("opening").Ref(0)
			require.True(t, ok)
			require.Equal(t, "camera", kind)
			require.Zero(t, camera)
		case "body":
			i := n.Index()
			pos := value("pos")
			require.Equal(t, 2, pos.Len())
			require.Equal(t, []float64{float64(i), 0.5, 0}, []float64{pos.Float(0), pos.Float(1), pos.Float(2)})
			require.Equal(t, "dynamic", value("motion").Symbol(0))
			require.Equal(t, "wood", string(value("material.sound").Text(0)))
		case "shape":
			outline := value("vertex")
			require.Equal(t, shapes%3, outline.Len())
			for c := range outline.Len() {
				e, ok := outline.Element(c)
				require.True(t, ok)
				v, err := loader.As[game.Vertex](e)
				require.NoError(t, err)
				require.Equal(t, game.Vertex{X: float32(c), Y: float32(shapes)}, *v)
			}
			shapes++
		case "trigger":
			kind, row, ok := value("target").Ref(0)
			require.True(t, ok)
			require.Equal(t, "joint", kind)
			require.Zero(t, row)
		case "pickup":
			require.EqualValues(t, 7, value("number").Int(0))
			require.EqualValues(t, 7, value("number").Uint(0))
			p, err := loader.As[game.Pickup](n.Row)
			require.NoError(t, err)
			require.Equal(t, game.Vec2{X: 3, Y: 4}, p.Pos)
		}
		none, ok := n.Field("no such field")
		require.False(t, ok)
		require.Zero(t, none.Len())
		require.Zero(t, none.Int(0))
		require.Zero(t, none.Float(0))
		require.Empty(t, none.Text(0))
		require.Empty(t, none.Symbol(0))
		require.False(t, none.Bool(0))
		_, ok = none.Element(0)
		require.False(t, ok)
		_, _, ok = none.Ref(0)
		require.False(t, ok)
	}
	require.Equal(t, 5, shapes)
}

func TestAsRefusesOtherRecords(t *testing.T) {
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		if n.Kind() != "body" {
			continue
		}
		_, err := loader.As[game.Shape](n.Row)
		require.ErrorIs(t, err, loader.ErrMismatch)
		type almost struct {
			Name store.Str `level:"name,id"`
			Pos  [2]float64
		}
		_, err = loader.As[almost](n.Row)
		require.ErrorContains(t, err, "body")
		break
	}
}

func TestWalkEndsAtAnError(t *testing.T) {
	file := bridge(t)
	file[len(file)-1] ^= 1
	var last error
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, last, "an error is the last thing of a walk")
		_ = n
		last = err
	}
	require.Error(t, last)
	for _, err := range loader.Walk(bytes.NewReader(file[:100])) {
		last = err
	}
	require.ErrorContains(t, last, "walk: ")
}

func TestAWalkerIsUsedAgain(t *testing.T) {
	wk := loader.NewWalker()
	for _, file := range [][]byte{bridge(t), planks(t, 1000), bridge(t)} {
		n, broken := 0, false
		for _, err := range wk.Walk(bytes.NewReader(file)) {
			require.NoError(t, err)
			if n++; n == 5 && broken {
				break
			}
		}
		require.Greater(t, n, 4)
		broken = !broken
	}
}

func TestTablesWithoutTypes(t *testing.T) {
	file := planks(t, 2000)
	var w game.World
	b, ts, err := loader.BindSchema(bind(t, &w).Schema())
	require.NoError(t, err)
	for range 3 {
		l := load(t, b, file)
		require.Equal(t, 2000, ts.Len("body"))
		require.Equal(t, 4000, ts.Len("shape.vertex"))
		require.Equal(t, -1, ts.Len("nothing"))
		_, ok := l.Find("body1999")
		require.True(t, ok)
		require.NoError(t, l.Unload())
		require.Zero(t, ts.Len("body"))
	}
	require.NoError(t, ts.Close())
	_, err = b.Load(ctx, bytes.NewReader(file))
	require.ErrorIs(t, err, store.ErrClosed)
}

func TestBindRefusesWhatIsNoWorld(t *testing.T) {
	for name, world := range map[string]any{
		"nil": nil, "value": game.World{}, "number": new(int), "nil pointer": (*game.World)(nil), "no stores": &struct{ A int }{},
	} {
		_, err := loader.Bind(world)
		require.ErrorIs(t, err, loader.ErrWorld, name)
	}
}

// wrongLamps is a world with defaults that are no values of their fields.
type wrongLamps struct {
	Lamps   store.Bulk[wrongLamp] `level:"lamp"`
	Strings store.Strings
}

type wrongLamp struct {
	Reach float32    `level:"reach,default=far"`
	Color [3]uint8   `level:"color,default=1 2"`
	Mode  uint8      `level:"mode,enum=on|off,default=on"`
	Level uint8      `level:"level,default=300"`
	Dir   [2]float32 `level:"dir,default=0 -1"`
	Name  store.Str  `level:"name,default=lamp"`
}

// Otherwise a default that the field cannot have would be noticed only with the first
// level that is older than the field.
func TestBindRefusesDefaultsThatAreNoValues(t *testing.T) {
	_, err := loader.Bind(new(wrongLamps))
	require.ErrorIs(t, err, loader.ErrWorld)
	for _, want := range []string{`field reach: not a world: default "far": "far" is not a number`, `field color: not a world: default "1 2": 2 values for a field of 3`, `field level: not a world: default "300": "300" is out of range: u8 holds 0 to 255`} {
		require.ErrorContains(t, err, "bind: table lamp, "+want)
	}
	require.Equal(t, 2, strings.Count(err.Error(), "\n"), err.Error())
}

func TestALevelThatDoesNotFitIsRefused(t *testing.T) {
	type world struct {
		Bodies  standin.Bulk[unfit] `level:"body"`
		Strings store.Strings
	}
	b, ts := bindLike(t, world{})
	_, err := b.Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, loader.ErrMismatch)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "body", e.Table)
	require.NotEmpty(t, e.Field)
	require.Zero(t, ts.Len("body"))
}

// A world may leave kinds out; their nodes are read over.
func TestAWorldMayHaveFewerKinds(t *testing.T) {
	var w struct {
		Lights  store.Bulk[game.Light] `level:"light|lamp"`
		Gems    store.Bulk[plain]      `level:"gem"`
		Strings store.Strings
	}
	l := load(t, bind(t, &w), bridge(t))
	require.Equal(t, 1, l.Nodes())
	h, ok := loader.Find(l, &w.Lights, "sun")
	require.True(t, ok)
	sun, _ := w.Lights.Get(h)
	require.Equal(t, "sun", w.Strings.Get(sun.Name))
	require.True(t, sun.Shadows)
	_, ok = l.Find("plank1")
	require.False(t, ok, "the nodes of a kind that is not there are not found")
	require.Zero(t, w.Gems.Len())
}

// Closing the Binding closes the stores of BindSchema too.
func TestABindingClosesTables(t *testing.T) {
	var w game.World
	b, ts, err := loader.BindSchema(bind(t, &w).Schema())
	require.NoError(t, err)
	l := load(t, b, planks(t, 10))
	require.NoError(t, b.Close())
	require.Zero(t, ts.Len("body"))
	_, err = b.Load(ctx, bytes.NewReader(planks(t, 10)))
	require.ErrorIs(t, err, store.ErrClosed)
	require.NoError(t, l.Unload())
	require.NoError(t, ts.Close())
	require.NoError(t, b.Close())
}

// What is trusted is walked as what is checked.
func TestAWalkIsTheSameUnchecked(t *testing.T) {
	for _, file := range [][]byte{bridge(t), archipelago(t, 3, 5)} {
		want := outline(t, file)
		for _, mode := range []format.Mode{format.CheckSums, format.CheckNone} {
			got := ""
			for n, err := range loader.Walk(bytes.NewReader(file), loader.Check(mode)) {
				require.NoError(t, err)
				name, _ := n.Field("name")
				got += strings.TrimRight(strings.Repeat(" ", n.Depth())+n.Kind()+" "+string(name.Text(0)), " ") + "\n"
			}
			require.Equal(t, want, got)
		}
	}
}

// Of a chunk that is damaged no node is seen.
func TestAWalkEndsBeforeTheChunkThatIsDamaged(t *testing.T) {
	file := archipelago(t, 3, 5)
	f, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	for _, blk := range f.Blocks() {
		whole := 0 // nodes of the chunks before
		for _, c := range f.Chunks()[:blk.Chunk] {
			whole += int(c.Nodes)
		}
		bad := bytes.Clone(file)
		bad[blk.Offset] ^= 1
		nodes := 0
		var last error
		for _, err := range loader.Walk(bytes.NewReader(bad)) {
			if last = err; err == nil {
				nodes++
			}
		}
		require.ErrorIs(t, last, format.ErrSum)
		require.Equal(t, whole, nodes, "chunk %d, table %d", blk.Chunk, blk.Table)
	}
}

// A node that was kept although the walk has gone on has what is still there, and does no
// harm.
func TestANodeThatWasKeptTooLong(t *testing.T) {
	var deep loader.Node
	depth := func(n loader.Node) (d int) {
		for p, ok := n.Parent(); ok; p, ok = p.Parent() {
			d++
		}
		return d
	}
	var buf [80]byte
	path := inline.OverString(buf[:])
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		if n.Depth() > deep.Depth() {
			deep = n
			require.Equal(t, n.Depth(), depth(n))
		}
		if n.Depth() < deep.Depth()-1 {
			_, ok := deep.Parent()
			require.False(t, ok)
			path.Reset()
			deep.Path(&path)
			require.Positive(t, path.Len())
		}
	}
	require.Positive(t, deep.Depth())
	path.Reset()
	deep.Path(&path)
	_, _ = deep.Parent()
	for range deep.Fields {
	}
}

// A Walker has one file at a time. The loop over the one before, whose rows are gone, gets
// an error, and not those of another file.
func TestAWalkWithinAWalkOfOneWalkerEndsIt(t *testing.T) {
	file, other := bridge(t), planks(t, 3)
	for _, inner := range [][]byte{file, other, other[:100], nil} {
		w := loader.NewWalker()
		seen, told := 0, 0
		for n, err := range w.Walk(bytes.NewReader(file)) {
			if err != nil {
				require.ErrorContains(t, err, "walk: the Walker has begun another walk")
				require.Empty(t, n.Kind())
				told++
				continue
			}
			seen++
			for range w.Walk(bytes.NewReader(inner)) {
				break
			}
		}
		require.Equal(t, 1, seen)
		require.Equal(t, 1, told)
		for _, err := range w.Walk(bytes.NewReader(file)) {
			require.NoError(t, err)
		}
	}

	// A walk that goes on after another one has begun lets that one go on.
	var w loader.Walker
	next, stop := iter.Pull2(w.Walk(bytes.NewReader(file)))
	defer stop()
	_, err, ok := next()
	require.True(t, ok)
	require.NoError(t, err)
	n := 0
	for _, err := range w.Walk(bytes.NewReader(other)) {
		require.NoError(t, err)
		if n++; n == 2 {
			_, err, ok = next()
			require.True(t, ok)
			require.ErrorContains(t, err, "another walk")
			stop()
		}
	}
	require.Greater(t, n, 3)
}
