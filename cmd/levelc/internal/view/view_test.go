package view_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/standin"
)

// everything is a schema with a field of each type.
func everything() *format.Schema {
	f := func(name string, t format.Type, off, count uint32, target string, symbols ...string) format.Field {
		return format.Field{Name: name, Type: t, Offset: off, Count: count, Target: target, Symbols: symbols, Attr: format.Attr{Source: name}}
	}
	thing := []format.Field{
		f("name", format.TypeStr, 0, 1, ""),
		f("in", format.TypeRef, 4, 1, "thing"),
		f("to", format.TypeAnyRef, 12, 1, "", "thing", "mark"),
		f("points", format.TypeSpan, 24, 1, "thing.points"),
		f("f32", format.TypeF32, 32, 2, ""),
		f("f64", format.TypeF64, 40, 1, ""),
		f("i64", format.TypeI64, 48, 1, ""),
		f("u64", format.TypeU64, 56, 1, ""),
		f("i32", format.TypeI32, 64, 1, ""),
		f("u32", format.TypeU32, 68, 1, ""),
		f("i16", format.TypeI16, 72, 1, ""),
		f("u16", format.TypeU16, 74, 1, ""),
		f("i8", format.TypeI8, 76, 1, ""),
		f("u8", format.TypeU8, 77, 1, ""),
		f("on", format.TypeBool, 78, 1, ""),
		f("form", format.TypeEnum8, 79, 1, "", "box", "disc"),
		f("bits", format.TypeFlags16, 80, 1, "", "a", "b", "c"),
	}
	thing[0].Attr.Role = format.RoleID
	thing[1].Attr.Role = format.RoleParent
	thing[5].Attr.HasDefault, thing[5].Attr.Default = true, "0.5"
	thing[8].Attr.Required = true
	return &format.Schema{Tables: []format.Table{
		{Name: "thing", Class: format.ClassNode, Stride: 88, Fields: thing, Attr: format.TableAttr{Names: []string{"thing", "object"}}},
		{Name: "mark", Class: format.ClassNode, Stride: 1, Fields: []format.Field{f("n", format.TypeU8, 0, 1, "")}, Attr: format.TableAttr{Names: []string{"mark"}}},
		{Name: "thing.points", Class: format.ClassArray, Stride: 4, Fields: []format.Field{f("value", format.TypeI32, 0, 1, "")}},
	}}
}

const (
	things = format.FixedTables
	marks  = format.FixedTables + 1
	points = format.FixedTables + 2
)

// small is a file of two things and two marks, in two chunks, with metadata,
// properties and source positions.
func small(t testing.TB) []byte {
	meta := msgp.AppendString(msgp.AppendString(msgp.AppendMapHeader(nil, 1), "tool"), "view")
	w, err := format.NewWriter(everything(), format.WriterOptions{Meta: meta})
	require.NoError(t, err)
	defer w.Close()
	le := binary.LittleEndian

	node := func(table, depth int, slot uint8) uint32 {
		row, err := w.Node(table, depth, slot)
		require.NoError(t, err)
		return row
	}
	str := func(s string) uint32 {
		id, err := w.String([]byte(s))
		require.NoError(t, err)
		return id
	}
	outer, inner, mark := node(things, 0, 0), node(things, 1, 1), node(marks, 2, 0)

	row := make([]byte, 88)
	name := str("Tür \"1\"\n")
	le.PutUint32(row, name)
	le.PutUint32(row[28:], 3) // points
	le.PutUint32(row[32:], math.Float32bits(0.1))
	le.PutUint32(row[36:], math.Float32bits(-2.5e-7))
	le.PutUint64(row[40:], math.Float64bits(1e300))
	le.PutUint64(row[48:], 1<<63)
	le.PutUint64(row[56:], math.MaxUint64)
	le.PutUint32(row[64:], 1<<31)
	le.PutUint32(row[68:], math.MaxUint32)
	le.PutUint16(row[72:], 1<<15)
	le.PutUint16(row[74:], math.MaxUint16)
	row[76], row[77], row[78], row[79] = 0x80, 0xff, 1, 1
	le.PutUint16(row[80:], 5)
	require.NoError(t, w.Put(things, outer, row))
	_, err = w.Append(points, outer, []byte{1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 7, 0, 0, 0})
	require.NoError(t, err)
	require.NoError(t, w.PatchRef(things, outer, 12, mark, marks))
	require.NoError(t, w.ID(name, things, outer))

	row = make([]byte, 88)
	le.PutUint32(row, str("plain"))
	require.NoError(t, w.Put(things, inner, row))
	require.NoError(t, w.PatchRef(things, inner, 4, outer, -1))
	require.NoError(t, w.Put(marks, mark, []byte{42}))
	require.NoError(t, w.Prop(marks, mark, msgp.AppendInt(msgp.AppendString(msgp.AppendMapHeader(nil, 1), "heavy"), 3)))
	require.NoError(t, w.Prop(things, inner, msgp.AppendNil(msgp.AppendString(msgp.AppendMapHeader(nil, 1), "glow"))))
	require.NoError(t, w.Src(things, inner, str("small.xml"), 3, 14))
	require.NoError(t, w.Chunk(name))
	require.NoError(t, w.Put(marks, node(marks, 0, 0), []byte{43}))

	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

func dump(t testing.TB, src io.Reader, o view.Options) (string, error) {
	var out strings.Builder
	err := view.Dump(&out, src, o)
	return out.String(), err
}

// The expected dump was read line by line when it was written down.
func TestDumpShowsEveryType(t *testing.T) {
	got, err := dump(t, bytes.NewReader(small(t)), view.Options{Name: "small.lvl"})
	require.NoError(t, err)
	want, err := os.ReadFile("testdata/small.txt")
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestFieldsAreAlignedBesideWideCharacters(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{{Name: "k", Class: format.ClassNode, Stride: 2, Attr: format.TableAttr{Names: []string{"k"}}, Fields: []format.Field{
		{Name: "質量", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "質量"}}, {Name: "plain", Type: format.TypeU8, Offset: 1, Count: 1, Attr: format.Attr{Source: "plain"}}}}}}
	text, err := dump(t, bytes.NewReader(leveltest.Build(t, s, `<k/>`, format.WriterOptions{})), view.Options{Head: true})
	require.NoError(t, err)
	require.Contains(t, text, "        0  質量   u8\n        1  plain  u8\n")
}

// The other commands, and levels written back as sources, have numbers in the same form.
func TestLargeNumbersHaveNoExponent(t *testing.T) {
	schema := leveltest.SchemaOf[struct {
		Things standin.Bulk[struct {
			B float64
			A [2]float32
		}] `level:"thing"`
	}](t)
	text, err := dump(t, bytes.NewReader(leveltest.Build(t, schema, `<r><thing a="1e8 0" b="-123456789.5"/></r>`, format.WriterOptions{})), view.Options{})
	require.NoError(t, err)
	require.Contains(t, text, "b=-123456789.5 a=(100000000 0)")
}

func TestDumpOfAPipeIsTheSame(t *testing.T) {
	want, err := dump(t, bytes.NewReader(small(t)), view.Options{})
	require.NoError(t, err)
	got, err := dump(t, iotest.OneByteReader(bytes.NewReader(small(t))), view.Options{})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestHeadLeavesTheRowsOut(t *testing.T) {
	all, err := dump(t, bytes.NewReader(small(t)), view.Options{Name: "x"})
	require.NoError(t, err)
	head, err := dump(t, bytes.NewReader(small(t)), view.Options{Name: "x", Head: true})
	require.NoError(t, err)
	head, labels, _ := strings.Cut(head, "chunks\n")
	require.True(t, strings.HasPrefix(all, head+"rows\n"))
	require.True(t, strings.HasSuffix(all, "chunks\n"+labels))
	require.NotEmpty(t, labels)
}

func TestEveryTruncatedFileIsAnError(t *testing.T) {
	level := small(t)
	for n := range level {
		_, err := dump(t, bytes.NewReader(level[:n]), view.Options{})
		var e *format.Error
		require.ErrorAs(t, err, &e, "%d bytes", n)
	}
	_, err := dump(t, bytes.NewReader(append(level, 0)), view.Options{})
	require.ErrorIs(t, err, format.ErrTrailing)
}

func TestEveryFlippedBitIsAnError(t *testing.T) {
	level := small(t)
	step := 1
	if testing.Short() {
		step = 11
	}
	for bit := 0; bit < 8*len(level); bit += step {
		flipped := bytes.Clone(level)
		flipped[bit/8] ^= 1 << (bit % 8)
		_, err := dump(t, bytes.NewReader(flipped), view.Options{})
		if err == nil {
			require.Contains(t, []int{10, 11, 14, 15}, bit/8, "bit %d", bit) // a higher minor version, optional flags
		}
	}
}

func TestDumpKeepsToItsBudget(t *testing.T) {
	_, err := dump(t, bytes.NewReader(small(t)), view.Options{MaxBytes: 100})
	require.ErrorIs(t, err, format.ErrBudget)
}

func TestErrorsOfEitherSideComeThrough(t *testing.T) {
	broken := errors.New("the disk is broken")
	_, err := dump(t, iotest.ErrReader(broken), view.Options{})
	require.ErrorIs(t, err, broken)
	_, err = dump(t, io.MultiReader(bytes.NewReader(small(t)[:300]), iotest.ErrReader(broken)), view.Options{})
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, view.Dump(closed{broken}, bytes.NewReader(small(t)), view.Options{}), broken)
}

// A name in a file may be an escape sequence that clears the screen, or worse.
func TestNothingUnprintableIsWritten(t *testing.T) {
	s := everything()
	s.Tables[1].Name += "\x1b[2J"
	s.Tables[0].Fields[2].Symbols[1] = s.Tables[1].Name
	s.Tables[0].Fields[3].Name, s.Tables[0].Fields[3].Target, s.Tables[2].Name = "p\u202e", "thing.p\u202e", "thing.p\u202e"
	s.Tables[0].Fields[15].Symbols[0] = "\x07"
	var b format.PropBuilder
	b.Reset()
	b.Key("\u009b2J")
	b.Text("\x7f\u202e\U000E0001 fine")
	props, err := b.Finish()
	require.NoError(t, err)
	w, err := format.NewWriter(s, format.WriterOptions{Meta: props})
	require.NoError(t, err)
	name, err := w.String([]byte("\x1b[31m"))
	require.NoError(t, err)
	row, err := w.Node(things, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(things, row, make([]byte, 88)))
	require.NoError(t, w.Src(things, row, name, 1, 1))
	require.NoError(t, w.ID(name, things, row))
	require.NoError(t, w.Prop(things, row, props))
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	got, err := dump(t, bytes.NewReader(out), view.Options{Name: "\x1b[32m"})
	require.NoError(t, err)
	for _, r := range got {
		require.True(t, r == '\n' || strconv.IsPrint(r), "%q", r)
	}
	require.Contains(t, got, `"mark\x1b[2J"`)
	require.Equal(t, 2, strings.Count(got, `{"\u009b2J":"\u007f\u202e\udb40\udc01 fine"}`))
}

// closed is a writer that always fails.
type closed struct{ err error }

func (c closed) Write([]byte) (int, error) { return 0, c.err }
