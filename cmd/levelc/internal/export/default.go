package export

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

func formatUint(u uint64) string { return strconv.FormatUint(u, 10) }

// jsonDefault is a field's default as JSON has it.
func jsonDefault(f *format.Field) (v any, ok bool) {
	text := strings.TrimSpace(f.Attr.Default)
	switch {
	case f.Type == format.TypeSpan:
		return nil, false
	case f.Count > 1:
		list := []any{}
		for _, item := range defaultItems(f) {
			v, ok := scalarDefault(f, item)
			if !ok {
				return nil, false
			}
			list = append(list, v)
		}
		return list, true
	case isFlags(f.Type):
		return anys(splitFlags(text)), true
	case f.Type == format.TypeStr:
		return f.Attr.Default, true
	}
	return scalarDefault(f, text)
}

func scalarDefault(f *format.Field, text string) (v any, ok bool) {
	switch {
	case isNumber(f.Type):
		return jsonNumber(text)
	case f.Type == format.TypeBool:
		return isTrue(text), true
	}
	return text, true
}

func isTrue(text string) bool {
	v, err := source.ParseBool([]byte(text))
	return err == nil && v
}

// defaultItems are the values of the default of an inline array.
func defaultItems(f *format.Field) []string {
	if strings.HasPrefix(strings.TrimSpace(f.Attr.Default), "#") && f.Type == format.TypeU8 { // a colour
		var items []string
		row, _ := format.DefaultBytes(f)
		for _, b := range row {
			items = append(items, strconv.Itoa(int(b)))
		}
		return items
	}
	var items []string
	for it := source.Split([]byte(f.Attr.Default)); it.Next(); {
		items = append(items, string(it.Item()))
	}
	return items
}

// jsonNumber writes a number of the source grammar as JSON does: "+.5" is 0.5.
func jsonNumber(s string) (jsontext.Value, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, false
	}
	if v := jsontext.Value(s); v.IsValid() {
		return v, true
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return jsontext.Value(strconv.FormatInt(i, 10)), true
	}
	return jsontext.Value(strconv.FormatFloat(f, 'g', -1, 64)), true
}

func splitFlags(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '|' || r == ',' || isSpace(r) })
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// quotePattern is a pattern for the text itself.
func quotePattern(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '$':
			b.WriteString("[$]")
			continue
		case strings.ContainsRune(`\.*+?()|[]{}^`, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// flagsPattern is a regular expression for a list of the symbols, in the
// dialects of JSON Schema and of XML Schema. sep is the class of characters
// between them.
func flagsPattern(symbols []string, sep string) string {
	if len(symbols) == 0 {
		return sep + "*"
	}
	one := word(symbols)
	return sep + "*(" + one + "(" + sep + "+" + one + ")*" + sep + "*)?"
}

// word is a pattern for one of the symbols. Longer ones come first, for engines
// that take the first alternative that fits.
func word(symbols []string) string {
	sorted := slices.Clone(symbols)
	slices.SortStableFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	for i, s := range sorted {
		sorted[i] = quotePattern(s)
	}
	return "(" + strings.Join(sorted, "|") + ")"
}
