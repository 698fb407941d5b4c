package format

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// frozen are the files that version 1 wrote when it was released. They are
// never made again: a later version must read these very bytes.
var frozen = []struct {
	name  string
	codec Codec
	sum   string // SHA-256 of all rows, table by table
}{
	{"plain.lvl", CodecNone, frozenRows},
	{"lz4.lvl", CodecLZ4, frozenRows},
	{"zstd.lvl", CodecZstd, frozenRows},
	{"aligned-4k.lvl", CodecNone, "77ed0b54518e9c2350394289927413ac22be77873045050c4125e9207de2269c"},
}

const frozenRows = "eb56e558d391df924887892b3d570107efa3f0ea80d3972123fbcadc1edea843"

func rowsSum(rows [][]byte) string {
	h := sha256.New()
	for _, r := range rows {
		s := sha256.Sum256(r)
		h.Write(s[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

func TestFrozenFilesOfVersion1AreRead(t *testing.T) {
	for _, f := range frozen {
		b, err := os.ReadFile(filepath.Join("..", "testdata", "compat", "v1", f.name))
		require.NoError(t, err)
		if canEncode(f.codec) != nil {
			_, err := readWhole(b, Options{})
			require.ErrorIs(t, err, ErrCodecMissing)
			continue
		}
		require.NoError(t, Verify(bytes.NewReader(b), Options{}), f.name)
		require.Equal(t, f.sum, rowsSum(allRows(t, b)), f.name)
		rows, err := readChunks(b, Options{})
		require.NoError(t, err)
		require.Equal(t, f.sum, rowsSum(rows))
	}
}

// TestSameBytesOnEveryArchitecture holds what this version of the writer and
// of the codecs makes against sums that were taken on amd64. A new release of
// a codec may change its sum; the rows may not.
func TestSameBytesOnEveryArchitecture(t *testing.T) {
	for _, c := range []struct {
		o   WriterOptions
		sum string
	}{
		{WriterOptions{}, "971664cc21bb25c4f7cd0dd5b9584e1e7d6aa9029b5268c4794460cf96597def"},
		{WriterOptions{Align: 16384, BlockBytes: 4096}, "85cb3586b66122c8c5dfbf5295f4c0003f4ee7403a19981d957a6553e5e73287"},
		{WriterOptions{Codec: CodecLZ4}, "c45bee5c6ebdefeff5c3ad2b82bf00aa6e0da800ef31a55e346f99e71c5332bb"},
		{WriterOptions{Codec: CodecLZ4, Small: true}, "d0e3dca79335a692480442f0dee6dc6f5a5b08055a7f631e52820f1ce4a69459"},
		{WriterOptions{Codec: CodecZstd}, "5cd229e17556da9f0b465afc862879c8675bc7849159c36ebcc2eaae95ea1e5e"},
		{WriterOptions{Codec: CodecZstd, Small: true}, "165c20d4618113c61f0cdeb946b6ce92bdc62a32dd13f35b23b5c6220233257a"},
	} {
		if canEncode(c.o.Codec) != nil {
			continue
		}
		s := sha256.Sum256(fullLevel(t, 400, c.o))
		require.Equal(t, c.sum, hex.EncodeToString(s[:]), "%+v", c.o)
	}
}
