package dom

import (
	"fmt"

	"github.com/levelc/levelc/format"
)

// Level is a loaded level: for each table of the schema its rows, laid out as
// the schema says, strings and references by number.
type Level struct {
	Nodes   int
	Tables  [][]byte
	Strings []string // 0 is ""

	byText  map[string]uint32
	ids     map[id]target
	pending []pending
}

// id is a node's id; each kind has ids of its own.
type id struct {
	table int
	text  string
}

type target struct{ table, row int }

// pending is a reference whose target may not have been seen yet.
type pending struct {
	table int
	at    int // in the table's bytes
	field *field
	text  string
}

func newLevel(tables int) *Level {
	return &Level{
		Tables: make([][]byte, tables), Strings: []string{""},
		byText: map[string]uint32{"": 0}, ids: make(map[id]target),
	}
}

func (l *Level) intern(s string) uint32 {
	if n, ok := l.byText[s]; ok {
		return n
	}
	n := uint32(len(l.Strings))
	l.Strings = append(l.Strings, s)
	l.byText[s] = n
	return n
}

// grow appends a row to a table and returns its number.
func (l *Level) grow(t *table) int {
	row := len(l.Tables[t.index]) / int(t.Stride)
	l.Tables[t.index] = append(l.Tables[t.index], t.fresh...)
	return row
}

// resolve fills in all references.
func (l *Level) resolve() error {
	for _, p := range l.pending {
		found := false
		for _, table := range p.field.targets {
			to, ok := l.ids[id{table, p.text}]
			if !ok {
				continue
			}
			putRef(l.Tables[p.table][p.at:], p.field.Type, to)
			found = true
			break
		}
		if !found {
			return fmt.Errorf("%s: no node has the id %q", p.field.Name, p.text)
		}
	}
	l.pending = nil
	return nil
}

// putRef writes a reference to a row.
func putRef(b []byte, t format.Type, to target) {
	put(b[:4], uint64(to.row)+1)
	if t == format.TypeAnyRef {
		put(b[8:10], uint64(to.table))
	}
}
