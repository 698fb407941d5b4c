package rebuild_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
)

// What is dropped of the schema goes, and nothing else does.
func TestEachPartOfTheSchemaGoesAlone(t *testing.T) {
	full := leveltest.Read(t, everything(t, 1, 0))
	a := &full.Schema.Tables[full.Table("thing")].Attr
	a.JSON, a.Aliases = "things", []string{"stuff"}
	for _, drop := range []rebuild.Drop{0, rebuild.Docs, rebuild.Names, rebuild.Docs | rebuild.Names} {
		var out format.Buffer
		_, err := rebuild.Write(&out, full, rebuild.Options{Drop: drop})
		require.NoError(t, err)
		got := leveltest.Read(t, out)
		table := got.Schema.Tables[got.Table("thing")]
		want := format.TableAttr{Names: []string{"thing", "object"}, JSON: "things", Aliases: []string{"stuff"}, Doc: "a thing"}
		name := format.Attr{Role: format.RoleID, Source: "name", Doc: "its name"}
		if drop&rebuild.Docs != 0 {
			want.Doc, name.Doc = "", ""
		}
		if drop&rebuild.Names != 0 {
			want.JSON, want.Aliases, name.Source = "", nil, ""
		}
		require.Equal(t, want, table.Attr, drop)
		require.Equal(t, name, table.Fields[0].Attr, drop)
	}
}

// errSpool is a disk without room.
var errSpool = errors.New("no room for a spool")

func TestAWriterThatFailsSaysWhy(t *testing.T) {
	lvl := leveltest.Read(t, build(t, sources(t)["generated"], format.WriterOptions{}))
	for memory := int64(1); memory <= 64<<10; memory *= 2 {
		_, err := rebuild.Write(new(format.Buffer), lvl, rebuild.Options{Writer: format.WriterOptions{
			BlockBytes: 1 << 10, Memory: memory, Spool: func() (format.Spool, error) { return nil, errSpool }}})
		require.ErrorIs(t, err, errSpool, memory)
	}
	_, err := rebuild.Write(new(format.Buffer), lvl, rebuild.Options{Writer: format.WriterOptions{Align: 3}})
	require.ErrorIs(t, err, format.ErrWriter)
}

// labelled is a level of five things, in chunks that end at these.
func labelled(t *testing.T, label string, ends ...int) []byte {
	t.Helper()
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{{Name: "n", Class: format.ClassNode, Stride: 4,
		Fields: []format.Field{{Name: "v", Type: format.TypeU32, Count: 1}}}}}, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	for _, s := range []string{"a", "b"} { // both have both
		_, err := w.StringOf(s)
		require.NoError(t, err)
	}
	at, err := w.StringOf(label)
	require.NoError(t, err)
	for i := range 5 {
		for len(ends) > 0 && ends[0] == i {
			require.NoError(t, w.Chunk(at))
			ends = ends[1:]
		}
		row, err := w.Node(format.FixedTables, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(format.FixedTables, row, binary.LittleEndian.AppendUint32(nil, uint32(i))))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

func TestFingerprintTellsChunksApart(t *testing.T) {
	met := map[[16]byte]string{}
	for _, label := range []string{"a", "b"} {
		for _, ends := range [][]int{{2}, {3}, {2, 3}, {2, 2}} {
			name := fmt.Sprint(label, ends)
			lvl := labelled(t, label, ends...)
			mark, err := rebuild.Fingerprint(bytes.NewReader(lvl), format.Options{})
			require.NoError(t, err)
			require.NotContains(t, met, mark, "%s as %s", name, met[mark])
			met[mark] = name

			// What is cut off has none.
			for n := 0; n < len(lvl); n += 1 + len(lvl)/50 {
				_, err := rebuild.Fingerprint(bytes.NewReader(lvl[:n]), format.Options{})
				require.Error(t, err, "%d of %d bytes", n, len(lvl))
			}
		}
	}
}

func TestCodecOfMixedBlocks(t *testing.T) {
	for _, c := range []struct {
		none, lz4, zstd int
		want            format.Codec
	}{
		{0, 0, 0, format.CodecNone}, {9, 0, 0, format.CodecNone}, {9, 1, 0, format.CodecLZ4}, {9, 0, 1, format.CodecZstd},
		{9, 3, 2, format.CodecLZ4}, {9, 2, 3, format.CodecZstd}, {9, 2, 2, format.CodecZstd},
	} {
		require.Equal(t, c.want, rebuild.Codec([]format.BlockInfo{{Codec: format.CodecNone, Raw: c.none},
			{Codec: format.CodecLZ4, Raw: c.lz4}, {Codec: format.CodecZstd, Raw: c.zstd}}), c)
	}
}
