package loader_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/standin"
)

func TestTheHookSeesEachNodeInOrderWithItsParent(t *testing.T) {
	var w game.World
	var seen strings.Builder
	b := bind(t, &w, loader.OnNode(func(n loader.Placed) error {
		fmt.Fprintf(&seen, "%s%s", strings.Repeat(" ", n.Depth), n.Kind)
		if h, ok := w.Shapes.FromAny(n.Handle); ok {
			shape, alive := w.Shapes.Get(h)
			require.True(t, alive, "the level is there")
			require.Equal(t, w.Bodies.Any(shape.Body), n.Parent)
		}
		if h, ok := w.Bodies.FromAny(n.Parent); ok {
			seen.WriteString(" of " + w.Strings.Get(must(w.Bodies.Get(h)).Name))
		}
		seen.WriteString("\n")
		return nil
	}))
	load(t, b, planks(t, 1))
	want := "scene\n group\n  body\n   shape of body0\n"
	require.Equal(t, want, seen.String())
	seen.Reset()
	ld := b.Start(bytes.NewReader(planks(t, 1)))
	for !ld.Step(0) {
		require.Zero(t, seen.Len())
	}
	_, err := ld.Finish()
	require.NoError(t, err)
	require.Equal(t, want, seen.String())
}

func TestAHookThatFailsUndoesTheLoad(t *testing.T) {
	var w game.World
	wrong := errors.New("no such texture")
	n := 0
	b := bind(t, &w, loader.OnNode(func(p loader.Placed) error {
		if n++; n == 30 {
			return wrong
		}
		return nil
	}))
	_, err := b.Load(ctx, bytes.NewReader(planks(t, 100)))
	require.ErrorIs(t, err, wrong)
	require.Zero(t, w.Bodies.Len()+w.Strings.Len()+w.Lists.Corners.Len())
	load(t, b, planks(t, 100))
	require.Equal(t, 100, w.Bodies.Len())
}

// A context may end while the hook is called, by the hook or by others.
func TestAContextThatEndsInAHookUndoesTheLoad(t *testing.T) {
	level, chunks := planks(t, 500), archipelago(t, 2, 500)
	var w game.World
	n, stop := 0, func() {}
	b := bind(t, &w, loader.OnNode(func(p loader.Placed) error {
		if n++; n == 3 {
			stop()
		}
		return nil
	}))
	f := open(t, b, chunks)
	before := stateOf(t, &w)
	for _, load := range []func(context.Context) error{
		func(ctx context.Context) error { _, err := b.Load(ctx, bytes.NewReader(level)); return err },
		func(ctx context.Context) error { return f.Load(ctx, "island1") },
	} {
		ending, cancel := context.WithCancel(ctx)
		defer cancel()
		n, stop = 0, cancel
		require.ErrorIs(t, load(ending), context.Canceled)
		require.Less(t, n, 500, "the hook is not called for all nodes")
		require.Equal(t, before, stateOf(t, &w))
	}
	require.False(t, f.Loaded("island1"))
	load(t, b, level)
	loadChunks(t, f, "island1")
}

func TestSkippedKindsAreNotLoaded(t *testing.T) {
	for _, open := range []struct {
		name string
		load func(*loader.Binding, []byte) (*loader.Level, error)
	}{
		{"seeks", func(b *loader.Binding, f []byte) (*loader.Level, error) { return b.Load(ctx, bytes.NewReader(f)) }},
		{"pipe", func(b *loader.Binding, f []byte) (*loader.Level, error) { return b.Load(ctx, bytes.NewBuffer(f)) }},
		{"bytes", func(b *loader.Binding, f []byte) (*loader.Level, error) { return b.LoadBytes(ctx, f) }},
	} {
		t.Run(open.name, func(t *testing.T) {
			var w game.World
			var log bytes.Buffer
			var kinds []string
			b := bind(t, &w, loader.Skip(loader.Warn, "body", "shape"), loader.Log(slog.New(slog.NewTextHandler(&log, nil))),
				loader.KeepNodes(), loader.OnNode(func(n loader.Placed) error { kinds = append(kinds, n.Kind); return nil }))
			l, err := open.load(b, bridge(t))
			require.NoError(t, err)
			require.Zero(t, w.Bodies.Len()+w.Shapes.Len()+w.Lists.Corners.Len())
			require.Equal(t, 7, l.Nodes())
			require.Equal(t, []string{"scene", "group", "joint", "camera", "trigger", "light", "pickup"}, kinds)
			joint, _ := w.Joints.Get(handleOf(t, l, &w.Joints, "rope"))
			require.True(t, joint.A.IsNil() && joint.B.IsNil())
			eye, _ := w.Cameras.Get(handleOf(t, l, &w.Cameras, "eye"))
			require.True(t, eye.Follow.IsNil())
			gate, _ := w.Triggers.Get(handleOf(t, l, &w.Triggers, "gate"))
			require.False(t, gate.Target.IsNil(), "a joint is not skipped")
			for _, h := range w.Lists.Bodies.Slice(gate.Wakes) {
				require.True(t, h.IsNil())
			}
			_, ok := l.Find("plank1")
			require.False(t, ok)
			require.Contains(t, log.String(), "count=6")
			require.Contains(t, outline(t, saveLevel(t, l, loader.SaveOptions{Strict: true})), "trigger gate")
		})
	}
	var w game.World
	before := stateOf(t, &w)
	_, err := bind(t, &w, loader.Skip(loader.Fail, "body")).Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, loader.ErrSkipped)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.NotEmpty(t, e.Field)
	require.Equal(t, before, stateOf(t, &w))
	load(t, bind(t, &w, loader.Skip(loader.Fail, "light")), bridge(t))
	_, err = loader.Bind(&w, loader.Skip(loader.Ignore, "bodies"))
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "the kinds are scene, group, body, shape, joint and 4 more")
}

// Each Skip says what to do about references to the kinds that it names.
func TestEachSkipHasItsOwnPolicy(t *testing.T) {
	// In bridge, the trigger refers to the joint; five shapes, the trigger twice, the camera and
	// the pickup refer to bodies.
	for _, c := range []struct {
		name    string
		opts    []loader.Option
		told    string
		refused string // the table that is named
	}{
		{"fails first", []loader.Option{loader.Skip(loader.Fail, "joint"), loader.Skip(loader.Ignore, "shape")}, "", "trigger"},
		{"fails last", []loader.Option{loader.Skip(loader.Ignore, "shape"), loader.Skip(loader.Fail, "joint")}, "", "trigger"},
		{"nothing refers to it", []loader.Option{loader.Skip(loader.Ignore, "joint"), loader.Skip(loader.Fail, "shape")}, "", ""},
		{"told of one", []loader.Option{loader.Skip(loader.Warn, "joint"), loader.Skip(loader.Ignore, "body")}, "count=1", ""},
		{"told of the other", []loader.Option{loader.Skip(loader.Ignore, "joint"), loader.Skip(loader.Warn, "body", "joint"), loader.Skip(loader.Ignore, "joint")}, "count=9", ""},
		{"the last counts", []loader.Option{loader.Skip(loader.Fail, "joint", "shape"), loader.Skip(loader.Ignore, "joint")}, "", ""},
	} {
		level := bridge(t)
		var log bytes.Buffer
		opts := append(c.opts, loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
		way := func(name string, load func(b *loader.Binding, w *game.World) error, more ...loader.Option) {
			log.Reset()
			var w game.World
			err := load(bind(t, &w, append(opts, more...)...), &w)
			if c.refused == "" {
				require.NoError(t, err, "%s: %s", c.name, name)
				require.Equal(t, c.told != "", strings.Contains(log.String(), "references to skipped"), "%s: %s: %s", c.name, name, log.String())
				require.Contains(t, log.String(), c.told, "%s: %s", c.name, name)
				return
			}
			require.ErrorIs(t, err, loader.ErrSkipped, "%s: %s", c.name, name)
			var e *loader.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.refused, e.Table, "%s: %s", c.name, name)
		}
		way("bytes", func(b *loader.Binding, _ *game.World) error { _, err := b.LoadBytes(ctx, level); return err })
		way("reloadable", func(b *loader.Binding, _ *game.World) error { _, err := b.LoadBytes(ctx, level); return err }, loader.Reloadable())
		way("reload", func(b *loader.Binding, _ *game.World) error {
			_, err := load(t, b, gameAuthor(t).file()).Reload(ctx, bytes.NewReader(level))
			return err
		}, loader.Reloadable())
		way("chunk", func(b *loader.Binding, _ *game.World) error { return open(t, b, level).Load(ctx, "") })
	}
}

type small struct {
	Bodies  store.Bulk[game.Body]  `level:"body"`
	Groups  store.Bulk[game.Group] `level:"group"`
	Scenes  store.Bulk[named]      `level:"scene"`
	Rocks   store.Bulk[named]      `level:"rock"`
	Strings store.Strings
}

func TestMissingAndExtraKindsByPolicy(t *testing.T) {
	var w small
	load(t, bind(t, &w), bridge(t))
	_, err := bind(t, &w, loader.Missing(loader.Fail)).Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorContains(t, err, "rock")
	_, err = bind(t, &w, loader.Extra(loader.Fail)).Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, loader.ErrMismatch)
	var log bytes.Buffer
	b := bind(t, &w, loader.Extra(loader.Warn), loader.Missing(loader.Warn), loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
	load(t, b, bridge(t))
	told := strings.Count(log.String(), "level=WARN")
	require.Equal(t, 7, told, log.String())
	load(t, b, bridge(t))
	require.Equal(t, told, strings.Count(log.String(), "level=WARN"), "once for a schema")
}

// A logger hears of a difference once, also where a plan is made again.
func TestADifferenceIsLoggedOnceForASchema(t *testing.T) {
	var log bytes.Buffer
	warns := func() int { return strings.Count(log.String(), "level=WARN") }
	opts := []loader.Option{loader.Extra(loader.Warn), loader.Log(slog.New(slog.NewTextHandler(&log, nil)))}
	var w small
	b, level := bind(t, &w, opts...), bridge(t)
	one, two := b.Start(bytes.NewReader(level)), b.Start(bytes.NewReader(level)) // neither has met a schema yet
	for !one.Step(1) || !two.Step(1) {
	}
	_, err := one.Finish()
	require.NoError(t, err)
	_, err = two.Finish()
	require.NoError(t, err)
	require.Equal(t, 6, warns(), log.String())
	for range 2 {
		f, err := b.Open(ctx, bytes.NewReader(level), int64(len(level)))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	require.Equal(t, 6, warns(), log.String())

	log.Reset()
	b = bind(t, &w, append(opts, loader.Missing(loader.Fail))...)
	for range 3 {
		_, err := b.LoadBytes(ctx, level)
		require.ErrorIs(t, err, loader.ErrMismatch, "it is refused each time")
		require.Equal(t, 6, warns(), log.String())
	}
}

// unfit is no game.Body, whose health has a sign.
type unfit struct {
	Name   store.Str `level:"name,id"`
	Health uint8     `level:"health"`
}

// besides has the field that changed beside what came of it.
type besides struct {
	Health int8  `level:"health"`
	HP     uint8 `level:"hp,default=7"`
}

func TestATypeThatDoesNotFitIsExplained(t *testing.T) {
	type world struct {
		Bodies  standin.Bulk[unfit] `level:"body"`
		Strings store.Strings
	}
	b, _ := bindLike(t, world{})
	_, err := b.Load(ctx, bytes.NewReader(bridge(t)))
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, []string{"body", "health", "u8", "i8"}, []string{e.Table, e.Field, e.Want, e.Got})
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorIs(t, err, format.ErrConvert)
	var fe *format.Error
	require.ErrorAs(t, err, &fe)
	require.Equal(t, "health", fe.Field)
	require.EqualError(t, err, "load: table body, field health: the level does not fit the world: "+
		"i8 in the file, u8 in the reader: the sign changed; build the level again with the game's types or, for a saved game too, give the field another name and keep the old one beside it")

	// The advice helps. An alias may have found the field.
	type named struct {
		Bodies standin.Bulk[struct {
			HP uint8 `level:"hp,alias=health,default=7"`
		}] `level:"body"`
	}
	b, _ = bindLike(t, named{})
	_, err = b.Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorContains(t, err, "too, take the alias away and keep the old field beside it")
	type away struct {
		Bodies standin.Bulk[struct {
			HP uint8 `level:"hp,default=7"`
		}] `level:"body"`
	}
	b, _ = bindLike(t, away{})
	_, err = b.Load(ctx, bytes.NewReader(bridge(t)))
	require.NoError(t, err)

	// Only the old field has the values of a saved game.
	a := gameAuthor(t)
	a.node("body", 0, "plank", fields{"name": "plank", "health": -3})
	var w struct {
		Bodies store.Bulk[besides] `level:"body"`
		store.Strings
	}
	load(t, bind(t, &w), a.file())
	for _, plank := range w.Bodies.All() {
		require.Equal(t, besides{Health: -3, HP: 7}, *plank)
	}

	// No name of a table makes a number of what names a node.
	type counted struct {
		Bodies standin.Bulk[struct {
			Group uint64 `level:"group"`
		}] `level:"body"`
	}
	b, _ = bindLike(t, counted{})
	_, err = b.Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorContains(t, err, "there is no conversion; build the level again with the game's types or, for a saved game too, give the field another name and keep the old one beside it")

	// The first field too.
	type first struct {
		Bodies standin.Bulk[struct {
			Name uint8 `level:"name"`
		}] `level:"body"`
	}
	b, _ = bindLike(t, first{})
	_, err = b.Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorAs(t, err, &e)
	require.Equal(t, []string{"body", "name", "u8", "str"}, []string{e.Table, e.Field, e.Want, e.Got})
}

// A default takes the place of a symbol that is gone, and Skip that of a kind: neither is
// a matter of names.
func TestWhatIsGoneIsAdvisedOn(t *testing.T) {
	type old struct {
		Mode uint8           `level:"mode,enum=on|off|dim"`
		At   store.AnyHandle `level:",parent"`
	}
	type before struct {
		Lamps standin.Bulk[plain] `level:"lamp"`
		Olds  standin.Bulk[old]   `level:"old"`
	}
	a := newAuthor(t, before{}, format.WriterOptions{})
	a.node("old", 0, "", fields{})
	level := a.file()
	type fewer struct {
		Lamps standin.Bulk[plain] `level:"lamp"`
		Olds  standin.Bulk[struct {
			Mode uint8           `level:"mode,enum=on|off"`
			At   store.AnyHandle `level:",parent"`
		}] `level:"old"`
	}
	b, _ := bindLike(t, fewer{})
	_, err := b.LoadBytes(ctx, level)
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorContains(t, err, `the reader has no symbol "dim" and no default in its place; build the level again with the game's types or, for a saved game too, give the field a default`)
	type dark struct {
		Olds standin.Bulk[old] `level:"old"`
	}
	b, _ = bindLike(t, dark{})
	_, err = b.LoadBytes(ctx, level)
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorContains(t, err, `the file's may name lamp, the reader's may not; build the level again with the game's types or, for a saved game too, keep the kind in the world: Skip skips its nodes`)
	b, _ = bindLike(t, before{}, loader.Skip(loader.Ignore, "lamp"))
	_, err = b.LoadBytes(ctx, level)
	require.NoError(t, err, "as the message says")
}

func TestStoresAreBoundWithoutAWorld(t *testing.T) {
	var w game.World
	b, err := loader.BindStores(&w.Strings, []loader.Named{
		{Tag: "body", Store: &w.Bodies}, {Tag: "group", Store: &w.Groups}, {Tag: "scene", Store: &w.Scenes}, {Tag: "camera", Store: &w.Cameras},
		{Tag: "shape", Store: &w.Shapes}, {Tag: "pickup", Store: &w.Pickups}, {Store: &w.Lists.Corners}, {Store: &w.Lists.Numbers}, {Store: &w.Lists.Words}, {Store: &w.Lists.Stops},
	})
	require.NoError(t, err)
	l := load(t, b, planks(t, 3))
	body, ok := w.Bodies.Get(handleOf(t, l, &w.Bodies, "body2"))
	require.True(t, ok)
	require.Equal(t, "g", w.Strings.Get(must(w.Groups.Get(body.Group)).Name))
	require.NoError(t, l.Unload())

	_, err = loader.BindStores(nil, []loader.Named{{Tag: "body", Store: &w.Bodies}})
	require.ErrorIs(t, err, loader.ErrWorld)
	_, err = loader.BindStores(nil, []loader.Named{{Tag: "body", Store: nil}})
	require.ErrorIs(t, err, loader.ErrWorld)
	_, err = loader.BindStores(nil, nil)
	require.ErrorIs(t, err, loader.ErrWorld)
}

func TestTheLoggerHearsOfLevels(t *testing.T) {
	var w game.World
	var log bytes.Buffer
	b := bind(t, &w, loader.Reloadable(), loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
	l := load(t, b, bridge(t))
	reload(t, l, bridge(t))
	saveLevel(t, l, loader.SaveOptions{})
	require.NoError(t, l.Unload())
	for _, want := range []string{`msg="level loaded" nodes=17`, `msg="level reloaded" added=0`, `msg="level saved" nodes=17`, `msg="level unloaded" nodes=17`} {
		require.Contains(t, log.String(), want)
	}
}

// Each chunk that is loaded is unloaded once, by Close if by nothing else.
func TestTheLoggerHearsOfChunks(t *testing.T) {
	var w game.World
	var log bytes.Buffer
	b := bind(t, &w, loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
	f := open(t, b, archipelago(t, 3, 1))
	loadChunks(t, f, "island0", "island1", "island2")
	require.NoError(t, f.Unload("island1"))
	require.NoError(t, f.Close())
	require.NoError(t, f.Close())
	require.Equal(t, 3, strings.Count(log.String(), `msg="chunk loaded"`))
	for i := range 3 {
		require.Equal(t, 1, strings.Count(log.String(), fmt.Sprintf(`msg="chunk unloaded" label=island%d nodes=5`, i)), log.String())
	}
	log.Reset()
	f = open(t, b, archipelago(t, 3, 1))
	loadChunks(t, f, "island0")
	require.NoError(t, b.Close())
	require.NoError(t, f.Close())
	require.NotContains(t, log.String(), "unloaded", "the Close of the Binding has removed it")
}

// brittleLog is a handler that panics when a message comes.
type brittleLog struct {
	slog.Handler
	at string
}

func (h brittleLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message == h.at {
		panic(h.at)
	}
	return nil
}

// What a log says is so, even if its handler panics.
func TestAHandlerThatPanicsAtAnUnload(t *testing.T) {
	for _, opts := range [][]loader.Option{nil, {loader.KeepNodes()}} {
		var w game.World
		b, err := loader.Bind(&w, append(opts, loader.Log(slog.New(brittleLog{slog.Default().Handler(), "level unloaded"})))...)
		require.NoError(t, err)
		l := load(t, b, planks(t, 5))
		require.PanicsWithValue(t, "level unloaded", func() { l.Unload() })
		require.Zero(t, w.Bodies.Len())
		require.ErrorIs(t, l.Unload(), loader.ErrUnloaded)
		load(t, b, planks(t, 7))
		require.Equal(t, 7, w.Bodies.Len())
		require.NoError(t, b.Close())
	}
}

func TestLogAndErrorsSayWhichFile(t *testing.T) {
	var w game.World
	var log bytes.Buffer
	b := bind(t, &w, loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
	path := filepath.Join(t.TempDir(), "islands.lvl")
	require.NoError(t, os.WriteFile(path, archipelago(t, 2, 3), 0o600))
	src, err := os.Open(path)
	require.NoError(t, err)
	defer src.Close()
	l, err := b.Load(ctx, src)
	require.NoError(t, err)
	require.Regexp(t, `msg="level loaded" file=.*islands\.lvl"? nodes=`, log.String())
	require.NoError(t, l.Unload())
	st, err := src.Stat()
	require.NoError(t, err)
	f, err := b.Open(ctx, src, st.Size())
	require.NoError(t, err)
	defer f.Close()
	log.Reset()
	require.NoError(t, f.Load(ctx, "island0"))
	require.NoError(t, f.Unload("island0"))
	require.Equal(t, 2, strings.Count(log.String(), "islands.lvl"))
	steps := f.Start("nowhere")
	for what, err := range map[string]error{"load": f.Load(ctx, "nowhere"), "unload": f.Unload("nowhere"), "steps": steps.Finish()} {
		var e *loader.Error
		require.ErrorAs(t, err, &e, what)
		require.Equal(t, path, e.File, what)
		require.ErrorIs(t, err, loader.ErrNoChunk, what)
	}
}
