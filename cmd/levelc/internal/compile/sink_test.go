package compile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// memory is a Sink that keeps a level and holds the compiler to the contract of
// format.Writer: every reserved row is put exactly once, elements have owners.
type memory struct {
	schema  *format.Schema
	strings map[string]uint32
	texts   []string
	nodes   []string          // "0 body/1": depth, table, slot
	rows    map[int][][]byte  // node tables
	elems   map[int]*elemRows // array tables
	ids     []string
	extra   []string // properties and positions
	calls   int
	failAt  int // the call that fails, counted from 1; 0 is none
}

// elemRows are the elements of an array table: there may be millions of them.
type elemRows struct {
	owners []uint32 // of each
	data   []byte
}

var errSink = errors.New("the disk is full")

func newMemory(s *format.Schema) *memory {
	return &memory{schema: s, strings: map[string]uint32{"": 0}, texts: []string{""}, rows: map[int][][]byte{}, elems: map[int]*elemRows{}}
}

func (m *memory) call() error {
	m.calls++
	if m.calls == m.failAt {
		return errSink
	}
	return nil
}

func (m *memory) Node(table, depth int, slot uint8) (uint32, error) {
	t := &m.schema.Tables[table]
	if t.Class != format.ClassNode {
		panic("a node of a table that has none")
	}
	m.nodes = append(m.nodes, fmt.Sprintf("%d %s/%d", depth, t.Name, slot))
	m.rows[table] = append(m.rows[table], nil)
	return uint32(len(m.rows[table]) - 1), m.call()
}

func (m *memory) Put(table int, row uint32, data []byte) error {
	if m.rows[table][row] != nil || len(data) != int(m.schema.Tables[table].Stride) {
		panic("a row put twice, or of the wrong size")
	}
	m.rows[table][row] = append([]byte(nil), data...)
	return m.call()
}

func (m *memory) Text(id uint32) []byte { return []byte(m.texts[id]) }

func (m *memory) Append(table int, owner uint32, data []byte) (uint32, error) {
	stride := int(m.schema.Tables[table].Stride)
	if int(owner) >= m.ownerRows(table) {
		panic("an element without an owner")
	}
	if len(data) == 0 || len(data)%stride != 0 {
		panic("no whole number of elements")
	}
	e := m.elems[table]
	if e == nil {
		e = new(elemRows)
		m.elems[table] = e
	}
	first := len(e.owners)
	e.data = append(e.data, data...)
	for range len(data) / stride {
		e.owners = append(e.owners, owner)
	}
	return uint32(first), m.call()
}

// ownerRows counts the rows of the table whose span owns an array table.
func (m *memory) ownerRows(table int) int {
	for i := range m.schema.Tables {
		for j := range m.schema.Tables[i].Fields {
			if f := &m.schema.Tables[i].Fields[j]; f.Type == format.TypeSpan && f.Target == m.schema.Tables[table].Name {
				return len(m.rows[i]) + m.count(i)
			}
		}
	}
	return 0
}

// count counts the elements of an array table.
func (m *memory) count(table int) int {
	if e := m.elems[table]; e != nil {
		return len(e.owners)
	}
	return 0
}

func (m *memory) String(b []byte) (uint32, error) {
	id, ok := m.strings[string(b)]
	if !ok {
		id = uint32(len(m.texts))
		m.strings[string(b)] = id
		m.texts = append(m.texts, string(b))
	}
	return id, m.call()
}

func (m *memory) ID(str uint32, table int, row uint32) error {
	m.ids = append(m.ids, fmt.Sprintf("%s=%s:%d", m.texts[str], m.schema.Tables[table].Name, row))
	return m.call()
}

func (m *memory) PatchRef(table int, row, off, target uint32, targetTable int) error {
	var data []byte
	if m.schema.Tables[table].Class == format.ClassNode {
		data = m.rows[table][row]
	} else {
		data = m.elems[table].data[int(row)*int(m.schema.Tables[table].Stride):]
	}
	binary.LittleEndian.PutUint32(data[off:], target+1)
	if targetTable >= 0 {
		binary.LittleEndian.PutUint16(data[off+8:], uint16(targetTable))
	}
	return m.call()
}

// dump writes the level down: the nodes, then each table's rows.
func (m *memory) dump() string {
	b := []byte(strings.Join(m.nodes, ", ") + "\n")
	line := func(t *format.Table, row []byte) {
		b = append(m.row(append(b, ':'), t, row), '\n')
	}
	for i := range m.schema.Tables {
		t := &m.schema.Tables[i]
		for n, row := range m.rows[i] {
			b = strconv.AppendInt(append(append(b, t.Name...), ' '), int64(n), 10)
			line(t, row)
		}
		for n := range m.count(i) {
			e, stride := m.elems[i], int(t.Stride)
			b = strconv.AppendInt(append(append(b, t.Name...), ' '), int64(n), 10)
			b = strconv.AppendUint(append(b, '<'), uint64(e.owners[n]), 10)
			line(t, e.data[n*stride:][:stride])
		}
	}
	return string(b)
}

func (m *memory) row(b []byte, t *format.Table, row []byte) []byte {
	for i := range t.Fields {
		f := &t.Fields[i]
		b = append(append(append(b, ' '), f.Name...), '=')
		for j := range f.Count {
			if j > 0 {
				b = append(b, ',')
			}
			b = m.value(b, f, row[f.Offset+j*f.Type.Size():][:f.Type.Size()])
		}
	}
	return b
}

func (m *memory) value(to []byte, f *format.Field, b []byte) []byte {
	var wide [8]byte
	copy(wide[:], b)
	u := binary.LittleEndian.Uint64(wide[:])
	switch f.Type {
	case format.TypeF32:
		return fmt.Append(to, math.Float32frombits(uint32(u)))
	case format.TypeF64:
		return fmt.Append(to, math.Float64frombits(u))
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		shift := 64 - 8*len(b)
		return strconv.AppendInt(to, int64(u<<shift)>>shift, 10)
	case format.TypeStr:
		return strconv.AppendQuote(to, m.texts[u])
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		return append(to, f.Symbols[u]...)
	case format.TypeRef, format.TypeAnyRef:
		row := uint32(u)
		if row == 0 {
			return append(to, "nil"...)
		}
		table := f.Target
		if f.Type == format.TypeAnyRef {
			table = m.schema.Tables[binary.LittleEndian.Uint16(b[8:])].Name
		}
		return fmt.Appendf(to, "%s:%d", table, row-1)
	case format.TypeSpan:
		return fmt.Appendf(to, "#%d", u>>32)
	}
	return strconv.AppendUint(to, u, 10)
}
