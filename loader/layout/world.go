package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// World describes the type of a world struct.
type World struct {
	// Schema has the tables of the world's kinds in the order of its stores, then the
	// array tables in the order of the span fields that own them. It does not have the
	// format's fixed tables.
	Schema *format.Schema
	// Tables says, for each table of Schema, which store holds its rows.
	Tables []Store
	// Strings is the path of the store.Strings, or nil.
	Strings []int

	places map[string][]Place
	docs   map[nestedStruct]string
}

// nestedStruct is a struct in the records of a table, by its path in sources.
type nestedStruct struct{ table, path string }

// NestedDoc returns the comment on a struct in the records of a table, or else on its
// type. The struct's path is that of its names in sources, as in "shape/bounds". Schema
// has no place for it, as its fields are those of the whole record.
func (w *World) NestedDoc(table, path string) string { return w.docs[nestedStruct{table, path}] }

// Place is where in the Go types a field is.
type Place struct {
	Where string // game.Body.Name
	Pos   string // file:line:col in the Go source, if known
}

// Place returns where the field of a table is, as its schema has them, or if field is empty
// the store of its rows. It is for mistakes in the schema that others find. ok is false if
// there is no such field.
func (w *World) Place(table, field string) (at Place, ok bool) {
	if w.Schema == nil {
		return Place{}, false // the zero World has no tables
	}
	for i := range w.Schema.Tables {
		t := &w.Schema.Tables[i]
		if t.Name != table {
			continue
		}
		if field == "" {
			return w.Tables[i].at, true
		}
		k := slices.IndexFunc(t.Fields, func(f format.Field) bool { return f.Name == field })
		if k >= 0 && k < len(w.places[table]) {
			return w.places[table][k], true
		}
	}
	return Place{}, false
}

// maxTables limits the tables of a world; rule 3 of the format counts its own as well.
const maxTables = format.MaxTables - format.FixedTables

// Store is a field of the world struct.
type Store struct {
	Path []int  // index path, as reflect.Value.FieldByIndex takes it
	Name string // Bodies; Physics.Bodies in a nested struct
	Type *Type

	at Place
}

// Error is a type that a level cannot have.
type Error struct {
	Where string // game.World.Bodies, game.Body.Name
	Pos   string // file:line:col in the Go source, if known
	Msg   string
}

func (e *Error) Error() string {
	if e.Pos != "" {
		return e.Pos + ": " + e.Where + ": " + e.Msg
	}
	return e.Where + ": " + e.Msg
}

var errNoType = &Error{Where: "nil", Msg: "no type"}

// Of describes a world struct's type. It reports every mistake in it: the error joins
// one *Error for each.
func Of(world *Type) (*World, error) {
	if world == nil {
		return nil, errNoType
	}
	b := builder{world: world, byKind: map[string]int{}, places: map[string][]Place{}, docs: map[nestedStruct]string{}}
	if world.Kind != Struct {
		return nil, &Error{Where: world.Name, Msg: "a world is a struct whose fields are stores"}
	}
	b.findStores(world, world.Name, "", nil)
	if len(b.nodes) == 0 && len(b.errs) == 0 {
		b.errorf(world.Name, "", "no store.Bulk among its fields, so levels would have no nodes")
	} else {
		b.errs = append(b.errs, b.stray...)
	}
	for i := range b.nodes {
		b.tables = append(b.tables, b.nodeTable(&b.nodes[i]))
	}
	b.arrayTables()
	if len(b.errs) == 0 {
		b.checkArrays()
	}
	b.needStrings()
	if len(b.errs) == 0 {
		b.errs = b.unnamed
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	w := &World{Schema: &format.Schema{Tables: b.tables}, Strings: b.strings, places: b.places, docs: b.docs}
	for i := range b.nodes {
		w.Tables = append(w.Tables, b.nodes[i].Store)
	}
	w.Tables = append(w.Tables, b.arrayStores...)
	if err := b.validate(w); err != nil {
		return nil, err
	}
	return w, nil
}

// checkArrays refuses stores of elements that no span, or not the one that is named, puts
// anything into.
func (b *builder) checkArrays() {
	for i, used := range b.arrayUsed {
		a := &b.arrays[i]
		elem := a.Type.Elem()
		var names []string
		for k := range b.spans {
			if b.spans[k].elem.Key == elem.Key {
				names = append(names, b.spans[k].name())
			}
		}
		switch {
		case len(names) > 0 && a.tag.name != "" && !slices.Contains(names, a.tag.name):
			b.errorf(a.at.Where, a.at.Pos, "%q is no Span of %s; there is %s", a.tag.name, elem.Name, strings.Join(names, ", "))
		case !used:
			b.errorf(a.at.Where, a.at.Pos, "no field is a Span of %s, so this store would stay empty; remove it or tag it \"-\"", elem.Name)
		}
	}
}

// arrayTables makes the tables of all spans.
func (b *builder) arrayTables() {
	for i := 0; i < len(b.spans); i++ { // grows meanwhile, because elements may have spans
		sp := b.spans[i]
		switch {
		case len(b.tables) >= maxTables:
			b.errorf(sp.where, sp.pos, "the table %s.%s is one too many; a level has at most %d, and each Span field has one for each table that its record is in", sp.table, sp.field, maxTables)
			return
		case b.inItself(&sp):
			continue
		}
		b.within = &sp
		b.arrayTable(sp)
	}
}

// inItself refuses a span whose elements have, by spans of their own, such elements again.
// Each of them would need another table, and there would be no end to them.
func (b *builder) inItself(sp *spanField) bool {
	through := []string{sp.where}
	for in := sp; in != nil; in = in.owner {
		if in.of.Key == sp.elem.Key {
			slices.Reverse(through)
			b.errorf(sp.where, sp.pos, "an element %s would have elements %s again, by way of %s, and there is no end to the tables for them; "+
				"make %[2]s a kind, with a store.Bulk and a store.Handle tagged \",parent\"", sp.elem.Name, sp.elem.Name, strings.Join(through, " and "))
			return true
		}
		if in.owner != nil {
			through = append(through, in.owner.where)
		}
	}
	return false
}

// needStrings refuses a world whose records have strings, but which has no
// store.Strings.
func (b *builder) needStrings() {
	if b.strings != nil || len(b.errs) > 0 {
		return
	}
	for i := range b.tables {
		for k := range b.tables[i].Fields {
			if f := &b.tables[i].Fields[k]; f.Type == format.TypeStr {
				b.errorf(b.world.Name, "", "%s.%s is a store.Str, and there is no store.Strings for its text; add one", b.tables[i].Name, f.Name)
				return
			}
		}
	}
}

// builder collects a World.
type builder struct {
	world     *Type
	nodes     []storeField
	arrays    []storeField
	arrayUsed []bool
	strings   []int
	text      string // the name of the field b.strings

	byKind      map[string]int // element name -> index in nodes
	byAlias     map[string]int // earlier name -> index in nodes
	byRecord    map[any][]int  // record -> indices in nodes; nil until a Handle needs it
	byElement   map[any][]int  // element -> indices in arrays; nil until a Span needs it
	tables      []format.Table
	places      map[string][]Place // of the tables' fields
	docs        map[nestedStruct]string
	spans       []spanField
	within      *spanField // whose elements are laid out; nil if nodes are
	arrayStores []Store
	errs        []error
	unnamed     []error // kinds without a name; first their records have to be right
	stray       []error // tags on fields that are not stores; they do not matter in a type without stores
	loose       bool    // a record without its world: targets are not looked up
}

type storeField struct {
	Store
	tag tag
}

// spanField is a Span field whose array table has not been made yet.
type spanField struct {
	table string // of the owner
	field string
	where string
	pos   string
	elem  *Type
	owner *spanField // whose elements have the field; nil if nodes do
	of    *Type      // the record that has the field
	kinds []string   // that elements which are handles may name; nil means all
	enum  []string   // the symbols of elements that are integers
	flags []string
	none  []string // how a source writes elements that are handles
	forms []string
	isMap bool
}

// name returns the name of the span's table.
func (sp *spanField) name() string { return sp.table + "." + sp.field }

func (b *builder) errorf(where, pos, msg string, args ...any) {
	b.errs = append(b.errs, &Error{Where: where, Pos: pos, Msg: fmt.Sprintf(msg, args...)})
}

func (b *builder) findStores(s *Type, where, prefix string, path []int) {
	for i := range s.Fields {
		f := &s.Fields[i]
		at := where + "." + f.Name
		p := append(path[:len(path):len(path)], i)
		st := storeField{Store: Store{Path: p, Name: prefix + f.Name, Type: f.Type, at: Place{at, f.Pos}}}
		var err error
		if st.tag, err = f.tag(); err != nil {
			b.errorf(at, f.Pos, "%v", err)
			continue
		}
		if st.tag.skip {
			continue
		}
		if f.Type.isStore() && !f.Exported {
			b.errorf(at, f.Pos, "the loader cannot reach an unexported store; export it or tag it \"-\"")
			continue
		}
		switch f.Type.Kind {
		case Nodes:
			b.addKind(st)
		case Elements:
			if err := st.tag.only("a store.Array takes the name of a span"); err != nil {
				b.errorf(at, f.Pos, "%v", err)
			} else if len(st.tag.others) > 0 {
				b.errorf(at, f.Pos, "the tag of a store.Array names one span; without a tag the store serves each that has no other")
			}
			b.arrays = append(b.arrays, st)
			b.arrayUsed = append(b.arrayUsed, false)
		case Strings:
			if b.strings != nil {
				b.errorf(at, f.Pos, "a second store.Strings besides %s; a world has one", b.text)
				continue
			}
			if f.Tag != "" {
				b.errorf(at, f.Pos, "the strings of a world have neither a name nor options; drop the tag, or let it be \"-\"")
			}
			b.strings, b.text = p, st.Name
		default:
			if !b.noStores(f, at) && f.Type.Kind == Struct && (f.Exported || f.Embedded) {
				b.inStruct(f, at, st)
			}
		}
	}
}

// inStruct looks for stores in a struct of the world.
func (b *builder) inStruct(f *Field, at string, st storeField) {
	if len(b.strings) > 1 && hasStrings(f.Type) {
		b.errorf(at, f.Pos, "is a world of its own, as %s is: each has a store.Strings, and a world has one; bind them one by one, as by loader.Bind(&w.%s), each for levels of its own",
			strings.TrimSuffix(b.text[:strings.LastIndexByte(b.text, '.')+1], "."), st.Name)
		return
	}
	b.findStores(f.Type, at, st.Name+".", st.Path)
}

// noStores refuses a field that is no store and has stores where the loader does not go,
// and one that is tagged as if it were a store. It reports whether it has refused it.
func (b *builder) noStores(f *Field, at string) (refused bool) {
	t := f.Type
	reached := t.Kind == Struct && t.Derived == Other && (f.Exported || f.Embedded)
	behind := t.Kind == Other && t.Elem != nil
	private := behind && !f.Exported && !f.Embedded // such as a pointer back to the game
	if !reached && !private {
		path, ok := t.holdsStores(map[any]bool{})
		switch {
		case !ok:
		case t.Derived != Other:
			b.errorf(at, f.Pos, "%s is defined by a store and is none, for it lacks the methods; declare the field as the store itself, or the type as an alias, type A = B", t.Name)
		case behind && t.Elem().isStore() && t.form() == "a pointer":
			b.errorf(at, f.Pos, "a pointer to a store, and no store; hold the store itself, or tag it \"-\"")
		case t.Kind == Struct:
			b.errorf(at+path, f.Pos, "the loader cannot reach a store in the unexported %s; export that or tag it \"-\"", f.Name)
		default:
			b.errorf(at+path, f.Pos, "a store behind %s, where levels are not loaded; hold it in the world itself, or tag %s \"-\"", t.form(), f.Name)
		}
		if ok {
			return true
		}
	}
	if !f.Tagged {
		return false
	}
	msg := t.Name + " is no store that levels are loaded into, as a store.Bulk is; drop the tag, or let it be \"-\""
	if reached {
		msg = "the names of a struct's stores are their own; drop its tag, or let it be \"-\""
	}
	b.stray = append(b.stray, &Error{Where: at, Pos: f.Pos, Msg: msg})
	return !reached
}

// hasStrings reports whether a struct has a store.Strings of its own.
func hasStrings(s *Type) bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Type.Kind == Strings && f.Exported })
}

func (b *builder) addKind(st storeField) {
	at := st.at.Where
	if err := st.tag.only("a store takes names, json= and alias=", "json", "alias"); err != nil {
		b.errorf(at, st.at.Pos, "%v", err)
	}
	if st.tag.name == "" {
		rec := st.Type.Elem()
		st.tag.name = NameOf(baseName(rec.Name))
		if rec.nameless() {
			b.unnamed = append(b.unnamed, &Error{Where: at, Pos: st.at.Pos,
				Msg: "the type " + rec.Name + " has no name that the kind could have; add a tag, as in level:\"body\""})
			st.tag.name = at // which is nobody else's
		}
	}
	if n := 1 + len(st.tag.others); n > format.MaxNames {
		b.errorf(at, st.at.Pos, "%d names of one kind; at most %d", n, format.MaxNames)
	}
	names := append([]string{st.tag.name}, st.tag.others...)
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			b.errorf(at, st.at.Pos, "the tag names %q twice", n)
			return
		}
		if other, taken := b.byKind[n]; taken {
			b.errorf(at, st.at.Pos, "the kind %q is taken by %s", n, b.nodes[other].Name)
			return
		}
	}
	for _, n := range names { // all or none: what is refused is no node
		b.byKind[n] = len(b.nodes)
	}
	b.nodes = append(b.nodes, st)
	for _, n := range st.tag.alias {
		if n[0] == '/' {
			b.errorf(at, st.at.Pos, "alias=%s: a kind has no path", n)
			return
		}
		if other, taken := b.byAlias[n]; taken {
			b.errorf(at, st.at.Pos, "alias=%s is an earlier name of the kind %q as well, and rows of an older level go to one kind only", n, b.nodes[other].tag.name)
			return
		}
		if b.byAlias == nil {
			b.byAlias = map[string]int{}
		}
		b.byAlias[n] = len(b.nodes) - 1
	}
}

func (b *builder) nodeTable(st *storeField) format.Table {
	rec := st.Type.Elem()
	t := format.Table{
		Name:   st.tag.name,
		Class:  format.ClassNode,
		Stride: rec.Size,
		Attr: format.TableAttr{
			Names:   append([]string{st.tag.name}, st.tag.others...),
			JSON:    st.tag.json,
			Aliases: st.tag.alias,
			Doc:     rec.Doc,
		},
	}
	if rec.Kind != Struct {
		b.errorf(st.at.Where, st.at.Pos, "a kind's record is a struct, not %s", rec.Name)
		return t
	}
	t.Fields = b.fields(rec, t.Name, st.at.Where, st.at.Pos)
	return t
}

func (b *builder) arrayTable(sp spanField) {
	name := sp.name()
	if len(name) > format.MaxName {
		b.errorf(sp.where, sp.pos, "the table of the elements has a name of %d bytes, from the kind and the field; at most %d", len(name), format.MaxName)
		return
	}
	store, other := b.arrayOf(&sp, name)
	if other >= 0 {
		b.errorf(sp.where, sp.pos, "two stores of %s, %s and %s: tag one with %q", sp.elem.Name, b.arrays[store].Name, b.arrays[other].Name, name)
		return
	}
	if elem, _ := sp.elem.flat(); store < 0 && (elem.Kind == Other || elem.isStore()) {
		b.errorf(sp.where, sp.pos, "%s", elem.refusal()) // an Array of these would be refused as well
		return
	}
	if store < 0 {
		b.errorf(sp.where, sp.pos, "%s has no store.Array[%s] for the elements; add one", b.world.Name, sp.elem.Name)
		return
	}
	b.arrayUsed[store] = true
	b.arrayStores = append(b.arrayStores, b.arrays[store].Store)

	t := format.Table{Name: name, Class: format.ClassArray, Stride: sp.elem.Size}
	if sp.elem.Kind == Struct {
		t.Attr.Doc = sp.elem.Doc
		t.Fields = b.fields(sp.elem, t.Name, sp.where, sp.pos)
	} else {
		fb, tag := fieldBuilder{b: b, table: name, rec: sp.elem}, "value,text"
		if len(sp.kinds) > 0 {
			tag += ",ref=" + Quote(strings.Join(sp.kinds, "|"))
		}
		if sp.enum != nil {
			tag += ",enum=" + Quote(strings.Join(sp.enum, "|"))
		}
		if sp.flags != nil {
			tag += ",flags=" + Quote(strings.Join(sp.flags, "|"))
		}
		tag += sp.writingOptions()
		fb.add(Field{Name: "value", Type: sp.elem, Tag: tag, Exported: true, Pos: sp.pos}, sp.where, 0, path{})
		t.Fields = fb.out
		b.places[name] = fb.at
	}
	key := slices.ContainsFunc(t.Fields, func(f format.Field) bool { return f.Attr.Role.IsKey() })
	switch {
	case sp.isMap && !key:
		b.errorf(sp.where, sp.pos, "the elements of a map are structs in which a store.Str, tagged key, takes the name, and %s has none", sp.elem.Name)
	case key && !sp.isMap:
		b.errorf(sp.where, sp.pos, "%s has a key, as the elements of a map have: tag the span map, or drop the key", sp.elem.Name)
	}
	b.tables = append(b.tables, t)
}

// arrayOf finds the store for the elements of a span: the one that is tagged with its
// name, or else one without a tag, or else any. It is -1 if there is none. other is a
// second one that could be meant, or -1.
func (b *builder) arrayOf(sp *spanField, name string) (store, other int) {
	if b.byElement == nil {
		b.byElement = storesOf(b.arrays)
	}
	store, other = -1, -1
	for _, i := range b.byElement[sp.elem.Key] {
		switch tag := b.arrays[i].tag.name; {
		case tag == name:
			return i, -1
		case store < 0 || tag == "" && b.arrays[store].tag.name != "":
			store = i
		case tag == "" && other < 0:
			other = i
		}
	}
	return store, other
}

// target finds the kind that a Handle refers to.
func (b *builder) target(rec *Type, kinds []string, where, pos string) string {
	if b.loose {
		return ""
	}
	if len(kinds) > 1 {
		b.errorf(where, pos, "a Handle refers to one kind; use store.AnyHandle for %v", kinds)
		return ""
	}
	if len(kinds) == 1 {
		i, ok := b.byKind[kinds[0]]
		switch {
		case !ok:
			b.noKind(kinds[0], where, pos)
		case b.nodes[i].Type.Elem().Key != rec.Key:
			b.errorf(where, pos, "ref=%s: the records of that kind are %s, not %s", kinds[0], b.nodes[i].Type.Elem().Name, rec.Name)
		default:
			return b.nodes[i].tag.name
		}
		return ""
	}
	if b.byRecord == nil {
		b.byRecord = storesOf(b.nodes)
	}
	found := b.byRecord[rec.Key]
	if len(found) == 0 {
		b.errorf(where, pos, "%s has no store.Bulk[%s] for the handle to refer to", b.world.Name, rec.Name)
		return ""
	}
	first := b.nodes[found[0]].tag.name
	if len(found) > 1 {
		b.errorf(where, pos, "the kinds %s and %s both have the record %s: say which with ref=", first, b.nodes[found[1]].tag.name, rec.Name)
	}
	return first
}

// storesOf groups stores by what they hold.
func storesOf(stores []storeField) map[any][]int {
	by := make(map[any][]int, len(stores))
	for i := range stores {
		key := stores[i].Type.Elem().Key
		by[key] = append(by[key], i)
	}
	return by
}

// noKind reports a ref= that no store holds, such as the name of a Go type.
func (b *builder) noKind(kind, where, pos string) {
	const most = 8
	var names []string
	for i := range b.nodes {
		names = append(names, b.nodes[i].tag.name)
	}
	if len(names) > most {
		names = append(names[:most], "...")
	}
	b.errorf(where, pos, "ref=%s: no such kind in %s, whose stores are tagged %s", kind, b.world.Name, strings.Join(names, ", "))
}

// targets checks the kinds that an AnyHandle may name. No kinds mean all.
func (b *builder) targets(kinds []string, where, pos string) []string {
	var out []string
	if b.loose {
		return kinds
	}
	for _, k := range kinds {
		i, ok := b.byKind[k]
		if !ok {
			b.noKind(k, where, pos)
			continue
		}
		out = append(out, b.nodes[i].tag.name)
	}
	if len(kinds) == 0 {
		for i := range b.nodes {
			out = append(out, b.nodes[i].tag.name)
		}
	}
	return out
}

// baseName returns the name of a type without its package.
func baseName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
