package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// schema lays out the kinds and the elements of their spans: first the node tables,
// then the array tables in the order of the fields that own them, as package layout
// does for the equivalent Go types.
func (m *modeler) schema() (*format.Schema, error) {
	b := m.tables()
	if len(b.out.Tables) == 0 {
		return nil, ErrNothing
	}
	s := b.out.Complete()
	if n := len(s.Tables); n > format.MaxTables {
		return nil, fmt.Errorf("the sources have names for %d kinds and lists, and a schema has room for %d; if these names are data, write them into an attribute of elements with one name, or write the types by hand and build with --unknown=keep",
			len(b.out.Tables), format.MaxTables-(n-len(b.out.Tables)))
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("the sources have too much of something for one schema: %w", err)
	}
	if n := encodedSize(s); n > format.MaxSchema {
		return nil, fmt.Errorf("the sources have so many names that a schema of them takes %d bytes, and one may have %d; if these names are data, write them into an attribute of elements with one name, or write the types by hand and build with --unknown=keep", n, format.MaxSchema)
	}
	return &b.out, nil
}

// isTooLarge reports whether the schema is longer than the format allows. One with too many
// tables would be with less fields, too.
func (m *modeler) isTooLarge() bool {
	s := m.tables().out.Complete()
	return len(s.Tables) <= format.MaxTables && encodedSize(s) > format.MaxSchema
}

func encodedSize(s *format.Schema) int {
	b, err := format.AppendSchema(nil, s)
	if err != nil {
		return 0 // for Validate to say
	}
	return len(b)
}

// ambiguous reports whether two tables, or two fields of one, have the same name.
func (m *modeler) ambiguous() bool {
	tables := map[string]bool{}
	for _, t := range m.tables().out.Tables {
		fields := map[string]bool{}
		for _, f := range t.Fields {
			if fields[f.Name] {
				return true
			}
			fields[f.Name] = true
		}
		if tables[t.Name] {
			return true
		}
		tables[t.Name] = true
	}
	return false
}

func (m *modeler) tables() *tables {
	b := &tables{}
	for _, k := range m.kinds {
		b.add(format.Table{Name: k.name, Class: format.ClassNode, Attr: format.TableAttr{Names: []string{k.name}, JSON: k.json, Doc: k.doc}}, &k.rec)
	}
	for i := 0; i < len(b.spans); i++ { // grows, because elements may have spans
		b.add(format.Table{Name: b.spans[i].name, Class: format.ClassArray}, b.spans[i].elem)
	}
	return b
}

type tables struct {
	out   format.Schema
	spans []spanOf
}

// spanOf is a span whose array table has not been made yet.
type spanOf struct {
	name string
	elem *record
}

// add adds a table with the fields of a record.
func (b *tables) add(t format.Table, r *record) {
	align, size := r.layout()
	t.Stride = roundUp(size, align)
	b.fields(&t, r, "", 0)
	b.out.Tables = append(b.out.Tables, t)
}

// fields adds the fields of a record. path is the names of the structs around them.
func (b *tables) fields(t *format.Table, r *record, path string, base uint32) {
	for _, c := range r.cols {
		if c.sub != nil {
			b.fields(t, c.sub, path+c.name+"/", base+c.offset)
			continue
		}
		f := format.Field{
			Name: strings.ReplaceAll(path, "/", ".") + c.name, Type: c.typ, Offset: base + c.offset, Count: c.count, Symbols: c.symbols,
			Attr: format.Attr{
				Role: c.role, Required: c.required, HasDefault: c.def != "", Default: c.def, Doc: c.doc,
				Source: path + c.name, Finite: c.typ.IsFloat(),
			},
		}
		switch {
		case c.key && c.role == format.RoleID:
			f.Attr.Role = format.RoleIDKey
		case c.key:
			f.Attr.Role = format.RoleKey
		}
		if c.json != "" && (c.json != c.name || c.role == format.RoleText) {
			f.Attr.JSON = path + c.json
		}
		if c.count >= 2 && c.count <= 4 && c.typ.IsNumber() {
			f.Attr.Components = components[:c.count:c.count]
		}
		if c.typ.IsRef() {
			f.Attr.Forms, f.Attr.None = c.says.options()
		}
		switch c.typ {
		case format.TypeRef:
			f.Target = c.targets[0].name
		case format.TypeAnyRef:
			for _, k := range c.targets {
				f.Symbols = append(f.Symbols, k.name)
			}
		case format.TypeSpan:
			f.Target = t.Name + "." + f.Name
			rec := c.elem
			if rec == nil {
				rec = &record{cols: []*column{c.value}}
			}
			b.spans = append(b.spans, spanOf{f.Target, rec})
		}
		t.Fields = append(t.Fields, f)
	}
}

// layout gives the columns their offsets. Those with the largest alignment come first,
// and otherwise the order in which they were met, so that there are no gaps. A struct's
// size is a multiple of its alignment.
func (r *record) layout() (align, size uint32) {
	for _, c := range r.cols {
		if c.sub != nil {
			c.align, c.size = c.sub.layout()
			c.size = roundUp(c.size, c.align)
			continue
		}
		c.align, c.size = c.typ.Align(), c.typ.Size()*c.count
	}
	slices.SortStableFunc(r.cols, func(a, b *column) int { return cmp.Compare(b.align, a.align) })
	align = 1
	for _, c := range r.cols {
		size = roundUp(size, c.align)
		c.offset = size
		size += c.size
		align = max(align, c.align)
	}
	return align, size
}

func roundUp(n, align uint32) uint32 { return (n + align - 1) / align * align }
