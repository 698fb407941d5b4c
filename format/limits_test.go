package format

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a header says may be as much as its limits allow, and no more.
func TestAHeaderMaySayAsMuchAsItsLimits(t *testing.T) {
	full := header{fileLen: math.MaxInt, schemaLen: maxSchema, metaLen: maxMeta, chunks: MaxChunks, blocks: maxBlocks, align: maxAlign}
	for at, change := range map[int64]func(h *header){
		-1: func(*header) {},
		24: func(h *header) { h.schemaLen++ },
		28: func(h *header) { h.metaLen++ },
		32: func(h *header) { h.chunks++ },
		36: func(h *header) { h.blocks++ },
		40: func(h *header) { h.align++ },
		16: func(h *header) { h.fileLen++ },
	} {
		h := full
		change(&h)
		got, err := parseHeader(h.append(nil))
		if at < 0 {
			require.NoError(t, err)
			require.Equal(t, full, got)
			continue
		}
		var e *Error
		require.ErrorAs(t, err, &e, "at %d", at)
		require.ErrorIs(t, e, ErrHeader)
		require.Equal(t, at, e.Offset)
	}
	for room, want := range map[uint64]error{0: nil, 1: ErrHeader} {
		h := full
		h.fileLen = h.dataPos() - room
		_, err := parseHeader(h.append(nil))
		require.ErrorIs(t, err, want)
	}
}

// A table may have as many rows, and a block as many bytes, as their limits say.
func TestADirectoryMaySayAsMuchAsItsLimits(t *testing.T) {
	s := testSchema().Complete()
	for _, c := range []struct {
		before uint64
		rows   uint32
		ok     bool
	}{{maxRows - maxRaw, maxRaw, true}, {maxRows - maxRaw + 1, maxRaw, false}, {0, maxRaw, true}, {0, maxRaw + 1, false}} {
		d := directory{total: make([]uint64, len(s.Tables))}
		d.total[TableBytes] = c.before
		h := directory{blocks: []BlockInfo{{Codec: CodecZstd, Rows: c.rows, Stored: 1}}}
		_, err := d.entry(h.append(nil), 0, s)
		require.Equal(t, c.ok, err == nil, "%+v: %v", c, err)
	}
}
