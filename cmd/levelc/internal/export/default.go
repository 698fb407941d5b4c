package export

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// jsonDefault returns a field's default in JSON. A list has none, and neither is there an
// invalid one, which the build reports.
func jsonDefault(f *format.Field) (v any, ok bool) {
	if _, err := format.DefaultBytes(f); err != nil || !f.Attr.HasDefault || f.Type == format.TypeSpan {
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
	var items []string
	if strings.HasPrefix(strings.TrimSpace(f.Attr.Default), "#") && f.Type == format.TypeU8 { // a colour
		row, _ := format.DefaultBytes(f)
		for _, b := range row {
			items = append(items, strconv.Itoa(int(b)))
		}
		return items
	}
	for it := source.Split([]byte(f.Attr.Default)); it.Next(); {
		items = append(items, string(it.Item()))
	}
	return items
}

func splitFlags(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("|, \t\r\n", r) })
}
