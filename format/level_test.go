package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The level that the tests of this package write: bodies that nest, with
// outlines of vertices and, in them, nested lists of tags; joints that refer
// to bodies, triggers that refer to anything.

const (
	tBody = FixedTables + iota
	tJoint
	tTrigger
	tVertex
	tPart
	tTag
)

func testSchema() *Schema {
	f := func(name string, t Type, off, count uint32) Field {
		return Field{Name: name, Type: t, Offset: off, Count: count}
	}
	with := func(f Field, target string, symbols ...string) Field {
		f.Target, f.Symbols = target, symbols
		return f
	}
	finite := func(f Field) Field { f.Attr.Finite = true; return f }
	return &Schema{Tables: []Table{
		{Name: "body", Class: ClassNode, Stride: 72, Attr: TableAttr{Names: []string{"body", "actor"}, Doc: "a rigid body"}, Fields: []Field{
			f("name", TypeStr, 0, 1),
			finite(f("pos", TypeF32, 4, 3)),
			f("rot", TypeF32, 16, 4),
			with(f("kind", TypeEnum8, 32, 1), "", "static", "dynamic", "kinematic"),
			f("sleeps", TypeBool, 33, 1),
			with(f("mask", TypeFlags16, 34, 1), "", "a", "b", "c"),
			with(f("outline", TypeSpan, 36, 1), "body.outline"),
			with(f("parts", TypeSpan, 44, 1), "body.parts"),
			with(f("parent", TypeRef, 52, 1), "body"),
			finite(f("mass", TypeF64, 64, 1)),
		}},
		{Name: "joint", Class: ClassNode, Stride: 20, Attr: TableAttr{Names: []string{"joint"}}, Fields: []Field{
			with(f("ends", TypeRef, 0, 2), "body"),
			f("stiff", TypeF32, 16, 1),
		}},
		{Name: "trigger", Class: ClassNode, Stride: 32, Attr: TableAttr{Names: []string{"trigger"}}, Fields: []Field{
			with(f("target", TypeAnyRef, 0, 1), "", "body", "joint"),
			f("script", TypeStr, 12, 1),
			f("marks", TypeBool, 16, 6),
			with(f("on", TypeEnum16, 22, 1), "", "enter", "leave"),
			with(f("bits", TypeFlags64, 24, 1), "", "x", "y"),
		}},
		{Name: "body.outline", Class: ClassArray, Stride: 8, Fields: []Field{f("x", TypeF32, 0, 1), f("y", TypeF32, 4, 1)}},
		{Name: "body.parts", Class: ClassArray, Stride: 12, Fields: []Field{f("name", TypeStr, 0, 1), with(f("tags", TypeSpan, 4, 1), "body.parts.tags")}},
		{Name: "body.parts.tags", Class: ClassArray, Stride: 4, Fields: []Field{f("value", TypeStr, 0, 1)}},
	}}
}

type buf struct{ b []byte }

func (b *buf) WriteAt(p []byte, off int64) (int, error) {
	if need := int(off) + len(p); need > len(b.b) {
		b.b = append(b.b, make([]byte, need-len(b.b))...)
	}
	return copy(b.b[off:], p), nil
}

func (b *buf) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(b.b).ReadAt(p, off) }
func (b *buf) Close() error                            { return nil }

// levelFiller writes bodies that nest at random, the way a source yields them:
// a node when its element begins, its row when it ends.
type levelFiller struct {
	t    testing.TB
	w    *Writer
	rng  *rand.Rand
	open []openBody
}

type openBody struct {
	row      uint32
	data     []byte
	vertices uint32
	parts    uint32
}

// ok asks testify after an error only: it takes longer than a row does.
func (l *levelFiller) ok(err error) {
	if err != nil {
		require.NoError(l.t, err)
	}
}

func (l *levelFiller) str(format string, args ...any) uint32 {
	id, err := l.w.String(fmt.Appendf(nil, format, args...))
	l.ok(err)
	return id
}

// fillLevel writes n bodies and what goes with them.
func fillLevel(t testing.TB, w *Writer, n int, chunked bool) {
	l := &levelFiller{t: t, w: w, rng: rand.New(rand.NewPCG(1, uint64(n)))}
	for i := range n {
		for len(l.open) > 0 && (len(l.open) > 5 || l.rng.IntN(2) == 0) {
			l.end()
		}
		if chunked && len(l.open) == 0 && i%3 == 1 {
			l.ok(w.Chunk(l.str("region %d", i)))
		}
		row := l.body(i)
		if i%2 == 1 {
			l.joint(i, row)
		}
		if i%5 == 0 {
			l.trigger(i, row)
		}
	}
	for len(l.open) > 0 {
		l.end()
	}
}

func (l *levelFiller) body(i int) uint32 {
	le := binary.LittleEndian
	row, err := l.w.Node(tBody, len(l.open), uint8(l.rng.IntN(2)))
	l.ok(err)
	data := make([]byte, 72)
	name := l.str("Körper %d", i)
	le.PutUint32(data, name)
	l.ok(l.w.ID(name, tBody, row))
	for k := range 3 {
		le.PutUint32(data[4+4*k:], math.Float32bits(l.rng.Float32()))
	}
	data[32], data[33], data[34] = byte(l.rng.IntN(3)), byte(l.rng.IntN(2)), byte(l.rng.IntN(8))
	le.PutUint64(data[64:], math.Float64bits(l.rng.Float64()))
	vertices := uint32(l.rng.IntN(4))
	if vertices > 0 {
		_, err := l.w.Append(tVertex, row, make([]byte, 8*vertices))
		l.ok(err)
	}
	parts := uint32(l.rng.IntN(3))
	for range parts {
		l.part(row)
	}
	if len(l.open) > 0 {
		le.PutUint32(data[52:], l.open[len(l.open)-1].row+1)
	}
	l.open = append(l.open, openBody{row, data, vertices, parts})
	return row
}

func (l *levelFiller) part(body uint32) {
	le := binary.LittleEndian
	p := make([]byte, 12)
	le.PutUint32(p, l.str("part %d", l.rng.IntN(10)))
	tags := l.rng.IntN(3)
	le.PutUint32(p[8:], uint32(tags))
	at, err := l.w.Append(tPart, body, p)
	l.ok(err)
	for range tags {
		_, err := l.w.Append(tTag, at, le.AppendUint32(nil, l.str("tag %d", l.rng.IntN(5))))
		l.ok(err)
	}
}

func (l *levelFiller) joint(i int, body uint32) {
	j, err := l.w.Node(tJoint, len(l.open), 0)
	l.ok(err)
	l.ok(l.w.Put(tJoint, j, make([]byte, 20)))
	l.ok(l.w.PatchRef(tJoint, j, 0, uint32(l.rng.IntN(i)), -1))
	l.ok(l.w.PatchRef(tJoint, j, 8, body, -1))
}

func (l *levelFiller) trigger(i int, body uint32) {
	j, err := l.w.Node(tTrigger, len(l.open), 0)
	l.ok(err)
	d := make([]byte, 32)
	binary.LittleEndian.PutUint32(d[12:], l.str("script of %d", i))
	d[17], d[22], d[24] = 1, 1, 3
	l.ok(l.w.Put(tTrigger, j, d))
	l.ok(l.w.PatchRef(tTrigger, j, 0, body, tBody))
	l.ok(l.w.ID(l.str("trigger %d", i), tTrigger, j))
}

// end ends the innermost body; some get elements after their children did.
func (l *levelFiller) end() {
	le := binary.LittleEndian
	b := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if b.row%3 == 0 {
		_, err := l.w.Append(tVertex, b.row, make([]byte, 16))
		l.ok(err)
		b.vertices += 2
	}
	le.PutUint32(b.data[40:], b.vertices)
	le.PutUint32(b.data[48:], b.parts)
	l.ok(l.w.Put(tBody, b.row, b.data))
}

// testLevel is a file of n bodies.
func testLevel(t testing.TB, n int, o WriterOptions) []byte {
	return writeLevel(t, n, true, o)
}

func writeLevel(t testing.TB, n int, chunked bool, o WriterOptions) []byte {
	w, err := NewWriter(testSchema(), o)
	require.NoError(t, err)
	fillLevel(t, w, n, chunked)
	var out buf
	size, err := w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.Equal(t, int(size), len(out.b))
	return out.b
}

func TestWrittenFileVerifies(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 10, 100, 5000} {
		file := testLevel(t, n, WriterOptions{})
		require.NoError(t, Verify(bytes.NewReader(file), Options{}), "n=%d", n)
	}
}

func TestFileDoesNotDependOnSpoolOrRun(t *testing.T) {
	spooled := 0
	a := testLevel(t, 3000, WriterOptions{BlockBytes: 1024})
	b := testLevel(t, 3000, WriterOptions{BlockBytes: 1024, Memory: 1, Spool: func() (Spool, error) { spooled++; return new(buf), nil }})
	require.Equal(t, 1, spooled)
	require.True(t, bytes.Equal(a, b))
	require.NoError(t, Verify(bytes.NewReader(b), Options{}))
}

func TestSecondReadOfSameSchemaAllocatesNothing(t *testing.T) {
	file := testLevel(t, 500, WriterOptions{BlockBytes: 4096})
	src := bytes.NewReader(file)
	r, err := NewReader(src, Options{})
	require.NoError(t, err)
	schema := r.Schema()
	read := func() {
		src.Reset(file)
		if r.Reset(src, Options{}) != nil {
			t.Fatal("Reset")
		}
		for {
			if _, err := r.Next(); err == io.EOF {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	read()
	require.Zero(t, testing.AllocsPerRun(10, read))
	require.Same(t, schema, r.Schema())
}

// allRows is the rows of each table of a file, as its reader gives them.
func allRows(t testing.TB, file []byte) [][]byte {
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	rows := make([][]byte, len(r.Schema().Tables))
	for {
		b, err := r.Next()
		if err == io.EOF {
			return rows
		}
		require.NoError(t, err)
		require.Equal(t, len(b.Data), int(b.Rows)*int(r.Schema().Tables[b.Table].Stride))
		rows[b.Table] = append(rows[b.Table], b.Data...)
	}
}
