package export

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/format"
)

// The members for single values.

// field describes a member: the field's value or, unless it is required, null.
func (j *jsonSchema) field(f *format.Field) object {
	var out object
	if f.Type == format.TypeSpan {
		out = j.span(f)
	} else {
		out = j.items(f)
	}
	if !f.Attr.Required {
		out = orNull(out)
	}
	if doc := strings.TrimSpace(f.Attr.Doc); doc != "" {
		out = append(object{{"description", doc}}, out...)
	}
	if v, ok := jsonDefault(f); ok {
		out = out.with("default", v)
	}
	return out
}

// orNull also allows null.
func orNull(o object) object {
	null := map[string]any{"type": "null", "enum": nil, "anyOf": ofType("null")}
	for i, m := range o {
		more, ok := null[m.name]
		if !ok {
			continue
		}
		choices, ok := m.value.([]any)
		if !ok {
			choices = []any{m.value}
		}
		out := slices.Clone(o)
		out[i].value = append(slices.Clone(choices), more)
		return out
	}
	return anyOf(o, ofType("null"))
}

// one describes a single value.
func (j *jsonSchema) one(f *format.Field) object {
	switch {
	case f.Type.IsInteger():
		low, high := integerRange(f.Type)
		return ofType("integer").with("minimum", low).with("maximum", high)
	case f.Type == format.TypeF32:
		// What rounds to the largest float32 is allowed; half a step above it is the
		// limit.
		const end = (math.MaxFloat32 + 0x1p128) / 2
		return ofType("number").with("exclusiveMinimum", -end).with("exclusiveMaximum", end)
	case f.Type == format.TypeF64:
		return ofType("number")
	case f.Type == format.TypeBool:
		return anyOf(ofType("boolean"), object{{"enum", []any{0, 1}}})
	case f.Type.IsEnum():
		return oneOf(f.Symbols)
	case f.Type.IsFlags():
		return anyOf(list(oneOf(f.Symbols), 0), flagsText(f))
	case f.Type.IsRef():
		return j.ref(f)
	case f.Attr.Role == format.RoleAny:
		return ofType("string", "number", "boolean")
	}
	return ofType("string")
}

// flagsText describes flags in one string.
func flagsText(f *format.Field) object {
	return ofType("string").with("pattern", "^"+flagsPattern(f.Symbols, `[ \t\n\r,|]`)+"$")
}

// ref describes an id, which may be a number if some kinds have numbers as ids.
func (j *jsonSchema) ref(f *format.Field) object {
	targets := f.Symbols
	if f.Type == format.TypeRef {
		targets = []string{f.Target}
	}
	types := []any{"string"}
	for _, name := range targets {
		if id := idOf(j.tables[name]); id != nil && id.Type != format.TypeStr {
			types = []any{"string", "integer"}
		}
	}
	out := object{{"type", types}}
	if f.Attr.Required {
		out = out.with("minLength", 1) // an empty one refers to nothing
	}
	if other := noneOf(f); len(other) > 0 {
		return object{}.with("anyOf", []any{out, object{}.with("enum", other)})
	}
	return out
}

// noneOf returns what says none in a reference and is no string.
func noneOf(f *format.Field) []any {
	var out []any
	for _, s := range f.Attr.None {
		switch {
		case s == "true" || s == "false":
			out = append(out, s == "true")
		case jsontext.Value(s).Kind() == '0' && jsontext.Value(s).IsValid():
			out = append(out, jsontext.Value(s))
		}
	}
	return out
}

// integerRange returns the least and the greatest value as JSON numbers.
func integerRange(t format.Type) (low, high jsontext.Value) {
	least, most := rangeOf(t)
	sign := ""
	if least > 0 {
		sign = "-"
	}
	return jsontext.Value(sign + strconv.FormatUint(least, 10)), jsontext.Value(strconv.FormatUint(most, 10))
}
