package infer

import (
	"fmt"

	"github.com/levelc/levelc/format"
)

// guess is the type that holds all values of a tally.
type guess struct {
	typ     format.Type // of a single value
	count   uint32      // of an inline array, else 1
	span    bool        // a list of any length, of elements of count values
	lists   bool        // a list of such lists
	symbols []string
	any     bool   // a Str that also takes numbers and bools, as they are written; a span that also takes one value
	lossy   string // what is not kept exactly
	clash   string // why no type takes all of the values
}

const (
	shortVector = 4  // a list of up to this many values is a vector even if it was met only once
	longVector  = 16 // a longer list never is
	// longestRow is the most values of a list in a list that make a record, as a row of
	// a map's cells does. A record of that many has room for every type.
	longestRow = 4096
)

// guess finds the type.
func (t *tally) guess() guess {
	g := guess{typ: format.TypeStr, count: 1}
	switch {
	case t.count() == 0: // nothing but null
		return g
	case t.lists > 0:
		return t.guessList()
	}
	words := t.strings > 0 || t.texts > 0 && t.wordy
	switch {
	case t.isBool():
		g.typ = format.TypeBool
	case t.num.infinite: // JSON only: XML's would be a word
		g.any = true
	case !words && t.bools == 0 && t.empty == 0 && t.most <= 1 && t.texts+t.numbers > 0:
		g.typ, g.lossy = t.num.typ(t.texts > 0 && t.numbers == 0)
	case !words && t.most > 1 && t.least <= 1 && !t.ungrouped && t.num.max < 1000: // the other numbers are smaller
		g.lossy = fmt.Sprintf("numbers with commas for thousands (%q) become strings", t.several.first)
	case !words && t.bools == 0 && t.numbers == 0 && t.most > 1:
		return t.guessVector()
	case t.numbers+t.bools > 0:
		g.any = true
	default:
		if symbols := t.words.symbols(); symbols != nil && t.empty == 0 {
			g.symbols = symbols
			g.typ = format.TypeEnum8
		}
	}
	return g
}

// isBool reports whether all values are true or false, perhaps some 0 or 1.
func (t *tally) isBool() bool {
	return t.truths.trues+t.truths.falses > 0 && !t.truths.other && t.strings == 0 && t.empty == 0
}

// guessVector is for XML's texts of several numbers, and JSON's lists of them.
func (t *tally) guessVector() guess {
	g := guess{count: 1}
	g.typ, g.lossy = t.num.typ(t.texts > 0 && t.lists == 0)
	if g.typ == format.TypeStr {
		return g
	}
	n := t.most
	switch {
	case t.least != t.most || n < 2 || n > longVector || n > shortVector && t.texts+t.lists < 2:
		g.span = true
	default:
		g.count = uint32(n)
	}
	return g
}

// areColours reports whether colours stand beside lists of three or four bytes, which a
// build takes for the same.
func (t *tally) areColours() bool {
	if t.strings == 0 || t.strings != t.colours || t.lists+t.strings != t.count() || t.least != t.most || t.most != 3 && t.most != 4 ||
		t.nesting.isNested() || t.itemNumbers != t.lists*uint64(t.most) {
		return false
	}
	typ, _ := t.num.typ(false)
	return typ == format.TypeU8
}

// isColour reports whether a string is one of three bytes in hexadecimal digits.
func isColour(b []byte) bool {
	if len(b) != len("#rrggbb") || b[0] != '#' {
		return false
	}
	for _, c := range b[1:] {
		if c-'0' > 9 && (c|0x20)-'a' > 5 {
			return false
		}
	}
	return true
}

func (t *tally) guessList() guess {
	single := t.strings+t.numbers+t.bools > 0
	g := guess{typ: format.TypeStr, count: 1, span: true, any: single}
	kinds, nested := len(t.valueKinds()), t.nesting.isNested()
	switch {
	case t.areColours():
		return guess{typ: format.TypeU8, count: uint32(t.most)}
	case t.itemNulls > 0 || t.nullLists:
		g.clash = "lists with null in them"
	case t.num.infinite:
		g.clash = "lists of numbers beyond what a float64 holds"
	case nested && single:
		g.clash = "lists of lists and single values"
	case nested && kinds > 1:
		g.clash = "lists of values of different types"
	case nested && t.nesting.values == 0:
		g.clash = "lists of empty lists"
	case nested && t.nesting.depth() == 0:
		g.clash = "lists of values and lists of lists"
	case t.itemNumbers+t.numbers > 0 && t.wordy && kinds == 1:
		g.clash = "lists of numbers and words"
	case nested:
		return t.guessNested()
	case t.gap:
		g.clash = "lists, and text that is no list"
	case kinds > 1:
		g.any = true
	case t.itemNumbers+t.numbers > 0:
		if g = t.guessVector(); single {
			g.span, g.count, g.any = true, 1, true
		}
	case t.itemBools+t.bools > 0 && t.texts == 0:
		g.typ = format.TypeBool
	case t.itemBools+t.bools > 0:
		g.clash = "lists of bools, and text"
	}
	return g
}

// guessNested is for JSON's lists in lists. If the innermost ones are numbers of one
// length, they are rows, and XML's texts have these one after the other.
func (t *tally) guessNested() guess {
	g := guess{typ: format.TypeStr, count: 1, span: true}
	depth := t.nesting.depth()
	length := int(t.nesting.lengths[depth])
	switch {
	case t.itemNumbers > 0:
		g = t.guessVector()
		g.span, g.count = true, 1
	case t.itemBools > 0:
		g.typ = format.TypeBool
	}
	around := depth - 1
	if t.itemNumbers > 0 && length >= 2 && length <= longestRow {
		around, g.count = depth-2, uint32(length)
	}
	g.lists = around == 1
	switch {
	case around > 1: // XML could not say it
		g.clash = "lists in lists in lists"
	case t.spaced: // the same
		g.clash = "lists in lists of strings with spaces or commas"
	case t.texts > 0 && g.lists:
		g.clash = "lists of lists, and text"
	case t.texts > 0 && t.group%length != 0:
		g.clash = "lists of lists, and text with another number of values"
	}
	return g
}
