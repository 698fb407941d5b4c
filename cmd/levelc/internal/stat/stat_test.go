package stat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

func build(t testing.TB, text []byte, o format.WriterOptions) *level.Level {
	t.Helper()
	return leveltest.Read(t, leveltest.Build(t, leveltest.GameSchema(t), text, o))
}

func of(t testing.TB, l *level.Level, o stat.Options) *stat.Report {
	t.Helper()
	r, err := stat.Of(t.Context(), l, o)
	require.NoError(t, err)
	return r
}

func table(t testing.TB, r *stat.Report, name string) *stat.Table {
	t.Helper()
	for i := range r.Tables {
		if r.Tables[i].Name == name {
			return &r.Tables[i]
		}
	}
	require.Fail(t, "no table "+name)
	return nil
}

func TestAllBytesOfAFileAreAccountedFor(t *testing.T) {
	paths, err := filepath.Glob("../../../../testdata/levels/*.xml")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 5)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, o := range []format.WriterOptions{{}, {Codec: format.CodecLZ4, Align: 4096, BlockBytes: 256}} {
			r := of(t, build(t, text, o), stat.Options{})
			sum := int64(64+r.Head.Schema+r.Head.Meta+r.Head.Directory) + r.Head.Padding
			raw, blocks, shares := int64(0), int64(0), 0.0
			for _, tb := range r.Tables {
				sum += tb.Stored
				raw += tb.Raw
				shares += tb.Share
				require.Equal(t, int64(tb.Rows)*int64(tb.Stride), tb.Raw)
				bytes := tb.Gap.Padding + tb.Gap.Hidden
				for _, f := range tb.Fields {
					bytes += f.Size
				}
				if tb.Class != "fixed" {
					require.Equal(t, tb.Stride, bytes, tb.Name)
				}
			}
			for _, b := range r.Blocks {
				blocks += int64(b.Stored)
			}
			require.Equal(t, r.Bytes, sum)
			require.Equal(t, r.Raw, raw)
			require.GreaterOrEqual(t, r.Head.Padding, int64(0))
			require.Less(t, shares, 1.0)
			codecs := int64(0)
			for _, c := range r.Codecs {
				codecs += c.Stored
			}
			require.Equal(t, blocks, codecs)
		}
	}
}

func TestEqualRowsAreFoundWithTheirElements(t *testing.T) {
	r := of(t, build(t, []byte(`<scene title="T">
		<body pos="1 2"><shape form="box"/></body><body pos="1 2"/><body pos="1 2"/><body pos="1 3">
		<shape form="polygon"><vertex x="0" y="0"/><vertex x="0" y="0"/></shape>
		<shape form="polygon"><vertex x="0" y="0"/><vertex x="0" y="0"/></shape>
		<shape form="polygon"><vertex x="0" y="0"/><vertex x="0" y="1"/></shape>
		</body></scene>`), format.WriterOptions{}), stat.Options{})
	require.Equal(t, 2, table(t, r, "body").Equal)
	require.Equal(t, 1, table(t, r, "shape").Equal, "the parents are part of the rows")
	require.Equal(t, 4, table(t, r, "shape.vertex").Equal)
	body := table(t, r, "body")
	constant := map[string]bool{}
	for _, f := range body.Fields {
		constant[f.Name] = f.Constant
	}
	require.True(t, constant["motion"])
	require.False(t, constant["pos"])
}

func TestStringsAreRanked(t *testing.T) {
	long := strings.Repeat("ü", 40)
	r := of(t, build(t, []byte(`<scene title="T" music="`+long+`">
		<body name="a" pos="0 0"><material sound="wood"/></body>
		<body name="b" pos="0 0"><material sound="wood"/></body></scene>`), format.WriterOptions{}), stat.Options{Top: 2})
	require.Equal(t, 5, r.Strings.Count)
	require.Equal(t, len(long)+len("T")+len("wood")+2, r.Strings.Bytes)
	require.Zero(t, r.Strings.Unnamed)
	require.Zero(t, r.Strings.Equal)
	require.Len(t, r.Strings.Longest, 2)
	require.Equal(t, stat.String{Text: strings.Repeat("ü", 30) + "…", Bytes: 80, Uses: 1}, r.Strings.Longest[0])
	require.Equal(t, stat.String{Text: "wood", Bytes: 4, Uses: 2}, r.Strings.Longest[1])
	require.Equal(t, "a", r.Strings.MostUsed[0].Text, "its field and its id")
	require.Equal(t, 2, r.Strings.MostUsed[0].Uses)
}

// one makes a level with one kind and a few zero rows of it.
func one(t testing.TB, rows int, tb format.Table) *level.Level {
	t.Helper()
	tb.Name, tb.Class = "n", format.ClassNode
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{tb}}, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	for range rows {
		row, err := w.Node(format.FixedTables, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(format.FixedTables, row, make([]byte, tb.Stride)))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	require.NoError(t, err)
	return l
}

func TestGapsAreExplained(t *testing.T) {
	f := func(name string, ty format.Type, off uint32) format.Field {
		return format.Field{Name: name, Type: ty, Offset: off, Count: 1}
	}
	for _, c := range []struct {
		name   string
		stride uint32
		fields []format.Field
		want   stat.Gap
	}{
		{"none", 8, []format.Field{f("a", format.TypeU32, 0), f("b", format.TypeU32, 4)}, stat.Gap{Stride: 8}},
		{"padding", 24, []format.Field{f("a", format.TypeU8, 0), f("b", format.TypeU64, 8), f("c", format.TypeU8, 16)},
			stat.Gap{Padding: 14, Stride: 16, Saves: 24, Order: []string{"b", "a", "c"}}},
		{"at the end only", 16, []format.Field{f("a", format.TypeU64, 0), f("b", format.TypeU8, 8)}, stat.Gap{Padding: 7, Stride: 16}},
		{"the game's own", 16, []format.Field{f("a", format.TypeU32, 0), f("b", format.TypeU32, 12)}, stat.Gap{Hidden: 8, Stride: 16}},
		{"no field", 5, nil, stat.Gap{Hidden: 5, Stride: 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := of(t, one(t, 3, format.Table{Stride: c.stride, Fields: c.fields}), stat.Options{})
			require.Equal(t, c.want, table(t, r, "n").Gap)
		})
	}
}

func TestTrialsAreTheLengthsOfRealFiles(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/levels/clocktower.xml")
	require.NoError(t, err)
	plain := build(t, text, format.WriterOptions{})
	packed := build(t, text, format.WriterOptions{Codec: format.CodecZstd})
	r := of(t, plain, stat.Options{Trials: true})
	sizes := map[string]stat.Saving{}
	for _, s := range r.Savings {
		sizes[s.What] = s
		require.Equal(t, r.Bytes-s.Bytes, s.Saves)
	}
	require.Equal(t, packed.Size, sizes["zstd"].Bytes)
	require.Equal(t, plain.Size, sizes["uncompressed"].Bytes)
	require.Equal(t, plain.Size, sizes["no equal or unnamed strings"].Bytes)
	require.Less(t, sizes["strip with names"].Bytes, plain.Size)
	back := of(t, packed, stat.Options{Trials: true})
	require.Equal(t, plain.Size, back.Savings[0].Bytes)
	require.Negative(t, back.Savings[0].Saves)
}

func TestReportIsTheSameAsJSON(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/levels/orchard.xml")
	require.NoError(t, err)
	r := of(t, build(t, text, format.WriterOptions{Codec: format.CodecLZ4}), stat.Options{Name: "orchard.lvl", Trials: true})
	b, err := json.Marshal(r)
	require.NoError(t, err)
	var got stat.Report
	require.NoError(t, json.Unmarshal(b, &got))
	require.Equal(t, *r, got)
}

func TestTextIsAligned(t *testing.T) {
	l := one(t, 3, format.Table{Stride: 24, Fields: []format.Field{
		{Name: "a", Type: format.TypeU8, Count: 1}, {Name: "b\x1b", Type: format.TypeU64, Offset: 8, Count: 1}, {Name: "c", Type: format.TypeF32, Offset: 16, Count: 2}}})
	r := of(t, l, stat.Options{Name: "n.lvl"})
	var b strings.Builder
	require.NoError(t, r.WriteText(&b, stat.TextOptions{Fields: true, Blocks: true}))
	want, err := os.ReadFile("testdata/small.txt")
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
	require.ErrorIs(t, r.WriteText(broken{}, stat.TextOptions{}), os.ErrClosed)
}

// Where a terminal has two columns for a character, or none, columns stand below each other all
// the same.
func TestTextIsAlignedBesideWideCharacters(t *testing.T) {
	l := one(t, 3, format.Table{Stride: 3, Fields: []format.Field{
		{Name: "質量", Type: format.TypeU8, Count: 1}, {Name: "e\u0301", Type: format.TypeU8, Offset: 1, Count: 1}, {Name: "plain", Type: format.TypeU8, Offset: 2, Count: 1}}})
	var b strings.Builder
	require.NoError(t, of(t, l, stat.Options{}).WriteText(&b, stat.TextOptions{Fields: true}))
	require.Contains(t, b.String(), "  field  type  bytes   share  in memory\n  質量   u8        1  33.3 %          3  the same in all rows\n"+
		"  e\u0301      u8        1  33.3 %          3  the same in all rows\n  plain  u8 ")
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

// A file without any string is one, too.
func TestALevelWithoutStrings(t *testing.T) {
	l := one(t, 0, format.Table{Stride: 1})
	r := of(t, l, stat.Options{Trials: true})
	require.Zero(t, r.Strings.Count)
	require.Zero(t, r.Nodes)
}

func TestRandomLevelsAreCounted(t *testing.T) {
	labels := 0
	for seed := range uint64(200) {
		made, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed, Extras: true})
		require.NoError(t, err)
		l, err := level.Read(bytes.NewReader(made.File), format.Options{})
		require.NoError(t, err)
		r := of(t, l, stat.Options{Trials: true})
		var text strings.Builder
		require.NoError(t, r.WriteText(&text, stat.TextOptions{Fields: true, Blocks: true}))
		require.Contains(t, text.String(), "\nwhat would be saved\n")
		for i, c := range r.Labels {
			labels++
			if i < 20 {
				require.Regexp(t, fmt.Sprintf(`(?m)^ +%d  ".*" +%d `, c.Chunk, c.Nodes), text.String())
			}
			want := stat.Chunk{Chunk: c.Chunk, Label: string(l.Text(l.Chunks[c.Chunk].Label)), Nodes: int(l.Chunks[c.Chunk].Nodes)}
			for _, b := range l.Blocks {
				if b.Chunk == c.Chunk {
					want.Blocks++
					want.Raw += int64(b.Raw)
					want.Stored += int64(b.Stored)
				}
			}
			require.Equal(t, want, c)
		}
		for _, s := range r.Savings {
			if s.What == "uncompressed" {
				require.Equal(t, l.Size, s.Bytes)
			}
		}
	}
	require.Greater(t, labels, 50)
}
