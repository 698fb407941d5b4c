package infer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// describe says in a sentence what was seen of a field that became a g. full is how
// many elements could have had it, or 0 if that is not known.
func (t *tally) describe(g guess, full uint64) string {
	var parts []string
	switch {
	case t.count() == 0:
		parts = append(parts, "Never anything but null")
	case g.span && len(t.valueKinds()) > 1:
		parts = append(parts, sentence(t.valueKinds()))
	case t.num.n > 0 && !t.wordy && t.strings == 0 && g.typ != format.TypeBool && (!g.any || g.span) && (g.typ != format.TypeStr || len(t.words.list) == 0):
		parts = append(parts, numberRange(&t.num))
	case t.truths.trues+t.truths.falses > 0 && t.strings+t.itemBools == 0 && !t.truths.other:
		parts = append(parts, truths(t.truths.trues+t.truths.ones, t.truths.falses+t.truths.zeros))
	case t.itemStrings > 0 || t.itemBools > 0:
		parts = append(parts, sentence(t.valueKinds()))
	case len(t.words.list) == 0 && g.any:
		seen := t.valueKinds()
		if t.strings > 0 {
			seen[len(seen)-1] = "empty strings"
		}
		parts = append(parts, sentence(seen))
	case len(t.words.list) == 0:
		parts = append(parts, "Always empty")
	case g.symbols != nil:
		parts = append(parts, "Mostly "+quoted(t.words.common(1)))
	case len(t.words.list) == 1:
		parts = append(parts, "Always "+quoted(t.words.common(1)))
	default:
		parts = append(parts, "Such as "+quoted(t.words.common(3)))
	}
	least, most := t.least, t.most
	if t.lists > 0 && t.strings+t.numbers+t.bools > 0 {
		least, most = min(least, 1), max(most, 1)
	}
	switch {
	case t.texts > 0 && t.wordy: // how many items a text has is known only of numbers
	case g.span && least < most:
		parts = append(parts, fmt.Sprintf("%d to %d values", least, most))
	case g.span && most > 0:
		parts = append(parts, terse.Quantity(most, "value"))
	}
	if n := t.count(); full > 0 && n < full {
		parts = append(parts, fmt.Sprintf("given %s in %d", times(n), full))
	}
	return strings.Join(parts, "; ") + "."
}

// valueKinds says what kinds of JSON's values were seen, in lists or alone.
func (t *tally) valueKinds() (seen []string) {
	if t.numbers+t.itemNumbers > 0 {
		seen = append(seen, "numbers")
	}
	if t.bools+t.itemBools > 0 {
		seen = append(seen, "true and false")
	}
	if t.strings+t.itemStrings > 0 {
		seen = append(seen, "strings")
	}
	return seen
}

// sentence begins a sentence with a list of things.
func sentence(list []string) string {
	last := len(list) - 1
	text := list[last]
	if last > 0 {
		text = strings.Join(list[:last], ", ") + " and " + text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func truths(trues, falses uint64) string {
	switch {
	case falses == 0:
		return "Always true"
	case trues == 0:
		return "Always false"
	}
	return fmt.Sprintf("True %s, false %s", times(trues), times(falses))
}

// numberRange returns the range of the numbers.
func numberRange(r *numbers) string {
	if r.fraction || r.beyond {
		return between(decimal(r.min), decimal(r.max))
	}
	var low, high string
	if r.low < 0 {
		low = strconv.FormatInt(r.low, 10)
	} else {
		low = strconv.FormatUint(r.least-1, 10)
	}
	if r.least > 0 || r.high > 0 { // of the greatest uint64 alone the least is none
		high = strconv.FormatUint(r.high, 10)
	} else {
		high = strconv.FormatInt(int64(r.max), 10)
	}
	return between(low, high)
}

func between(low, high string) string {
	if low == high {
		return "Always " + low
	}
	return low + " to " + high
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// quoted lists words for a comment, on one short line.
func quoted(list []string) string {
	for i, s := range list {
		list[i] = strconv.Quote(oneLine(s, 32))
	}
	return strings.Join(list, ", ")
}

// oneLine cuts a text to one line of a comment.
func oneLine(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return terse.Clip([]byte(s), most)
}

func times(n uint64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
