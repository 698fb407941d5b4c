package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// This file is about the options that say how a source writes a reference: none=, form=
// and, at the other end, index. They are not stored in levels.

// setNone notes the values that stand for no reference.
func (t *tag) setNone(opt option) error {
	if opt.val == "" {
		return fmt.Errorf("option %q needs a value: none=-1; an empty reference is none by itself", opt.key)
	}
	if err := setNames(&t.none, opt.key, opt.val); err != nil {
		return err
	}
	for _, v := range t.none {
		if v != strings.TrimSpace(v) {
			return fmt.Errorf("none=%s has white space at an end, which a reference loses", Quote(v))
		}
	}
	return nil
}

// setForms notes what may stand around an id.
func (t *tag) setForms(opt option) error {
	if opt.val == "" {
		return fmt.Errorf("option %q needs a value, in which * stands for the id: form=#*", opt.key)
	}
	if err := setNames(&t.forms, opt.key, opt.val); err != nil {
		return err
	}
	for _, f := range t.forms {
		switch {
		case strings.Count(f, "*") != 1:
			return fmt.Errorf("form=%s: one * stands for the id: form=#*", Quote(f))
		case f == "*":
			return fmt.Errorf("form=*: nothing stands around the id; every reference may be written like that")
		case f != strings.TrimSpace(f):
			return fmt.Errorf("form=%s has white space at an end, which a reference loses", Quote(f))
		}
	}
	return nil
}

// writing takes the options that say how a source writes the field, and says why they do
// not fit it, or returns "".
func (t *tag) writing(f *format.Field, inSpan bool) string {
	switch isRef := f.Type.IsRef(); {
	case t.index && (!t.id || f.Type == format.TypeStr):
		return "index wants an id that is an integer"
	case t.index && inSpan:
		return "an element of a span has no use for an index, because nothing refers to it"
	case t.index && t.key:
		return "a node under its key has no use for an index"
	case t.index && t.required:
		return "a required id has no use for an index, which is for nodes without one"
	case (t.none != nil || t.forms != nil) && (!isRef || t.parent):
		return "none= and form= want a reference by id: a store.Handle or store.AnyHandle without parent, or a store.Span of either"
	case t.none != nil && t.required:
		return "required and none= exclude each other: a required reference refers to something"
	case t.none != nil && t.hasDefault:
		return "default= and none= exclude each other: what refers to nothing gets the default"
	}
	f.Attr.None, f.Attr.Forms, f.Attr.Index = slices.Clone(t.none), slices.Clone(t.forms), t.index
	return ""
}

// writingOptions returns the options of a Span that are for its elements, as a tag of them
// has them.
func (sp *spanField) writingOptions() string {
	s := ""
	if sp.none != nil {
		s += ",none=" + Quote(strings.Join(sp.none, "|"))
	}
	if sp.forms != nil {
		s += ",form=" + Quote(strings.Join(sp.forms, "|"))
	}
	return s
}
