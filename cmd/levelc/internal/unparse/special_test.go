package unparse_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// simple is a schema of one kind with the given fields, laid out one after the
// other.
func simple(fields ...format.Field) *format.Schema {
	t := format.Table{Name: "n", Class: format.ClassNode, Attr: format.TableAttr{Names: []string{"n"}}, Fields: fields}
	s := &format.Schema{Tables: []format.Table{t}}
	for i := range fields {
		f := &s.Tables[0].Fields[i]
		f.Count = max(1, f.Count)
		if f.Attr.Source == "" && f.Attr.Role != format.RoleParent {
			f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		}
	}
	randlevel.Lay(&s.Tables[0])
	return s
}

// made writes a level row by row.
func made(t testing.TB, s *format.Schema, fill func(w *format.Writer)) *level.Level {
	t.Helper()
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	fill(w)
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return leveltest.Read(t, out)
}

const first = format.FixedTables

// node adds a node of the first kind.
func node(t testing.TB, w *format.Writer, depth int, row []byte) uint32 {
	t.Helper()
	n, err := w.Node(first, depth, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(first, n, row))
	return n
}

// refusal is what Write says about a level that a source cannot say.
func refusal(t testing.TB, l *level.Level, syntax source.Format) string {
	t.Helper()
	var b strings.Builder
	err := unparse.Write(&b, l, unparse.Options{Syntax: syntax})
	var e *unparse.Error
	require.ErrorAs(t, err, &e)
	return err.Error()
}

func u32(values ...uint32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// No compiler makes such parents, but a checked file may have them.
func TestParentsThatAreNoReferencesAreValues(t *testing.T) {
	parent := func(typ format.Type, count uint32) format.Field {
		return format.Field{Name: "in", Type: typ, Count: count, Attr: format.Attr{Role: format.RoleParent}}
	}
	for _, f := range []format.Field{parent(format.TypeU32, 1), parent(format.TypeStr, 1)} {
		l := made(t, simple(f), func(w *format.Writer) {
			id, err := w.String([]byte("28"))
			require.NoError(t, err)
			require.EqualValues(t, 1, id)
			v := u32(28)
			if f.Type == format.TypeStr {
				v = u32(id)
			}
			node(t, w, 0, v)
			node(t, w, 1, v)
		})
		for _, syntax := range syntaxes {
			require.Equal(t, 2, strings.Count(write(t, l, unparse.Options{Syntax: syntax}), "28"))
		}
	}
	l := made(t, simple(parent(format.TypeU8, 2)), func(w *format.Writer) { node(t, w, 0, []byte{28, 29}) })
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), `in="28 29"`)
}

func TestParentsThatTheTreeDoesNotSayAreRefused(t *testing.T) {
	s := simple(format.Field{Name: "in", Type: format.TypeRef, Target: "n", Attr: format.Attr{Role: format.RoleParent}})
	for name, c := range map[string]struct {
		parents []uint32 // of three nodes inside each other; row plus one
		want    string
	}{
		"as it stands":       {[]uint32{0, 1, 2}, ""},
		"not the innermost":  {[]uint32{0, 1, 1}, "n[2].in: is n[0], but the node stands inside n[1]"},
		"null inside a node": {[]uint32{0, 0, 2}, "n[1].in: is null, but the node stands inside n[0]"},
		"a root":             {[]uint32{3, 1, 2}, "n[0].in: is n[2], but the node does not stand inside it"},
	} {
		t.Run(name, func(t *testing.T) {
			l := made(t, s, func(w *format.Writer) {
				for i, p := range c.parents {
					node(t, w, i, u32(p, 0))
				}
			})
			for _, syntax := range syntaxes {
				if c.want == "" {
					write(t, l, unparse.Options{Syntax: syntax})
				} else {
					require.Equal(t, c.want, refusal(t, l, syntax))
				}
			}
		})
	}
}

func TestNumbersThatAreNoneAreRefused(t *testing.T) {
	l := made(t, simple(format.Field{Name: "x", Type: format.TypeF32}), func(w *format.Writer) {
		node(t, w, 0, u32(math.Float32bits(float32(math.Inf(-1)))))
	})
	for _, syntax := range syntaxes {
		require.Equal(t, "n[0].x: is not finite, and no source can say that", refusal(t, l, syntax))
	}
}

func TestAFileWithoutNamesHasThoseOfItsTables(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/levels/clocktower.xml")
	require.NoError(t, err)
	lvl, err := build(t, leveltest.GameSchema(t), text)
	require.NoError(t, err)
	l := leveltest.Read(t, lvl)
	bare := *l
	bare.Schema = &format.Schema{Tables: append([]format.Table(nil), l.Schema.Tables...)}
	for i := range bare.Schema.Tables {
		tb := &bare.Schema.Tables[i]
		tb.Attr = format.TableAttr{Names: tb.Attr.Names}
		if len(tb.Attr.Names) == 1 {
			tb.Attr.Names = nil
		}
		tb.Fields = append([]format.Field(nil), tb.Fields...)
		for j := range tb.Fields {
			a := &tb.Fields[j].Attr
			*a = format.Attr{Role: a.Role}
		}
	}
	for _, syntax := range syntaxes {
		// It takes the game's schema to build it: keys in JSON may differ.
		got := write(t, &bare, unparse.Options{Syntax: syntax, All: true})
		require.Contains(t, got, "gear-great")
		if syntax == source.XML {
			again, err := build(t, leveltest.GameSchema(t), []byte(got))
			require.NoError(t, err)
			require.True(t, bytes.Equal(lvl, again))
		}
	}
}

func TestManyFieldsAndLongLists(t *testing.T) {
	var fields []format.Field
	for i := range 450 {
		f := format.Field{Name: fmt.Sprintf("f%03d", i), Type: format.TypeU16}
		switch i % 3 {
		case 1:
			f.Type = format.TypeStr
		case 2:
			f.Type, f.Count = format.TypeF32, 2
		}
		fields = append(fields, f)
	}
	fields = append(fields, format.Field{Name: "long", Type: format.TypeSpan, Target: "n.long"}, format.Field{Name: "words", Type: format.TypeSpan, Target: "n.words"})
	s := simple(fields...)
	value := func(name string, ty format.Type) format.Table {
		return format.Table{Name: name, Class: format.ClassArray, Stride: ty.Size(), Fields: []format.Field{{Name: "value", Type: ty, Count: 1, Attr: format.Attr{Role: format.RoleText, Source: "value"}}}}
	}
	s.Tables = append(s.Tables, value("n.long", format.TypeU16), value("n.words", format.TypeStr))
	l := made(t, s, func(w *format.Writer) {
		row := make([]byte, s.Tables[0].Stride)
		id, err := w.String([]byte("two words"))
		require.NoError(t, err)
		for i := range s.Tables[0].Fields[:450] {
			f := &s.Tables[0].Fields[i]
			row[f.Offset] = 1
			if f.Type == format.TypeStr {
				binary.LittleEndian.PutUint32(row[f.Offset:], id)
			}
		}
		long, words := s.Tables[0].Fields[450].Offset, s.Tables[0].Fields[451].Offset
		const n = 70_000
		binary.LittleEndian.PutUint32(row[long+4:], n)
		binary.LittleEndian.PutUint32(row[words+4:], 3)
		at := node(t, w, 0, row)
		numbers := make([]byte, 2*n)
		for i := range n {
			binary.LittleEndian.PutUint16(numbers[2*i:], uint16(i))
		}
		_, err = w.Append(first+1, at, numbers)
		require.NoError(t, err)
		_, err = w.Append(first+2, at, u32(id, 0, id))
		require.NoError(t, err)
	})
	for _, syntax := range syntaxes {
		text := write(t, l, unparse.Options{Syntax: syntax})
		if syntax == source.XML {
			_, tag, _ := strings.Cut(text, "<n ")
			tag, _, _ = strings.Cut(tag, ">")
			require.Equal(t, 200, strings.Count(tag, "="), "the rest are elements")
		}
		again, err := build(t, l.Schema, []byte(text))
		require.NoError(t, err)
		got := leveltest.Read(t, again)
		for i := range l.Schema.Tables {
			require.True(t, bytes.Equal(l.Data(i), got.Data(i)), l.Schema.Tables[i].Name)
		}
	}
}

// A build reads numbers of any number, and long rows of them, without a value for each.
// Other lists are limited, and become objects before that.
func TestLongListsAreListsIfTheyAreOfNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		value format.Field
		n     int
		text  string
	}{
		"numbers":  {format.Field{Type: format.TypeU16, Count: 1}, 70_000, `"long": [7, 7, `},
		"rows":     {format.Field{Type: format.TypeF32, Count: 300}, 300, `"long": [[7, 7, `},
		"pairs":    {format.Field{Type: format.TypeU16, Count: 2}, 40_000, `{"text": [7, 7]},`},
		"bools":    {format.Field{Type: format.TypeBool, Count: 1}, 70_000, `{"text": true},`},
		"too many": {format.Field{Type: format.TypeF64, Count: 256}, 2_000, `{"text": [7, 7, `},
	} {
		c.value.Name, c.value.Attr = "value", format.Attr{Role: format.RoleText, Source: "value"}
		s := simple(format.Field{Name: "long", Type: format.TypeSpan, Target: "n.long"})
		stride := c.value.Type.Size() * c.value.Count
		s.Tables = append(s.Tables, format.Table{Name: "n.long", Class: format.ClassArray, Stride: stride, Fields: []format.Field{c.value}})
		one := map[format.Type][]byte{format.TypeU16: {7, 0}, format.TypeBool: {1}, format.TypeF32: {0, 0, 0xe0, 0x40}, format.TypeF64: {0, 0, 0, 0, 0, 0, 0x1c, 0x40}}[c.value.Type]
		l := made(t, s, func(w *format.Writer) {
			at := node(t, w, 0, u32(0, uint32(c.n)))
			_, err := w.Append(first+1, at, bytes.Repeat(one, c.n*int(c.value.Count)))
			require.NoError(t, err)
		})
		text := write(t, l, unparse.Options{Syntax: source.JSON})
		require.Contains(t, text[:200], c.text, name)
		again, err := build(t, l.Schema, []byte(text))
		require.NoError(t, err, name)
		got := leveltest.Read(t, again)
		require.True(t, bytes.Equal(l.Data(first+1), got.Data(first+1)), name)
	}
}

// Levels nest as deep as $node can say; a source in JSON spends one value for
// each node then, and not two.
func TestDeepLevels(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	for _, depth := range []int{1, 100, 126, 127, 128, 129, 200, 252} {
		l := made(t, s, func(w *format.Writer) {
			for d := range depth {
				node(t, w, d, []byte{byte(d)})
			}
			for d := depth - 1; d > 0; d -= 7 {
				node(t, w, d, []byte{1})
			}
		})
		for _, syntax := range syntaxes {
			text := write(t, l, unparse.Options{Syntax: syntax})
			again, err := build(t, l.Schema, []byte(text))
			require.NoError(t, err, "depth %d", depth)
			got := leveltest.Read(t, again)
			require.Equal(t, l.Data(format.TableNode), got.Data(format.TableNode))
			require.Equal(t, l.Data(first), got.Data(first))
		}
	}
}

// A kind that has a field "type" stands under its kind as the key.
func TestAFieldNamedType(t *testing.T) {
	s := simple(format.Field{Name: "type", Type: format.TypeStr})
	str := func(w *format.Writer, text string) []byte {
		id, err := w.String([]byte(text))
		require.NoError(t, err)
		return u32(id)
	}
	l := made(t, s, func(w *format.Writer) {
		node(t, w, 0, str(w, "big"))
		node(t, w, 1, str(w, "small"))
		node(t, w, 0, str(w, ""))
	})
	text := write(t, l, unparse.Options{Syntax: source.JSON})
	require.Equal(t, "{\n \"n\": [\n  {\"type\": \"big\",\n   \"n\": [\n    {\"type\": \"small\"}]},\n  {}]}\n", text)
	again, err := build(t, l.Schema, []byte(text))
	require.NoError(t, err)
	require.Equal(t, l.Data(first), leveltest.Read(t, again).Data(first))

	l = made(t, s, func(w *format.Writer) { node(t, w, 0, str(w, "n")) })
	require.Equal(t, `n[0].type: is "n" under the name "type", which would make the object a node; XML can say it, and JSON with another --kind-member`, refusal(t, l, source.JSON))
	write(t, l, unparse.Options{Syntax: source.XML})
}

// Around a kind that stands under no key there can be no object, as that would be
// a node.
func TestAKindThatStandsUnderNoKey(t *testing.T) {
	for name, want := range map[string][2]string{
		"x":    {"{\"type\": \"n\", \"x\": 1}\n", "[\n {\"type\": \"n\", \"x\": 1},\n {\"type\": \"n\", \"x\": 2}]\n"},
		"type": {"{\"type\": 1}\n", "[\n {\"type\": 1},\n {\"type\": 2}]\n"},
	} {
		s := simple(format.Field{Name: name, Type: format.TypeU32})
		s.Tables[0].Attr.JSON = format.NoKey
		for roots := 1; roots <= 2; roots++ {
			l := made(t, s, func(w *format.Writer) {
				for i := range roots {
					node(t, w, 0, u32(uint32(i+1)))
				}
			})
			text := write(t, l, unparse.Options{Syntax: source.JSON})
			require.Equal(t, want[roots-1], text)
			again, err := build(t, l.Schema, []byte(text))
			require.NoError(t, err)
			require.Equal(t, l.Data(first), leveltest.Read(t, again).Data(first))
		}
	}

	s := simple(format.Field{Name: "type", Type: format.TypeU32})
	s.Tables = append(s.Tables, format.Table{Name: "m", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"m"}, JSON: format.NoKey}})
	l := made(t, s, func(w *format.Writer) { node(t, w, 0, u32(1)) })
	require.Equal(t, "n[0]: its kind cannot be told by a type, since that is a field of it, and it stands under no key; XML can say it, and JSON with another --kind-member, or if json= gives the field another name", refusal(t, l, source.JSON))
}

func TestEmptyLevels(t *testing.T) {
	l := made(t, simple(format.Field{Name: "x", Type: format.TypeU8}), func(*format.Writer) {})
	require.Equal(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<level>\n</level>\n", write(t, l, unparse.Options{Syntax: source.XML}))
	require.Equal(t, "{}\n", write(t, l, unparse.Options{Syntax: source.JSON}))
	require.Error(t, unparse.Write(&strings.Builder{}, l, unparse.Options{}))
}

func TestPropertiesComeBackUnderTheirNames(t *testing.T) {
	s := simple(format.Field{Name: "x", Type: format.TypeU8})
	withProps := func(build func(*format.PropBuilder)) *level.Level {
		return made(t, s, func(w *format.Writer) {
			var p format.PropBuilder
			p.Reset()
			build(&p)
			props, err := p.Finish()
			require.NoError(t, err)
			row := node(t, w, 0, []byte{3})
			require.NoError(t, w.Prop(first, row, props))
		})
	}
	l := withProps(func(p *format.PropBuilder) {
		p.Key("color")
		p.Text("red & \"blue\"")
		p.Key("children")
		p.Int(-3)
		p.Key("deep")
		p.BeginMap()
		p.Key("list")
		p.BeginList()
		p.Float(2.5)
		p.Bool(true)
		p.Nil()
		p.Uint(math.MaxUint64)
		p.End()
		p.End()
	})
	require.Equal(t, `{"type": "n", "x": 3, "children": -3, "color": "red & \"blue\"", "deep": {"list": [2.5, true, null, 18446744073709551615]}}`+"\n",
		write(t, l, unparse.Options{Syntax: source.JSON}))
	require.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<n x="3" xmlns:levelc="https://github.com/levelc/levelc" children="-3" color="red &amp; &quot;blue&quot;">
  <deep>
    <list>2.5</list>
    <list>true</list>
    <levelc:value key="list" null="true"/>
    <list>18446744073709551615</list>
  </deep>
</n>
`, write(t, l, unparse.Options{Syntax: source.XML}))

	l = withProps(func(p *format.PropBuilder) { p.Key("color"); p.Text("red\n") })
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), ` color="red&#10;"/>`)
	l = withProps(func(p *format.PropBuilder) { p.Key("x"); p.Text("red") })
	for _, syntax := range syntaxes {
		require.Contains(t, refusal(t, l, syntax), "which would be taken for something else")
	}
	l = withProps(func(p *format.PropBuilder) { p.Key("n"); p.Text("red") })
	require.Contains(t, refusal(t, l, source.JSON), "which would be taken for something else")
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), ` n="red"/>`)
	l = withProps(func(p *format.PropBuilder) { p.Key("type"); p.Text("red") })
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), ` type="red"/>`)
	require.Equal(t, "{\n \"n\": [\n  {\"x\": 3, \"type\": \"red\"}]}\n", write(t, l, unparse.Options{Syntax: source.JSON}))
	l = withProps(func(p *format.PropBuilder) { p.Key("type"); p.Text("n") })
	require.Contains(t, refusal(t, l, source.JSON), "which would be taken for something else")
	for _, l := range []*level.Level{
		withProps(func(p *format.PropBuilder) { p.Key("$schema"); p.Text("red") }),
		withProps(func(p *format.PropBuilder) { p.Key("o"); p.BeginMap(); p.Key("$schema"); p.Text("red"); p.End() }),
	} {
		require.Contains(t, write(t, l, unparse.Options{Syntax: source.XML}), `<levelc:value key="$schema" text="red"/>`)
		require.Contains(t, refusal(t, l, source.JSON), `"$schema", which in JSON is for other tools; XML can say it`)
	}
	l = withProps(func(p *format.PropBuilder) { p.Key("control"); p.Text("\x01") })
	require.Contains(t, refusal(t, l, source.XML), "no text which XML could have; JSON can")
	l = withProps(func(p *format.PropBuilder) { p.Key("raw"); p.Bytes([]byte{1}) })
	require.Contains(t, refusal(t, l, source.JSON), "no JSON value")
	l = withProps(func(p *format.PropBuilder) { p.Key("nan"); p.Float(math.NaN()) })
	require.Contains(t, refusal(t, l, source.JSON), "not finite")
	l = withProps(func(p *format.PropBuilder) { p.Key("o"); p.BeginMap(); p.Key("type"); p.Text("n"); p.End() })
	require.Contains(t, refusal(t, l, source.JSON), "taken for a node")
}

// A hostile file may name things as it likes.
func TestHostileNamesAreRefusedAtOnce(t *testing.T) {
	long := strings.Repeat("a/", 300_000) + "b"
	for name, s := range map[string]*format.Schema{
		"deep":      simple(format.Field{Name: "x", Type: format.TypeU8, Attr: format.Attr{Source: long}}),
		"deep json": simple(format.Field{Name: "x", Type: format.TypeU8, Attr: format.Attr{Source: "x", JSON: long}}),
		"long":      simple(format.Field{Name: "x", Type: format.TypeU8, Attr: format.Attr{Source: strings.Repeat("x", 5000)}}),
		"twice":     simple(format.Field{Name: "x", Type: format.TypeU8}, format.Field{Name: "y", Type: format.TypeU8, Attr: format.Attr{Source: "x"}}),
	} {
		t.Run(name, func(t *testing.T) {
			row := make([]byte, s.Tables[0].Stride)
			l := made(t, s, func(w *format.Writer) { node(t, w, 0, row) })
			for _, syntax := range syntaxes {
				require.NotEmpty(t, refusal(t, l, syntax))
			}
			var e *compile.Error
			if err := unparse.Write(&strings.Builder{}, l, unparse.Options{Syntax: source.XML}); name == "twice" {
				require.ErrorAs(t, err, &e)
			}
		})
	}
}

func TestErrorsOfTheOutputComeThrough(t *testing.T) {
	var b bytes.Buffer
	text, err := os.ReadFile("../../../../testdata/levels/orchard.xml")
	require.NoError(t, err)
	lvl, err := build(t, leveltest.GameSchema(t), text)
	require.NoError(t, err)
	l := leveltest.Read(t, lvl)
	require.NoError(t, unparse.Write(&b, l, unparse.Options{Syntax: source.JSON}))
	for _, syntax := range syntaxes {
		require.ErrorIs(t, unparse.Write(broken{}, l, unparse.Options{Syntax: syntax}), errBroken)
	}
}

var errBroken = errors.New("the disk is broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// What is written is XML and JSON to others, too.
func TestOthersReadWhatIsWritten(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/levels/limits.xml")
	require.NoError(t, err)
	lvl, err := build(t, leveltest.GameSchema(t), text)
	require.NoError(t, err)
	d := xml.NewDecoder(strings.NewReader(write(t, leveltest.Read(t, lvl), unparse.Options{Syntax: source.XML})))
	for {
		if _, err := d.Token(); err != nil {
			require.Equal(t, "EOF", err.Error())
			break
		}
	}
	require.True(t, json.Valid([]byte(write(t, leveltest.Read(t, lvl), unparse.Options{Syntax: source.JSON}))))
}

func TestElementsWithNothingButATextInside(t *testing.T) {
	for _, typ := range []format.Type{format.TypeU8, format.TypeStr} {
		s := simple(format.Field{Name: "c", Type: format.TypeSpan, Target: "n.c"})
		s.Tables = append(s.Tables, format.Table{Name: "n.c", Class: format.ClassArray, Stride: typ.Size(), Fields: []format.Field{
			{Name: "value.text", Type: typ, Count: 1, Attr: format.Attr{Role: format.RoleText, Source: "value/text"}},
		}})
		lvl, err := build(t, s, []byte(`<n><c><value>1</value></c><c/><c><value>2</value></c></n>`))
		require.NoError(t, err)
		requireSame(t, lvl)
	}
}

// Elements that are nothing but a list give it even if it is empty: an object without it
// would not be one of them.
func TestElementsWithNothingButAListInside(t *testing.T) {
	text := format.Attr{Role: format.RoleText}
	list := func(name string) format.Table {
		return format.Table{Name: name, Class: format.ClassArray, Stride: 8, Fields: []format.Field{{Name: "list", Type: format.TypeSpan, Count: 1, Target: name + ".list", Attr: text}}}
	}
	for _, typ := range []format.Type{format.TypeU8, format.TypeStr} {
		s := simple(format.Field{Name: "c", Type: format.TypeSpan, Target: "n.c"})
		s.Tables = append(s.Tables, list("n.c"), format.Table{Name: "n.c.list", Class: format.ClassArray, Stride: typ.Size(), Fields: []format.Field{
			{Name: "value", Type: typ, Count: 1, Attr: text},
		}})
		for _, level := range []string{
			`<n><c>1 2</c><c/><c>3</c></n>`,
			`<n><c/></n>`,
			`<n/>`,
			`<n><c>` + strings.Repeat("1 ", 70_000) + `</c><c/></n>`,
		} {
			lvl, err := build(t, s, []byte(level))
			require.NoError(t, err)
			requireSame(t, lvl)
		}
	}
}

// A list that has to be given may be empty.
func TestARequiredListWithoutElementsIsGiven(t *testing.T) {
	value := format.Field{Name: "value", Type: format.TypeU8, Count: 1, Attr: format.Attr{Role: format.RoleText}}
	named := format.Field{Name: "x", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "x"}}
	for _, elem := range []format.Field{value, named} {
		s := simple(format.Field{Name: "c", Type: format.TypeSpan, Target: "n.c", Attr: format.Attr{Required: true}})
		s.Tables = append(s.Tables, format.Table{Name: "n.c", Class: format.ClassArray, Stride: 1, Fields: []format.Field{elem}})
		lvl, err := build(t, s, []byte(`{"type":"n","c":[]}`))
		require.NoError(t, err, elem.Name)
		requireSame(t, lvl)
	}
}

func TestATextOfWhiteSpaceIsKept(t *testing.T) {
	s := simple(format.Field{Name: "text", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleText}})
	for _, text := range []string{`  `, `\t`, `\n`, `\r\n `, ` x `} {
		lvl, err := build(t, s, []byte(`{"type":"n","text":"`+text+`"}`))
		require.NoError(t, err)
		requireSame(t, lvl)
	}
}

// What would come back as another value is refused, in XML or in both.
func TestValuesThatWouldBeTakenForOthersAreRefused(t *testing.T) {
	preset := func(text string) format.Attr { return format.Attr{HasDefault: true, Default: text} }
	own := func(a format.Attr) format.Attr { a.Role = format.RoleText; return a }
	for _, c := range []struct {
		field     format.Field
		texts     []string // of the row; a reference is null
		xml, json string
	}{
		{format.Field{Name: "to", Type: format.TypeRef, Target: "n", Attr: preset("x")}, []string{"", "", ""},
			`n[0].to: refers to nothing, which would be taken for its default, "x"`, `n[0].to: refers to nothing, which would be taken for its default, "x"`},
		{format.Field{Name: "to", Type: format.TypeRef, Target: "n", Attr: preset("")}, []string{"", "", ""}, "", ""},
		{format.Field{Name: "s", Type: format.TypeStr, Attr: own(preset("x"))}, []string{""}, `n[0].s: is "", which an element's text cannot be: it would be taken for none`, ""},
		{format.Field{Name: "s", Type: format.TypeStr, Attr: own(format.Attr{})}, []string{""}, "", ""},
		{format.Field{Name: "s", Type: format.TypeStr, Count: 2, Attr: own(format.Attr{})}, []string{"a", "b c"}, "n[0].s: has a value that cannot stand in a list: one that is empty, or has a space or comma in it; --as json can say it", ""},
		{format.Field{Name: "s", Type: format.TypeStr, Count: 2}, []string{"a", ""}, "n[0].s: has a value that cannot stand in a list: one that is empty, or has a space or comma in it; --as json can say it", ""},
		{format.Field{Name: "s", Type: format.TypeStr, Count: 2}, []string{"(a", "b)"}, "", ""},
	} {
		fields := []format.Field{c.field}
		if c.field.Type == format.TypeRef {
			fields = append(fields, format.Field{Name: "id", Type: format.TypeStr, Attr: format.Attr{Role: format.RoleID}})
		}
		l := made(t, simple(fields...), func(w *format.Writer) {
			var row []byte
			for _, text := range c.texts {
				id, err := w.String([]byte(text))
				require.NoError(t, err)
				row = append(row, u32(id)...)
			}
			node(t, w, 0, row)
		})
		for syntax, want := range map[source.Format]string{source.XML: c.xml, source.JSON: c.json} {
			if want != "" {
				require.Equal(t, want, refusal(t, l, syntax))
				continue
			}
			text := write(t, l, unparse.Options{Syntax: syntax})
			back, err := build(t, l.Schema, []byte(text))
			require.NoError(t, err, text)
			require.Equal(t, l.Data(first), leveltest.Read(t, back).Data(first), text)
		}
	}
}

// Files of others may mean another thing by a node's slot.
func TestASlotThatIsNoNameIsTheFirst(t *testing.T) {
	l := made(t, simple(format.Field{Name: "x", Type: format.TypeU32}), func(w *format.Writer) {
		for depth, slot := range []uint8{0, 7, 255} {
			n, err := w.Node(first, depth, slot)
			require.NoError(t, err)
			require.NoError(t, w.Put(first, n, u32(uint32(depth)+1)))
		}
	})
	require.Equal(t, 3, strings.Count(write(t, l, unparse.Options{Syntax: source.XML}), "<n"))
	require.Equal(t, 3, strings.Count(write(t, l, unparse.Options{Syntax: source.JSON}), `"x"`))
}
