package format

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func rewrite(t *testing.T, file []byte, o RewriteOptions) []byte {
	var out buf
	n, err := Rewrite(&out, bytes.NewReader(file), o)
	require.NoError(t, err)
	require.Equal(t, int(n), len(out.b))
	require.NoError(t, Verify(bytes.NewReader(out.b), Options{}))
	return out.b
}

func TestRewritingToNothingIsAnError(t *testing.T) {
	_, err := Rewrite(nil, bytes.NewReader(fullLevel(t, 1, WriterOptions{})), RewriteOptions{})
	require.ErrorIs(t, err, ErrWriter)
}

func TestRewritingWithoutChangesGivesTheSameBytes(t *testing.T) {
	for name, file := range smallFiles(t) {
		o := RewriteOptions{}
		switch name {
		case "lz4":
			o.Codec = CodecLZ4
		case "zstd":
			o.Codec = CodecZstd
		}
		require.True(t, bytes.Equal(file, rewrite(t, file, o)), name)
	}
}

func TestRecompressingKeepsEveryRow(t *testing.T) {
	plain := fullLevel(t, 300, WriterOptions{})
	want := allRows(t, plain)
	for _, c := range codecs {
		if canEncode(c.codec) != nil {
			continue
		}
		packed := rewrite(t, plain, RewriteOptions{Codec: c.codec, Small: c.small, Align: 4096})
		require.Equal(t, want, allRows(t, packed))
		require.True(t, bytes.Equal(plain, rewrite(t, packed, RewriteOptions{Align: 64})), "and back")
	}
}

// Where blocks come to begin on pages, they are those that a writer would have made.
func TestRewritingForPagesDividesTheRowsAnew(t *testing.T) {
	o := RewriteOptions{Align: 4096}
	for _, n := range []int{60, 4500} {
		chunked := n < 100
		want := writeLevel(t, n, chunked, WriterOptions{Align: o.Align})
		require.True(t, bytes.Equal(want, rewrite(t, want, o)))
		require.True(t, bytes.Equal(want, rewrite(t, writeLevel(t, n, chunked, WriterOptions{}), o)))
		// Other blocks of texts stay as they are.
		require.Equal(t, allRows(t, want), allRows(t, rewrite(t, writeLevel(t, n, chunked, WriterOptions{BlockBytes: 256}), o)))
	}
}

func TestStrippingLeavesOutWhatItIsTold(t *testing.T) {
	file := fullLevel(t, 20, WriterOptions{})
	want := allRows(t, file)
	bare := rewrite(t, file, RewriteOptions{DropSrc: true, DropProps: true, DropMeta: true, DropDocs: true})
	got := allRows(t, bare)
	for i := range want {
		if i == TableSrc || i == TableProp || i == TablePropBytes {
			require.NotEmpty(t, want[i])
			require.Empty(t, got[i])
			continue
		}
		require.Equal(t, want[i], got[i])
	}
	r, err := NewReader(bytes.NewReader(bare), Options{})
	require.NoError(t, err)
	require.Empty(t, r.Meta())
	require.Empty(t, r.Schema().Tables[tBody].Attr.Doc)
	require.NotEmpty(t, r.Schema().Tables[tBody].Attr.Names)
	full, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	require.Equal(t, TableID(&full.Schema().Tables[tBody]), TableID(&r.Schema().Tables[tBody]))
	tool, ok := full.Meta().Get("tool").Text()
	require.True(t, ok)
	require.Equal(t, "levelc test", string(tool))
}

func TestRewriteRefusesWhatTheReaderRefuses(t *testing.T) {
	file := fullLevel(t, 20, WriterOptions{})
	at := len(file) - 64 // where the last block begins
	file[at] ^= 1
	_, err := Rewrite(new(buf), bytes.NewReader(file), RewriteOptions{})
	require.ErrorIs(t, err, ErrSum)
	file[at] ^= 1
	_, err = Rewrite(new(buf), bytes.NewReader(file), RewriteOptions{Align: 3})
	require.ErrorIs(t, err, ErrWriter)
	_, err = Rewrite(failing{ErrBudget}, bytes.NewReader(file), RewriteOptions{})
	require.ErrorIs(t, err, ErrBudget)
}
