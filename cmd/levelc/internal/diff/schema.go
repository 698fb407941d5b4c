package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// Schemas compares two schemas: tables, fields, their types, offsets, names in a source,
// and how references are written there. It ignores texts that document them. It returns the
// number of differences.
func Schemas(a, b *format.Schema, say func(Change)) int {
	n := 0
	tell := func(c Change) {
		c.Part = Schema
		n++
		say(c)
	}
	a, b = a.Complete(), b.Complete()
	match := format.Match(a, b)
	seen := make([]bool, len(b.Tables))
	for i := format.FixedTables; i < len(a.Tables); i++ {
		t := &a.Tables[i]
		if match[i] < 0 {
			tell(Change{Op: Removed, Of: t.Name, Old: describeTable(t)})
			continue
		}
		seen[match[i]] = true
		tables(t, &b.Tables[match[i]], tell)
	}
	for i := format.FixedTables; i < len(b.Tables); i++ {
		if !seen[i] {
			tell(Change{Op: Added, Of: b.Tables[i].Name, New: describeTable(&b.Tables[i])})
		}
	}
	if inOtherOrder(match) {
		tell(Change{Op: Changed, Of: "the order of the tables"})
	}
	return n
}

// inOtherOrder reports whether the tables that have a match stand in another order there.
func inOtherOrder(match []int) bool {
	there := slices.DeleteFunc(slices.Clone(match[format.FixedTables:]), func(i int) bool { return i < 0 })
	return !slices.IsSorted(there)
}

func describeTable(t *format.Table) string {
	return fmt.Sprintf("%s table of %s, stride %d", t.Class, terse.Quantity(len(t.Fields), "field"), t.Stride)
}

func tables(a, b *format.Table, tell func(Change)) {
	changed := changedIn(a, "", tell)
	changed("name", a.Name, b.Name)
	changed("class", a.Class.String(), b.Class.String())
	changed("stride", fmt.Sprint(a.Stride), fmt.Sprint(b.Stride))
	changed.list("element names", "|", a.Attr.Names, b.Attr.Names)
	changed("key in JSON", a.Attr.JSON, b.Attr.JSON)
	changed.list("aliases", "|", a.Attr.Aliases, b.Attr.Aliases)
	for _, p := range fieldPairs(a, b) {
		switch {
		case p.b == nil:
			tell(Change{Op: Removed, Of: a.Name, Field: p.a.Name, Old: describe(p.a)})
		case p.a == nil:
			tell(Change{Op: Added, Of: a.Name, Field: p.b.Name, New: describe(p.b)})
		default:
			fields(a, p.a, p.b, tell)
		}
	}
}

// changed tells of a property of a table, or of a field of it, if it has changed.
type changed func(what, old, now string)

// list tells of names. They are in quotes if nothing else tells them apart.
func (c changed) list(what, sep string, old, now []string) {
	x, y := strings.Join(old, sep), strings.Join(now, sep)
	if x == y && !slices.Equal(old, now) {
		x, y = fmt.Sprintf("%q", old), fmt.Sprintf("%q", now)
	}
	c(what, x, y)
}

func changedIn(t *format.Table, field string, tell func(Change)) changed {
	return func(what, old, now string) {
		if old != now {
			old, now = apart([]byte(old), []byte(now))
			tell(Change{Op: Changed, Of: t.Name, Field: field + what, Old: old, New: now})
		}
	}
}

// fields compares two fields, and reports each property on a line of its own.
func fields(t *format.Table, a, b *format.Field, tell func(Change)) {
	changed := changedIn(t, a.Name, tell)
	changed(" name", a.Name, b.Name)
	changed("", level.TypeName(a), level.TypeName(b))
	changed(" offset", fmt.Sprint(a.Offset), fmt.Sprint(b.Offset))
	if a.Target != b.Target && (a.Type != format.TypeSpan || b.Type != format.TypeSpan) {
		changed(" target", a.Target, b.Target)
	}
	changed.list(" symbols", "|", a.Symbols, b.Symbols)
	x, y := &a.Attr, &b.Attr
	changed(" role", x.Role.String(), y.Role.String())
	changed(" default", defaultText(x), defaultText(y))
	changed(" required", fmt.Sprint(x.Required), fmt.Sprint(y.Required))
	changed(" finite", fmt.Sprint(x.Finite), fmt.Sprint(y.Finite))
	changed(" name in XML", x.Source, y.Source)
	changed(" name in JSON", x.JSON, y.JSON)
	changed.list(" components", " ", x.Components, y.Components)
	changed(" shape", shape(x.Shape), shape(y.Shape))
	changed.list(" none", "|", x.None, y.None)
	changed.list(" form", "|", x.Forms, y.Forms)
	changed(" index", fmt.Sprint(x.Index), fmt.Sprint(y.Index))
	changed.list(" aliases", "|", x.Aliases, y.Aliases)
}

// shape writes the lengths of an array of arrays.
func shape(lengths []uint32) string {
	if len(lengths) == 0 {
		return ""
	}
	return fmt.Sprint(lengths)
}

// Stored returns a schema without what levels do not store, to be compared with that of a
// level.
func Stored(s *format.Schema) *format.Schema {
	out := &format.Schema{Tables: slices.Clone(s.Tables)}
	for i := range out.Tables {
		t := &out.Tables[i]
		t.Fields = slices.Clone(t.Fields)
		for j := range t.Fields {
			a := &t.Fields[j].Attr
			a.Shape, a.None, a.Forms, a.Index = nil, nil, nil, false
		}
	}
	return out
}

func defaultText(a *format.Attr) string {
	if !a.HasDefault {
		return "none"
	}
	return fmt.Sprintf("%q", a.Default)
}

// describe describes a field in a few words.
func describe(f *format.Field) string {
	s := level.TypeName(f)
	if f.Target != "" {
		s += " of " + f.Target
	}
	if len(f.Symbols) > 0 {
		s += " " + strings.Join(f.Symbols, "|")
	}
	return clip([]byte(s))
}
