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

// jsonDefault returns a field's default in JSON. A list has none, and neither has an
// invalid default, which the build reports.
func jsonDefault(f *format.Field) (v any, ok bool) {
	if _, err := format.DefaultBytes(f); err != nil || f.Type == format.TypeSpan {
		return nil, false
	}
	text := strings.TrimSpace(f.Attr.Default)
	switch {
	case f.Count > 1:
		list := []any{}
		for _, item := range defaultItems(f) {
			list = append(list, scalarDefault(f, item))
		}
		return list, true
	case f.Type.IsFlags():
		return anys(splitFlags(text)), true
	case f.Type == format.TypeStr:
		return f.Attr.Default, true
	}
	return scalarDefault(f, text), true
}

func scalarDefault(f *format.Field, text string) any {
	switch {
	case f.Type.IsNumber():
		return jsontext.Value(source.PlainNumber(text))
	case f.Type == format.TypeBool:
		return isTrue(text)
	}
	return text
}

func isTrue(text string) bool {
	v, err := source.ParseBool([]byte(text))
	return err == nil && v
}

// defaultItems returns the values of the default of an inline array.
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

func splitFlags(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("|, \t\r\n", r) })
}

// quotePattern returns a pattern for the text itself.
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

// flagsPattern returns a regular expression for a list of the symbols, in the dialects
// of JSON Schema and of XML Schema. sep is the class of characters between them.
func flagsPattern(symbols []string, sep string) string {
	if len(undivided(symbols)) == 0 {
		return sep + "*"
	}
	one := word(undivided(symbols))
	return sep + "*(" + one + "(" + sep + "+" + one + ")*" + sep + "*)?"
}

// undivided returns the symbols that a text of several can have: white space and commas
// divide it.
func undivided(symbols []string) []string {
	return slices.DeleteFunc(slices.Clone(symbols), func(s string) bool { return strings.ContainsAny(s, " \t\n\r,") })
}

// word returns a pattern for one of the symbols. Longer ones come first, for engines
// that take the first alternative that fits.
func word(symbols []string) string {
	sorted := slices.Clone(symbols)
	slices.SortStableFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	for i, s := range sorted {
		sorted[i] = quotePattern(s)
	}
	return "(" + strings.Join(sorted, "|") + ")"
}
