package loader_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type (
	narrowWorld struct {
		Things  store.Bulk[narrowThing] `level:"thing"`
		Bytes   store.Array[byte]
		Strings store.Strings
	}
	narrowThing struct {
		Name  store.Str        `level:"name"`
		Bytes store.Span[byte] `level:"bytes"`
	}
)

// claiming returns a file whose directory says that a table has more rows, in blocks that
// come to a byte each. Nothing is true of them but their sums.
func claiming(t *testing.T, file []byte, table int, rows uint64) []byte {
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	require.Len(t, r.Chunks(), 1)
	le := binary.LittleEndian
	pad := func(b []byte) []byte { return append(b, make([]byte, -len(b)&63)...) }
	dir := int(r.Blocks()[0].Offset-int64(24*len(r.Blocks()))-16) &^ 63
	head, data, blocks := bytes.Clone(file[:dir+16]), []byte(nil), uint32(0)
	put := func(entry, stored []byte) {
		head, data, blocks = append(head, entry...), pad(append(data, stored...)), blocks+1
	}
	claim := func() {
		for most := 16 << 20 / uint64(r.Schema().Tables[table].Stride); rows > 0; rows -= min(rows, most) {
			entry := make([]byte, 24)
			le.PutUint16(entry, uint16(table))
			entry[2] = byte(format.CodecLZ4)
			le.PutUint32(entry[4:], uint32(min(rows, most)))
			le.PutUint32(entry[8:], 1)
			le.PutUint64(entry[16:], xxh3.Hash([]byte{0}))
			put(entry, []byte{0})
		}
	}
	for i, b := range r.Blocks() {
		if b.Table > table {
			claim()
		}
		put(file[dir+16+24*i:][:24], file[b.Offset:][:b.Stored])
	}
	claim()
	head = pad(head)
	le.PutUint32(head[dir:], blocks)
	le.PutUint32(head[36:], blocks)
	le.PutUint64(head[16:], uint64(len(head)+len(data)))
	le.PutUint64(head[48:], xxh3.Hash(head[64:]))
	le.PutUint64(head[56:], xxh3.Hash(head[:56]))
	return append(head, data...)
}

// A file may say that it has more rows than an int can count. Without a bound of its own
// a 32-bit program takes what an int can count.
func TestNarrowMachinesRefuseWhatTheyCannotCount(t *testing.T) {
	if strconv.IntSize > 32 {
		t.Skip("an int counts the rows of any table")
	}
	a := newAuthor(t, narrowWorld{}, format.WriterOptions{})
	a.node("thing", 0, "", fields{"name": "bob"})
	file := a.file()
	for _, table := range []int{format.TableBytes, a.table("thing.bytes")} {
		for _, rows := range []uint64{1<<31 + 5, 1<<32 - 40} {
			bad := claiming(t, file, table, rows)
			var w narrowWorld
			b := bind(t, &w, loader.MaxBytes(math.MaxInt64))
			_, err := b.Load(ctx, bytes.NewReader(bad))
			require.ErrorIs(t, err, format.ErrBudget)
			for _, err := range loader.Walk(bytes.NewReader(bad), loader.MaxBytes(math.MaxInt64)) {
				require.ErrorIs(t, err, format.ErrBudget)
			}
			f, err := b.Open(ctx, bytes.NewReader(bad), int64(len(bad)))
			if err == nil {
				err = f.Load(ctx, "")
			}
			require.ErrorIs(t, err, format.ErrBudget)
			require.NoError(t, b.Close())
		}
	}
}
