package compile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
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
	elems   map[int][]element // array tables
	ids     []string
	extra   []string // properties and positions
	calls   int
	failAt  int // the call that fails, counted from 1; 0 is none
}

type element struct {
	owner uint32
	data  []byte
}

var errSink = errors.New("the disk is full")

func newMemory(s *format.Schema) *memory {
	return &memory{schema: s, strings: map[string]uint32{"": 0}, texts: []string{""}, rows: map[int][][]byte{}, elems: map[int][]element{}}
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
	first := uint32(len(m.elems[table]))
	stride := int(m.schema.Tables[table].Stride)
	if int(owner) >= m.ownerRows(table) {
		panic("an element without an owner")
	}
	if len(data) == 0 || len(data)%stride != 0 {
		panic("no whole number of elements")
	}
	for ; len(data) > 0; data = data[stride:] {
		m.elems[table] = append(m.elems[table], element{owner, append([]byte(nil), data[:stride]...)})
	}
	return first, m.call()
}

// ownerRows counts the rows of the table whose span owns an array table.
func (m *memory) ownerRows(table int) int {
	for i := range m.schema.Tables {
		for j := range m.schema.Tables[i].Fields {
			if f := &m.schema.Tables[i].Fields[j]; f.Type == format.TypeSpan && f.Target == m.schema.Tables[table].Name {
				return len(m.rows[i]) + len(m.elems[i])
			}
		}
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
		data = m.elems[table][row].data
	}
	binary.LittleEndian.PutUint32(data[off:], target+1)
	if targetTable >= 0 {
		binary.LittleEndian.PutUint16(data[off+8:], uint16(targetTable))
	}
	return m.call()
}

// dump writes the level down: the nodes, then each table's rows.
func (m *memory) dump() string {
	var s strings.Builder
	fmt.Fprintln(&s, strings.Join(m.nodes, ", "))
	for i := range m.schema.Tables {
		t := &m.schema.Tables[i]
		for n, row := range m.rows[i] {
			fmt.Fprintf(&s, "%s %d:%s\n", t.Name, n, m.row(t, row))
		}
		for n, e := range m.elems[i] {
			fmt.Fprintf(&s, "%s %d<%d:%s\n", t.Name, n, e.owner, m.row(t, e.data))
		}
	}
	return s.String()
}

func (m *memory) row(t *format.Table, row []byte) string {
	var s strings.Builder
	for i := range t.Fields {
		f := &t.Fields[i]
		s.WriteString(" " + f.Name + "=")
		for j := range f.Count {
			if j > 0 {
				s.WriteString(",")
			}
			s.WriteString(m.value(f, row[f.Offset+j*f.Type.Size():][:f.Type.Size()]))
		}
	}
	return s.String()
}

func (m *memory) value(f *format.Field, b []byte) string {
	var wide [8]byte
	copy(wide[:], b)
	u := binary.LittleEndian.Uint64(wide[:])
	switch f.Type {
	case format.TypeF32:
		return fmt.Sprint(math.Float32frombits(uint32(u)))
	case format.TypeF64:
		return fmt.Sprint(math.Float64frombits(u))
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		shift := 64 - 8*len(b)
		return fmt.Sprint(int64(u<<shift) >> shift)
	case format.TypeStr:
		return fmt.Sprintf("%q", m.texts[u])
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		return f.Symbols[u]
	case format.TypeRef, format.TypeAnyRef:
		row := uint32(u)
		if row == 0 {
			return "nil"
		}
		table := f.Target
		if f.Type == format.TypeAnyRef {
			table = m.schema.Tables[binary.LittleEndian.Uint16(b[8:])].Name
		}
		return fmt.Sprintf("%s:%d", table, row-1)
	case format.TypeSpan:
		return fmt.Sprintf("#%d", u>>32)
	}
	return fmt.Sprint(u)
}
