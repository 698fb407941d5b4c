package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Plan is a schema prepared for sources: for every element that may be open, it has the
// names that may stand in it and what they set, which may differ between the formats of
// sources. It is built once, does not change, and serves any number of builds at the
// same time.
type Plan struct {
	schema   *format.Schema
	tables   []*table // by index in schema; nil for the fixed ones
	fields   []*field // of all tables, and their components: by field.num
	kinds    [source.Formats]kinds
	idNames  [source.Formats][]string // names of id fields
	document scope                    // outside of any node
	idle     sync.Pool                // *tools
	writers  sync.Pool                // *format.Writer, after rest
}

// kinds finds what an element's name makes.
type kinds struct {
	names names
	made  []made // by position in names
}

// made is what an element or object of a kind makes: a node, or a holder of nodes.
type made struct {
	table  *table
	slot   uint8  // index of the name among those of the table
	inside *scope // of an object under the name, if that is a holder; nil if it is a node
}

// table is a node or array table.
type table struct {
	*format.Table
	index    int
	fields   []field
	scopes   [source.Formats]*scope // inside an element of this table
	fresh    []byte                 // a row before a source has set any field
	strings  []fill                 // default strings, which each build interns
	late     []*field               // defaults that depend on the build: references and lists
	parents  []*field
	id       *field
	namedBy  []*field    // the references that may name its nodes and say how that is written
	key      *field      // the name under which the row stands: that of a map's element, or of a node in a holder
	value    *field      // the only field besides key
	required []uint64    // bits of the fields that must be given
	arrays   []*table    // for a kind: the elements of its spans, of their spans, and so on; owners first
	flat     bool        // see setFlat
	indexed  bool        // a node without an id gets its place as one, see pushIndex
	words    int         // how many words the bits for given fields take
	structs  int         // nested structs: each has a word behind those, see openStruct
	scalar   bool        // an array table of values, not of structs
	group    int         // how many values of a list make a row: of a scalar, or of fields that are all numbers; otherwise 0
	run      format.Type // the type of those, if they have one and are all of the row; otherwise 0
}

type fill struct {
	off  uint32
	text string
}

// scope is what may stand inside an element.
type scope struct {
	name    string // for messages, see where
	outer   *scope // the one that a nested struct is in, or nil
	prefix  []byte // see path
	part    string // the component whose element it is, or ""
	names   names
	entries []entry // by position in names
	text    *field  // XML: the field for the element's text
	value   *field  // JSON: the same field, for a value where the object would stand
	nodes   bool    // kinds may stand here
	rest    *field  // the span for all other names, or nil
}

// entry is the meaning of a name in a scope: a field, or a nested struct.
type entry struct {
	field *field
	sub   *scope
	word  int // of sub, in the row's words of what was given
}

// field is a format.Field with what is needed to fill it.
type field struct {
	*format.Field
	table   *table
	num     int32                  // in Plan.fields
	label   [source.Formats]string // last part of its name
	bit     int                    // the bit of a row that says that the field was given
	size    uint32                 // of one value
	bytes   uint32                 // of all of them
	how     how
	symbols names   // enum, flags
	targets []int   // ref, anyref: tables
	forms   []form  // ref, anyref: what may stand around an id
	noNone  bool    // ref, anyref: it is required or has a default, so nothing says none
	stored  bool    // the schema is that of a level, see Plan.OfLevel
	elems   *table  // span
	any     bool    // a string that also takes numbers and bools of JSON
	parts   []field // the components, each a field of its own
	inside  scope   // of an element or object that stands for the field: its components and its text
}

// how says how a value of the source is stored.
type how uint8

const (
	howPlain how = iota // converted without the build
	howFloat            // a float32, as most values are
	howOther            // a string or a reference
	howArray            // an inline array
	howSpan
	howID
)

func (f *field) setHow() {
	f.size, f.bytes = f.Type.Size(), f.Size()
	switch {
	case f.Type == format.TypeSpan:
		f.how = howSpan
	case f.Count > 1:
		f.how = howArray
	case f.Attr.Role.IsID() && f.table.Class == format.ClassNode:
		f.how = howID
	case !plain(f.Type):
		f.how = howOther
	case f.Type == format.TypeF32:
		f.how = howFloat
	}
}

// Error is a schema that no source can fill.
type Error struct {
	Table, Field string
	Msg          string
}

func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("table %s: %s", e.Table, e.Msg)
	}
	return fmt.Sprintf("field %s of %s: %s", e.Field, e.Table, e.Msg)
}

// NewPlan prepares a schema. It reports all mistakes in it at once, an *Error for each.
// The schema must not change afterwards.
func NewPlan(s *format.Schema) (*Plan, error) {
	s = s.Complete()
	if err := s.Validate(); err != nil {
		return nil, err
	}
	b := planner{Plan: &Plan{schema: s, tables: make([]*table, len(s.Tables))}, byName: map[string]*table{}, told: map[Error]bool{}}
	b.document = scope{name: "the document", nodes: true}
	var own []*table // without the fixed ones
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Class == format.ClassFixed {
			continue
		}
		b.tables[i] = &table{Table: t, index: i}
		b.byName[t.Name] = b.tables[i]
		own = append(own, b.tables[i])
		if t.Class == format.ClassNode {
			b.addKind(b.tables[i])
		}
	}
	for _, t := range own {
		b.prepare(t)
	}
	for _, t := range own {
		b.link(t)
	}
	for _, t := range own {
		if t.Class == format.ClassNode {
			t.arrays = t.owned(nil)
		}
		t.setFlat()
	}
	switch {
	case len(b.errs) > 0 && IsNameless(s):
		return nil, ErrNameless
	case len(b.errs) > 0:
		return nil, errors.Join(b.errs...)
	}
	return b.Plan, nil
}

// OfLevel says that the schema is that of a level, which does not store how a source writes
// references. Hints at these then say what does. It is called before the first build.
func (p *Plan) OfLevel() {
	for _, f := range p.fields {
		f.stored = true
	}
}

// ErrNameless is about a schema without the names that fields have in a source. It stands for
// all errors that come of it.
var ErrNameless = errors.New("its fields have no names for a source, as after levelc strip --drop names; take the Go types, a schema file or a level that has them")

// IsNameless reports whether no field has a name in a source. Then it has no default either.
func IsNameless(s *format.Schema) bool {
	s = s.Complete()
	bare := 0
	for i := format.FixedTables; i < len(s.Tables); i++ {
		for j := range s.Tables[i].Fields {
			switch a := &s.Tables[i].Fields[j].Attr; {
			case a.Source != "" || a.JSON != "":
				return false
			case a.Role != format.RoleParent: // which has none anyway
				bare++
			}
		}
	}
	return bare > 0
}

// Schema returns the plan's schema, with the format's fixed tables in front, as a
// writer needs it. It must not be changed.
func (p *Plan) Schema() *format.Schema { return p.schema }

type planner struct {
	*Plan
	byName map[string]*table
	errs   []error
	told   map[Error]bool // those in errs
}

// errorf notes a mistake, once: most are met in XML and in JSON.
func (b *planner) errorf(t *format.Table, f *format.Field, msg string, args ...any) {
	e := Error{Table: t.Name, Msg: fmt.Sprintf(msg, args...)}
	if f != nil {
		e.Field = f.Name
	}
	if !b.told[e] {
		b.told[e] = true
		b.errs = append(b.errs, &e)
	}
}

func (b *planner) addKind(t *table) {
	if len(t.Attr.Names) > format.MaxNames {
		b.errorf(t.Table, nil, "%d element names; at most %d", len(t.Attr.Names), format.MaxNames)
		return
	}
	for slot, name := range t.Attr.Names {
		for syntax := range b.kinds {
			k := &b.kinds[syntax]
			if !k.names.add(name) {
				b.errorf(t.Table, nil, "the element name %q is taken by kind %s", name, k.owner(name))
				break
			}
			k.made = append(k.made, made{t, uint8(slot), holderOf(t, name, source.Format(syntax))})
		}
	}
	k := &b.kinds[source.JSON]
	if key := t.Attr.JSON; key != "" && len(t.Attr.Names) > 0 && key != t.Attr.Names[0] {
		if key == format.NoKey {
			key = "" // as package source calls it
		}
		if !k.names.add(key) {
			if slices.Contains(t.Attr.Names, key) {
				b.errorf(t.Table, nil, "the JSON key %q is a name of the kind already; leave it out", key)
			} else {
				b.errorf(t.Table, nil, "the JSON key %q is taken by kind %s; choose another", key, k.owner(key))
			}
			return
		}
		k.made = append(k.made, made{t, 0, holderOf(t, t.Attr.JSON, source.JSON)})
	}
}

// find returns what a name makes, or nil if it is that of no kind.
func (k *kinds) find(name []byte) *made {
	if i := k.names.find(name); i >= 0 {
		return &k.made[i]
	}
	return nil
}

// owner returns the table of the kind with that name.
func (k *kinds) owner(name string) string { return k.find([]byte(name)).table.Name }

// prepare makes the fields and scopes of a table.
func (b *planner) prepare(t *table) {
	t.fields = make([]field, len(t.Fields))
	t.scalar = IsScalar(t.Table)
	bit := 0
	for i := range t.Fields {
		t.fields[i] = field{Field: &t.Fields[i], table: t, bit: bit, any: t.Fields[i].Attr.Role == format.RoleAny}
		f := &t.fields[i]
		bit++
		f.setHow()
		for _, s := range f.Symbols {
			f.symbols.add(s)
		}
		if len(f.Attr.Components) != 0 && len(f.Attr.Components) != int(f.Count) {
			b.errorf(t.Table, f.Field, "%d components for %d values", len(f.Attr.Components), f.Count)
			continue
		}
		bit = b.divide(f, bit)
		b.takeRole(t, i)
	}
	for i := range t.fields {
		b.number(&t.fields[i])
		for j := range t.fields[i].parts {
			b.number(&t.fields[i].parts[j])
		}
	}
	t.words = (bit + 63) / 64
	t.required = make([]uint64, t.words)
	for i := range t.fields {
		if f := &t.fields[i]; f.Attr.Required && f.Attr.Role != format.RoleParent {
			t.required[f.bit/64] |= 1 << (f.bit % 64)
		}
	}
	t.group = group(t)
	t.run = run(t)
	for _, syntax := range []source.Format{source.XML, source.JSON} {
		t.scopes[syntax] = b.scope(t, syntax)
	}
}

// divide makes the components of a field, whose bits are those from bit on, and the scope
// of an element that has them. It returns the next bit.
func (b *planner) divide(f *field, bit int) int {
	f.inside = scope{name: f.Name + " of " + f.table.Name, prefix: []byte(f.path() + "/"), text: f}
	f.parts = make([]field, len(f.Attr.Components))
	for j, name := range f.Attr.Components {
		p := &f.parts[j]
		*p = f.part(j, bit)
		p.inside = scope{name: p.Name + " of " + f.table.Name, prefix: f.inside.prefix, part: name + "/", text: p}
		bit++
		if !f.inside.names.add(name) {
			b.errorf(f.table.Table, f.Field, "two components named %q", name)
		}
		f.inside.entries = append(f.inside.entries, entry{field: p})
	}
	return bit
}

// takeRole notes what role field i has in its table.
func (b *planner) takeRole(t *table, i int) {
	f := &t.fields[i]
	if why := misfit(t.Table, f.Field); why != "" {
		b.errorf(t.Table, f.Field, "%s", why)
		return
	}
	if f.Attr.Role == format.RoleParent {
		t.parents = append(t.parents, f)
	}
	if f.Attr.Role.IsKey() {
		b.setKey(t, i)
	}
	switch {
	case f.how != howID:
	case t.id != nil:
		b.errorf(t.Table, f.Field, "a second id besides %s", t.id.Name)
	default:
		t.id, t.indexed = f, f.Attr.Index
	}
}

// misfit says why a field cannot be what its attributes say, or returns "". A tag of a Go
// type cannot say it, but the schema of a file may.
func misfit(t *format.Table, f *format.Field) string {
	switch role := f.Attr.Role; {
	case role == format.RoleParent && !t.IsParent(f):
		return "a parent is one reference of a node"
	case role == format.RoleParent && f.Attr.HasDefault:
		return "a parent takes no default: it is the node around"
	case role == format.RoleMap && f.Type != format.TypeSpan:
		return fmt.Sprintf("a map is a span, and this is of type %s", f.Type)
	case role.IsID() && t.Class == format.ClassNode && !t.IsID(f):
		return "an id is one string or integer"
	case f.Attr.Index && (role != format.RoleID || f.Type == format.TypeStr || f.Attr.Required || t.Class != format.ClassNode):
		return "an index is for a node's id that is an integer, no key and not required"
	}
	return ""
}

// number gives a field its number.
func (b *planner) number(f *field) {
	f.num = int32(len(b.fields))
	b.fields = append(b.fields, f)
}

// path returns the path of a field in a source, whatever its syntax.
func (f *field) path() string {
	if f.Attr.Source != "" {
		return f.Attr.Source
	}
	return strings.ReplaceAll(f.Name, ".", "/")
}

// part returns component j of an inline array, as a field of its own.
func (f *field) part(j, bit int) field {
	one := *f.Field
	one.Name += "." + f.Attr.Components[j]
	one.Offset += uint32(j) * f.size
	one.Count = 1
	one.Attr = format.Attr{Source: f.Attr.Components[j]}
	one.Attr.None, one.Attr.Forms = f.Attr.None, f.Attr.Forms
	p := field{Field: &one, table: f.table, label: [source.Formats]string{source.XML: one.Attr.Source, source.JSON: one.Attr.Source}, bit: bit, symbols: f.symbols}
	p.setHow()
	return p
}

// IsScalar reports whether a table holds plain values, each the text of an element. A
// text in a nested struct is that of another element.
func IsScalar(t *format.Table) bool {
	if t.Class != format.ClassArray || len(t.Fields) != 1 || t.Fields[0].Attr.Role != format.RoleText {
		return false
	}
	f := field{Field: &t.Fields[0]}
	return !strings.Contains(f.path(), "/")
}

// group returns how many values of a list make a row, or 0.
func group(t *table) int {
	n := 0
	for i := range t.Fields {
		if !t.scalar && !t.Fields[i].Type.IsNumber() || t.Fields[i].Type == format.TypeSpan {
			return 0
		}
		n += int(t.Fields[i].Count)
	}
	return n
}

// run returns the type of a row's values, if they are numbers that can be converted
// quickly and are all of the row.
func run(t *table) format.Type {
	if t.group == 0 || t.Class != format.ClassArray {
		return 0
	}
	typ, at := t.Fields[0].Type, uint32(0)
	for i := range t.fields {
		f := &t.fields[i]
		if f.Type != typ || !f.Type.IsNumber() || f.Type == format.TypeF64 || f.Offset != at {
			return 0
		}
		at += f.bytes
	}
	if at != t.Stride {
		return 0
	}
	return typ
}

// owned appends the array tables of a table's spans, and of their spans.
func (t *table) owned(to []*table) []*table {
	for i := range t.fields {
		if e := t.fields[i].elems; e != nil {
			to = e.owned(append(to, e))
		}
	}
	return to
}
