package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// seeds are the small files and the hostile corpus.
func seeds(f *testing.F) (files [][]byte) {
	for _, file := range smallFiles(f) {
		files = append(files, file)
	}
	names, err := filepath.Glob("../testdata/hostile/*.lvl")
	require.NoError(f, err)
	for _, name := range names {
		b, err := os.ReadFile(name)
		require.NoError(f, err)
		files = append(files, b)
	}
	require.Greater(f, len(files), 100, "the corpus is gone")
	return files
}

// FuzzReaders repairs the sums of a file, so that the fuzzer gets through the
// door, and holds the ways of reading it against each other.
func FuzzReaders(f *testing.F) {
	placeAll(f)
	var placing Reader
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		const small = 1 << 20
		o := Options{MaxBytes: small}
		for _, b := range [][]byte{file, repair(file)} {
			rows, err := readWhole(b, o)
			again, err2 := readFrom(iotest.HalfReader(bytes.NewReader(b)), o)
			random, err3 := readChunks(b, o)
			require.Equal(t, err, err2)
			require.Equal(t, err == nil, err3 == nil, "stream: %v; random: %v", err, err3)
			placed, err5 := readPlaced(&placing, b, o)
			require.Equal(t, err, err5)
			loose, err4 := readWhole(b, Options{MaxBytes: small, Check: CheckNone})
			var shown bytes.Buffer
			require.Equal(t, err == nil, Annotate(&shown, bytes.NewReader(b), o) == nil)
			_ = Annotate(io.Discard, bytes.NewReader(b), Options{MaxBytes: small, Check: CheckNone})
			if err != nil {
				var e *Error
				require.ErrorAs(t, err, &e)
				continue
			}
			require.NoError(t, err4)
			require.Equal(t, rows, again)
			require.Equal(t, rows, random)
			require.Equal(t, rows, placed)
			require.Equal(t, rows, loose)
			rewritten(t, b, rows)
			planned(t, b, rows)
		}
	})
}

// FuzzRows edits the rows of a file, five bytes an edit: which block, where,
// and two bytes to write. So the fuzzer spends its time behind rule 6.
func FuzzRows(f *testing.F) {
	base := fullLevel(f, 8, WriterOptions{BlockBytes: 128})
	whole := dissect(f, base)
	require.Greater(f, len(whole.blocks), 20)
	placeAll(f)
	var warm, placing Reader
	for i := range whole.blocks {
		f.Add([]byte{byte(i), 0, 1, 1, 0})
		f.Add([]byte{byte(i), 0, 4, 0xff, 0xff})
	}
	f.Fuzz(func(t *testing.T, edits []byte) {
		a := *whole
		a.blocks = slices.Clone(whole.blocks)
		for i := range a.blocks {
			a.blocks[i].stored = bytes.Clone(a.blocks[i].stored)
		}
		for ; len(edits) >= 5; edits = edits[5:] {
			b := a.blocks[int(edits[0])%len(a.blocks)].stored
			at := (int(edits[1])<<8 | int(edits[2])) % len(b)
			copy(b[at:], edits[3:5])
		}
		file := a.assemble()
		err := warm.Reset(bytes.NewReader(file), Options{})
		for err == nil {
			_, err = warm.Next()
		}
		random, err2 := readChunks(file, Options{})
		if (err == io.EOF) != (err2 == nil) {
			t.Fatalf("stream: %v; random: %v", err, err2)
		}
		placed, err3 := readPlaced(&placing, file, Options{})
		if err != io.EOF {
			require.Equal(t, err, err3)
		}
		if err != io.EOF {
			var e *Error
			if !errors.As(err, &e) || e.Rule < 7 {
				t.Fatal(err)
			}
			return
		}
		rows, err := readWhole(file, Options{})
		require.NoError(t, err)
		require.Equal(t, rows, random)
		require.Equal(t, rows, placed)
		rewritten(t, file, rows)
		planned(t, file, rows)
	})
}

// readPlaced returns the rows of all tables, read to where they stay.
func readPlaced(r *Reader, file []byte, o Options) ([][]byte, error) {
	if err := r.Reset(bytes.NewReader(file), o); err != nil {
		return nil, err
	}
	s, err := readAllOnto(r)
	if err != nil {
		return nil, err
	}
	return s.rows, nil
}

// rewritten holds that a rewritten file has the same rows.
func rewritten(t *testing.T, file []byte, rows [][]byte) {
	var out buf
	n, err := Rewrite(&out, bytes.NewReader(file), RewriteOptions{Align: 128})
	require.NoError(t, err)
	require.Equal(t, int(n), len(out.b))
	got, err := readWhole(out.b, Options{})
	require.NoError(t, err)
	require.Equal(t, rows, got)
}

// planned takes the rows through a plan to fields in another order and back.
func planned(t *testing.T, file []byte, rows [][]byte) {
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	s := r.Schema()
	other := backwards(s)
	if other.Validate() != nil {
		return // a row in the other order may exceed the stride
	}
	for i := FixedTables; i < len(s.Tables); i++ {
		n := len(rows[i]) / int(s.Tables[i].Stride)
		there, err := NewPlan(s, i, other, i)
		require.NoError(t, err)
		moved := make([]byte, n*int(other.Tables[i].Stride))
		require.NoError(t, there.Convert(moved, rows[i], n))
		if !littleEndian {
			continue // what came out is not a row of a file
		}
		back, err := NewPlan(other, i, s, i)
		require.NoError(t, err)
		again := bytes.Repeat([]byte{0xaa}, len(rows[i]))
		require.NoError(t, back.Convert(again, moved, n))
		require.True(t, bytes.Equal(rows[i], again), s.Tables[i].Name)
	}
}

// backwards is the schema with the fields of its own tables in reverse.
func backwards(s *Schema) *Schema {
	to := &Schema{Tables: append([]Table(nil), s.Tables...)}
	for i := FixedTables; i < len(to.Tables); i++ {
		t := &to.Tables[i]
		t.Fields = slices.Clone(t.Fields)
		slices.Reverse(t.Fields)
		lay(t)
	}
	return to
}

// FuzzSchema holds that a schema is accepted in one encoding only, and that
// what is accepted can be used.
func FuzzSchema(f *testing.F) {
	n := 0
	for _, file := range seeds(f) {
		if h := len(file); h < 2*headerLen {
			continue
		}
		k := int(leU32(file[24:]))
		if headerLen+k <= len(file) {
			f.Add(file[headerLen : headerLen+k])
			n++
		}
	}
	require.Greater(f, n, 20)
	f.Fuzz(func(t *testing.T, b []byte) {
		fast := decodeTuples(b)
		if slow, err := decodeWire(b); err == nil || fast != nil {
			require.NoError(t, err)
			require.Equal(t, slow, fast)
		}
		s, err := DecodeSchema(b)
		if err != nil {
			require.ErrorIs(t, err, ErrSchema)
			return
		}
		again, err := AppendSchema(nil, s)
		require.NoError(t, err)
		require.True(t, bytes.Equal(b, again))
		newSchemaPlan(s)
		CheckEvolution(s, backwards(s))
		for i := range s.Tables {
			p, err := NewPlan(s, i, s, i)
			if err == nil && p.Same() {
				continue
			}
			require.False(t, littleEndian && err == nil && tiled(&s.Tables[i]), "%s: a plan to itself is no copy", s.Tables[i].Name)
		}
	})
}

// tiled says that a table has a field, beside which its gaps can be copied.
func tiled(t *Table) bool { return len(t.Fields) > 0 }

// FuzzProps holds the check of properties against the view of them.
func FuzzProps(f *testing.F) {
	n := 0
	for _, c := range rowCases() {
		if c.change == nil || c.rule != 9 {
			continue
		}
		a := dissect(f, fullLevel(f, 4, WriterOptions{}))
		c.change(a)
		f.Add(a.block(TablePropBytes).stored)
		n++
	}
	f.Add(nested(63))
	require.Greater(f, n, 10)
	f.Fuzz(func(t *testing.T, b []byte) {
		var k keyCheck
		what := k.check(b)
		p := Props(b)
		n := 0
		for key, v := range p.All() {
			v.Kind()
			v.Any()
			if what == "" {
				require.NotEqual(t, NoValue, p.Get(string(key)).Kind())
			}
			n++
		}
		text := p.AppendJSON(nil)
		require.True(t, json.Valid(text), "%s", text)
		if what == "" {
			require.Equal(t, p.Len(), n)
		}
	})
}

// FuzzCodecs gives the decoders anything, and decodes what was encoded.
func FuzzCodecs(f *testing.F) {
	n := 0
	for _, c := range blockCases() {
		if c.change != nil && c.packed {
			a := dissect(f, fullLevel(f, 4, WriterOptions{}))
			c.change(a)
			f.Add(byte(a.blocks[0].codec), uint32(a.blocks[0].rows), a.blocks[0].stored)
			n++
		}
	}
	require.Greater(f, n, 10)
	var d decoder // reused, as a reader does it
	var e encoder
	f.Fuzz(func(t *testing.T, codec byte, raw uint32, b []byte) {
		c := CodecLZ4 + Codec(codec%2)
		if canEncode(c) != nil {
			t.Skip("the codec is not built in")
		}
		raw %= 1 << 16
		if got, err := d.decode(c, b, int(raw)+1); err == nil {
			require.Len(t, got, int(raw)+1)
		}
		packed, err := e.encode(c, false, nil, b)
		require.NoError(t, err)
		if len(packed) > 0 && len(packed) < len(b) {
			got, err := d.decode(c, packed, len(b))
			require.NoError(t, err)
			require.True(t, bytes.Equal(b, got))
			_, err = d.decode(c, packed, len(b)+1)
			require.Error(t, err)
			_, err = d.decode(c, packed[:len(packed)-1], len(b))
			require.Error(t, err)
		}
	})
}
