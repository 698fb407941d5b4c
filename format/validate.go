package format

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Limits of rule 3, beside MaxTables.
const (
	maxFields = 1024
	maxStride = 1 << 16
	maxTexts  = 1 << 16 // in a list
)

// Validate checks rule 3 on a decoded schema: the fixed tables come first and have their
// identities (what their attributes say does not matter), and names, types, offsets,
// strides and targets are right. The error is an *Error that names table and field and
// wraps ErrSchema. A reader has no use for the defaults of a file and for names beyond
// MaxNames, so these are not looked at: DefaultBytes checks a default.
func (s *Schema) Validate() error {
	if len(s.Tables) < FixedTables || len(s.Tables) > MaxTables {
		return errAt(3, -1, ErrSchema, fmt.Sprintf("%d tables; %d to %d are possible", len(s.Tables), FixedTables, MaxTables))
	}
	for i, want := range fixed {
		if !alike(&want, &s.Tables[i]) {
			return errTable(3, want.Name, "", ErrSchema, "not as this version of the format fixes it")
		}
	}
	byName := make(map[string]int, len(s.Tables))
	for i := range s.Tables {
		t := &s.Tables[i]
		if err := validName(t.Name); err != "" {
			return errTable(3, "", "", ErrSchema, fmt.Sprintf("name of table %d: %s", i, err))
		}
		if _, twice := byName[t.Name]; twice {
			return errTable(3, t.Name, "", ErrSchema, "two tables of this name")
		}
		byName[t.Name] = i
	}
	owned := make([]bool, len(s.Tables))
	fields := map[string]int{} // the last table that has a field of that name
	for i := range s.Tables {
		if err := s.validTable(i, byName, owned, fields); err != nil {
			return err
		}
	}
	for i := range s.Tables {
		if t := &s.Tables[i]; t.Class == ClassArray && !owned[i] {
			return errTable(3, t.Name, "", ErrSchema, "an array table that no span field targets")
		}
	}
	return s.acyclic(byName)
}

// fixed is compared with, and never handed out.
var fixed = fixedTables()

// alike reports whether two tables have the same identity.
func alike(a, b *Table) bool {
	return a.Name == b.Name && a.Class == b.Class && a.Stride == b.Stride && slices.EqualFunc(a.Fields, b.Fields, func(f, g Field) bool {
		return f.Name == g.Name && f.Type == g.Type && f.Offset == g.Offset && f.Count == g.Count && f.Target == g.Target && slices.Equal(f.Symbols, g.Symbols)
	})
}

// validName says what is wrong with a name, or returns "".
func validName(n string) string {
	switch {
	case n == "":
		return "empty"
	case len(n) > MaxName:
		return fmt.Sprintf("longer than %d bytes", MaxName)
	case !utf8.ValidString(n):
		return "invalid UTF-8"
	}
	return ""
}

func (s *Schema) validTable(i int, byName map[string]int, owned []bool, seen map[string]int) error {
	t := &s.Tables[i]
	bad := func(field, what string) error { return errTable(3, t.Name, field, ErrSchema, what) }
	if (i < FixedTables) != (t.Class == ClassFixed) || t.Class > ClassArray {
		return bad("", fmt.Sprintf("class %d", t.Class))
	}
	if t.Stride < 1 || t.Stride > maxStride {
		return bad("", fmt.Sprintf("stride %d; 1 to 65536 is possible", t.Stride))
	}
	if len(t.Fields) > maxFields {
		return bad("", fmt.Sprintf("%d fields; at most 1024 are possible", len(t.Fields)))
	}
	if !validTexts(t.Attr.Names, t.Attr.Aliases) || !utf8.ValidString(t.Attr.JSON) || !utf8.ValidString(t.Attr.Doc) {
		return bad("", "attributes are not valid UTF-8, or a list has more than 65,536")
	}
	end, align := uint64(0), uint32(1)
	for j := range t.Fields {
		f := &t.Fields[j]
		if what := validName(f.Name); what != "" {
			return bad("", fmt.Sprintf("name of field %d: %s", j, what))
		}
		if last, known := seen[f.Name]; known && last == i {
			return bad(f.Name, "two fields of this name")
		}
		seen[f.Name] = i
		if what := validField(f, end, t.Stride); what != "" {
			return bad(f.Name, what)
		}
		end = uint64(f.Offset) + uint64(f.Type.Size())*uint64(f.Count)
		align = max(align, f.Type.Align())
		if what := s.validTarget(f, byName, owned); what != "" {
			return bad(f.Name, what)
		}
	}
	if t.Stride%align != 0 {
		return bad("", fmt.Sprintf("stride %d is no multiple of the alignment %d", t.Stride, align))
	}
	return nil
}

// validField checks a field by itself. end is where the field before it ends.
func validField(f *Field, end uint64, stride uint32) string {
	if !f.Type.known() {
		return fmt.Sprintf("type %d does not exist", uint8(f.Type))
	}
	if f.Count < 1 || f.Count > maxStride {
		return fmt.Sprintf("count %d", f.Count)
	}
	if f.Type == TypeSpan && f.Count != 1 {
		return "a fixed array of spans"
	}
	if uint64(f.Offset) < end {
		return "overlaps the field before it"
	}
	if f.Offset%f.Type.Align() != 0 {
		return fmt.Sprintf("offset %d is not aligned to %d", f.Offset, f.Type.Align())
	}
	if uint64(f.Offset)+uint64(f.Type.Size())*uint64(f.Count) > uint64(stride) {
		return "reaches past the stride"
	}
	if f.Attr.Role > RoleIDKey {
		return fmt.Sprintf("role %d does not exist", f.Attr.Role)
	}
	a := &f.Attr
	if !validTexts(f.Symbols, a.Components, a.Aliases) || !utf8.ValidString(a.Source) || !utf8.ValidString(a.JSON) ||
		!utf8.ValidString(a.Default) || !utf8.ValidString(a.Doc) {
		return "symbols or attributes are not valid UTF-8, or a list has more than 65,536"
	}
	return validSymbols(f)
}

func validSymbols(f *Field) string {
	const few = 16 // names are found among so many without a map
	if !f.Type.IsEnum() && !f.Type.IsFlags() && f.Type != TypeAnyRef {
		if len(f.Symbols) != 0 {
			return "symbols of a type that has none"
		}
		return ""
	}
	if len(f.Symbols) == 0 {
		return "no symbols"
	}
	if most := typeInfos[f.Type].most; most > 0 && len(f.Symbols) > most {
		return fmt.Sprintf("%d symbols do not fit %s", len(f.Symbols), f.Type)
	}
	var seen map[string]struct{}
	if len(f.Symbols) > few {
		seen = make(map[string]struct{}, len(f.Symbols))
	}
	for i, sym := range f.Symbols {
		if what := validName(sym); what != "" {
			return "a symbol is " + what
		}
		twice := false
		if seen == nil {
			twice = slices.Contains(f.Symbols[:i], sym)
		} else if _, twice = seen[sym]; !twice {
			seen[sym] = struct{}{}
		}
		if twice {
			return fmt.Sprintf("symbol %q twice", sym)
		}
	}
	return ""
}

// validTarget checks that the target of a field exists and is of the right class. It
// marks the table that a span owns.
func (s *Schema) validTarget(f *Field, byName map[string]int, owned []bool) string {
	isNode := func(name string) bool {
		i, ok := byName[name]
		return ok && s.Tables[i].Class == ClassNode
	}
	switch f.Type {
	case TypeRef:
		if !isNode(f.Target) {
			return fmt.Sprintf("%q is no node table", f.Target)
		}
		return ""
	case TypeSpan:
		i, ok := byName[f.Target]
		if !ok || s.Tables[i].Class != ClassArray && i != TableBytes && i != TablePropBytes {
			return fmt.Sprintf("%q is no array table", f.Target)
		}
		if owned[i] {
			return fmt.Sprintf("%q belongs to another span", f.Target)
		}
		owned[i] = true
		return ""
	case TypeAnyRef:
		for _, name := range f.Symbols {
			if !isNode(name) {
				return fmt.Sprintf("%q is no node table", name)
			}
		}
	}
	if f.Target != "" {
		return "a target of a type that has none"
	}
	return ""
}

// acyclic refuses array tables that own each other in a ring, which no node could
// reach. Every array table has exactly one owner, so walking up from it either ends at
// a node table or comes back.
func (s *Schema) acyclic(byName map[string]int) error {
	owner := make([]int, len(s.Tables))
	for i := range s.Tables {
		for j := range s.Tables[i].Fields {
			if f := &s.Tables[i].Fields[j]; f.Type == TypeSpan {
				owner[byName[f.Target]] = i
			}
		}
	}
	const free, open, done = 0, 1, 2
	state := make([]uint8, len(s.Tables))
	for i := range s.Tables {
		j := i
		for s.Tables[j].Class == ClassArray && state[j] == free {
			state[j] = open
			j = owner[j]
		}
		if s.Tables[j].Class == ClassArray && state[j] == open {
			return errTable(3, s.Tables[j].Name, "", ErrSchema, "array tables that own each other")
		}
		for j = i; s.Tables[j].Class == ClassArray && state[j] == open; j = owner[j] {
			state[j] = done
		}
	}
	return nil
}

func validTexts(lists ...[]string) bool {
	for _, l := range lists {
		if len(l) > maxTexts {
			return false
		}
		for _, s := range l {
			if !utf8.ValidString(s) {
				return false
			}
		}
	}
	return true
}
