package level

import (
	"io"

	"github.com/levelc/levelc/format"
)

// Level is a compiled level in memory. It is not changed after Read, so any
// number of goroutines may use it.
type Level struct {
	Schema *format.Schema // the fixed tables first
	Meta   format.Props
	Chunks []format.Chunk
	Blocks []format.BlockInfo
	Size   int64 // of the file
	Align  int   // of its blocks

	rows    [][]byte // by table
	strings format.StringTable
	ids     [][]uint32 // by table, by row: string of the id plus one; nil if no row has an id
	tables  map[string]int
}

// Read reads a level to its end and checks every rule of the format. The errors
// are those of package format, and of src.
func Read(src io.Reader, o format.Options) (*Level, error) {
	o.Check = format.CheckFull
	r, err := format.NewReader(src, o)
	if err != nil {
		return nil, err
	}
	l := &Level{
		Schema: r.Schema(), Meta: append(format.Props(nil), r.Meta()...),
		Chunks: append([]format.Chunk(nil), r.Chunks()...), Blocks: append([]format.BlockInfo(nil), r.Blocks()...),
		Size: r.Size(), Align: r.Align(),
		rows: make([][]byte, len(r.Schema().Tables)), tables: make(map[string]int, len(r.Schema().Tables)),
	}
	for i := range l.Schema.Tables {
		l.tables[l.Schema.Tables[i].Name] = i
	}
	for {
		b, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		most := int(r.Rows(b.Table)) * int(l.Schema.Tables[b.Table].Stride)
		l.rows[b.Table] = append(room(l.rows[b.Table], len(b.Data), most), b.Data...)
		if err := l.strings.Add(b); err != nil {
			return nil, err
		}
	}
	l.findIDs()
	return l, nil
}

// room returns rows with room for n more bytes. It makes room for all that the file says
// once a quarter of that is there, because append would take twice as much at times.
func room(rows []byte, n, most int) []byte {
	if need := len(rows) + n; need > cap(rows) {
		return append(make([]byte, 0, max(need, min(4*need, most))), rows...)
	}
	return rows
}

// findIDs inverts $id: from rows to strings.
func (l *Level) findIDs() {
	l.ids = make([][]uint32, len(l.rows))
	rows := format.FixedRows[format.IDRow](l.rows[format.TableIDs])
	for i := range rows {
		id := &rows[i]
		table := int(id.Table())
		if l.ids[table] == nil {
			l.ids[table] = make([]uint32, l.Rows(table))
		}
		l.ids[table][id.Row()] = id.Str() + 1
	}
}

// Table returns the index of a table, or -1.
func (l *Level) Table(name string) int {
	if i, ok := l.tables[name]; ok {
		return i
	}
	return -1
}

// Rows returns how many rows a table has.
func (l *Level) Rows(table int) int {
	return len(l.rows[table]) / int(l.Schema.Tables[table].Stride)
}

// Data returns all rows of a table, one after another.
func (l *Level) Data(table int) []byte { return l.rows[table] }

// Row returns one row of a table.
func (l *Level) Row(table int, row uint32) []byte {
	stride := uint64(l.Schema.Tables[table].Stride)
	return l.rows[table][uint64(row)*stride:][:stride:stride]
}

// Strings returns how many strings there are.
func (l *Level) Strings() int { return l.strings.Len() }

// Text returns a string by its number. The bytes belong to the level.
func (l *Level) Text(str uint32) []byte { return l.strings.Get(str) }

// ID returns the id of a node. ok is false if it has none.
func (l *Level) ID(table int, row uint32) (id []byte, ok bool) {
	str, ok := l.IDString(table, row)
	if !ok {
		return nil, false
	}
	return l.Text(str), true
}

// Place is a row of a table.
type Place struct{ Table, Row uint32 }

// At returns the place of a row.
func At(table int, row uint32) Place { return Place{uint32(table), row} }

// Props iterates over the rows with dynamic properties, in the order of the file.
func (l *Level) Props(yield func(at Place, p format.Props) bool) {
	rows, all := format.FixedRows[format.PropRow](l.rows[format.TableProp]), l.rows[format.TablePropBytes]
	for i := range rows {
		r := &rows[i]
		if !yield(At(int(r.Table()), r.Row()), format.Props(all[r.Start():][:r.Len()])) {
			return
		}
	}
}

// IDString is ID, but returns the number of the string.
func (l *Level) IDString(table int, row uint32) (str uint32, ok bool) {
	if table < 0 || table >= len(l.ids) || uint64(row) >= uint64(len(l.ids[table])) || l.ids[table][row] == 0 {
		return 0, false
	}
	return l.ids[table][row] - 1, true
}
