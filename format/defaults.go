package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// DefaultBytes returns the bytes that a field has in a row of a file if the
// source gives no value: those of Attr.Default, or zeros if there is none. The
// default of a str field has no bytes of its own, because strings are numbered by
// the file. It is zero, and the caller fills it in.
//
// The default is read as levelc reads a value. One value is all of the text,
// without white space around it; the flags of one value are separated by spaces,
// commas or '|'. The values of an array are separated by spaces or commas, perhaps in
// one pair of brackets. Three or four bytes may be #rrggbb. The error is an *Error that
// wraps ErrSchema.
func DefaultBytes(f *Field) ([]byte, error) {
	b := make([]byte, f.Size())
	a := &f.Attr
	if !a.HasDefault {
		return b, nil
	}
	bad := func(format string, args ...any) ([]byte, error) {
		return nil, errTable(3, "", f.Name, ErrSchema, fmt.Sprintf("default %q: ", a.Default)+fmt.Sprintf(format, args...))
	}
	switch f.Type {
	case TypeStr:
		if a.Default == "" {
			return b, nil
		}
	case TypeRef, TypeAnyRef, TypeSpan:
		switch {
		case strings.TrimSpace(a.Default) == "":
			return b, nil
		case f.Type == TypeSpan:
			return bad("a span has no default but the empty one")
		}
		return bad("only a build can look up this id, not the load of a level that was built without the field")
	}
	words := defaultWords(f)
	if words == nil {
		return bad("a list with an empty item")
	}
	if len(words) != int(f.Count) {
		return bad("%s for a field of %d", valuesText(len(words)), f.Count)
	}
	if f.Type == TypeStr {
		return b, nil
	}
	size := int(f.Type.Size())
	for i, word := range words {
		v, err := parseValue(f, word)
		if err != nil {
			return bad("%v", err)
		}
		var le [8]byte
		binary.LittleEndian.PutUint64(le[:], v)
		copy(b[i*size:(i+1)*size], le[:])
	}
	return b, nil
}

// defaultWords returns the texts of the values in a default, or nil if one is missing
// in a list, as in "1,,2".
func defaultWords(f *Field) []string {
	text := f.Attr.Default
	switch {
	case f.Count > 1:
		if rgb := colour(f, text); rgb != nil {
			return rgb
		}
		words := []string{}
		parts := strings.Split(unbracketed(text), ",")
		for _, part := range parts {
			some := strings.FieldsFunc(part, isBlank)
			if len(some) == 0 && len(parts) > 1 {
				return nil
			}
			words = append(words, some...)
		}
		return words
	case f.Type == TypeStr:
		return []string{text}
	}
	return []string{strings.TrimFunc(text, isBlank)}
}

// unbracketed returns a list without the brackets around it.
func unbracketed(s string) string {
	t := strings.TrimFunc(s, isBlank)
	if n := len(t); n >= 2 && (t[0] == '(' && t[n-1] == ')' || t[0] == '[' && t[n-1] == ']') {
		return t[1 : n-1]
	}
	return s
}

// colour returns #rrggbb as the bytes of a field, of which a fourth means opaque, or
// nil.
func colour(f *Field, s string) []string {
	digits, ok := strings.CutPrefix(strings.TrimFunc(s, isBlank), "#")
	if !ok || f.Type != TypeU8 || f.Count != 3 && f.Count != 4 || len(digits) != 6 {
		return nil
	}
	words := make([]string, f.Count)
	for i := range 3 {
		v, err := strconv.ParseUint(digits[2*i:2*i+2], 16, 8)
		if err != nil {
			return nil
		}
		words[i] = strconv.Itoa(int(v))
	}
	if f.Count == 4 {
		words[3] = "255"
	}
	return words
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// parseValue returns the bits of one value.
func parseValue(f *Field, word string) (uint64, error) {
	bits := int(f.Type.Size()) * 8
	switch f.Type {
	case TypeU8, TypeU16, TypeU32, TypeU64:
		if zeros, minus := strings.CutPrefix(word, "-"); minus && zeros != "" && strings.Trim(zeros, "0") == "" {
			word = zeros // -0 is 0
		}
		v, err := strconv.ParseUint(strings.TrimPrefix(word, "+"), 10, bits)
		return v, noNumber(f, word, "whole number", err)
	case TypeI8, TypeI16, TypeI32, TypeI64:
		v, err := strconv.ParseInt(word, 10, bits)
		return uint64(v), noNumber(f, word, "whole number", err)
	case TypeF32:
		v, err := parseFloat(word, 32)
		return uint64(math.Float32bits(float32(v))), noNumber(f, word, "number", err)
	case TypeF64:
		v, err := parseFloat(word, 64)
		return math.Float64bits(v), noNumber(f, word, "number", err)
	case TypeBool:
		switch word {
		case "true", "1", "True", "TRUE":
			return 1, nil
		case "false", "0", "False", "FALSE":
			return 0, nil
		}
		return 0, fmt.Errorf("%q is neither true nor false", word)
	}
	if f.Type.IsEnum() {
		i := slices.Index(f.Symbols, word)
		if i < 0 {
			return 0, fmt.Errorf("%q is no symbol; there are %s", word, someOf(f.Symbols, "|"))
		}
		return uint64(i), nil
	}
	v := uint64(0)
	for _, name := range strings.FieldsFunc(word, func(r rune) bool { return isBlank(r) || r == ',' || r == '|' }) {
		i := slices.Index(f.Symbols, name)
		if i < 0 {
			return 0, fmt.Errorf("%q is no flag; there are %s", name, someOf(f.Symbols, "|"))
		}
		v |= 1 << i
	}
	return v, nil
}

// parseFloat refuses what strconv accepts and no source can have: infinities, NaN,
// hexadecimal and underscores.
func parseFloat(word string, bits int) (float64, error) {
	if strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eE", r) }) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(word, bits)
}

// someOf joins the first names of a list, for a message.
func someOf(names []string, separator string) string {
	if len(names) > 8 {
		names = append(names[:8:8], "...")
	}
	return strings.Join(names, separator)
}

// noNumber says what is wrong with the text of a number, in words that do not name the
// function that has read it.
func noNumber(f *Field, word, number string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%q is out of range: %s", word, reach(f.Type))
	}
	return fmt.Errorf("%q is not a %s", word, number)
}

// reach says which numbers a type holds.
func reach(t Type) string {
	unused := 64 - 8*t.Size()
	switch t {
	case TypeF32:
		return fmt.Sprintf("%s reaches to %g", t, float32(math.MaxFloat32))
	case TypeF64:
		return fmt.Sprintf("%s reaches to %g", t, math.MaxFloat64)
	case TypeU8, TypeU16, TypeU32, TypeU64:
		return fmt.Sprintf("%s holds 0 to %d", t, uint64(math.MaxUint64)>>unused)
	}
	return fmt.Sprintf("%s holds %d to %d", t, int64(math.MinInt64)>>unused, int64(math.MaxInt64)>>unused)
}

// valuesText writes how many values there are.
func valuesText(n int) string {
	if n == 1 {
		return "1 value"
	}
	return strconv.Itoa(n) + " values"
}
