package format

import (
	"cmp"
	"fmt"
	"slices"
)

// Effect is what an edit of a schema does to levels that were built before it. It is
// [Notes], [Loses] or [Breaks].
type Effect uint8

const (
	Notes  Effect = iota // nothing that breaks; worth knowing
	Loses                // they load, and something in them is no longer seen
	Breaks               // they do not load, or are taken for something else
)

// String is "note", "loses" or "breaks".
func (e Effect) String() string { return [...]string{"note", "loses", "breaks"}[min(e, Breaks)] }

// Breakage is one edit that levels built before it will feel.
type Breakage struct {
	Effect Effect
	Table  string // as the baseline has it, or the new schema where the baseline does not
	Field  string
	What   string
	Hint   string // what to do about it; may be empty
}

// String is one line.
func (b Breakage) String() string {
	at := b.Table
	if b.Field != "" {
		at += "." + b.Field
	}
	s := fmt.Sprintf("%s: %s: %s", b.Effect, at, b.What)
	if b.Hint != "" {
		s += " (" + b.Hint + ")"
	}
	return s
}

// CheckEvolution says what an edit from baseline to next does to levels that
// were built with baseline. It lists the worst first, then in the order of the
// tables. A baseline that lists the earlier names of its tables and fields, as
// aliases, also shows names that were retired and come back with another
// meaning. A nil schema counts as one without tables. What it says of a schema that is
// not valid, which [Schema.Validate] tells, means nothing.
func CheckEvolution(baseline, next *Schema) []Breakage {
	baseline, next = cmp.Or(baseline, new(Schema)), cmp.Or(next, new(Schema))
	c := &evolution{from: baseline.Complete(), to: next.Complete()}
	c.tables, c.names = tableIndex(c.from), tableIndex(c.to)
	c.match = Match(c.from, c.to)
	c.renames = c.renamesBy(c.match)
	c.taken = make([]bool, len(c.to.Tables))
	for _, j := range c.match {
		if j >= 0 {
			c.taken[j] = true
		}
	}
	c.guess()
	c.checkNames()
	c.strangers()
	for i := FixedTables; i < len(c.from.Tables); i++ {
		c.table(i)
	}
	was := make([]string, len(c.to.Tables))
	for i, j := range c.match {
		if j < 0 {
			continue
		}
		if was[j] != "" {
			c.add(Breaks, c.to.Tables[j].Name, "", fmt.Sprintf("%s and %s are both it; a level that has the two does not load", was[j], c.from.Tables[i].Name), "keep them apart, or build the levels again")
		}
		was[j] = c.from.Tables[i].Name
	}
	for i := FixedTables; i < len(c.to.Tables); i++ {
		if !c.taken[i] {
			c.add(Notes, c.to.Tables[i].Name, "", "new table; levels built before have no rows of it", "")
		}
	}
	slices.SortStableFunc(c.found, func(a, b Breakage) int { return int(b.Effect) - int(a.Effect) })
	return c.found
}

type evolution struct {
	from, to *Schema
	tables   nameIndex // of from
	names    nameIndex // of to
	match    []int
	taken    []bool // by table of the new schema: some table is it
	renames  renames
	guesses  []int // match, with what tables that are gone may have become
	tries    int   // how many fields were compared for a hint
	found    []Breakage
}

// renamesBy returns what tables are called by a match.
func (c *evolution) renamesBy(match []int) renames {
	return renames{file: c.from, reader: c.to, match: match, tables: &c.tables}
}

func (c *evolution) add(e Effect, table, field, what, hint string) {
	c.found = append(c.found, Breakage{e, table, field, what, hint})
}

// checkNames looks for names that mean two things: an alias that is somebody's
// name, or a name that the baseline knows as the earlier name of another.
func (c *evolution) checkNames() {
	current, was := make(map[string]bool), make(map[string]string)
	for i := range c.to.Tables {
		current[c.to.Tables[i].Name] = true
	}
	for i := range c.to.Tables {
		t := &c.to.Tables[i]
		for _, a := range t.Attr.Aliases {
			first, taken := was[a]
			switch {
			case current[a] && a != t.Name:
				c.add(Breaks, t.Name, "", fmt.Sprintf("its earlier name %q is now the name of another table", a), "a retired name is not used again")
			case taken && first != t.Name:
				c.add(Breaks, t.Name, "", fmt.Sprintf("its earlier name %q is also one of %s, which gets the rows", a, first), "leave the name to one of them")
			default:
				was[a] = t.Name
			}
		}
		c.fieldNames(t)
	}
	for i := range c.from.Tables {
		old := &c.from.Tables[i]
		for _, a := range old.Attr.Aliases {
			if k := c.to.Table(a); k >= 0 && k != c.match[i] {
				c.add(Breaks, a, "", fmt.Sprintf("this name was retired: it is an earlier name of %s", old.Name), "choose another name")
			}
		}
	}
}

// strangers tells of a new schema that has none of the baseline's kinds. Such levels would
// load as nothing, so the loader refuses them.
func (c *evolution) strangers() {
	first := -1
	for i := range c.from.Tables {
		if c.from.Tables[i].Class != ClassNode {
			continue
		}
		if c.match[i] >= 0 {
			return
		}
		if first < 0 {
			first = i
		}
	}
	if first >= 0 {
		c.add(Breaks, c.from.Tables[first].Name, "", "neither it nor another kind of the baseline is in the new schema, so levels are refused",
			"give kinds that were renamed their earlier names as aliases")
	}
}

func (c *evolution) fieldNames(t *Table) {
	for i := range t.Fields {
		for _, a := range t.Fields[i].Attr.Aliases {
			if k := t.Field(a); k >= 0 && k != i {
				c.add(Breaks, t.Name, t.Fields[i].Name, fmt.Sprintf("its earlier name %q is now the name of another field", a), "a retired name is not used again")
			}
		}
	}
}

func (c *evolution) table(i int) {
	old := &c.from.Tables[i]
	if c.match[i] < 0 {
		if c.goesWithSpans(i) {
			return
		}
		c.add(Loses, old.Name, "", "removed; its rows in levels built before are skipped", c.renamed(i))
		return
	}
	now := &c.to.Tables[c.match[i]]
	if old.Class != now.Class {
		c.add(Breaks, old.Name, "", fmt.Sprintf("its class was %s and is %s", old.Class, now.Class), "")
		return
	}
	if old.Name != now.Name {
		c.add(Notes, old.Name, "", "renamed to "+now.Name, "")
	}
	pairs := matchFields(old, now)
	used := make(map[string]bool)
	for _, p := range pairs {
		if p.from == nil {
			c.newField(old, p.to)
			continue
		}
		switch {
		case used[p.from.Name]:
			c.add(Notes, old.Name, p.from.Name, "read into "+p.to.Name+" as well", "")
		case p.from.Name != p.to.Name:
			c.add(Notes, old.Name, p.from.Name, "renamed to "+p.to.Name, "")
		}
		used[p.from.Name] = true
		c.parent(old, now, p)
		c.field(old, p)
	}
	c.nodeNames(old, now, pairs)
	for k := range old.Fields {
		f := &old.Fields[k]
		if !used[f.Name] {
			c.add(Loses, old.Name, f.Name, "removed; its values in levels built before are not read", c.likeliest(f, old, pairs))
		}
		for _, a := range f.Attr.Aliases {
			if j := now.Field(a); j >= 0 && pairs[j].from != f {
				c.add(Breaks, old.Name, a, fmt.Sprintf("this name was retired: it is an earlier name of %s", f.Name), "choose another name")
			}
		}
	}
}

// goesWithSpans reports whether a table that is gone has the elements of spans that are gone,
// or whose tables are. They are one loss, which is told of there.
func (c *evolution) goesWithSpans(i int) bool {
	if c.from.Tables[i].Class != ClassArray {
		return false
	}
	spans := 0
	for k := range c.from.Tables {
		t := &c.from.Tables[k]
		for j := range t.Fields {
			f := &t.Fields[j]
			if f.Type != TypeSpan || f.Target != c.from.Tables[i].Name {
				continue
			}
			if spans++; c.match[k] < 0 {
				continue
			}
			if slices.ContainsFunc(matchFields(t, &c.to.Tables[c.match[k]]), func(p fieldPair) bool { return p.from == f }) {
				return false
			}
		}
	}
	return spans > 0
}

// nodeNames says what becomes of the names of elements and of the ids, which nodes have
// beside their fields.
func (c *evolution) nodeNames(old, now *Table, pairs []fieldPair) {
	for _, name := range old.Attr.Names {
		if name != old.Name && !slices.Contains(now.Attr.Names, name) {
			c.add(Notes, old.Name, "", fmt.Sprintf("its name %q is gone; nodes of that name are saved as %s", name, now.Name), "")
		}
	}
	i := slices.IndexFunc(old.Fields, func(f Field) bool { return old.IsID(&f) })
	k := slices.IndexFunc(now.Fields, func(f Field) bool { return now.IsID(&f) })
	switch {
	case i >= 0 && k >= 0 && pairs[k].from != &old.Fields[i]:
		if pairs[k].from == nil && now.Fields[k].Type != TypeStr {
			break // it is 0, and a save keeps what the level has
		}
		c.add(Notes, old.Name, old.Fields[i].Name, fmt.Sprintf("the id is %s from now on; levels built before keep their ids until they are saved", now.Fields[k].Name), "")
	case i < 0 && k >= 0 && pairs[k].from != nil:
		c.add(Notes, old.Name, pairs[k].from.Name, "is the id from now on; nodes of levels built before have no id until these are saved", "")
	case i >= 0 && k < 0 && slices.ContainsFunc(pairs, func(p fieldPair) bool { return p.from == &old.Fields[i] }):
		c.add(Notes, old.Name, old.Fields[i].Name, "is no id from now on; nodes of levels built before keep theirs", "")
	}
}

// parent says what becomes of a reference that has become a parent field, or was one, and of
// a parent field that may name more kinds. Only where a level does not have the field does
// the loader look at the tree.
func (c *evolution) parent(old, now *Table, p fieldPair) {
	switch was, is := old.IsParent(p.from), now.IsParent(p.to); {
	case is && !was:
		c.add(Notes, old.Name, p.from.Name, "is the parent from now on; in levels built before it is what they refer to, wherever the node stands", "")
	case was && !is:
		c.add(Notes, old.Name, p.from.Name, "is an ordinary reference from now on; in levels built before it is the parent", "")
	case was && is:
		c.parentKinds(old, p)
	}
}

// parentKinds says what becomes of nodes that stand in a node of a kind which their parent
// field could not name. The field says that they stand further out, and a save believes it.
func (c *evolution) parentKinds(old *Table, p fieldPair) {
	if p.from.Type != TypeAnyRef || p.to.Type != TypeAnyRef {
		return // it may name the one kind that it could
	}
	for _, name := range p.to.Symbols {
		j := c.names.find(name)
		i := slices.Index(c.match, j)
		if j < 0 || i < 0 || slices.Contains(p.from.Symbols, c.from.Tables[i].Name) {
			continue
		}
		c.add(Notes, old.Name, p.from.Name, fmt.Sprintf("may name %s from now on; in levels built before it is a node around the %[1]s, and a save moves what stands in the %[1]s there", name), "build the levels again")
	}
}

func (c *evolution) newField(t *Table, f *Field) {
	if _, err := DefaultBytes(f); err != nil {
		hint := ""
		if f.Type.IsRef() {
			hint = "build the levels again, or leave out the default"
		}
		c.add(Breaks, t.Name, f.Name, "new, and "+err.(*Error).Detail, hint)
		return
	}
	what := "new; in levels built before it is " + zeroText(f)
	if t.IsParent(f) {
		what = "new; for levels built before, the loader sets it from the tree of the nodes"
	}
	if f.Attr.HasDefault {
		what = fmt.Sprintf("new; in levels built before it is its default, %q", f.Attr.Default)
	}
	c.add(Notes, t.Name, f.Name, what, "")
}

func zeroText(f *Field) string {
	switch {
	case f.Type.IsRef():
		return "null"
	case f.Type == TypeSpan || f.Type == TypeStr:
		return "empty"
	case f.Type.IsEnum() && len(f.Symbols) > 0: // else the schema is invalid
		return fmt.Sprintf("%q, the first symbol", f.Symbols[0])
	}
	return "zero"
}

// adviceBeside keeps the values of levels built before for the game to convert: what no field
// takes is not read.
const adviceBeside = "give the field another name and keep the old one beside it"

func (c *evolution) field(t *Table, p fieldPair) {
	from, to := p.from, p.to
	plan := Plan{}
	if err := plan.field(p, &c.renames); err != nil {
		hint := ""
		switch {
		case err.Err == ErrComponents:
			hint = "keep its names and lengths, or " + adviceBeside
		case from.Type.IsEnum() && to.Type.IsEnum(), from.Type.IsFlags() && to.Type.IsFlags():
			hint = "keep it, or give the field a default"
		case from.Type == TypeAnyRef && to.Type == TypeAnyRef:
			hint = "keep the kind; a game can pass over its nodes (loader.Skip)"
		case from.Type == to.Type: // perhaps the table has another name, of which it is told there
		case from.Name != to.Name:
			hint = "take the alias away and keep the old field beside it"
		default:
			hint = "keep the type, or " + adviceBeside
		}
		c.add(Breaks, t.Name, from.Name, err.Detail, hint)
		return
	}
	if from.Type != to.Type {
		c.add(Notes, t.Name, from.Name, fmt.Sprintf("%s became %s; values are converted when loaded", from.Type, to.Type), "")
	}
	c.values(t, p)
	symbols := symbolIndex(to.Symbols)
	for _, name := range from.Symbols {
		switch {
		case from.Type == TypeAnyRef || symbols.find(name) >= 0:
		case from.Type.IsFlags():
			c.add(Loses, t.Name, from.Name, fmt.Sprintf("flag %q is gone; where it was set, it is dropped", name), "")
		default:
			c.add(Loses, t.Name, from.Name, fmt.Sprintf("symbol %q is gone; the default stands in for it", name), "")
		}
	}
	if to.Attr.Finite && !from.Attr.Finite && from.Type.IsFloat() { // an integer is finite
		c.add(Notes, t.Name, from.Name, "has to be finite from now on; NaN and infinities in levels built before are loaded, but cannot be saved", "")
	}
	if a, b := &from.Attr, &to.Attr; a.HasDefault != b.HasDefault || a.Default != b.Default {
		c.add(Notes, t.Name, from.Name, fmt.Sprintf("the default changed from %q to %q; levels built before keep their values", a.Default, b.Default), "")
	}
}
