package rebuild_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

// sources are levels of the game.
func sources(t testing.TB) map[string][]byte {
	paths, err := filepath.Glob("../../../../testdata/levels/*.xml")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 5)
	out := make(map[string][]byte)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		out[filepath.Base(path)] = text
	}
	var b bytes.Buffer
	_, err = gen.Write(&b, gen.Options{Format: gen.XML, Bytes: 200 << 10, Seed: 3})
	require.NoError(t, err)
	out["generated"] = b.Bytes()
	return out
}

func build(t testing.TB, text []byte, o format.WriterOptions) []byte {
	t.Helper()
	return leveltest.Build(t, leveltest.GameSchema(t), text, o)
}

func again(t testing.TB, lvl []byte, o rebuild.Options) []byte {
	t.Helper()
	var out format.Buffer
	n, err := rebuild.Write(&out, leveltest.Read(t, lvl), o)
	require.NoError(t, err)
	require.Len(t, out, int(n))
	require.NoError(t, format.Verify(bytes.NewReader(out), format.Options{}))
	return out
}

func TestALevelThatIsBuiltComesBackByteForByte(t *testing.T) {
	for name, text := range sources(t) {
		t.Run(name, func(t *testing.T) {
			for _, o := range []format.WriterOptions{{}, {Align: 4096, BlockBytes: 1 << 10}, {Codec: format.CodecLZ4}, {Codec: format.CodecZstd, Small: true}} {
				lvl := build(t, text, o)
				require.True(t, bytes.Equal(lvl, again(t, lvl, rebuild.Options{Writer: o})))
				require.True(t, bytes.Equal(build(t, text, format.WriterOptions{}), again(t, lvl, rebuild.Options{})))
			}
		})
	}
}

// everything makes a level with chunks, properties, metadata, source positions
// and elements inside elements. Parts of it are left out.
func everything(t testing.TB, seed uint64, without rebuild.Drop) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	schema := &format.Schema{Tables: []format.Table{
		// The elements stand before what owns them, as no compiler has it.
		{Name: "thing.list.part", Class: format.ClassArray, Stride: 8, Fields: []format.Field{
			{Name: "name", Type: format.TypeStr, Count: 2}}},
		{Name: "thing.list", Class: format.ClassArray, Stride: 16, Fields: []format.Field{
			{Name: "to", Type: format.TypeRef, Count: 1, Target: "thing"}, {Name: "part", Type: format.TypeSpan, Offset: 8, Count: 1, Target: "thing.list.part"}}},
		{Name: "thing", Class: format.ClassNode, Stride: 16, Attr: format.TableAttr{Names: []string{"thing", "object"}, Doc: "a thing"}, Fields: []format.Field{
			{Name: "name", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleID, Source: "name", Doc: "its name"}},
			{Name: "n", Type: format.TypeU8, Offset: 4, Count: 1, Attr: format.Attr{Source: "n", HasDefault: true, Default: "3"}},
			{Name: "list", Type: format.TypeSpan, Offset: 8, Count: 1, Target: "thing.list"}}},
	}}
	if without&rebuild.Docs != 0 {
		schema.Tables[2].Attr.Doc, schema.Tables[2].Fields[0].Attr.Doc = "", ""
	}
	o := format.WriterOptions{}
	if without&rebuild.Meta == 0 {
		o.Meta = props(t, "tool", "test")
	}
	w, err := format.NewWriter(schema, o)
	require.NoError(t, err)
	defer w.Close()
	const parts, lists, things = format.FixedTables, format.FixedTables + 1, format.FixedTables + 2
	str := func(s string) uint32 {
		id, err := w.String([]byte(s))
		require.NoError(t, err)
		return id
	}
	depth := 0
	for i := range 40 {
		if r.IntN(6) == 0 {
			require.NoError(t, w.Chunk(str(fmt.Sprint("chunk ", i))))
		}
		row, err := w.Node(things, depth, uint8(r.IntN(2)))
		require.NoError(t, err)
		depth = r.IntN(depth + 2)
		b := make([]byte, 16)
		name := str(fmt.Sprint("thing ", r.IntN(1000), " ", i))
		binary.LittleEndian.PutUint32(b, name)
		b[4] = byte(i)
		elems := r.IntN(3)
		binary.LittleEndian.PutUint32(b[12:], uint32(elems))
		require.NoError(t, w.Put(things, row, b))
		if without&rebuild.IDs == 0 {
			require.NoError(t, w.ID(name, things, row))
		}
		for range elems {
			n := r.IntN(3)
			e := make([]byte, 16)
			binary.LittleEndian.PutUint32(e, uint32(r.IntN(i+1)+1))
			binary.LittleEndian.PutUint32(e[12:], uint32(n))
			at, err := w.Append(lists, row, e)
			require.NoError(t, err)
			for range n {
				p := make([]byte, 8)
				binary.LittleEndian.PutUint32(p, str(fmt.Sprint("part ", r.IntN(50))))
				_, err := w.Append(parts, at, p)
				require.NoError(t, err)
			}
		}
		if r.IntN(3) == 0 && without&rebuild.Props == 0 {
			require.NoError(t, w.Prop(things, row, props(t, "key", fmt.Sprint("value ", i))))
		}
		if without&rebuild.Sources == 0 {
			require.NoError(t, w.Src(things, row, str("/home/somebody/secret.xml"), uint32(i), 1))
		}
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

func props(t testing.TB, key, value string) format.Props {
	var b format.PropBuilder
	b.Reset()
	b.Key(key)
	b.Text(value)
	p, err := b.Finish()
	require.NoError(t, err)
	return bytes.Clone(p)
}

// What is left out leaves no trace: the file is the one that would have been
// made without it.
func TestDroppedPartsLeaveNoTrace(t *testing.T) {
	for seed := range uint64(20) {
		for _, drop := range []rebuild.Drop{0, rebuild.Sources, rebuild.Meta, rebuild.Docs, rebuild.Sources | rebuild.Docs | rebuild.Meta, rebuild.Props, rebuild.IDs} {
			want := everything(t, seed, drop)
			require.True(t, bytes.Equal(want, again(t, everything(t, seed, 0), rebuild.Options{Drop: drop})), "seed %d, without %b", seed, drop)
		}
	}
	require.Contains(t, string(everything(t, 1, 0)), "somebody")
	require.NotContains(t, string(again(t, everything(t, 1, 0), rebuild.Options{Drop: rebuild.Sources})), "somebody")
}

func TestNamesThatOnlyCompilersNeedGo(t *testing.T) {
	lvl := everything(t, 1, 0)
	full := leveltest.Read(t, lvl)
	full.Schema.Tables[full.Table("thing")].Attr.JSON = "things"
	full.Schema.Tables[full.Table("thing")].Attr.Aliases = []string{"stuff"}
	var out format.Buffer
	was := fmt.Sprint(full.Schema)
	_, err := rebuild.Write(&out, full, rebuild.Options{Drop: rebuild.Names | rebuild.Docs})
	require.NoError(t, err)
	require.Equal(t, was, fmt.Sprint(full.Schema), "the level is as it was")
	bare := leveltest.Read(t, out)
	for i := range full.Schema.Tables {
		a, b := &full.Schema.Tables[i], &bare.Schema.Tables[i]
		require.Equal(t, format.TableID(a), format.TableID(b))
		require.Equal(t, format.TableAttr{Names: a.Attr.Names}, b.Attr)
	}
	f := &bare.Schema.Tables[bare.Table("thing")].Fields[0]
	require.Equal(t, format.Attr{Role: format.RoleID}, f.Attr)
	s := diff.Levels(full, bare, func(diff.Change) {})
	require.Positive(t, s.Schema)
	s.Schema = 0
	require.True(t, s.Same(), "%v", s)
}

func TestALabelOfTheFirstChunkIsKept(t *testing.T) {
	// A writer's first chunk has no label, other writers' may have.
	lvl := everything(t, 2, 0)
	l := leveltest.Read(t, lvl)
	l.Chunks[0].Label = 1
	var out format.Buffer
	_, err := rebuild.Write(&out, l, rebuild.Options{})
	require.NoError(t, err)
	got := leveltest.Read(t, out)
	require.Len(t, got.Chunks, len(l.Chunks)+1)
	require.Equal(t, l.Text(1), got.Text(got.Chunks[1].Label))
}

func TestFingerprintIsOfTheContentAlone(t *testing.T) {
	text := sources(t)["generated"]
	mark := func(lvl []byte) [16]byte {
		f, err := rebuild.Fingerprint(bytes.NewReader(lvl), format.Options{})
		require.NoError(t, err)
		return f
	}
	want := mark(build(t, text, format.WriterOptions{}))
	for _, o := range []format.WriterOptions{{Align: 4096}, {BlockBytes: 4 << 10}, {Codec: format.CodecLZ4}, {Codec: format.CodecZstd}} {
		require.Equal(t, want, mark(build(t, text, o)))
	}
	require.NotEqual(t, want, mark(build(t, bytes.Replace(text, []byte("0.1"), []byte("0.2"), 1), format.WriterOptions{})))
	for seed := range uint64(5) {
		require.NotEqual(t, mark(everything(t, seed, 0)), mark(everything(t, seed, rebuild.Props)))
	}
	_, err := rebuild.Fingerprint(bytes.NewReader(text), format.Options{})
	require.ErrorIs(t, err, format.ErrMagic)
}

func TestCodecIsThatOfMostBytes(t *testing.T) {
	for _, c := range []format.Codec{format.CodecNone, format.CodecLZ4, format.CodecZstd} {
		require.Equal(t, c, rebuild.Codec(leveltest.Read(t, build(t, sources(t)["generated"], format.WriterOptions{Codec: c})).Blocks))
	}
}

func TestRandomLevelsComeBackByteForByte(t *testing.T) {
	for seed := range uint64(300) {
		l, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed, Extras: seed%2 == 0, Nameless: true})
		require.NoError(t, err)
		require.True(t, bytes.Equal(l.File, again(t, l.File, rebuild.Options{})), "seed %d", seed)
		again(t, l.File, rebuild.Options{Drop: rebuild.Drop(seed), Writer: format.WriterOptions{Codec: format.CodecLZ4}})
	}
}
