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
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
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

// The same of a file that is loaded chunk by chunk.
func TestAnUncheckedFileMayBeWrongInItsChunks(t *testing.T) {
	file := archipelago(t, 2, 2)
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	var w game.World
	b := bind(t, &w, loader.Check(format.CheckNone), loader.OnNode(func(loader.Placed) error { return nil }))
	labels := []string{"island0", "", "island1"}
	try := func(bad []byte) {
		f := open(t, b, bad)
		for _, l := range labels { // which may be called something else now
			_ = f.Load(ctx, l)
			f.Find("body0")
		}
		_ = b.Save(ctx, io.Discard, loader.SaveOptions{})
		_ = f.Unload(labels[0])
		_ = f.Start(labels[0]).Finish()
		require.NoError(t, f.Close())
	}
	for _, blk := range r.Blocks() {
		for at := 0; at < blk.Stored; at++ {
			bad := bytes.Clone(file)
			for _, v := range []byte{1, 255} {
				bad[int(blk.Offset)+at] += v
				try(bad)
			}
			if at%4 == 0 && at+4 <= blk.Stored {
				binary.LittleEndian.PutUint32(bad[int(blk.Offset)+at:], math.MaxUint32)
				try(bad)
			}
			if testing.Short() {
				at += 4
			}
		}
	}
	checkStores(t, &w)
	require.Zero(t, w.Bodies.Len()+w.Strings.Len()+w.Lists.Bodies.Len())
}

// An id of an unchecked file may name a row that its kind does not have, and that of
// a kind which the world has not.
func TestAnUncheckedIDMayNameNothing(t *testing.T) {
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	a.node("door", 0, "red", fields{"name": "red"})
	a.node("key", 0, "red", fields{"name": "red"})
	file := a.file()
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	at := 0
	for _, blk := range r.Blocks() {
		if blk.Table == format.TableIDs {
			at = int(blk.Offset)
		}
	}
	var w struct {
		Doors   store.Bulk[named] `level:"door"`
		Strings store.Strings
	}
	b := bind(t, &w, loader.Check(format.CheckNone), loader.KeepNodes())
	for _, row := range []uint32{0, 1, 2, math.MaxInt32, math.MaxUint32} {
		for table := range uint16(len(r.Schema().Tables) + 1) {
			binary.LittleEndian.PutUint32(file[at+4:], row)
			binary.LittleEndian.PutUint16(file[at+8:], table)
			l := load(t, b, file)
			h, _ := loader.Find(l, &w.Doors, "red")
			_, ok := w.Doors.Get(h)
			require.Equal(t, ok, row == 0 && table == format.FixedTables, "row %d of table %d", row, table)
			l.Find("red")
			require.NoError(t, l.Save(ctx, io.Discard, loader.SaveOptions{}))
			require.NoError(t, l.Unload())
		}
	}
}

// A node of an unchecked file may be of a table that has elements, or of none. In a
// world without Go types elements have generations as well.
func TestAnUncheckedNodeMayBeOfAnyTable(t *testing.T) {
	file := furnished(t)
	f, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	b, ts, err := loader.BindSchema(f.Schema(), loader.Check(format.CheckNone), loader.KeepNodes(), loader.OnNode(func(loader.Placed) error { return nil }))
	require.NoError(t, err)
	n := 0
	for _, blk := range f.Blocks() {
		for at := 0; blk.Table == format.TableNode && at < blk.Stored; at += 4 {
			for table := range len(f.Schema().Tables) + 1 {
				bad := bytes.Clone(file)
				binary.LittleEndian.PutUint16(bad[int(blk.Offset)+at:], uint16(table))
				l := load(t, b, bad)
				_ = l.Save(ctx, io.Discard, loader.SaveOptions{})
				require.NoError(t, l.Unload())
				n++
			}
		}
	}
	require.Greater(t, n, 50)
	require.NoError(t, ts.Close())
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

// A schema that a file brings may give a role to fields that cannot have it, which
// says nothing of their nodes.
func TestRolesMayBeOfFieldsOfAnyType(t *testing.T) {
	for typ := format.TypeU8; typ.Size() > 0; typ++ {
		for _, role := range []format.Role{format.RoleID, format.RoleParent} {
			for _, count := range []uint32{1, 2} {
				if count == 1 || typ != format.TypeSpan {
					saveRole(t, format.Field{Name: "f", Type: typ, Count: count, Attr: format.Attr{Role: role}})
				}
			}
		}
	}
}

// saveRole loads a node with that one field, known as "seven", and saves it.
func saveRole(t *testing.T, f format.Field) {
	s := &format.Schema{Tables: []format.Table{{Name: "thing", Class: format.ClassNode, Stride: f.Size()}}}
	data := make([]byte, f.Size())
	switch {
	case f.Type == format.TypeRef:
		f.Target = "thing"
	case f.Type == format.TypeAnyRef:
		f.Symbols = []string{"thing"}
	case f.Type == format.TypeSpan:
		f.Target = "thing.f"
		s.Tables = append(s.Tables, format.Table{Name: "thing.f", Class: format.ClassArray, Stride: 1, Fields: []format.Field{{Name: "value", Type: format.TypeU8, Count: 1}}})
	case f.Type == format.TypeStr:
	case f.Type >= format.TypeEnum8:
		f.Symbols = []string{"a", "b"}
		fallthrough
	default:
		data[0] = 1
	}
	s.Tables[0].Fields = []format.Field{f}
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	const table = format.FixedTables
	row, err := w.Node(table, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(table, row, data))
	id, err := w.String([]byte("seven"))
	require.NoError(t, err)
	require.NoError(t, w.ID(id, table, row))
	var file format.Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)

	b, ts, err := loader.BindSchema(s)
	require.NoError(t, err)
	l := load(t, b, file)
	var saved bytes.Buffer
	require.NoError(t, l.Save(ctx, &saved, loader.SaveOptions{}))
	want := "seven"
	if f.Attr.Role == format.RoleID && f.Count == 1 && f.Type <= format.TypeI64 {
		want = "1" // a number is the id itself
	} else if f.Attr.Role == format.RoleID && f.Count == 1 && f.Type == format.TypeStr {
		want = "" // and so is a string
	}
	_, ok := load(t, b, saved.Bytes()).Find(want)
	require.Equal(t, want != "", ok, "%s %s x %d", f.Attr.Role, f.Type, f.Count)
	require.NoError(t, ts.Close())
}
