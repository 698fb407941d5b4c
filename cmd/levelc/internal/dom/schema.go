package dom

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/levelc/levelc/format"
)

// Syntax is what a source is written in.
type Syntax uint8

const (
	XML Syntax = iota
	JSON
)

// Options say how levels are written.
type Options struct {
	Syntax     Syntax
	KindMember string // of JSON: the member that names an object's kind; "" means "type"
	Lenient    bool   // of XML: as far as encoding/xml can be lenient
}

// Loader loads levels of one schema and syntax.
type Loader struct {
	o      Options
	tables []*table // nil for the fixed ones
	kinds  map[string]*table
}

// table is what the walk needs to know about a table.
type table struct {
	*format.Table
	index   int
	fresh   []byte
	late    []*field // what needs the level: defaults of strings and lists, and indexes
	parents []*field
	id      *field
	key     *field // of a map's elements: the field for the name
	inside  *names
	fields  []field
}

// names is what may be inside an element: values, and elements with more fields of the
// same row.
type names struct {
	fields map[string]*field
	nested map[string]*names
	text   *field
	rest   *field // a map: takes all other names
}

type field struct {
	*format.Field
	size    int
	targets []int  // tables that a reference may name
	elems   *table // of a span
	symbols map[string]uint64
	late    uint64 // a bit of its own, if it is one of the table's late defaults
}

// New prepares a loader. The schema must be one that the compiler accepts.
func New(s *format.Schema, o Options) (*Loader, error) {
	s = s.Complete()
	o.KindMember = cmp.Or(o.KindMember, "type")
	l := &Loader{o: o, tables: make([]*table, len(s.Tables)), kinds: make(map[string]*table)}
	index := make(map[string]int)
	for i := range s.Tables {
		t := &s.Tables[i]
		index[t.Name] = i
		if t.Class == format.ClassFixed {
			continue
		}
		l.tables[i] = &table{Table: t, index: i, fresh: make([]byte, t.Stride)}
		if t.Class == format.ClassNode {
			for _, name := range append(t.Attr.Names, t.Attr.JSON) {
				switch name {
				case "":
				case format.NoKey:
					l.kinds[""] = l.tables[i]
				default:
					l.kinds[name] = l.tables[i]
				}
			}
		}
	}
	for _, t := range l.tables {
		if t == nil {
			continue
		}
		if err := l.prepare(t, index); err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return l, nil
}

// prepare makes the fields of a table.
func (l *Loader) prepare(t *table, index map[string]int) error {
	t.inside = newNames()
	t.fields = make([]field, len(t.Fields))
	for i := range t.Fields {
		t.fields[i] = field{Field: &t.Fields[i], size: int(t.Fields[i].Type.Size())}
		f := &t.fields[i]
		if len(f.Symbols) > 0 && f.Type != format.TypeAnyRef {
			f.symbols = make(map[string]uint64)
			for j, s := range f.Symbols {
				f.symbols[s] = uint64(j)
			}
		}
		switch f.Type {
		case format.TypeRef:
			f.targets = []int{index[f.Target]}
		case format.TypeAnyRef:
			for _, s := range f.Symbols {
				f.targets = append(f.targets, index[s])
			}
		case format.TypeSpan:
			f.elems = l.tables[index[f.Target]]
		}
		if f.Attr.Role == format.RoleParent {
			t.parents = append(t.parents, f)
			continue
		}
		switch {
		case f.Attr.Role.IsID():
			t.id = f
		case f.Attr.Role == format.RoleKey && t.Class == format.ClassArray:
			t.key = f
			continue
		}
		l.place(t, f)
		if err := preset(t, f); err != nil {
			return fmt.Errorf("default of %s: %w", f.Name, err)
		}
	}
	if l.o.Syntax == XML && t.inside.text == nil && t.key != nil {
		t.inside.text = t.entryValue()
	}
	return nil
}

func newNames() *names {
	return &names{fields: make(map[string]*field), nested: make(map[string]*names)}
}

// place adds a field under the name that the syntax has for it.
func (l *Loader) place(t *table, f *field) {
	source := f.Attr.Source
	if l.o.Syntax == JSON && f.Attr.JSON != "" {
		source = f.Attr.JSON
	} else if l.o.Syntax == JSON && f.Attr.Role == format.RoleText {
		source = source[:strings.LastIndexByte(source, '/')+1] + "text"
	}
	in := t.inside
	for {
		dir, rest, more := strings.Cut(source, "/")
		if !more {
			break
		}
		next, ok := in.nested[dir]
		if !ok {
			next = newNames()
			in.nested[dir] = next
		}
		in, source = next, rest
	}
	if f.Attr.Role == format.RoleMap {
		in.rest = f
		return
	}
	in.fields[source] = f
	if l.o.Syntax == XML && f.Attr.Role == format.RoleText {
		in.text = f
	}
}

// preset puts a default into the fresh row, if it depends on nothing else.
func preset(t *table, f *field) error {
	if !f.Attr.HasDefault && !f.Attr.Index {
		return nil
	}
	if f.Attr.Index || f.Type == format.TypeStr || f.Type == format.TypeSpan || len(f.targets) > 0 {
		if len(t.late) == 64 {
			return fmt.Errorf("more than 64 strings and lists with defaults, or indexes")
		}
		f.late = 1 << len(t.late)
		t.late = append(t.late, f)
		return nil
	}
	return list(f, t.fresh[f.Offset:], split(f.Attr.Default))
}
