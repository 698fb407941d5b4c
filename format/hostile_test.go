package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// readWhole reads a file by the stream reader.
func readWhole(file []byte, o Options) (rows [][]byte, err error) {
	return readFrom(bytes.NewReader(file), o)
}

func readFrom(src io.Reader, o Options) (rows [][]byte, err error) {
	r, err := NewReader(src, o)
	if err != nil {
		return nil, err
	}
	rows = make([][]byte, len(r.Schema().Tables))
	for {
		b, err := r.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		rows[b.Table] = append(rows[b.Table], b.Data...)
	}
}

// readChunks reads a file by the random reader, its chunks in reverse, and
// then in order, for what only neighbours show.
func readChunks(file []byte, o Options) (rows [][]byte, err error) {
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), o)
	if err != nil {
		return nil, err
	}
	parts := make([][][]byte, len(f.Chunks()))
	for i := len(parts) - 1; i >= 0; i-- {
		parts[i] = make([][]byte, len(f.Schema().Tables))
		c, err := chunkOf(f, i)
		if err != nil {
			return nil, err
		}
		for {
			b, err := c.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			parts[i][b.Table] = append(parts[i][b.Table], b.Data...)
		}
	}
	rows = make([][]byte, len(f.Schema().Tables))
	for i := range parts {
		for t := range parts[i] {
			rows[t] = append(rows[t], parts[i][t]...)
		}
	}
	return rows, nil
}

// refuser holds that files are refused. Its stream reader is reused, as a
// loader does it, which also spares it the schema.
type refuser struct {
	t *testing.T
	r Reader
	m Reader // of files in memory
}

func (r *refuser) stream(file []byte, msg string, args ...any) {
	err := r.r.Reset(bytes.NewReader(file), Options{})
	for err == nil {
		_, err = r.r.Next()
	}
	r.hold(err == io.EOF, err, msg, args...)
}

// random is for the readers of files that can be reached anywhere.
func (r *refuser) random(file []byte, msg string, args ...any) {
	err := r.m.ResetBytes(file, Options{})
	for err == nil {
		_, err = r.m.Next()
	}
	r.hold(err == io.EOF, err, msg, args...)
	_, err = readChunks(file, Options{})
	r.hold(err == nil, err, msg, args...)
}

func (r *refuser) hold(accepted bool, err error, msg string, args ...any) {
	var e *Error
	if accepted {
		r.t.Fatalf("accepted: %s", fmt.Sprintf(msg, args...))
	} else if !errors.As(err, &e) {
		r.t.Fatalf("%s: the error is no *Error: %v", fmt.Sprintf(msg, args...), err)
	}
}

// smallFiles are files of every kind, small enough to be tried bit by bit.
func smallFiles(t testing.TB) map[string][]byte {
	files := map[string][]byte{"plain": testLevel(t, 6, WriterOptions{}), "full": fullLevel(t, 6, WriterOptions{}), "empty": testLevel(t, 0, WriterOptions{})}
	for _, c := range []Codec{CodecLZ4, CodecZstd} {
		if canEncode(c) == nil {
			files[c.String()] = fullLevel(t, 6, WriterOptions{Codec: c, BlockBytes: 128})
		}
	}
	return files
}

// fullLevel has rows in every table: properties, positions and metadata too.
func fullLevel(t testing.TB, n int, o WriterOptions) []byte { return fullLevelIn(t, n, true, o) }

func fullLevelIn(t testing.TB, n int, chunked bool, o WriterOptions) []byte {
	var p PropBuilder
	p.Reset()
	p.Key("tool")
	p.Text("levelc test")
	meta, err := p.Finish()
	require.NoError(t, err)
	o.Meta = bytes.Clone(meta)
	w, err := NewWriter(testSchema(), o)
	require.NoError(t, err)
	fillLevel(t, w, n, chunked)
	l := &levelFiller{t: t, w: w}
	file := l.str("scene.xml")
	for _, table := range []int{tTrigger, tPart, tBody} {
		for row := w.tables[table].rows; row > 0; row-- {
			l.ok(w.Src(table, row-1, file, row, 7))
			if row%2 == 1 {
				p.Reset()
				p.Key("speed")
				p.Float(float64(row) / 4)
				p.Key("list")
				p.BeginList()
				p.Int(-1)
				p.Bool(true)
				p.Nil()
				p.End()
				props, err := p.Finish()
				l.ok(err)
				l.ok(w.Prop(table, row-1, props))
			}
		}
	}
	var out buf
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.b
}

func TestFilesOfEveryKindAreAccepted(t *testing.T) {
	for name, file := range smallFiles(t) {
		require.NoError(t, Verify(bytes.NewReader(file), Options{}), name)
		a, err := readWhole(file, Options{})
		require.NoError(t, err)
		b, err := readChunks(file, Options{})
		require.NoError(t, err, name)
		require.Equal(t, a, b, name)
		c, err := readFrom(iotest.OneByteReader(bytes.NewReader(file)), Options{})
		require.NoError(t, err)
		require.Equal(t, a, c)
		d, err := readFrom(iotest.DataErrReader(bytes.NewReader(file)), Options{})
		require.NoError(t, err)
		require.Equal(t, a, d)
	}
}

func TestEveryTruncationIsRefused(t *testing.T) {
	r := refuser{t: t}
	for name, file := range smallFiles(t) {
		for n := range file {
			r.stream(file[:n], "%s cut to %d bytes", name, n)
			if n%8 == 0 {
				r.random(file[:n], "%s cut to %d bytes", name, n)
			}
		}
	}
}

// The place of a truncation is the file's end, whichever way it is read.
func TestATruncationIsPlacedAtTheEnd(t *testing.T) {
	file := writeLevel(t, 40, false, WriterOptions{BlockBytes: 256})
	for n := headerLen; n < len(file); n += 61 {
		_, err := readWhole(file[:n], Options{})
		var m Reader
		err2 := m.ResetBytes(file[:n], Options{})
		for err2 == nil {
			_, err2 = m.Next()
		}
		for _, err := range []error{err, err2} {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, e, ErrTruncated)
			require.EqualValues(t, n, e.Offset)
		}
	}
}

// A file of a few bytes is named for what it is: no level, or the beginning of one.
func TestShortFilesAreToldApart(t *testing.T) {
	for text, want := range map[string]error{"": ErrTruncated, magic[:3]: ErrTruncated, magic: ErrTruncated, "<level/>": ErrMagic, "x": ErrMagic, magic[:7] + "x": ErrMagic} {
		_, err := readWhole([]byte(text), Options{})
		require.ErrorIs(t, err, want, "%q", text)
		_, err = OpenFile(bytes.NewReader([]byte(text)), int64(len(text)), Options{})
		require.ErrorIs(t, err, want, "%q", text)
		require.ErrorIs(t, new(Reader).ResetBytes([]byte(text), Options{}), want, "%q", text)
	}
}

func TestBytesAfterTheEndAreRefused(t *testing.T) {
	r := refuser{t: t}
	for name, file := range smallFiles(t) {
		longer := append(bytes.Clone(file), 0)
		r.stream(longer, "%s with a byte more", name)
		r.random(longer, "%s with a byte more", name)
		_, err := readWhole(longer, Options{})
		require.ErrorIs(t, err, ErrTrailing)
	}
}

func TestEverySingleBitFlipIsDetected(t *testing.T) {
	r := refuser{t: t}
	step := 1
	if testing.Short() {
		step = 7 // bits; every byte has one
	}
	for name, file := range smallFiles(t) {
		for i := range file {
			for bit := i * 3 % step; bit < 8; bit += step {
				file[i] ^= 1 << bit
				r.stream(file, "%s, bit %d of byte %d", name, bit, i)
				if bit == i%8 {
					r.random(file, "%s, bit %d of byte %d", name, bit, i)
				}
				file[i] ^= 1 << bit
			}
		}
	}
}

// The first table that a schema does not have is as far away as any.
func TestABlockOfTheTableBehindTheLastIsRefused(t *testing.T) {
	a := dissect(t, testLevel(t, 6, WriterOptions{}))
	a.blocks[len(a.blocks)-1].table = uint16(len(testSchema().Tables) + FixedTables)
	r := refuser{t: t}
	r.stream(a.assemble(), "as a stream")
	r.random(a.assemble(), "at any place")
}

// Ids ascend from one block to the next too, whatever stands between them.
func TestIDsThatDoNotAscendFromBlockToBlockAreRefused(t *testing.T) {
	defer func(n uint64) { keepMost = n }(keepMost)
	for _, keep := range []uint64{0, 1 << 20} {
		keepMost = keep
		for _, wrong := range []bool{false, true} {
			a := dissect(t, writeLevel(t, 20, false, WriterOptions{}))
			i := slices.IndexFunc(a.blocks, func(b rawBlock) bool { return b.table == TableIDs })
			first, second := a.blocks[i], a.blocks[i]
			half := len(first.stored) / 24 * 12
			first.stored, second.stored = bytes.Clone(first.stored[:half]), bytes.Clone(first.stored[half:])
			first.rows, second.rows = uint32(half/12), uint32(len(second.stored)/12)
			if wrong {
				copy(second.stored[:12], first.stored)
			}
			a.blocks = slices.Insert(a.blocks, i+1, second)
			a.blocks[i] = first
			a.chunks[0].Blocks++
			err := Verify(bytes.NewReader(a.assemble()), Options{})
			_, err2 := readChunks(a.assemble(), Options{})
			if wrong {
				require.ErrorIs(t, err, ErrOrder)
				require.ErrorIs(t, err2, ErrOrder)
			} else {
				require.NoError(t, errors.Join(err, err2))
			}
		}
	}
}

// A schema of a program, which no file has carried, is held against the rules too.
func TestSchemasThatCannotBeAreRefused(t *testing.T) {
	for n := range fixed {
		require.ErrorIs(t, (&Schema{Tables: slices.Clone(fixed[:n])}).Validate(), ErrSchema, "%d tables", n)
	}
	odd := "\xff"
	for what, change := range map[string]func(f *Field){
		"symbol":    func(f *Field) { f.Symbols[1] = odd },
		"component": func(f *Field) { f.Attr.Components = []string{odd} },
		"alias":     func(f *Field) { f.Attr.Aliases = []string{odd} },
		"source":    func(f *Field) { f.Attr.Source = odd },
		"json":      func(f *Field) { f.Attr.JSON = odd },
		"default":   func(f *Field) { f.Attr.Default = odd },
		"doc":       func(f *Field) { f.Attr.Doc = odd },
		"role":      func(f *Field) { f.Attr.Role = RoleIDKey + 1 },
		"aliases":   func(f *Field) { f.Attr.Aliases = make([]string, 1<<16+1) }, // no decoder takes more
	} {
		s := testSchema()
		s.Tables = append(slices.Clone(fixed[:]), s.Tables...)
		s.Tables[tBody].Fields[3].Attr.Role = RoleKey
		require.NoError(t, s.Validate())
		change(&s.Tables[tBody].Fields[3])
		require.ErrorIs(t, s.Validate(), ErrSchema, what)
	}
	for what, change := range map[string]func(f *Field){
		"a kind that is none":        func(f *Field) { f.Symbols[1] = "light" },
		"an array table for a kind":  func(f *Field) { f.Symbols[1] = "body.parts" },
		"a fixed table for a kind":   func(f *Field) { f.Symbols[0] = "$str" },
		"a target as of a reference": func(f *Field) { f.Target = "body" },
	} {
		s := testSchema()
		s.Tables = append(slices.Clone(fixed[:]), s.Tables...)
		require.NoError(t, s.Validate())
		require.Equal(t, TypeAnyRef, s.Tables[tTrigger].Fields[0].Type)
		change(&s.Tables[tTrigger].Fields[0])
		require.ErrorIs(t, s.Validate(), ErrSchema, what)
	}
}

// A reference may name some of very many kinds, and no other.
func TestReferencesAmongManyKinds(t *testing.T) {
	const kinds = 200
	s := &Schema{}
	for i := range kinds {
		s.Tables = append(s.Tables, Table{Name: fmt.Sprint("k", i), Class: ClassNode, Stride: 4, Fields: []Field{{Name: "x", Type: TypeI32, Count: 1}}})
	}
	name := func(table int) string { return s.Tables[table-FixedTables].Name }
	allowed := []int{FixedTables + 1, 63, 64, 127, 128, 191}
	ref := Field{Name: "to", Type: TypeAnyRef, Count: 1}
	for _, table := range allowed {
		ref.Symbols = append(ref.Symbols, name(table))
	}
	s.Tables = append(s.Tables, Table{Name: "link", Class: ClassNode, Stride: 12, Fields: []Field{ref}})
	w, err := NewWriter(s, WriterOptions{})
	require.NoError(t, err)
	for i := range kinds {
		row, err := w.Node(FixedTables+i, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(FixedTables+i, row, make([]byte, 4)))
	}
	const link = FixedTables + kinds
	row, err := w.Node(link, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(link, row, make([]byte, 12)))
	require.NoError(t, w.PatchRef(link, row, 0, 0, allowed[0]))
	var out buf
	_, err = w.Finish(&out)
	require.NoError(t, err)
	for table := range link + 70 {
		a := dissect(t, out.b)
		a.put32(link, 8, uint32(table))
		err := Verify(bytes.NewReader(a.assemble()), Options{})
		if slices.Contains(allowed, table) {
			require.NoError(t, err, "table %d", table)
		} else {
			require.ErrorIs(t, err, ErrRange, "table %d", table)
		}
	}
}

// What only the end of a chunk shows is said with its last block, before anybody
// believes its rows.
func TestTheLastBlockOfAChunkComesChecked(t *testing.T) {
	for chunk, want := range []int{3, 6} { // blocks before the one that is refused
		a := dissect(t, testLevel(t, 1, WriterOptions{}))
		body := func() rawBlock { return rawBlock{table: tBody, rows: 1, stored: make([]byte, 72)} }
		node := rawBlock{table: TableNode, rows: 1, stored: []byte{tBody, 0, 0, 0}}
		vertices := func() rawBlock { return rawBlock{table: tVertex, rows: 1, stored: make([]byte, 8)} }
		a.chunks = []Chunk{{Blocks: 4, Nodes: 1}, {Blocks: 3, Nodes: 1}}
		a.blocks = []rawBlock{{table: TableStr, rows: 1, stored: make([]byte, 8)}, node, body(), vertices(), node, body(), vertices()}
		for c, at := range []int{2, 5} {
			b := a.blocks[at].stored
			binary.LittleEndian.PutUint32(b[36:], uint32(c))
			binary.LittleEndian.PutUint32(b[40:], 1)
		}
		require.NoError(t, Verify(bytes.NewReader(a.assemble()), Options{}))
		b := a.blocks[[]int{2, 5}[chunk]].stored
		binary.LittleEndian.PutUint32(b[40:], 0) // its vertex is nobody's
		file := a.assemble()
		var m Reader
		require.NoError(t, m.ResetBytes(file, Options{}))
		s, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		for _, r := range []*Reader{s, &m} {
			n := 0
			for {
				_, err := r.Next()
				if err != nil {
					require.ErrorIs(t, err, ErrSpan)
					break
				}
				n++
			}
			require.Equal(t, want, n, "chunk %d", chunk)
		}
	}
}

// Where a range ends is not part of it: a row behind the last, and a compressed
// block that is as long as its rows.
func TestTheFirstBehindARangeIsRefused(t *testing.T) {
	a := dissect(t, fullLevelIn(t, 6, false, WriterOptions{}))
	b := a.block(TableProp).stored
	last := b[len(b)-16:]
	binary.LittleEndian.PutUint32(last[4:], a.block(int(binary.LittleEndian.Uint16(last))).rows)
	require.ErrorIs(t, Verify(bytes.NewReader(a.assemble()), Options{}), ErrRange)

	a = dissect(t, testLevel(t, 6, WriterOptions{}))
	a.block(tBody).codec = CodecLZ4
	require.ErrorIs(t, Verify(bytes.NewReader(a.assemble()), Options{}), ErrDirectory)
}

// Rows that are not made of words have gaps and symbols too.
func TestGapsOfRowsThatAreNoWordsAreRefused(t *testing.T) {
	w, err := NewWriter(&Schema{Tables: []Table{{Name: "tile", Class: ClassNode, Stride: 6, Fields: []Field{
		{Name: "x", Type: TypeU16, Count: 1}, {Name: "y", Type: TypeU16, Offset: 2, Count: 1}, {Name: "sort", Type: TypeEnum8, Symbols: []string{"a", "b"}, Offset: 4, Count: 1},
	}}}}, WriterOptions{})
	require.NoError(t, err)
	const n = 300
	for range n {
		row, err := w.Node(FixedTables, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(FixedTables, row, []byte{1, 2, 3, 4, 1, 0}))
	}
	var out buf
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, Verify(bytes.NewReader(out.b), Options{}))
	for _, row := range []int{0, 1, n / 2, n - 1} {
		a := dissect(t, out.b)
		a.block(FixedTables).stored[6*row+5] = 1
		var e *Error
		require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
		require.ErrorIs(t, e, ErrGap)
		require.EqualValues(t, row, e.Row)
		a = dissect(t, out.b)
		a.block(FixedTables).stored[6*row+4] = 2
		require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
		require.ErrorIs(t, e, ErrRange)
		require.Equal(t, "sort", e.Field)
	}
}

// A span that reaches too far overlaps nothing where it is the last one, or where those
// behind it follow it.
func TestTheRowWhoseSpanEndsBehindItsTargetIsNamed(t *testing.T) {
	file := testLevel(t, 3000, WriterOptions{})
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	at := 0
	for i, b := range f.Blocks() {
		if b.Table == tBody && (f.Blocks()[at].Table != tBody || b.Rows > f.Blocks()[at].Rows) {
			at = i
		}
	}
	block := f.Blocks()[at]
	rows := int(block.Rows)
	stride := block.Stored / rows
	require.Greater(t, rows, 100)
	for _, row := range []int{0, 1, rows / 2, rows - 1} {
		a := dissect(t, file)
		b := a.blocks[at].stored
		binary.LittleEndian.PutUint32(b[row*stride+40:], 1<<30)
		for i := row + 1; i < rows; i++ {
			binary.LittleEndian.PutUint32(b[i*stride+36:], leU32(b[(i-1)*stride+36:])+leU32(b[(i-1)*stride+40:]))
		}
		var e *Error
		require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
		require.ErrorIs(t, e, ErrSpan)
		require.EqualValues(t, int(block.First)+row, e.Row)
		require.Equal(t, "outline", e.Field)
		require.Equal(t, block.Offset+int64(row*stride+36), e.Offset)
	}
}

// A name of a file ends no line and commands no terminal.
func TestMessagesAreOneLine(t *testing.T) {
	e := &Error{Rule: 7, Offset: -1, Table: "a\nlvl: forged", Row: 3, Field: "b\x1b[31m", Err: ErrRange, Detail: "é \"c\u0085\""}
	require.Equal(t, `lvl: table a\nlvl: forged: row 3: field b\x1b[31m: value out of range: é "c\u0085"`, e.Error())
	require.Equal(t, `\x9b31m \xff"'é\t`+"\ufffd", OneLine("\x9b31m \xff\"'é\t\ufffd"), "one byte is a command too")
}

func TestReadErrorsOfTheSourceAreKept(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	broken := errors.New("the disk is gone")
	for _, n := range []int{0, 10, 64, 100, len(file) / 2, len(file)} {
		_, err := readFrom(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken)), Options{})
		require.ErrorIs(t, err, broken, "after %d bytes", n)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, int64(n), e.Offset)
	}
	_, err := readFrom(stuck{}, Options{})
	require.ErrorIs(t, err, io.ErrNoProgress)
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestReaderKeepsItsError(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	file[len(file)-100] ^= 1
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	for err == nil {
		_, err = r.Next()
	}
	_, again := r.Next()
	require.Equal(t, err, again)
	file[len(file)-100] ^= 1
	require.NoError(t, r.Reset(bytes.NewReader(file), Options{}))
	for err = nil; err == nil; {
		_, err = r.Next()
	}
	require.Equal(t, io.EOF, err)
}

func TestBudgetIsHeldBeforeDataIsRead(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	raw := int64(r.head.dir.raw)
	_, err = NewReader(bytes.NewReader(file), Options{MaxBytes: raw})
	require.NoError(t, err)
	_, err = NewReader(bytes.NewReader(file[:r.head.h.dataPos()]), Options{MaxBytes: raw - 1})
	require.ErrorIs(t, err, ErrBudget)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{MaxBytes: 100})
	require.NoError(t, err)
	_, err = chunkOf(f, 0)
	require.ErrorIs(t, err, ErrBudget)
}

func TestModesLeaveOutWhatTheySay(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	var bad []byte
	for _, b := range r.Blocks() {
		if b.Table == tBody {
			bad = bytes.Clone(file)
			bad[b.Offset+33] = 2 // a bool
			break
		}
	}
	require.NotNil(t, bad)
	_, err = readWhole(bad, Options{})
	require.ErrorIs(t, err, ErrSum)
	_, err = readWhole(bad, Options{Check: CheckSums})
	require.ErrorIs(t, err, ErrSum)
	_, err = readWhole(bad, Options{Check: CheckNone})
	require.NoError(t, err)
	bad = repair(bad)
	_, err = readWhole(bad, Options{})
	require.ErrorIs(t, err, ErrRange)
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, Error{Rule: 7, Offset: e.Offset, Table: "body", Row: 0, Field: "sleeps", Err: ErrRange, Detail: "byte 33 of the row is 0x02"}, *e)
	_, err = readWhole(bad, Options{Check: CheckSums})
	require.NoError(t, err)
}

// repair computes the sums of a file anew, as far as its lengths can be
// followed, so that what lies behind them is reached.
func repair(file []byte) []byte {
	b := bytes.Clone(file)
	if len(b) < headerLen {
		return b
	}
	le := binary.LittleEndian
	defer func() { le.PutUint64(b[56:], sum(b[:56])) }()
	h := header{schemaLen: le.Uint32(b[24:]), metaLen: le.Uint32(b[28:]), chunks: le.Uint32(b[32:]), blocks: le.Uint32(b[36:]), align: min(b[40], maxAlign)}
	if h.schemaLen > MaxSchema || h.metaLen > maxMeta || h.chunks > MaxChunks || h.blocks > maxBlocks || h.dataPos() > uint64(len(b)) {
		return b
	}
	dir := b[h.dirPos()+chunkLen*uint64(h.chunks) : h.dirEnd()]
	pos := h.dataPos()
	for ; len(dir) > 0; dir = dir[blockLen:] {
		n := uint64(le.Uint32(dir[8:]))
		if pos+n > uint64(len(b)) {
			break
		}
		le.PutUint64(dir[16:], sum(b[pos:pos+n]))
		pos += pad(n, h.align)
	}
	le.PutUint64(b[48:], sum(b[headerLen:h.dataPos()]))
	return b
}
