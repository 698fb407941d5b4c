package loader_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// ways are all the ways in which a level comes into a world. Each returns what
// takes it out again.
var ways = map[string]func(t testing.TB, b *loader.Binding, file []byte) (func() error, error){
	"Load": func(_ testing.TB, b *loader.Binding, file []byte) (func() error, error) {
		return unloader(b.Load(ctx, bytes.NewReader(file)))
	},
	"LoadBytes": func(_ testing.TB, b *loader.Binding, file []byte) (func() error, error) {
		return unloader(b.LoadBytes(ctx, file))
	},
	"Start": func(_ testing.TB, b *loader.Binding, file []byte) (func() error, error) {
		ld := b.Start(bytes.NewReader(file))
		for !ld.Step(0) {
		}
		return unloader(ld.Finish())
	},
	"LoadMapped": func(t testing.TB, b *loader.Binding, file []byte) (func() error, error) {
		return unloader(b.LoadMapped(ctx, onDisk(t, file)))
	},
	"Open": func(_ testing.TB, b *loader.Binding, file []byte) (func() error, error) {
		f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return nil, err
		}
		for _, c := range f.Chunks() {
			if err := f.Load(ctx, c.Label); err != nil {
				f.Close()
				return nil, err
			}
		}
		return f.Close, nil
	},
}

func unloader(l *loader.Level, err error) (func() error, error) {
	if err != nil {
		return nil, err
	}
	return l.Unload, nil
}

// walk reads a level to its end and counts its nodes by kind.
func walk(file []byte) (map[string]int, error) {
	nodes := map[string]int{}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		if err != nil {
			return nil, err
		}
		nodes[n.Kind()]++
	}
	return nodes, nil
}

// schemaOf is a file's schema, nil where its head is refused.
func schemaOf(file []byte) *format.Schema {
	f, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	if err != nil {
		return nil
	}
	return f.Schema()
}

// requireSameByAllWays requires that a level is the same however it comes into
// a world, which need not have Go types.
func requireSameByAllWays(t *testing.T, name string, file []byte) {
	t.Helper()
	nodes, err := walk(file)
	require.NoError(t, err, name)
	var want []byte
	for _, way := range []string{"Load", "LoadBytes", "Start", "LoadMapped", "Open"} {
		b, tables, err := loader.BindSchema(schemaOf(file))
		require.NoError(t, err, name)
		gone, err := ways[way](t, b, file)
		require.NoError(t, err, "%s by %s", name, way)
		for kind, n := range nodes {
			require.Equal(t, n, tables.Len(kind), "%s by %s: %s, walked and loaded", name, way, kind)
		}
		got := saveWorld(t, b, loader.SaveOptions{Strict: true})
		if want == nil {
			want = got
		}
		require.True(t, bytes.Equal(want, got), "%s by %s is not what Load gives", name, way)
		require.NoError(t, gone())
		for kind := range nodes {
			require.Zero(t, tables.Len(kind))
		}
		require.NoError(t, tables.Close())
	}
}

func TestALevelIsTheSameByAllWays(t *testing.T) {
	files := map[string][]byte{"bridge": bridge(t), "planks": planks(t, 1500), "archipelago": archipelago(t, 5, 7),
		"meadow": meadow(t, 3000, format.WriterOptions{}), "squeezed": meadow(t, 3000, format.WriterOptions{Codec: format.CodecLZ4})}
	for _, pattern := range []string{"../testdata/golden/*.lvl", "../testdata/compat/*.lvl", "../testdata/compat/*/*.lvl"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range paths {
			file, err := os.ReadFile(path)
			require.NoError(t, err)
			files[path] = file
		}
	}
	for name, file := range files {
		requireSameByAllWays(t, name, file)
	}
	t.Log(len(files), "levels by", len(ways), "ways and Walk")
}

// The world of Go types, where tables are converted or mapped, too.
func TestAWorldIsTheSameByAllWays(t *testing.T) {
	for name, file := range map[string][]byte{"bridge": bridge(t), "archipelago": archipelago(t, 4, 9), "meadow": meadow(t, 2000, format.WriterOptions{})} {
		want := ""
		for way, load := range ways {
			w := newGame(t)
			gone, err := load(t, bind(t, w), file)
			require.NoError(t, err, "%s by %s", name, way)
			got := contentOf(t, w)
			if want == "" {
				want = got
			}
			require.Equal(t, want, got, "%s by %s", name, way)
			require.NoError(t, gone())
			require.Zero(t, w.Bodies.Len()+w.Lists.Corners.Len()+w.Strings.Len())
		}
	}
}

// Every file that breaks a rule is refused by every way, by a world that has
// its tables and by one that has a level already, and leaves both as they were.
func TestHostileFilesAreRefusedByAllWays(t *testing.T) {
	paths, err := filepath.Glob("../testdata/hostile/*.lvl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	w := newGame(t)
	busy := bind(t, w)
	load(t, busy, bridge(t))
	before := stateOf(t, w)
	for i, path := range paths {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = walk(file)
		require.Error(t, err, "%s, walked", path)
		s := schemaOf(file)
		for way, load := range ways {
			_, err := load(t, busy, file)
			require.Error(t, err, "%s by %s", path, way)
			if s == nil {
				continue
			}
			b, tables, err := loader.BindSchema(s)
			require.NoError(t, err)
			_, err = load(t, b, file)
			var fe *format.Error
			require.ErrorAs(t, err, &fe, "%s by %s", path, way)
			for k := range s.Tables {
				require.LessOrEqual(t, tables.Len(s.Tables[k].Name), 0)
			}
			require.NoError(t, tables.Close())
		}
		if !testing.Short() || i%10 == 0 {
			require.Equal(t, before, stateOf(t, w), path)
		}
	}
	require.Equal(t, before, stateOf(t, w))
	t.Log(len(paths), "files by", len(ways), "ways and Walk")
}

// A source that fails at any byte, and one that gives less than asked for.
func TestOpenedFilesThatFailAnywhereLeaveNothing(t *testing.T) {
	file := archipelago(t, 2, 2)
	w := newGame(t)
	b := bind(t, w)
	before := stateOf(t, w)
	step := 1
	if testing.Short() {
		step = 31
	}
	for n := 0; n < len(file); n += step {
		src := io.NewSectionReader(bytes.NewReader(file), 0, int64(n)) // the end comes too early
		f, err := b.Open(ctx, src, int64(len(file)))
		for _, label := range []string{"", "island0", "island1", "sky"} {
			if err == nil {
				err = f.Load(ctx, label)
			}
		}
		require.Error(t, err, "cut at %d", n)
		if f != nil {
			require.NoError(t, f.Close())
		}
		if n%(16*step) == 0 {
			require.Equal(t, before, stateOf(t, w), "cut at %d", n)
		}
	}
	require.Equal(t, before, stateOf(t, w))
}
