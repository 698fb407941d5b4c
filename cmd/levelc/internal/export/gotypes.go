package export

import (
	"bytes"
	"errors"
	"fmt"
	gofmt "go/format"
	"go/token"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// GoOptions say what the Go file should be like.
type GoOptions struct {
	Package string // "level" if empty
	World   string // name of the world type; "World" if empty
	Doc     string // of the package; without one it is named after its origin
}

// ErrName says that an option is no Go identifier.
var ErrName = errors.New("not a Go name")

// Check returns an ErrName if the name of the package or the world is not a Go name. A
// name may be missing.
func (o GoOptions) Check() error {
	if o.Package != "" && !token.IsIdentifier(o.Package) || o.Package == "_" {
		return fmt.Errorf("%w: package %q", ErrName, o.Package)
	}
	switch {
	case o.World == "":
	case !token.IsIdentifier(o.World):
		return fmt.Errorf("%w: type %q", ErrName, o.World)
	case !token.IsExported(o.World):
		return fmt.Errorf("%w: type %q, which has to begin with a capital letter", ErrName, o.World)
	}
	return nil
}

// Go writes the types with which a game loads levels of the schema: a record for each
// kind and for the elements of each span, the constants of the enums and flags, and the
// world with a store for each. The file is formatted like gofmt's. Package
// loader/layout makes the same tables from it, including offsets, if the fields of each
// nested struct are next to each other; gaps in the schema are blank fields of the structs.
func Go(s *format.Schema, o GoOptions) ([]byte, error) {
	if o.Package == "" {
		o.Package = "level"
	}
	if o.World == "" {
		o.World = "World"
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := tellsApart(s); err != nil {
		return nil, err
	}
	g := goWriter{
		schema: s, tables: tables(s), opt: o, types: scope{o.World: 2, "New" + o.World: 2},
		record: map[string]string{}, enums: map[string]string{},
	}
	g.name()
	for i := range s.Tables {
		if t := &s.Tables[i]; g.record[t.Name] != "" {
			g.recordType(t)
		}
	}
	g.enumTypes()
	var out bytes.Buffer
	g.head(&out)
	g.world(&out)
	out.Write(g.out.Bytes())
	text, err := gofmt.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the Go types do not parse: %w", err)
	}
	return text, nil
}

type goWriter struct {
	schema *format.Schema
	tables map[string]*format.Table
	opt    GoOptions
	types  scope             // names in the package
	record map[string]string // table -> its Go type
	enums  map[string]string // symbols and size -> type
	queue  []enumType
	out    bytes.Buffer
}

// name names the Go type of every record. Kinds come first, so that they get the plain
// names, as far as these are free: World is the type that has the stores.
func (g *goWriter) name() {
	unkeyed := ""
	for _, t := range kinds(g.schema) {
		if t.Attr.JSON == format.NoKey {
			unkeyed = t.Name
		}
		name := goName(t.Name)
		if g.types.has(name) {
			name += "Node"
		}
		g.record[t.Name] = g.types.take(name)
	}
	for _, t := range records(g.schema) {
		name := goName(shortPath(t.Name, unkeyed))
		if g.types.has(name) {
			name = goName(t.Name)
			if of, ok := strings.CutSuffix(name, "Entries"); ok { // of a map
				name = of + "Entry"
			}
		}
		g.record[t.Name] = g.types.take(name)
	}
}

func (g *goWriter) head(w *bytes.Buffer) {
	doc := g.opt.Doc
	if doc == "" {
		doc = "Package " + g.opt.Package + " is the types of a game's levels."
	}
	comment(w, "", doc)
	fmt.Fprintf(w, "package %s\n\nimport \"github.com/levelc/levelc/store\"\n\n", g.opt.Package)
}

// world writes the stores. Spans of the same Go type share an Array.
func (g *goWriter) world(w *bytes.Buffer) {
	stores := scope{"Strings": 2}
	comment(w, "", g.opt.World+" is the stores that a level is loaded into. The zero "+g.opt.World+" is ready to\nuse.")
	fmt.Fprintf(w, "type %s struct {\n", g.opt.World)
	for _, t := range kinds(g.schema) {
		rec := g.record[t.Name]
		fmt.Fprintf(w, "%s store.Bulk[%s] %s\n", stores.store(rec), rec, tag(kindTag(t)))
	}
	w.WriteString("\n")
	arrays := map[string]bool{} // by what is in them
	for i := range g.schema.Tables {
		t := &g.schema.Tables[i]
		if t.Class != format.ClassArray {
			continue
		}
		elem, name := g.elem(t), ""
		switch {
		case arrays[elem]:
			continue
		case !compile.IsScalar(t):
			name = stores.store(elem)
		case t.Fields[0].Type == format.TypeRef:
			name = stores.take(goName(t.Fields[0].Target) + "Handles")
		default:
			name = stores.take(noun.Plural(goName(elem[strings.LastIndexByte(elem, '.')+1:])))
		}
		arrays[elem] = true
		fmt.Fprintf(w, "%s store.Array[%s]\n", name, elem)
	}
	fmt.Fprintf(w, "Strings store.Strings\n}\n\n")
	fmt.Fprintf(w, "// New%s returns an empty world.\nfunc New%s() *%s { return new(%s) }\n\n", g.opt.World, g.opt.World, g.opt.World, g.opt.World)
}

// elem returns the Go type of an array table's elements.
func (g *goWriter) elem(t *format.Table) string {
	if rec := g.record[t.Name]; rec != "" {
		return rec
	}
	f := &t.Fields[0]
	typ := g.fieldType(f, t.Name)
	if strings.HasPrefix(typ, "struct") {
		typ = fmt.Sprintf("[%d]%s", f.Count, goTypes[f.Type])
	}
	return typ
}

func (g *goWriter) recordType(t *format.Table) {
	name := g.record[t.Name]
	what := "a node of kind " + t.Name
	if t.Class == format.ClassArray {
		what = "an element of " + t.Name
	}
	doc := fmt.Sprintf("%s is %s.", name, what)
	if t.Attr.Doc != "" && !strings.HasPrefix(t.Attr.Doc, name+" ") {
		doc += "\n" + t.Attr.Doc
	} else if t.Attr.Doc != "" {
		doc = t.Attr.Doc
	}
	comment(&g.out, "", doc)
	fmt.Fprintf(&g.out, "type %s struct {\n", name)
	sw := structWriter{g: g, goName: name}
	sw.write(wholeTree(t, source.XML))
	sw.end(t.Stride)
	g.out.WriteString("}\n\n")
}

// structWriter writes the fields of one struct, and computes where Go puts them: at the
// same place on machines that align 64-bit numbers to 8 bytes and on those that align them
// to 4.
type structWriter struct {
	g      *goWriter
	goName string // of the record, with the names of the structs inside
	base   uint32 // offset of the struct in the row
	at     uint32 // end of the last field in the struct
	align  uint32
}

func (sw *structWriter) write(in *group) {
	names := scope{}
	for i := range in.items {
		it := &in.items[i]
		name := names.take(goName(it.name))
		if it.sub != nil {
			sw.nested(it.sub, name)
			continue
		}
		sw.field(it, name)
	}
}

func (sw *structWriter) field(it *item, name string) {
	f := it.field
	g := sw.g
	typ := g.fieldType(f, sw.goName+name)
	size, align := f.Size(), f.Type.Align()
	sw.pad(f.Offset-sw.base, align)
	comment(&g.out, "\t", f.Attr.Doc)
	fmt.Fprintf(&g.out, "%s %s %s\n", name, typ, tag(fieldTag(it, name, g.values(f))))
	sw.advance(size, align)
}

func (sw *structWriter) advance(size, align uint32) {
	sw.at = roundUp(sw.at, align) + size
	sw.align = max(sw.align, align)
}

// nested writes a struct inside the record.
func (sw *structWriter) nested(sub *group, name string) {
	inner := structWriter{g: sw.g, goName: sw.goName + name, base: sub.offset}
	align := sub.align()
	sw.pad(sub.offset-sw.base, align)
	fmt.Fprintf(&sw.g.out, "%s struct {\n", name)
	inner.write(sub)
	size := roundUp(inner.at, align)
	inner.end(size)
	fmt.Fprintf(&sw.g.out, "} %s\n", tag(sub.name))
	sw.advance(size, align)
}

func (g *group) align() uint32 {
	align := uint32(1)
	for _, it := range g.items {
		if it.sub != nil {
			align = max(align, it.sub.align())
		} else {
			align = max(align, it.field.Type.Align())
		}
	}
	return align
}

// pad adds a blank field if the next one, with this alignment, would not be at the offset
// on both sorts of machines.
func (sw *structWriter) pad(to, align uint32) {
	if roundUp(sw.at, min(align, 4)) < to {
		fmt.Fprintf(&sw.g.out, "_ [%d]byte\n", to-sw.at)
		sw.at = to
	}
}

// end adds a blank field if the struct would not have the size on both sorts of machines.
func (sw *structWriter) end(size uint32) { sw.pad(size, max(1, sw.align)) }

func roundUp(n, align uint32) uint32 { return (n + align - 1) / align * align }
