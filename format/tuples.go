package format

import "encoding/binary"

// tuples reads the canonical form of a schema straight into its tables: all texts share
// one copy of the bytes, and nothing is decoded into an intermediate form or encoded
// again. A file's first load spends much of its time on its schema.
//
// It takes numbers and lengths in their shortest form only, which is the one that the
// generated methods write. What it refuses may still be a schema, as far as it knows;
// decodeWire has the last word.
type tuples struct {
	text  string // a copy of all bytes
	at    int
	bad   bool
	lists []string // room for lists of texts
}

// The least number of bytes that a table, a field and a text take, by which their counts
// are held against what remains.
const (
	leastTable = 10
	leastField = 18
	leastText  = 1
)

// decodeTuples returns the schema that b holds, not yet validated, or nil.
func decodeTuples(b []byte) *Schema {
	d := tuples{text: string(b)}
	d.tuple(1)
	s := &Schema{Tables: make([]Table, d.count(MaxTables, leastTable))}
	for i := range s.Tables {
		if d.table(&s.Tables[i]); d.bad {
			return nil
		}
	}
	if d.bad || d.at != len(d.text) {
		return nil
	}
	return s
}

func (d *tuples) table(t *Table) {
	d.tuple(5)
	t.Name, t.Class, t.Stride = d.string(), Class(d.uint(1<<8-1)), d.uint(1<<32-1)
	if n := d.count(maxFields, leastField); !d.bad {
		t.Fields = make([]Field, n)
	}
	for i := range t.Fields {
		if d.field(&t.Fields[i]); d.bad {
			return
		}
	}
	d.tuple(4)
	a := &t.Attr
	a.Names, a.JSON, a.Aliases, a.Doc = d.strings(), d.string(), d.strings(), d.string()
}

func (d *tuples) field(f *Field) {
	d.tuple(7)
	f.Name, f.Type, f.Offset, f.Count = d.string(), Type(d.uint(1<<8-1)), d.uint(1<<32-1), d.uint(1<<32-1)
	f.Target, f.Symbols = d.string(), d.strings()
	d.tuple(10)
	a := &f.Attr
	a.Role, a.Required, a.HasDefault, a.Finite = Role(d.uint(1<<8-1)), d.bool(), d.bool(), d.bool()
	a.Source, a.JSON, a.Default = d.string(), d.string(), d.string()
	a.Components, a.Aliases, a.Doc = d.strings(), d.strings(), d.string()
}

// byte takes one byte.
func (d *tuples) byte() byte {
	if d.at >= len(d.text) {
		d.bad = true
		return 0
	}
	d.at++
	return d.text[d.at-1]
}

// big takes a number of n bytes.
func (d *tuples) big(n int) uint32 {
	if len(d.text)-d.at < n {
		d.bad = true
		return 0
	}
	var b [4]byte
	copy(b[4-n:], d.text[d.at:d.at+n])
	d.at += n
	return binary.BigEndian.Uint32(b[:])
}

// above is big for a number that has no shorter form: it is at least least.
func (d *tuples) above(n int, least uint32) uint32 {
	v := d.big(n)
	d.bad = d.bad || v < least
	return v
}

func (d *tuples) uint(most uint32) uint32 {
	v := uint32(d.byte())
	switch {
	case v < 0x80:
	case v == 0xcc:
		v = d.above(1, 1<<7)
	case v == 0xcd:
		v = d.above(2, 1<<8)
	case v == 0xce:
		v = d.above(4, 1<<16)
	default:
		d.bad = true
	}
	d.bad = d.bad || v > most
	return v
}

func (d *tuples) bool() bool {
	v := d.byte()
	d.bad = d.bad || v != 0xc2 && v != 0xc3
	return v == 0xc3
}

// length takes the header of a list.
func (d *tuples) length() uint32 {
	switch v := d.byte(); {
	case v&0xf0 == 0x90:
		return uint32(v & 0xf)
	case v == 0xdc:
		return d.above(2, 1<<4)
	case v == 0xdd:
		return d.above(4, 1<<16)
	}
	d.bad = true
	return 0
}

func (d *tuples) tuple(n uint32) { d.bad = d.length() != n || d.bad }

// count takes the header of a list of parts that take least bytes each, or more.
func (d *tuples) count(most, least int) int {
	n := int64(d.length())
	if d.bad || n > int64(most) || n*int64(least) > int64(len(d.text)-d.at) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *tuples) string() string {
	n := uint32(0)
	switch v := d.byte(); {
	case v&0xe0 == 0xa0:
		n = uint32(v & 0x1f)
	case v == 0xd9:
		n = d.above(1, 1<<5)
	case v == 0xda:
		n = d.above(2, 1<<8)
	case v == 0xdb:
		n = d.above(4, 1<<16)
	default:
		d.bad = true
	}
	if d.bad || int64(n) > int64(len(d.text)-d.at) {
		d.bad = true
		return ""
	}
	d.at += int(n)
	return d.text[d.at-int(n) : d.at]
}

// strings takes a list of texts, which is nil if it is empty.
func (d *tuples) strings() []string {
	const room = 32
	n := d.count(maxTexts, leastText)
	if n == 0 {
		return nil
	}
	if len(d.lists) < n {
		d.lists = make([]string, max(n, room))
	}
	list := d.lists[:n:n]
	d.lists = d.lists[n:]
	for i := range list {
		list[i] = d.string()
	}
	return list
}
