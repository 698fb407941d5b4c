package loader_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// furnished is a level with rows in every table.
func furnished(t testing.TB) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, "s", fields{"name": "s", "tags": []fields{{"value": "wet"}, {"value": "cold"}}})
	a.node("group", 1, "g", fields{"name": "g", "parent": anyRef{"scene", 0}})
	body := a.node("body", 2, "b", fields{"name": "b", "group": ref(0)})
	a.node("shape", 3, "", fields{"body": ref(body), "vertex": []fields{{"x": 1}, {"y": 2}}})
	a.node("trigger", 1, "t", fields{"name": "t", "target": anyRef{"body", 0}, "wakes": []fields{{"value": ref(0)}}})
	file, err := a.w.String([]byte("scene.xml"))
	require.NoError(t, err)
	var p format.PropBuilder
	for _, kind := range []string{"body", "shape.vertex", "trigger"} {
		table := a.table(kind)
		p.Reset()
		p.Key("of")
		p.Text(kind)
		props, err := p.Finish()
		require.NoError(t, err)
		require.NoError(t, a.w.Prop(table, 0, props))
		require.NoError(t, a.w.Src(table, 0, file, 3, 4))
	}
	return a.file()
}

// A file whose rows are not checked may say anything: what comes of it is wrong
// then, or refused, and nothing panics.
func TestAnUncheckedFileMayBeWrongEverywhere(t *testing.T) {
	file := furnished(t)
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	tables := map[int]bool{}
	wrongTree := 0
	w := newGame(t)
	b := bind(t, w, loader.Check(format.CheckNone), loader.KeepNodes(), loader.OnNode(func(loader.Placed) error { return nil }))
	walker := loader.NewWalker(loader.Check(format.CheckNone))
	le := binary.LittleEndian
	try := func(bad []byte) {
		var failed error
		for n, err := range walker.Walk(bytes.NewReader(bad)) {
			if failed = err; err != nil {
				break
			}
			lookAt(n.Row, 0)
			for p, ok := n.Parent(); ok; p, ok = p.Parent() {
				lookAt(p.Row, 0)
			}
		}
		if failed != nil {
			require.ErrorIs(t, failed, format.ErrTree)
			wrongTree++
		}
		l := load(t, b, bad)
		l.Find("b")
		_ = l.Save(ctx, io.Discard, loader.SaveOptions{}) // it may be none that can be saved
		require.NoError(t, l.Unload())
	}
	for _, blk := range r.Blocks() {
		tables[blk.Table] = true
		for at := range blk.Stored {
			bad := bytes.Clone(file)
			for _, v := range []byte{1, 255} {
				bad[int(blk.Offset)+at] += v
				try(bad)
			}
			if at%4 == 0 && at+4 <= blk.Stored {
				le.PutUint32(bad[int(blk.Offset)+at:], math.MaxUint32)
				try(bad)
			}
		}
	}
	for table := range format.FixedTables {
		require.True(t, tables[table], "the level has no %s", r.Schema().Tables[table].Name)
	}
	require.NotZero(t, wrongTree)
	require.Zero(t, w.Bodies.Len())
}

// lookAt reads all that a row has.
func lookAt(r loader.Row, depth int) {
	r.Props().AppendJSON(nil)
	r.Source()
	for _, v := range r.Fields {
		_ = v.String()
		for i := range min(v.Len(), 4) {
			v.Text(i)
			v.Ref(i)
			v.Symbol(i)
			if e, ok := v.Element(i); ok && depth < 3 {
				lookAt(e, depth+1)
			}
		}
	}
}

// A schema that a file brings may call any field its nodes' id: one that could
// not be one says nothing of them.
func TestAnIDFieldMayBeOfAnyType(t *testing.T) {
	for typ := format.TypeU8; typ.Size() > 0; typ++ {
		f := format.Field{Name: "name", Type: typ, Count: 1, Attr: format.Attr{Role: format.RoleID}}
		s := &format.Schema{Tables: []format.Table{{Name: "thing", Class: format.ClassNode, Stride: typ.Size(), Fields: []format.Field{f}}}}
		switch of := &s.Tables[0].Fields[0]; typ {
		case format.TypeRef:
			of.Target = "thing"
		case format.TypeSpan:
			of.Target = "thing.name"
			s.Tables = append(s.Tables, format.Table{Name: "thing.name", Class: format.ClassArray, Stride: 1, Fields: []format.Field{{Name: "value", Type: format.TypeU8, Count: 1}}})
		case format.TypeAnyRef:
			of.Symbols = []string{"thing"}
		default:
			if typ >= format.TypeEnum8 {
				of.Symbols = []string{"a", "b"}
			}
		}
		w, err := format.NewWriter(s, format.WriterOptions{})
		require.NoError(t, err)
		row, err := w.Node(format.FixedTables, 0, 0)
		require.NoError(t, err)
		data := make([]byte, typ.Size())
		if typ != format.TypeSpan && typ != format.TypeStr && typ != format.TypeRef && typ != format.TypeAnyRef {
			data[0] = 1
		}
		require.NoError(t, w.Put(format.FixedTables, row, data))
		id, err := w.String([]byte("seven"))
		require.NoError(t, err)
		require.NoError(t, w.ID(id, format.FixedTables, row))
		var file format.Buffer
		_, err = w.Finish(&file)
		require.NoError(t, err)

		b, ts, err := loader.BindSchema(s)
		require.NoError(t, err)
		l := load(t, b, file)
		var saved bytes.Buffer
		require.NoError(t, l.Save(ctx, &saved, loader.SaveOptions{}), typ)
		again := load(t, b, saved.Bytes())
		want := "seven"
		if typ <= format.TypeI64 {
			want = "1" // the field's
		} else if typ == format.TypeStr {
			want = ""
		}
		_, ok := again.Find(want)
		require.Equal(t, want != "", ok, "%s %q", typ, want)
		require.NoError(t, ts.Close())
	}
}
