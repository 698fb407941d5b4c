package unparse

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Options say which source to make of a level.
type Options struct {
	Syntax source.Format // XML or JSON
	All    bool          // write the fields that have their defaults, too
	// KindMember is the member of JSON objects for their kind; "" means "type".
	KindMember string
}

// Write writes a level as a source. If a source cannot express something, the error is
// an *Error; other errors are those of w.
func Write(w io.Writer, l *level.Level, o Options) error {
	if o.Syntax != source.XML && o.Syntax != source.JSON {
		return fmt.Errorf("unparse: syntax %v", o.Syntax)
	}
	o.KindMember = cmp.Or(o.KindMember, source.TypeMember)
	sh, err := shapes(l, o.Syntax)
	if err != nil {
		return err
	}
	wr := &writer{
		w: bufio.NewWriterSize(w, 64<<10), l: l, o: o, shapes: sh, ids: findIDs(l, sh),
		kinds: make(map[string]bool), props: maps.Collect(l.Props),
	}
	if err := wr.ids.repeated(); err != nil {
		return err
	}
	wr.findTypes()
	for _, s := range sh {
		if s.Class == format.ClassNode {
			for _, name := range s.Attr.Names {
				wr.kinds[name] = true
			}
			if s.Attr.JSON != "" && s.Attr.JSON != format.NoKey && o.Syntax == source.JSON {
				wr.kinds[s.Attr.JSON] = true
			}
		}
	}
	if o.Syntax == source.XML {
		err = wr.walk(&xmlSyntax{writer: wr})
	} else {
		err = wr.walk(&jsonSyntax{writer: wr})
	}
	if err != nil {
		return err
	}
	return wr.w.Flush()
}

// writer is the state of one call of Write that both syntaxes need.
type writer struct {
	w      *bufio.Writer
	l      *level.Level
	o      Options
	shapes []*shape
	ids    *ids
	kinds  map[string]bool // names that open a node
	props  map[level.Place]format.Props
	open   []level.Node
	depth  int    // open elements or JSON values
	text   []byte // text of values
	buf    []byte // the same as written
}

// syntax writes the nodes of a level.
type syntax interface {
	begin(nodes []level.Node, roots int) error
	// openNode begins a node, with everything in its row. leaf says that no node is
	// inside it.
	openNode(n level.Node, sh *shape, leaf bool) error
	closeNode(n level.Node) error
	end() error
}

// walk goes over the nodes in document order.
func (w *writer) walk(s syntax) error {
	nodes := w.l.Nodes()
	roots := 0
	for i := range nodes {
		if nodes[i].Depth == 0 {
			roots++
		}
	}
	if err := s.begin(nodes, roots); err != nil {
		return err
	}
	for i, n := range nodes {
		if err := w.closeTo(s, int(n.Depth)); err != nil {
			return err
		}
		sh := w.shapes[n.Kind]
		if err := w.parents(sh, n.Row); err != nil {
			return err
		}
		if len(sh.Attr.Names) == 0 {
			return cell{sh, n.Row, nil}.errorf("is of a kind without an element name")
		}
		n.Slot = sh.nameOf(n.Slot)
		leaf := i+1 == len(nodes) || nodes[i+1].Depth <= n.Depth
		if err := s.openNode(n, sh, leaf); err != nil {
			return err
		}
		w.open = append(w.open, n)
		if _, err := w.w.Write(nil); err != nil { // the output is closed, such as a pipe
			return err
		}
	}
	if err := w.closeTo(s, 0); err != nil {
		return err
	}
	return s.end()
}

func (w *writer) closeTo(s syntax, depth int) error {
	for len(w.open) > depth {
		n := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if err := s.closeNode(n); err != nil {
			return err
		}
	}
	return nil
}

// parents checks that the parent fields of a row have the values that a compiler will
// give them: the innermost open node of a permitted kind.
func (w *writer) parents(sh *shape, row uint32) error {
	for _, f := range sh.parents {
		table, target, ok := w.l.Ref(f.Field, w.l.Row(sh.index, row)[f.Offset:])
		n, found := w.around(f)
		switch {
		case found && (!ok || int(n.Kind) != table || n.Row != target):
			return cell{sh, row, f}.errorf("is %s, but the node stands inside %s", w.rowName(table, target, ok), w.rowName(int(n.Kind), n.Row, true))
		case !found && ok:
			return cell{sh, row, f}.errorf("is %s, but the node does not stand inside it", w.rowName(table, target, ok))
		case !found && f.Attr.Required:
			return cell{sh, row, f}.errorf("is required, and the node stands inside none")
		}
	}
	return nil
}

// around returns the innermost open node that a parent field may name.
func (w *writer) around(f *field) (n level.Node, ok bool) {
	for _, n := range slices.Backward(w.open) {
		if f.kinds[w.shapes[n.Kind].Name] {
			return n, true
		}
	}
	return n, false
}

func (w *writer) rowName(table int, row uint32, ok bool) string {
	if !ok {
		return "null"
	}
	return fmt.Sprintf("%s[%d]", w.shapes[table].Name, row)
}

// kind is the kind of a value, as far as a syntax needs to know.
type kind uint8

const (
	numeral kind = iota // an integer, a float
	boolean
	word   // a symbol, or an id
	phrase // a string
	flags  // names with '|' between them
)

// scalar appends one value as text.
func (w *writer) scalar(to []byte, at cell, b []byte) ([]byte, kind, error) {
	f := at.field
	switch {
	case f.Type.IsNumber():
		if f.Type.IsFloat() && !level.Finite(f.Type, b) {
			return to, numeral, at.errorf("is not finite, and no source can say that")
		}
		return level.AppendNumber(to, f.Type, b), numeral, nil
	case f.Type == format.TypeBool:
		if b[0] != 0 {
			return append(to, "true"...), boolean, nil
		}
		return append(to, "false"...), boolean, nil
	case f.Type.IsEnum():
		name, _ := level.Symbol(f.Field, b)
		return append(to, name...), word, nil
	case f.Type.IsFlags():
		start := len(to)
		level.Flags(f.Field, b, func(name string, _ int) bool {
			if len(to) > start {
				to = append(to, '|')
			}
			to = append(to, name...)
			return true
		})
		return to, flags, nil
	case f.Type.IsRef():
		to, number, err := w.ids.appendRef(to, at, b)
		if number {
			return to, numeral, err
		}
		return to, word, err
	}
	k := phrase
	if f == at.shape.id {
		if name := w.ids.made[level.At(at.shape.index, at.row)]; name != "" {
			return append(to, name...), word, nil
		}
		k = word
	}
	return append(to, w.l.Text(binary.LittleEndian.Uint32(b))...), k, nil
}

// nest counts an element or value that opens.
func (w *writer) nest(at cell) error {
	if w.depth++; w.depth > source.MaxDepth {
		return at.errorf("stands deeper than %d levels, which no source may", source.MaxDepth)
	}
	return nil
}
