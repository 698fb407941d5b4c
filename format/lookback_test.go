package format

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// countingFile counts what ReadAt reads, and fails once it has had enough.
type countingFile struct {
	*bytes.Reader
	read  int
	limit int // 0 is none
}

var errGone = errors.New("gone")

func (c *countingFile) ReadAt(p []byte, off int64) (int, error) {
	if c.read += len(p); c.limit > 0 && c.read > c.limit {
		return 0, errGone
	}
	return c.Reader.ReadAt(p, off)
}

// passed reads a file to its end and leaves the checker able to look back.
func passed(t *testing.T, file []byte) (*lookBack, *countingFile, [][]byte) {
	src := &countingFile{Reader: bytes.NewReader(file)}
	r, err := NewReader(src, Options{})
	require.NoError(t, err)
	for err == nil {
		if r.stage.far != nil {
			r.back.stage = &stage{far: r.stage.far} // the reader lets go of it at the end
		}
		_, err = r.Next()
	}
	require.Equal(t, io.EOF, err)
	require.NotNil(t, r.check.back)
	require.Empty(t, r.check.strs.all)
	src.read = 0
	return r.check.back, src, allRows(t, file)
}

// The levels of these tests are small, and looked back at all the same.
func init() { keepMost = 0 }

// What little a small file has of strings is kept, and found to be as wrong.
func TestFewStringsAreKept(t *testing.T) {
	defer func() { keepMost = 0 }()
	good := writeLevel(t, 300, false, WriterOptions{})
	for at := 0; at < len(good); at += 101 {
		file := bytes.Clone(good)
		file[at] ^= 1
		file = repair(file)
		keepMost = 0
		want := Verify(bytes.NewReader(file), Options{})
		keepMost = 1 << 20
		r, err := NewReader(bytes.NewReader(file), Options{})
		for err == nil {
			_, err = r.Next()
			require.Nil(t, r.check.back)
		}
		if want == nil {
			require.Equal(t, io.EOF, err)
		} else {
			require.EqualError(t, err, want.Error())
		}
	}
}

// However it is asked, what it finds is what is there, and no file makes it
// read much more than it is asked for.
func TestLookingBack(t *testing.T) {
	for _, o := range []WriterOptions{{}, {BlockBytes: 512}, {BlockBytes: 512, Codec: CodecLZ4}, {Codec: CodecZstd}} {
		if canEncode(o.Codec) != nil {
			continue
		}
		l, src, rows := passed(t, fullLevel(t, 2000, o))
		r := rand.New(rand.NewPCG(7, uint64(o.BlockBytes)))
		const asks = 5000
		for _, table := range []int{TableBytes, TableStr, TableProp} {
			want := rows[table]
			require.Greater(t, len(want), 5000)
			for i := range asks {
				at := i
				if i > asks/2 {
					at = r.IntN(len(want))
				}
				got := l.read(&l.here, table, uint64(at))
				require.NoError(t, l.err)
				require.NotEmpty(t, got)
				require.True(t, bytes.HasPrefix(want[at:], got), "table %d at %d", table, at)
			}
			require.Empty(t, l.read(&l.here, table, uint64(len(want))), "behind the table")
			require.Empty(t, l.read(&l.here, table, 1<<40))
			require.LessOrEqual(t, src.read, 8*len(want)+asks*backShort+4*backLong)
			src.read, l.here = 0, backWindow{}
		}
	}
}

func TestLookingBackFails(t *testing.T) {
	file := fullLevel(t, 2000, WriterOptions{})
	whole := &countingFile{Reader: bytes.NewReader(file)}
	require.NoError(t, Verify(whole, Options{}))
	require.Positive(t, whole.read, "nothing has been looked up again")
	for limit := 1; limit < whole.read; limit += 997 {
		require.ErrorIs(t, Verify(&countingFile{Reader: bytes.NewReader(file), limit: limit}, Options{}), errGone)
	}
}

// brokenOnce is a file of which one ReadAt fails, and those after it do not.
type brokenOnce struct {
	*bytes.Reader
	left int
}

func (b *brokenOnce) ReadAt(p []byte, off int64) (int, error) {
	if b.left--; b.left == 0 {
		return 0, errGone
	}
	return b.Reader.ReadAt(p, off)
}

// What a read that failed would have shown is not made up from those after it.
func TestLookingBackFailsOnce(t *testing.T) {
	for _, codec := range []Codec{CodecNone, CodecLZ4, CodecZstd} {
		if canEncode(codec) != nil {
			continue
		}
		files := [][]byte{fullLevel(t, 300, WriterOptions{Codec: codec, BlockBytes: 512})}
		if codec != CodecNone {
			files = append(files, idsInTwoChunks(t, codec))
		}
		for _, file := range files {
			whole := &brokenOnce{Reader: bytes.NewReader(file)}
			require.NoError(t, Verify(whole, Options{}))
			reads := -whole.left
			require.Greater(t, reads, 5, "looked up again")
			for at := 1; at <= reads; at += 1 + reads/200 {
				require.ErrorIs(t, Verify(&brokenOnce{bytes.NewReader(file), at}, Options{}), errGone, "%v: read %d of %d", codec, at, reads)
			}
		}
	}
}

// A reader that goes on to another file looks back into that one alone.
func TestLookingBackIntoTheNextFile(t *testing.T) {
	file := writeLevel(t, 20, false, WriterOptions{})
	a := dissect(t, file)
	text := a.block(TableBytes).stored
	for i := range text { // as long as they were, and in another order
		text[i] = 'z' - text[i]%16
	}
	wrong := a.assemble()
	require.ErrorIs(t, Verify(bytes.NewReader(wrong), Options{}), ErrOrder)
	var r Reader
	for _, next := range [][]byte{file, wrong, file} {
		err := r.Reset(bytes.NewReader(next), Options{})
		for err == nil {
			_, err = r.Next()
		}
		if &next[0] == &wrong[0] {
			require.ErrorIs(t, err, ErrOrder)
		} else {
			require.Equal(t, io.EOF, err)
		}
	}
}

// Verify of a source that can be read at any place holds nothing that grows
// with the rows: not for ids, not for strings outside ASCII, not for
// properties. What grows is the directory, an entry for each block.
func TestVerifyHoldsTablesAndWindows(t *testing.T) {
	const entry = 300
	for _, c := range []Codec{CodecNone, CodecLZ4} {
		if canEncode(c) != nil {
			t.Logf("left out: %v is not built in", c)
			continue
		}
		var first uint64
		for _, n := range []int{600, 6000, 30_000} {
			if n > 6000 && testing.Short() {
				continue
			}
			file := fullLevelIn(t, n, false, WriterOptions{Codec: c})
			r, err := NewReader(bytes.NewReader(file), Options{})
			require.NoError(t, err)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.NoError(t, Verify(bytes.NewReader(file), Options{}))
			runtime.ReadMemStats(&after)
			got := after.TotalAlloc - before.TotalAlloc
			if first == 0 {
				first = got
			}
			t.Logf("%v: %d bytes of level, %d blocks, %d bytes allocated", c, len(file), len(r.Blocks()), got)
			most := first + 600_000 + entry*uint64(len(r.Blocks())) // buffers reach their full size
			if c != CodecNone {
				most += 3 << 20 // blocks, packed and not, of each window
			}
			require.LessOrEqual(t, got, most, "n=%d", n)
		}
	}
}
