package diff

import (
	"fmt"
	"strconv"
	"strings"
)

// Op is what happened to something.
type Op uint8

const (
	Removed Op = iota
	Added
	Moved   // a node has another parent
	Order   // a node has another place among its siblings
	Changed // one field, or another part
)

var ops = [...]string{"removed", "added", "moved", "order", "changed"}

// String is "removed", "added", "moved", "order" or "changed".
func (o Op) String() string { return ops[min(int(o), len(ops)-1)] }

// MarshalText implements encoding.TextMarshaler.
func (o Op) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Part is which part of a file a change concerns.
type Part uint8

const (
	Node Part = iota
	Schema
	Meta
	Chunks
)

var parts = [...]string{"node", "schema", "metadata", "chunks"}

// String is "node", "schema", "metadata" or "chunks".
func (p Part) String() string { return parts[min(int(p), len(parts)-1)] }

// MarshalText implements encoding.TextMarshaler.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Change is one difference.
type Change struct {
	Op    Op     `json:"op"`
	Part  Part   `json:"part"`
	Of    string `json:"of,omitempty"`     // a node as a path, a table, a key
	Field string `json:"field,omitempty"`  // pos; vertex[2].x; "" where it is the whole
	Old   string `json:"old,omitempty"`    // as a person would write it
	New   string `json:"new,omitempty"`    //
	Nodes int    `json:"inside,omitempty"` // nodes added or removed with this one, inside it
}

// String returns one line, without control characters.
func (c Change) String() string {
	b := make([]byte, 0, 80)
	b = append(b, c.Op.String()...)
	b = append(b, "       "[:8-len(c.Op.String())]...)
	if c.Part != Node {
		b = append(b, ' ')
		b = append(b, c.Part.String()...)
	}
	if c.Of != "" {
		b = append(b, ' ')
		b = append(b, c.Of...)
	}
	if c.Field != "" {
		b = append(b, ' ')
		b = append(b, c.Field...)
	}
	switch {
	case c.Op == Moved:
		b = append(b, " from "...)
		b = append(append(append(b, c.Old...), " to "...), c.New...)
	case c.Op == Order:
		b = append(b, " stands elsewhere among its siblings"...)
	case c.Nodes == 1:
		b = append(b, ", with 1 node in it"...)
	case c.Nodes > 1:
		b = fmt.Appendf(b, ", with %d nodes in it", c.Nodes)
	case c.Op == Changed && c.Old == "" && c.New == "":
	case c.Op == Changed:
		b = append(b, ": "...)
		b = append(append(append(b, orNothing(c.Old)...), " -> "...), orNothing(c.New)...)
	case c.Old+c.New != "":
		b = append(append(b, ": "...), c.Old+c.New...)
	}
	return printable(string(b))
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// printable quotes characters that cannot be printed.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}

// Summary counts what was found.
type Summary struct {
	Schema  int `json:"schema"`  // differences of the schemas, in lines
	Added   int `json:"added"`   // nodes
	Removed int `json:"removed"` // nodes
	Moved   int `json:"moved"`   // nodes
	Order   int `json:"order"`   // nodes
	Changed int `json:"changed"` // nodes with changed fields
	Other   int `json:"other"`   // differences of metadata and chunks
}

// Same reports whether nothing was found.
func (s Summary) Same() bool { return s == Summary{} }

// String lists what was found: "2 added, 1 removed", or "no differences".
func (s Summary) String() string {
	var list []string
	add := func(n int, what string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(s.Schema, "in the schema")
	add(s.Other, "in metadata and chunks")
	add(s.Added, "added")
	add(s.Removed, "removed")
	add(s.Moved, "moved")
	add(s.Order, "in another order")
	add(s.Changed, "changed")
	if len(list) == 0 {
		return "no differences"
	}
	return strings.Join(list, ", ")
}
