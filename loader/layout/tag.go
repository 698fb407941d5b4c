package layout

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/levelc/levelc/format"
)

// tag is a parsed level tag.
type tag struct {
	name                                       string
	others                                     []string // further names after "|"
	skip                                       bool
	id, ref, parent, text, required, nonfinite bool
	any, isMap, key, index                     bool
	kinds                                      []string // of ref=
	hasDefault                                 bool
	def                                        string
	enum, flags, alias                         []string
	none, forms                                []string
	json                                       string

	given optionSet
}

// optionSet is options of a tag, in the order of the tag.
type optionSet struct {
	at [maxOptions]uint8 // indexes in options
	n  int
}

func (o *optionSet) indexes() []uint8 { return o.at[:o.n] }

// tag returns the tag of a field.
func (f *Field) tag() (tag, error) {
	if f.Slip != "" {
		return tag{}, fmt.Errorf("%s is not read as a tag: write level:%q, in small letters, with nothing around the colon and a space between tags", f.Slip, "name,option")
	}
	return parseTag(f.Tag)
}

func parseTag(s string) (tag, error) {
	var t tag
	if s == "-" {
		t.skip = true
		return t, nil
	}
	name, rest, more := strings.Cut(s, ",")
	first, others, several := strings.Cut(name, "|")
	if t.name = first; several {
		t.others = strings.Split(others, "|")
	}
	if err := checkName(t.name, true); err != nil {
		return t, err
	}
	for _, n := range t.others {
		if err := checkName(n, n == t.name); err != nil {
			return t, err
		}
	}
	for more {
		opt, after, err := cutOption(rest)
		if err == nil {
			err = t.set(opt)
		}
		if n := t.given.n; err != nil && n > 0 && options[t.given.at[n-1]] == "default" && strings.Trim(opt.text, "0123456789.+-eE") == "" {
			err = fmt.Errorf("unknown option %q; a default with commas stands in quotes: default=%s", opt.text, Quote(t.def+","+opt.text))
		}
		if err != nil {
			return t, err
		}
		rest, more = strings.CutPrefix(after, ",")
	}
	return t, nil
}

// option is one of a tag.
type option struct {
	text     string // all of it
	key, val string
	valued   bool
}

// cutOption takes the option off that s begins with. rest begins with a comma, if it is
// not empty.
func cutOption(s string) (opt option, rest string, err error) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	n := strings.IndexAny(s+",", "=,")
	opt.key, rest = s[:n], s[n:]
	if val, valued := strings.CutPrefix(rest, "="); valued {
		opt.valued = true
		if opt.val, rest, valued = unquote(val); !valued {
			return opt, "", fmt.Errorf("option %q: the quote in front of %s has no end; close it, and write a quote that is part of the value twice: %[1]s='it''s'", opt.key, val[1:])
		}
	} else {
		opt.key = strings.TrimRightFunc(opt.key, unicode.IsSpace)
	}
	opt.text = strings.TrimSpace(s[:len(s)-len(rest)])
	return opt, rest, nil
}

const maxOptions = 17

// options are the keys of all that there are.
var options = [maxOptions]string{"id", "ref", "parent", "text", "required", "default", "enum", "flags", "json", "alias",
	"nonfinite", "any", "map", "key", "none", "form", "index"}

// set notes an option.
func (t *tag) set(opt option) error {
	i := slices.Index(options[:], opt.key)
	switch {
	case i < 0:
		return unknownOption(opt)
	case slices.Contains(t.given.indexes(), uint8(i)):
		return fmt.Errorf("option %q is given twice", opt.key)
	}
	if err := t.apply(opt); err != nil {
		return err
	}
	t.given.at[t.given.n] = uint8(i)
	t.given.n++
	return nil
}

// apply is a switch, as functions in a table would move each tag to the heap.
func (t *tag) apply(opt option) error {
	switch opt.key {
	case "ref":
		return t.setRef(opt)
	case "default":
		return t.setDefault(opt)
	case "enum":
		return setNames(&t.enum, opt.key, opt.val)
	case "flags":
		return setNames(&t.flags, opt.key, opt.val)
	case "json":
		return t.setJSON(opt)
	case "alias":
		return t.setAlias(opt)
	case "none":
		return t.setNone(opt)
	case "form":
		return t.setForms(opt)
	}
	if opt.valued {
		return fmt.Errorf("option %q takes no value", opt.key)
	}
	switch opt.key {
	case "id":
		t.id = true
	case "parent":
		t.parent = true
	case "text":
		t.text = true
	case "required":
		t.required = true
	case "nonfinite":
		t.nonfinite = true
	case "any":
		t.any = true
	case "map":
		t.isMap = true
	case "key":
		t.key = true
	case "index":
		t.index = true
	}
	return nil
}

func unknownOption(opt option) error {
	if hint, ok := elsewhere[opt.key]; ok {
		return fmt.Errorf("unknown option %q: %s", opt.text, hint)
	}
	return fmt.Errorf("unknown option %q; the options are %s", opt.text, strings.Join(options[:], ", "))
}

func (t *tag) setRef(opt option) error {
	t.ref = true
	if !opt.valued {
		return nil
	}
	return setNames(&t.kinds, opt.key, opt.val)
}

func (t *tag) setDefault(opt option) error {
	if !opt.valued {
		return fmt.Errorf("option %q needs a value: default=1", opt.key)
	}
	t.hasDefault, t.def = true, opt.val
	return nil
}

func (t *tag) setJSON(opt option) error {
	if opt.val == "" {
		return fmt.Errorf("option %q needs a value: json=key", opt.key)
	}
	t.json = opt.val
	return nil
}

func (t *tag) setAlias(opt option) error {
	if err := setNames(&t.alias, opt.key, opt.val); err != nil {
		return err
	}
	return checkPaths(t.alias)
}

// only refuses a tag that has other options than these. what says who takes what, as in "a
// store takes a name".
func (t *tag) only(what string, allowed ...string) error {
	for _, i := range t.given.indexes() {
		if key := options[i]; !slices.Contains(allowed, key) {
			return fmt.Errorf("the tag of %s only, not %s", what, key)
		}
	}
	return nil
}

// elsewhere explains what options of encoding/json and encoding/xml are called here.
var elsewhere = map[string]string{
	"omitempty": "a field may be left out unless it is required",
	"omitzero":  "a field may be left out unless it is required",
	"optional":  "a field may be left out unless it is required",
	"attr":      "a field is an attribute or an element, as the level has it",
	"chardata":  "an element's text is \"text\"",
	"cdata":     "an element's text is \"text\"",
	"string":    "a number in quotes goes into a store.Str",
	"prefix":    "what stands around an id in a reference is its form: form=#*",
	"suffix":    "what stands around an id in a reference is its form: form=url(#*)",
	"nil":       "what stands for no reference is none=-1",
	"null":      "what stands for no reference is none=-1",
}

// setNames stores the names of a|b|c, which must not be empty or equal.
func setNames(dst *[]string, key, val string) error {
	names := strings.Split(val, "|")
	for i, n := range names {
		if n == "" {
			return fmt.Errorf("option %q has an empty name: %s=a|b|c; no name has a | in it", key, key)
		}
		if slices.Contains(names[:i], n) {
			return fmt.Errorf("option %q names %q twice", key, n)
		}
	}
	*dst = names
	return nil
}

// checkPaths refuses earlier names that have a slash, which no name has, and are no paths
// from the top of a record.
func checkPaths(names []string) error {
	for _, n := range names {
		if parts := strings.Split(n, "/"); len(parts) > 1 && (parts[0] != "" || slices.Contains(parts[1:], "")) {
			return fmt.Errorf("alias=%s: a path from the top of the record is written alias=/struct/field", n)
		}
	}
	return nil
}

// checkName refuses names that a table or field cannot have. The name may be empty if
// the Go name can take its place.
func checkName(s string, mayBeEmpty bool) error {
	switch {
	case s == "" && mayBeEmpty:
		return nil
	case s == "":
		return fmt.Errorf("an empty name after %q", "|")
	case len(s) > format.MaxName:
		return fmt.Errorf("a name of %d bytes; at most %d", len(s), format.MaxName)
	case !utf8.ValidString(s):
		return fmt.Errorf("name %q is not UTF-8", s)
	case s[0] == '$':
		return fmt.Errorf("name %q: names that begin with $ belong to the format", s)
	case strings.ContainsAny(s, "/\x00"):
		return fmt.Errorf("name %q has a character that no XML name has", s)
	case s != strings.TrimSpace(s):
		return fmt.Errorf("name %q has white space at an end; a key of JSON that has it goes into json='...'", s)
	}
	return nil
}

// SetTag takes the level tag out of all tags of the field. Package reflect sees no key
// where the syntax is wrong, as in `level: "pos"`; then Slip says so, because a tag that
// is passed over would only show as names that are unknown in every level.
func (f *Field) SetTag(all reflect.StructTag) {
	if f.Tag, f.Tagged = all.Lookup("level"); f.Tagged {
		return
	}
	rest := string(all)
	for {
		rest = strings.TrimLeft(rest, " ,;\t\n")
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
		if end < 0 {
			end = len(rest)
		}
		key, value := rest[:end], rest[end:]
		if strings.EqualFold(key, "level") {
			f.Slip = rest
			return
		}
		quoted, err := strconv.QuotedPrefix(strings.TrimPrefix(value, ":"))
		if err != nil || !strings.HasPrefix(value, ":") {
			return // the tag of somebody else is wrong
		}
		rest = value[1+len(quoted):]
	}
}

// NameOf returns the name that a Go field or record has in a level if no tag gives it
// one: X is x, MaxSpeed is maxSpeed, HTTPPort is httpPort, ID is id.
func NameOf(goName string) string {
	r := []rune(goName)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}
