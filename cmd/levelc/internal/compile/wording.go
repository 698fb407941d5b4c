package compile

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// The messages about values. They say what is there and what was expected, in the same
// words for XML and JSON. The place, the line and the caret are added when a message is
// printed.

// fault is what is wrong with the text of a value, or fine. Its message is made only
// when it is needed.
type fault uint8

const (
	fine       fault = iota
	notNumber        // no number at all
	notWhole         // a fraction for an integer
	outOfRange       // beyond what the type holds
	notBool          // neither true nor false
	noSymbol         // none of the enum's or flags' names
	wrongKind        // a JSON string for a number, and so on
	emptyItem        // a list with a comma too many
	wrongCount       // a list of the wrong length
	noColour         // begins like #rrggbb, but is not a colour
)

// mistake is a value that a field does not take.
type mistake struct {
	fault fault
	field *field
	kind  source.ValueKind
	text  []byte
	item  bool // it is one value of a list
	count int  // of the values of a list that is too long or too short
}

// describe says what is wrong with a value of that name.
func (m *mistake) describe(name string) string {
	switch m.fault {
	case notNumber:
		if len(m.text) == 0 {
			return fmt.Sprintf("%s: expected %s, got nothing", name, expected(m.field, m.item))
		}
		return fmt.Sprintf("%s: %s is not a number", name, quote(m.text))
	case notWhole:
		return fmt.Sprintf("%s: %s is not an integer", name, clip(m.text))
	case outOfRange:
		return fmt.Sprintf("%s: %s is out of range: %s", name, clip(m.text), limits(m.field))
	case notBool:
		return fmt.Sprintf("%s: %s is neither true nor false", name, quote(m.text))
	case noSymbol:
		return fmt.Sprintf("%s: unknown symbol %s", name, quote(badSymbol(m.field, m.text)))
	case wrongKind:
		return fmt.Sprintf("%s: expected %s, got %s", name, expected(m.field, m.item), got(m.kind, m.text))
	case noColour:
		return fmt.Sprintf("%s: %s is no colour", name, quote(m.text))
	case emptyItem:
		return fmt.Sprintf("%s: a value is missing beside a comma", name)
	case wrongCount:
		return fmt.Sprintf("%s: expected %d values, got %d", name, m.field.Count, m.count)
	}
	return name
}

// advise returns the hint, or "".
func (m *mistake) advise() string {
	switch f := m.field; m.fault {
	case noSymbol:
		if near := spell.Nearest(badSymbol(f, m.text), f.symbols.list); near != "" {
			return didYouMean(near)
		}
		return takes(f)
	case notBool:
		return "write true or false, or 1 or 0"
	case notWhole:
		if takesColour(f) { // 1 is 255 in another tool, perhaps
			return asColour(f)
		}
		return "write it without a fraction and without an exponent"
	case noColour:
		return asColour(f)
	case notNumber:
		if len(m.text) == 0 && !f.Attr.Required && !f.Attr.Role.IsKey() {
			return "leave it out to say none, or give the field the type store.Str, which may be empty"
		}
		if m.item && bytes.ContainsRune(m.text, ';') {
			return "divide values by spaces or commas"
		}
		return noNumber(f, m.text)
	case outOfRange:
		return "write a number in this range, or give the field another type"
	case wrongKind:
		return m.otherKind()
	case wrongCount:
		return m.decimalCommas()
	}
	return ""
}

// decimalCommas returns the hint for a text such as "1,5 2" that has as many numbers as the
// field if its commas are decimal signs, or "".
func (m *mistake) decimalCommas() string {
	items := bytes.Fields(m.text)
	if m.kind != source.Text || !m.field.Type.IsFloat() || len(items) != int(m.field.Count) || !bytes.ContainsRune(m.text, ',') {
		return ""
	}
	example := ""
	for i, item := range items {
		if i < len(items)-1 {
			item = bytes.TrimSuffix(item, []byte(","))
		}
		number := bytes.Replace(item, []byte(","), []byte("."), 1)
		if bytes.HasPrefix(item, []byte(",")) || bytes.HasSuffix(item, []byte(",")) || !source.IsNumber(number) {
			return ""
		}
		if example == "" && !bytes.Equal(number, item) {
			example = fmt.Sprintf("write %s for %s", clip(number), clip(item))
		}
	}
	return "a comma divides values, and the decimal sign is a point: " + example
}

// otherKind returns the hint for a JSON value of a kind that the field does not take.
func (m *mistake) otherKind() string {
	f, many := m.field, !m.item && (m.field.Count > 1 || m.field.Type == format.TypeSpan)
	switch m.kind {
	case source.String:
		switch {
		case f.Type.IsNumber() && source.IsNumber(m.text):
			return "remove the quotes"
		case many && takesColour(f):
			return "write it as #rrggbb, or as a list, in square brackets"
		case many:
			return "write a list, in square brackets"
		case f.Type.IsNumber():
			return noNumber(f, m.text)
		case f.Type == format.TypeBool:
			return "write true or false, without quotes"
		}
	case source.Null:
	case source.Number, source.Bool:
		switch {
		case f.Type.IsRef() && saysNone(m.text):
			return f.hintNone(m.text)
		case f.Type == format.TypeStr:
			return "put it in quotes"
		}
	case source.List:
		if !many {
			return "write one value, without brackets"
		}
	default:
		if f.Type == format.TypeStr {
			return "put it in quotes"
		}
	}
	return ""
}

// takes lists the symbols that a field may have.
func takes(f *field) string { return "it takes " + either(f.symbols.list) }

// badSymbol returns the part of a list of flags that is unknown.
func badSymbol(f *field, b []byte) []byte {
	from, to := badFlag(f, b)
	return b[from:to]
}

// badFlag returns the place of the first unknown flag in a list. If all are known, the list
// itself is where one flag should be.
func badFlag(f *field, b []byte) (from, to int) {
	if !f.Type.IsFlags() {
		return 0, len(b) // a string of JSON is compared with the spaces around it
	}
	for from, to = nextFlag(b, 0); from < to; from, to = nextFlag(b, to) {
		if f.symbols.find(b[from:to]) < 0 {
			return from, to
		}
	}
	return 0, len(b)
}

// expected describes the value of a field, or an item of it.
func expected(f *field, item bool) string {
	switch {
	case f.Count > 1 && !item:
		return fmt.Sprintf("a list of %d values", f.Count)
	case f.Type.IsInteger():
		return "an integer"
	case f.Type.IsNumber():
		return "a number"
	case f.Type == format.TypeBool:
		return "true or false"
	case f.Type.IsEnum():
		return either(f.symbols.list)
	case f.Type.IsFlags():
		return "any of " + list(f.symbols.list, "and")
	case f.Type.IsRef():
		return "an id"
	case f.Type == format.TypeSpan:
		return "a list"
	}
	return "a string"
}

// got describes a value in the source.
func got(kind source.ValueKind, b []byte) string {
	switch kind {
	case source.String:
		return "the string " + quote(b)
	case source.Number, source.Bool:
		return clip(b)
	case source.Null:
		return "null"
	case source.List, source.Numbers:
		return "a list"
	}
	return quote(b)
}

// limits describes the values that a number type holds.
func limits(f *field) string {
	bits := 8 * f.size
	switch f.Type {
	case format.TypeF32:
		return "a float32 reaches to " + strconv.FormatFloat(math.MaxFloat32, 'g', -1, 32)
	case format.TypeF64:
		return "a float64 reaches to " + strconv.FormatFloat(math.MaxFloat64, 'g', -1, 64)
	case format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64:
		return fmt.Sprintf("a uint%d holds 0 to %d", bits, uint64(math.MaxUint64)>>(64-bits))
	}
	top := int64(math.MaxInt64) >> (64 - bits)
	return fmt.Sprintf("an int%d holds %d to %d", bits, -top-1, top)
}

// either lists words: a, b or c.
func either(words []string) string { return list(words, "or") }

// list lists at most a dozen words.
func list(words []string, last string) string {
	const most = 12
	switch n := len(words); {
	case n == 0:
		return "nothing"
	case n == 1:
		return words[0]
	case n > most:
		return strings.Join(words[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
}

// mostShown is how many bytes of a piece of the source fit in a message.
const mostShown = 48

// quote shows a piece of the source in quotes.
func quote(b []byte) string {
	cut := terse.Cut(b, mostShown)
	s := strconv.QuoteToGraphic(string(cut))
	if len(cut) < len(b) {
		s = s[:len(s)-1] + "…\""
	}
	return s
}

// clip shows a piece of the source as it is.
func clip(b []byte) string { return terse.Clip(b, mostShown) }

// also says how many more problems a message stands for.
func also(n int) string {
	if n == 1 {
		return ", and once more"
	}
	return fmt.Sprintf(", and %d times more", n)
}

// noNumber says how to write a number that is in the form of another language. Colours
// that a field has no place for are not such numbers.
func noNumber(f *field, b []byte) string {
	for _, sign := range []string{"#", "$"} {
		if digits, ok := strings.CutPrefix(string(b), sign); ok && f.Type.IsInteger() {
			if v, err := strconv.ParseUint(digits, 16, 64); err == nil && v <= most(f.Type, int(f.Type.Size())) {
				return "numbers are decimal: write " + strconv.FormatUint(v, 10)
			}
		}
	}
	s := string(b)
	if plain := strings.ReplaceAll(s, ",", ""); f.Type.IsInteger() && isGrouped(s) && source.IsNumber([]byte(plain)) {
		return "digits are not grouped: write " + source.PlainNumber(plain)
	}
	hint := source.NumberHint(b)
	if takesColour(f) && (hint == "" || len(s) > len("0xff") && strings.HasPrefix(s, "0x")) {
		return asColour(f)
	}
	return hint
}

func asColour(f *field) string {
	return fmt.Sprintf("write it as #rrggbb, or as %d numbers from 0 to 255", f.Count)
}

// isGrouped reports whether a text is a whole number with a comma in front of each three
// digits, as in 12,500. What begins with a zero is sooner a fraction.
func isGrouped(s string) bool {
	first, rest, found := strings.Cut(strings.TrimLeft(s, "+-"), ",")
	for digits := range strings.SplitSeq(rest, ",") {
		found = found && len(digits) == 3 && strings.Trim(digits, "0123456789") == ""
	}
	return found && first != "" && first[0] != '0' && len(first) <= 3
}
