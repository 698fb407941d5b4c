package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// Kinds with a key: objects may hold their nodes under their keys.

// keyOf returns the field of a kind for the key, or nil.
func keyOf(t *format.Table) *format.Field { return fieldOf(t, format.Role.IsKey) }

// holds reports whether an object under a name of a kind holds nodes under their keys,
// by the rules of package compile.
func holds(t *format.Table, name string) bool {
	return keyOf(t) != nil && (t.Attr.JSON == "" || t.Attr.JSON == name)
}

// keys returns the definitions for a kind with a key.
func (j *jsonSchema) keys(t *format.Table, key *format.Field) object {
	var out object
	if key.Attr.Required {
		j.said = key
		out = out.with("held."+t.Name, j.row(t))
		j.said = nil
	}
	under := append(ofType("object", "null"), either(to("typed"), to("held"), toHeld(t))...)
	holder, of := ofType("object", "null"), to("under."+t.Name)
	if key.Type != format.TypeStr {
		holder = holder.with("patternProperties", object{}.with(integerPattern(key.Type), of))
		of = j.otherwiseKeyed(key)
	}
	holder = append(holder, having("$schema", address(of))...).with("additionalProperties", of)
	return out.
		with("under."+t.Name, under).
		with("keys."+t.Name, either(ofType("array"), to("list."+t.Name), either(to("typed"), to("node"), holder)))
}

// held describes an object under a key that names its kind: a node of a kind with a
// key.
func (j *jsonSchema) held() object {
	var names []string
	var dispatch []any
	for _, other := range j.kinds {
		if keyOf(other) != nil {
			dispatch = append(dispatch, object{{"if", j.isOne(other)}, {"then", toHeld(other)}})
			names = append(names, jsonNames(other)...)
		}
	}
	return having(j.member, oneOf(names)).with("allOf", dispatch)
}

// toHeld refers to a node whose key gives the field of the key.
func toHeld(t *format.Table) object {
	if keyOf(t).Attr.Required {
		return to("held." + t.Name)
	}
	return to("kind." + t.Name)
}

// otherwiseKeyed describes what is under a key that is no number of the kind's keys: a node
// of another kind.
func (j *jsonSchema) otherwiseKeyed(number *format.Field) object {
	var names []string
	for _, t := range j.kinds {
		if is := keyOf(t); is != nil && (is.Type == format.TypeStr || !isWithin(is.Type, number.Type)) {
			names = append(names, jsonNames(t)...)
		}
	}
	if len(names) == 0 {
		return ofType("null")
	}
	one := either(ofType("null"), object{}, append(j.naming(names), to("held")...))
	if len(names) <= mostSpelled {
		return one
	}
	name := "unlike." + number.Type.String() // which the names depend on
	if !j.spans[name] {
		j.spans[name] = true
		j.valueDefs = j.valueDefs.with(name, one)
	}
	return to(name)
}

// integerPattern returns the form of an integer as a key: those that the type holds.
func integerPattern(t format.Type) string {
	least, most := rangeOf(t)
	if least == 0 {
		return "^(0|" + upTo(most) + ")$"
	}
	return "^(0|" + upTo(most) + "|-(" + upTo(least) + "))$"
}

// rangeOf returns the least and the greatest number that an integer type holds, the least
// without its sign.
func rangeOf(t format.Type) (least, most uint64) {
	bits := 8 * t.Size()
	switch t {
	case format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64:
		return 0, math.MaxUint64 >> (64 - bits)
	}
	return 1 << (bits - 1), 1<<(bits-1) - 1
}

// upTo returns a pattern of the numbers from 1 to most, by the first digit in which one with
// as many digits is smaller.
func upTo(most uint64) string {
	digits := strconv.FormatUint(most, 10)
	forms := []string{fmt.Sprintf("[1-9][0-9]{0,%d}", len(digits)-2), digits}
	for i, d := range []byte(digits) {
		first := byte('0')
		if i == 0 {
			first = '1'
		}
		if d > first {
			forms = append(forms, fmt.Sprintf("%s[%c-%c][0-9]{%d}", digits[:i], first, d-1, len(digits)-1-i))
		}
	}
	return strings.Join(forms, "|")
}

// isWithin reports whether each number of a type is one of another.
func isWithin(t, of format.Type) bool {
	least, most := rangeOf(t)
	ofLeast, ofMost := rangeOf(of)
	return least <= ofLeast && most <= ofMost
}
