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
	case t.num.n > 0 && !t.wordy && t.strings == 0 && !g.any && (g.typ != format.TypeStr || len(t.words.list) == 0):
		parts = append(parts, span(&t.num))
	case t.truths.trues+t.truths.falses > 0 && t.strings == 0 && !t.truths.other:
		parts = append(parts, truths(t.truths.trues+t.truths.ones, t.truths.falses+t.truths.zeros))
	case t.itemStrings > 0:
		parts = append(parts, "Strings")
	case len(t.words.list) == 0 && g.any:
		parts = append(parts, t.kinds())
	case len(t.words.list) == 0:
		parts = append(parts, "Always empty")
	case g.symbols != nil:
		parts = append(parts, "Mostly "+quoted(t.words.common(1)))
	case !t.words.many && len(t.words.list) == 1:
		parts = append(parts, "Always "+quoted(t.words.common(1)))
	default:
		parts = append(parts, "Such as "+quoted(t.words.common(3)))
	}
	switch {
	case g.span && t.least < t.most:
		parts = append(parts, fmt.Sprintf("%d to %d values", t.least, t.most))
	case g.span && t.most > 0:
		parts = append(parts, fmt.Sprintf("%d values", t.most))
	}
	if n := t.count(); full > 0 && n < full {
		parts = append(parts, fmt.Sprintf("given %s in %d", times(n), full))
	}
	return strings.Join(parts, "; ") + "."
}

// kinds says what kinds of values were seen of a field that takes anything.
func (t *tally) kinds() string {
	var seen []string
	for _, k := range []struct {
		n    uint64
		name string
	}{{t.numbers, "numbers"}, {t.bools, "true and false"}, {t.empty, "empty strings"}} {
		if k.n > 0 {
			seen = append(seen, k.name)
		}
	}
	last := len(seen) - 1
	text := seen[last]
	if last > 0 {
		text = strings.Join(seen[:last], ", ") + " and " + text
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

// span returns the range of the numbers.
func span(r *numbers) string {
	if r.fraction || r.beyond {
		low, high := decimal(r.min), decimal(r.max)
		if low == high {
			return "Always " + low
		}
		return low + " to " + high
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
	if low == high {
		return "Always " + high
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
	if cut := string(terse.Cut([]byte(s), most)); cut != s {
		return cut + "…"
	}
	return s
}
