package loader

import (
	"fmt"

	"github.com/levelc/levelc/format"
)

// plan says what becomes of each table of a file's schema. It is made once for
// a schema and kept in the Binding.
type plan struct {
	schema *format.Schema
	tables []tablePlan // for each table of the file
}

// tablePlan is the way of one table's rows into a store.
type tablePlan struct {
	store  int // index in Binding.stores; -1 where the world has no such table
	stride int
	reloc  []relocation
}

// relocation is a field whose values are positions in the file and must become
// positions in the stores.
type relocation struct {
	kind   format.Type // TypeStr, TypeRef, TypeAnyRef or TypeSpan
	off    uint        // in 32-bit words
	count  int
	target int // table of the file; refs and spans
}

func newPlan(b *Binding, s *format.Schema) (*plan, error) {
	p := &plan{schema: s, tables: make([]tablePlan, len(s.Tables))}
	index := make(map[string]int, len(s.Tables))
	for i := range s.Tables {
		index[s.Tables[i].Name] = i
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		tp := &p.tables[i]
		tp.store, tp.stride = -1, int(t.Stride)
		if t.Class == format.ClassFixed {
			continue
		}
		st, ok := b.byName[t.Name]
		if !ok {
			continue
		}
		if err := sameTable(t, &b.world.Schema.Tables[st]); err != nil {
			return nil, err
		}
		tp.store = st
		for j := range t.Fields {
			f := &t.Fields[j]
			r := relocation{kind: f.Type, off: uint(f.Offset) / 4, count: int(f.Count), target: -1}
			switch f.Type {
			case format.TypeStr, format.TypeAnyRef:
			case format.TypeRef, format.TypeSpan:
				r.target = index[f.Target]
			default:
				continue
			}
			if r.kind == format.TypeStr && b.strings == nil {
				return nil, &Error{Op: "load", Table: t.Name, Field: f.Name, Err: fmt.Errorf("%w: the world has no store.Strings for its strings", ErrMismatch)}
			}
			tp.reloc = append(tp.reloc, r)
		}
	}
	return p, nil
}

// sameTable reports the first difference between a file's table and the
// world's.
func sameTable(file, game *format.Table) error {
	if format.TableID(file) == format.TableID(game) {
		return nil
	}
	mismatch := func(field, msg string, args ...any) error {
		return &Error{Op: "load", Table: file.Name, Field: field,
			Err: fmt.Errorf("%w: %s; build the level again with the game's types", ErrMismatch, fmt.Sprintf(msg, args...))}
	}
	if file.Class != game.Class {
		return mismatch("", "its rows are of another class")
	}
	for i := range file.Fields {
		f := &file.Fields[i]
		if i >= len(game.Fields) {
			return mismatch(f.Name, "the game's record has no such field")
		}
		g := &game.Fields[i]
		switch {
		case f.Name != g.Name:
			return mismatch(f.Name, "the game's record has %q in its place", g.Name)
		case f.Type != g.Type || f.Count != g.Count:
			return mismatch(f.Name, "expected %s, got %s", describe(g), describe(f))
		case f.Offset != g.Offset:
			return mismatch(f.Name, "expected at offset %d, got %d", g.Offset, f.Offset)
		case f.Target != g.Target:
			return mismatch(f.Name, "expected to refer to %q, got %q", g.Target, f.Target)
		case fmt.Sprint(f.Symbols) != fmt.Sprint(g.Symbols):
			return mismatch(f.Name, "expected the symbols %v, got %v", g.Symbols, f.Symbols)
		}
	}
	if len(game.Fields) > len(file.Fields) {
		return mismatch(game.Fields[len(file.Fields)].Name, "the level has no such field")
	}
	return mismatch("", "expected rows of %d bytes, got %d", game.Stride, file.Stride)
}

func describe(f *format.Field) string {
	if f.Count == 1 {
		return f.Type.String()
	}
	return fmt.Sprintf("%s x %d", f.Type, f.Count)
}
