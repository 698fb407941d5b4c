package format

import (
	"fmt"
	"slices"
	"strings"
)

// What a hint says has to load: a new name is only guessed for what fits under it.

// A hint is no more than a guess, so it may cost only so much.
const (
	mostRounds = 8       // of guesses for kinds that refer to each other
	mostTries  = 1 << 12 // fields that are compared with another
)

// guess guesses new names for kinds that are gone. It takes all guesses to be followed, as
// kinds may refer to each other, and drops those that do not fit until the others do.
func (c *evolution) guess() {
	kinds := c.alikeKinds()
	for range mostRounds {
		c.guesses = slices.Clone(c.match)
		for i, k := range kinds {
			if k >= 0 {
				c.guesses[i] = k
			}
		}
		arrays := c.arrays(c.guesses)
		for i, k := range kinds {
			if k >= 0 {
				arrays.match(i, k)
			}
		}
		fit := true
		for i, k := range kinds {
			if k >= 0 && !c.fits(c.guesses, i, k, make(map[int]bool)) {
				kinds[i], fit = -1, false
			}
		}
		if fit {
			return
		}
	}
	c.guesses = c.match
}

// alikeKinds returns for each kind that is gone the first new one that has its fields, each
// for one only. For other tables it has -1.
func (c *evolution) alikeKinds() []int {
	fresh := make(map[string][]int) // by the names of the fields
	for k := FixedTables; k < len(c.to.Tables); k++ {
		if t := &c.to.Tables[k]; t.Class == ClassNode && !c.taken[k] && len(t.Fields) > 0 {
			fresh[namesOfFields(t)] = append(fresh[namesOfFields(t)], k)
		}
	}
	kinds := make([]int, len(c.from.Tables))
	for i := range kinds {
		kinds[i] = -1
		if t := &c.from.Tables[i]; c.match[i] < 0 && t.Class == ClassNode {
			if list := fresh[namesOfFields(t)]; len(list) > 0 {
				kinds[i], fresh[namesOfFields(t)] = list[0], list[1:]
			}
		}
	}
	return kinds
}

// namesOfFields returns the names of a table's fields in one text.
func namesOfFields(t *Table) string {
	var b strings.Builder
	for i := range t.Fields {
		b.WriteString(t.Fields[i].Name)
		b.WriteByte(0)
	}
	return b.String()
}

// arrays adds array tables to a match.
func (c *evolution) arrays(list []int) arrayMatch {
	return arrayMatch{file: c.from, reader: c.to, list: list, tables: &c.tables, names: &c.names}
}

// fits reports whether the rows of a table load as those of another, and those of the
// array tables that it owns as well. seen has the tables that were looked at, for spans of
// a schema that is not valid may go round.
func (c *evolution) fits(list []int, from, to int, seen map[int]bool) bool {
	if seen[from] {
		return true
	}
	seen[from] = true
	for _, p := range matchFields(&c.from.Tables[from], &c.to.Tables[to]) {
		if p.from != nil && !c.fieldFits(list, p, seen) {
			return false
		}
	}
	return true
}

// fieldFits is fits for a field.
func (c *evolution) fieldFits(list []int, p fieldPair, seen map[int]bool) bool {
	names := c.renamesBy(list)
	if (&Plan{}).field(p, &names) != nil {
		return false
	}
	if places, _ := correspond(p.from, p.to); mistaken(p.from, p.to, places) {
		return false
	}
	if p.from.Type != TypeSpan {
		return true
	}
	i, k := c.tables.find(p.from.Target), c.names.find(p.to.Target)
	return i >= 0 && k >= 0 && c.fits(list, i, k, seen)
}

// becomes reports whether a field that is gone may be a new one.
func (c *evolution) becomes(p fieldPair) bool {
	parent := func(f *Field) bool { return f.Attr.Role == RoleParent }
	if p.from.Type != p.to.Type || p.from.Count != p.to.Count || parent(p.from) != parent(p.to) { // a new parent field is set from the tree
		return false
	}
	if c.tries == mostTries {
		return false
	}
	c.tries++
	if p.from.Type != TypeSpan {
		return c.fieldFits(c.guesses, p, nil)
	}
	i, k := c.tables.find(p.from.Target), c.names.find(p.to.Target)
	if i < 0 || k < 0 || c.guesses[i] >= 0 || c.taken[k] {
		return false
	}
	list := slices.Clone(c.guesses)
	list[i] = k
	arrays := c.arrays(list)
	arrays.match(i, k)
	read := make(map[*Field]bool)
	for _, p := range matchFields(&c.from.Tables[i], &c.to.Tables[k]) {
		read[p.from] = true
	}
	delete(read, nil)
	return len(read) == len(c.from.Tables[i].Fields) && c.fieldFits(list, p, make(map[int]bool))
}

// renamed is the hint for a table that is gone.
func (c *evolution) renamed(i int) string {
	old, k := &c.from.Tables[i], c.guesses[i]
	if k < 0 || old.Class != ClassNode { // array tables follow their spans
		return ""
	}
	return fmt.Sprintf("if it became %[1]s, give %[1]s the alias %[2]q", c.to.Tables[k].Name, old.Name)
}

// likeliest is the hint for a field that is gone: it may have another name now, or stand in
// another struct.
func (c *evolution) likeliest(old *Field, table *Table, pairs []fieldPair) string {
	var best *Field
	for _, p := range pairs {
		if p.from != nil || best != nil && (lastName(best.Name) == lastName(old.Name) || lastName(p.to.Name) != lastName(old.Name)) {
			continue
		}
		if c.becomes(fieldPair{to: p.to, from: old}) {
			best = p.to
		}
	}
	if best == nil {
		return ""
	}
	was, now := structOf(old.Name), structOf(best.Name)
	if was != now && was != "" && now != "" && lastName(best.Name) == lastName(old.Name) && c.structMoved(was, now, table, pairs) {
		return fmt.Sprintf("if %[1]s became %[2]s, give %[2]s the alias %[3]q", was, now, aliasOf(now, was))
	}
	return fmt.Sprintf("if it became %[1]s, give %[1]s the alias %[2]q", best.Name, aliasOf(best.Name, old.Name))
}

// structMoved reports whether a struct is gone, and all that another would get from it fits.
func (c *evolution) structMoved(was, now string, table *Table, pairs []fieldPair) bool {
	for _, p := range pairs {
		if strings.HasPrefix(p.to.Name, was+".") {
			return false
		}
		rest, in := strings.CutPrefix(p.to.Name, now+".")
		if k := table.Field(was + "." + rest); in && p.from == nil && k >= 0 && !c.becomes(fieldPair{to: p.to, from: &table.Fields[k]}) {
			return false
		}
	}
	return true
}

// aliasOf returns an earlier name of a field or a struct as its tag has it: a name beside
// it, or a path from the top of the record.
func aliasOf(name, earlier string) string {
	if structOf(name) == structOf(earlier) {
		return lastName(earlier)
	}
	return "/" + strings.ReplaceAll(earlier, ".", "/")
}

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func structOf(name string) string { return name[:max(0, strings.LastIndexByte(name, '.'))] }
