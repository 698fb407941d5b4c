package compile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/loader/layout"
)

// This file is about how a source writes references: which values say none, and what may
// stand around an id. A level has only the ids, and levelc dump writes these, so a
// reference may always be the id alone.

// form is what stands in front of an id and behind it.
type form struct{ before, after string }

// in returns the id in a text of this form. It has one byte at least.
func (m form) in(b []byte) ([]byte, bool) {
	if len(b) <= len(m.before)+len(m.after) || string(b[:len(m.before)]) != m.before || string(b[len(b)-len(m.after):]) != m.after {
		return b, false
	}
	return b[len(m.before) : len(b)-len(m.after)], true
}

// setForms prepares how references in a field are written. The tag of a Go type can say
// no more than this checks; the schema of a file may.
func (b *planner) setForms(f *field) {
	if !f.Type.IsRef() {
		if len(f.Attr.None)+len(f.Attr.Forms) > 0 {
			b.errorf(f.table.Table, f.Field, "none and forms are for references, and this is of type %s", f.Type)
		}
		return
	}
	for _, s := range f.Attr.Forms {
		before, after, ok := strings.Cut(s, "*")
		if !ok || before+after == "" || strings.Contains(after, "*") {
			b.errorf(f.table.Table, f.Field, "the form %q does not have one * for the id", s)
			continue
		}
		f.forms = append(f.forms, form{before, after})
	}
	f.noNone = f.Attr.Required || f.Attr.HasDefault
	slices.SortStableFunc(f.forms, func(a, b form) int { // of "#*" and "##*", both of which fit "##a", the longer one is meant
		return len(b.before) + len(b.after) - len(a.before) - len(a.after)
	})
	if len(f.Attr.None)+len(f.forms) == 0 {
		return
	}
	if f.noNone && len(f.Attr.None) > 0 {
		b.errorf(f.table.Table, f.Field, "a reference that may say none is not required and has no default")
	}
	for _, t := range f.targets {
		b.tables[t].namedBy = append(b.tables[t].namedBy, f)
	}
}

// isNone reports whether a single value says that a reference is none. It has to be
// written exactly as in the tag.
func (f *field) isNone(kind source.ValueKind, b []byte) bool {
	if len(f.Attr.None) == 0 || kind != source.Text && !isSingle(kind) {
		return false
	}
	if kind == source.Text {
		b = source.Trim(b)
	}
	for _, s := range f.Attr.None {
		if string(b) == s {
			return true
		}
	}
	return false
}

// bare returns the id in a reference, without the longest form that fits.
func (f *field) bare(b []byte) []byte {
	for _, m := range f.forms {
		if id, ok := m.in(b); ok {
			return id
		}
	}
	return b
}

// checkWritten reports an id that a reference could not give, because it would be taken
// for none or for another id.
func (c *compiler) checkWritten(t *table, id []byte) {
	for _, f := range t.namedBy {
		bare, tag := f.bare(id), f.Name+" of "+f.table.Name
		switch {
		case f.isNone(source.String, id):
			c.report(c.place(0), fmt.Sprintf("the id %s says none in %s, by none= in its tag", quote(id), tag),
				"give the node another id, or change the tag")
			return
		case !bytes.Equal(bare, id):
			c.report(c.place(0), fmt.Sprintf("the id %s would be read as %s in %s, by form= in its tag", quote(id), quote(bare), tag),
				"give the node another id, or change the tag")
			return
		}
	}
}

// saysNone reports whether a reference names what tools write for nothing.
func saysNone(name []byte) bool {
	switch strings.ToLower(string(name)) {
	case "0", "-1", "none", "null", "nil":
		return true
	}
	return false
}

// hintNone is the hint at a reference that seems to say none.
func (f *field) hintNone(name []byte) string {
	hint := "if that is to say none, leave it out, or leave it empty"
	if f.noNone {
		return hint
	}
	none := append(append([]string(nil), f.Attr.None...), string(name))
	return hint + ", or " + f.putIntoTag("none", none)
}

// putIntoTag advises on an option of the field's tag.
func (f *field) putIntoTag(key string, vals []string) string {
	hint := "put " + key + "=" + layout.Quote(strings.Join(vals, "|")) + " into the tag of the field"
	if f.stored {
		hint += "; a level does not store that, so name the Go types in place of it, or a schema file written from them"
	}
	return hint
}

// formOf guesses what stands around the id in a text: the scheme of an address, url(#id),
// or signs in front.
func formOf(name string) (m form, id string) {
	if inner, ok := strings.CutPrefix(name, "url(#"); ok && strings.HasSuffix(inner, ")") {
		return form{"url(#", ")"}, strings.TrimSuffix(inner, ")")
	}
	if scheme, rest, ok := strings.Cut(name, "://"); ok && !strings.Contains(rest, "://") {
		return form{scheme + "://", ""}, rest
	}
	id = strings.TrimLeft(name, "#@$&%!^~")
	return form{name[:len(name)-len(id)], ""}, id
}

// hintForm returns the hint at a reference that would name a node without what stands
// around it, and that node.
func (c *compiler) hintForm(d *field, name []byte) (hint string, e *idEntry) {
	m, id := formOf(string(name))
	if id == "" || len(id) == len(name) || strings.Contains(string(name), "*") {
		return "", nil
	}
	str, err := c.sink.String([]byte(id)) // no level is written any more
	if err != nil {
		return "", nil
	}
	for _, t := range d.targets {
		if e := c.ids.find(str, t); e != nil {
			forms := append(append([]string(nil), d.Attr.Forms...), m.before+"*"+m.after)
			return "if " + quote([]byte(id)) + " is meant, " + d.putIntoTag("form", forms), e
		}
	}
	return "", nil
}
