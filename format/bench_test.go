package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// onDisk writes a level to a temporary file.
func onDisk(b *testing.B, level []byte) (*os.File, int64) {
	b.Helper()
	name := filepath.Join(b.TempDir(), "level.lvl")
	require.NoError(b, os.WriteFile(name, level, 0o666))
	f, err := os.Open(name)
	require.NoError(b, err)
	b.Cleanup(func() { f.Close() })
	return f, int64(len(level))
}

// readAll reads a file with a reader that is warm.
func readAll(b *testing.B, r *Reader, f *os.File, o Options) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		b.Fatal(err)
	}
	if err := r.Reset(f, o); err != nil {
		b.Fatal(err)
	}
	for {
		if _, err := r.Next(); err == io.EOF {
			return
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

// large is the size of a large level: a tenth where the benchmarks are only to run.
func large(bytes int) int {
	if testing.Short() {
		return bytes / 10
	}
	return bytes
}

// BenchmarkRead compares a bare read of a file with the reader in its modes.
func BenchmarkRead(b *testing.B) {
	for _, size := range []int{500_000, large(50_000_000)} {
		for _, level := range []string{"rows", "ids"} {
			var f *os.File
			var n int64
			if level == "rows" {
				f, n = onDisk(b, manyRows(b, size))
			} else {
				f, n = onDisk(b, writeLevel(b, size/190, false, WriterOptions{}))
			}
			at := "level=" + level + "/size=" + strconv.Itoa(size/1000) + "k/how="
			b.Run(at+"read", func(b *testing.B) { bareRead(b, f, n) })
			for _, m := range []struct {
				name string
				mode Mode
			}{{"none", CheckNone}, {"sums", CheckSums}, {"full", CheckFull}} {
				b.Run(at+m.name, func(b *testing.B) {
					b.SetBytes(n)
					b.ReportAllocs()
					r := new(Reader)
					readAll(b, r, f, Options{Check: m.mode}) // warm
					for b.Loop() {
						readAll(b, r, f, Options{Check: m.mode})
					}
				})
			}
		}
	}
}

// bareRead reads a file into a buffer as large as the reader's.
func bareRead(b *testing.B, f *os.File, n int64) {
	b.SetBytes(n)
	buf := make([]byte, stageFull)
	for b.Loop() {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := f.Read(buf); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// manyRows is a level of about that many bytes with few names, all of them
// ASCII, and no ids: bodies with outlines, and joints between them.
func manyRows(b *testing.B, bytes int) []byte {
	b.Helper()
	w, err := NewWriter(testSchema(), WriterOptions{})
	require.NoError(b, err)
	rng := rand.New(rand.NewPCG(3, 5))
	body, joint, outline := make([]byte, 72), make([]byte, 20), make([]byte, 32)
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for i := range bytes / 132 {
		row, err := w.Node(tBody, 0, 0)
		check(err)
		name, err := w.String([]byte("name " + strconv.Itoa(i%100)))
		check(err)
		binary.LittleEndian.PutUint32(body, name)
		body[32], body[33], body[40] = byte(i%3), byte(i&1), 4
		for k := 4; k < 16; k += 4 { // a position, to a sixteenth
			binary.LittleEndian.PutUint32(body[k:], math.Float32bits(float32(rng.IntN(1<<14))/16))
		}
		for k := 0; k < len(outline); k += 4 {
			binary.LittleEndian.PutUint32(outline[k:], math.Float32bits(float32(rng.IntN(1<<8))/4))
		}
		check(w.Put(tBody, row, body))
		_, err = w.Append(tVertex, row, outline)
		check(err)
		_, err = w.Node(tJoint, 1, 0)
		check(err)
		binary.LittleEndian.PutUint32(joint, row+1)
		binary.LittleEndian.PutUint32(joint[8:], row/2+1)
		check(w.Put(tJoint, row, joint))
	}
	var out buf
	_, err = w.Finish(&out)
	require.NoError(b, err)
	require.NoError(b, w.Close())
	return out.b
}

// BenchmarkVerify is Verify of 50 MB, by a reader of its own each time: of rows,
// and of a level where every node has a name and an id of its own, outside
// ASCII, which is the most that the strings can cost; that one in three sizes and
// once as a stream, which cannot be looked at again. B/op is what a reader holds.
func BenchmarkVerify(b *testing.B) {
	defer func(most uint64) { keepMost = most }(keepMost)
	keepMost = 128 << 10 // as it is outside the tests
	ids := func(n int) []byte { return writeLevel(b, n/190, false, WriterOptions{}) }
	many := ids(50_000_000)
	for _, l := range []struct {
		name   string
		level  []byte
		stream bool
	}{
		{"rows", manyRows(b, large(50_000_000)), false},
		{"ids/size=500KB", ids(500_000), false}, {"ids/size=5MB", ids(5_000_000), false},
		{"ids/size=50MB", many, false}, {"ids/size=50MB/stream", many, true},
	} {
		b.Run("level="+l.name, func(b *testing.B) {
			b.SetBytes(int64(len(l.level)))
			b.ReportAllocs()
			for b.Loop() {
				var src io.Reader = bytes.NewReader(l.level)
				if l.stream {
					src = struct{ io.Reader }{src}
				}
				if err := Verify(src, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWrite is the writer alone: rows that are ready are put and appended, by
// a new writer for each file and by one that is reset.
func BenchmarkWrite(b *testing.B) {
	row := make([]byte, 72)
	var out discard
	schema := testSchema()
	for _, n := range []int{100, 4_000, 200_000} {
		for _, memory := range []string{"new", "kept"} {
			b.Run(fmt.Sprintf("nodes=%d/memory=%s", n, memory), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(n) * 72)
				w := new(Writer)
				for b.Loop() {
					if memory == "new" {
						w = new(Writer)
					}
					if err := w.Reset(schema, WriterOptions{}); err != nil {
						b.Fatal(err)
					}
					for range n {
						at, err := w.Node(tBody, 0, 0)
						if err != nil {
							b.Fatal(err)
						}
						if err := w.Put(tBody, at, row); err != nil {
							b.Fatal(err)
						}
					}
					if _, err := w.Finish(out); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

type discard struct{}

func (discard) WriteAt(p []byte, off int64) (int, error) { return len(p), nil }

// BenchmarkPlan converts rows of 16 fields of which every one has moved and
// two became wider, beside a copy of the same rows and msgp's generated
// decoding of the same values into structs.
func BenchmarkPlan(b *testing.B) {
	const rows = 4096
	names := "ABCDEFGHIJKLMNOP"
	var from, to []Field
	for i := range names {
		f := Field{Name: names[i : i+1], Type: TypeU32}
		if i >= 8 {
			f.Type = TypeF32
		}
		if i >= 14 {
			f.Type = TypeU16
		}
		from = append(from, f)
		if i >= 14 {
			f.Type = TypeU32
		}
		to = append([]Field{f}, to...) // in reverse, so no two stay neighbours
	}
	a, z := one(from...), one(to...)
	p, err := NewPlan(a, FixedTables, z, FixedTables)
	require.NoError(b, err)
	src := make([]byte, rows*p.from)
	dst := make([]byte, rows*p.to)
	perRow := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
	}
	b.Run("how=copy", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			copy(dst, src)
		}
		perRow(b)
	})
	b.Run("how=plan", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if err := p.Convert(dst, src, rows); err != nil {
				b.Fatal(err)
			}
		}
		perRow(b)
	})
	b.Run("how=msgp", func(b *testing.B) {
		var packed []byte
		for i := range rows {
			r := benchRow{A: uint32(i), B: 1 << 20, C: 70000, D: 1 << 30, E: 5, F: 1 << 17, G: uint32(i), H: 1 << 18, I: 1, J: 2, K: 3, L: 4, M: 5, N: 6, O: 7, P: 8}
			packed, _ = r.MarshalMsg(packed)
		}
		into := make([]benchRow, rows)
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			left := packed
			for i := range into {
				if left, err = into[i].UnmarshalMsg(left); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRow(b)
	})
}

// BenchmarkLoadCompressed reads compressed levels; bytes are those of decoded
// rows, and ratio is how many of them a stored byte holds.
func BenchmarkLoadCompressed(b *testing.B) {
	plain := manyRows(b, large(20_000_000))
	for _, c := range codecs {
		name := "codec=" + c.codec.String() + "/small=" + strconv.FormatBool(c.small)
		b.Run(name, func(b *testing.B) {
			if err := canEncode(c.codec); err != nil {
				b.Skip(err)
			}
			var out buf
			_, err := Rewrite(&out, bytes.NewReader(plain), RewriteOptions{Codec: c.codec, Small: c.small})
			require.NoError(b, err)
			f, stored := onDisk(b, out.b)
			r, err := NewReader(f, Options{})
			require.NoError(b, err)
			raw := float64(r.head.dir.raw)
			b.SetBytes(int64(raw))
			for b.Loop() {
				readAll(b, r, f, Options{})
			}
			b.ReportMetric(raw/float64(stored), "ratio")
		})
	}
}

// BenchmarkOpen is what a file costs before its first block: once with a new
// reader, which decodes and checks the schema, and once with one that knows it.
func BenchmarkOpen(b *testing.B) {
	level := testLevel(b, 1, WriterOptions{})
	src := bytes.NewReader(level)
	b.Run("reader=new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			src.Reset(level)
			if _, err := NewReader(src, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reader=warm", func(b *testing.B) {
		b.ReportAllocs()
		r := new(Reader)
		for b.Loop() {
			src.Reset(level)
			if err := r.Reset(src, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
