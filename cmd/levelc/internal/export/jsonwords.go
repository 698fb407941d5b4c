package export

import (
	"net/url"
	"strings"
)

// The words of JSON Schema.

// ofType describes any value of a JSON type, or of one of several.
func ofType(types ...any) object {
	if len(types) == 1 {
		return object{{"type", types[0]}}
	}
	return object{{"type", types}}
}

// oneOf describes one of some strings.
func oneOf(list []string) object { return object{{"enum", anys(list)}} }

// having describes objects whose member of that name, if they have it, is like value.
func having(name string, value any) object {
	return object{{"properties", object{{name, value}}}}
}

func anyOf(forms ...any) object { return object{{"anyOf", forms}} }

func either(test, yes, no any) object {
	return object{{"if", test}, {"then", yes}, {"else", no}}
}

// to returns a reference to a definition.
func to(def string) object {
	def = strings.NewReplacer("~", "~0", "/", "~1").Replace(def)
	return object{{"$ref", "#/$defs/" + url.PathEscape(def)}}
}

// list describes an array with items, no fewer than least.
func list(items object, least int) object {
	out := ofType("array").with("items", items)
	if least > 0 {
		out = out.with("minItems", least)
	}
	return out
}

// counted describes an array with a limited number of items.
func counted(items object, least, most int) object { return list(items, least).with("maxItems", most) }
