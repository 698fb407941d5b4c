package infer

import (
	"bytes"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// tally is what was seen of the values of one field.
//
// Invariant: texts+strings+numbers+bools+lists values were added; nulls are counted
// separately.
type tally struct {
	texts   uint64 // XML: words, numbers and lists alike
	strings uint64 // JSON
	numbers uint64
	bools   uint64
	lists   uint64
	nulls   uint64
	empty   uint64 // empty texts, strings and lists
	colours uint64 // strings such as "#ff8000"

	num   numbers // of all numbers, including those in lists
	wordy bool    // a text that is no list of numbers was seen
	gap   bool    // there was a text that is no list at all, because nothing stands beside a comma

	noNumbers misfits // XML: the texts that are no list of numbers
	several   misfits // XML: lists of several numbers
	ungrouped bool    // XML: one of these is no number with commas for thousands

	least, most int    // items in one value: XML texts and JSON lists
	group       int    // XML: divides the number of items in each text that has any
	itemStrings uint64 // JSON: items that are strings; the other kinds of items follow
	itemNumbers uint64
	itemBools   uint64
	itemNulls   uint64
	spaced      bool // JSON: there was a string in a list that XML could not have in a text's
	nesting     nesting
	nullLists   bool // there were lists of nothing but null
	begun       *begun

	truths tallyBool
	words  words
}

// tallyBool counts what could be bools, until there was something else.
type tallyBool struct {
	trues, falses uint64 // the words
	ones, zeros   uint64
	other         bool
}

// count returns the number of values.
func (t *tally) count() uint64 { return t.texts + t.strings + t.numbers + t.bools + t.lists }

// add counts a value.
func (t *tally) add(v *source.Value) {
	switch v.Kind {
	case source.Text:
		t.addText(source.Trim(v.Bytes))
	case source.String:
		t.strings++
		if len(v.Bytes) == 0 {
			t.empty++
		} else if isColour(v.Bytes) {
			t.colours++
		}
		t.words.add(v.Bytes)
	case source.Number:
		t.numbers++
		t.num.add(v.Bytes)
		t.truths.add(v.Bytes)
	case source.Bool:
		t.bools++
		t.truths.add(v.Bytes)
	case source.Null:
		t.nulls++
	case source.List:
		t.addList(v.Items, v.More)
	case source.Numbers:
		t.addLong(v.Bytes)
	}
}

// addLong counts a long list of numbers.
func (t *tally) addLong(b []byte) {
	t.lists++
	n := t.addEach(b)
	t.items(n, t.lists+t.texts == 1)
	t.nesting.row(1, n)
}

// addEach counts the numbers of a long list, and returns how many there are.
func (t *tally) addEach(b []byte) int {
	n, usual := t.num.addList(b)
	if !usual {
		for one := range source.EachNumber(b) {
			t.num.add(one)
			n++
		}
	}
	t.itemNumbers += uint64(n)
	return n
}

// begun is the list that is being counted, of which more is to come.
type begun struct {
	n, nulls int  // items, and those null with which it begins
	lists    bool // there are lists among them
}

// addList counts a JSON list, or the next part of one. A list of nothing but null counts
// as empty, because it stands for objects.
func (t *tally) addList(items []source.Value, more bool) {
	var l begun
	if t.begun != nil {
		l = *t.begun
	}
	if l.nulls == l.n {
		k := 0
		for k < len(items) && items[k].Kind == source.Null {
			k++
		}
		if l.nulls += k; k < len(items) {
			t.addNulls(l.nulls)
		}
		l.n += k
		items = items[k:]
	}
	l.n += len(items)
	l.lists = t.addItems(items, 1) || l.lists
	if more {
		rest := l // so that l itself, of each list, stays on the stack
		t.begun = &rest
		return
	}
	t.begun = nil
	t.lists++
	if l.nulls == l.n {
		t.empty++
		t.nullLists = t.nullLists || l.n > 0
		l.n = 0
	}
	t.items(l.n, t.lists+t.texts == 1)
	t.endList(l.n, 1, l.lists)
}

// addNulls counts null among the items of a list.
func (t *tally) addNulls(n int) {
	t.itemNulls += uint64(n)
	if n > 0 {
		t.nesting.value(1)
	}
}

// items notes how many items a value has.
func (t *tally) items(n int, first bool) {
	if first {
		t.least = n
	}
	t.least, t.most = min(t.least, n), max(t.most, n)
}

func (t *tally) addText(b []byte) {
	t.texts++
	if len(b) == 0 {
		t.empty++
		t.items(0, t.lists+t.texts == 1)
		return
	}
	t.words.add(b)
	t.truths.add(b)
	if !t.noNumbers.many && (isDigitGrid(b) || isRagged(b) || !t.addNumbers(b)) {
		t.wordy = true
		t.noNumbers.add(b, t.texts)
	}
	if t.wordy {
		t.gap = t.gap || hasGap(b)
	}
}

// addNumbers counts a text's numbers, and reports whether it is a list of nothing else.
func (t *tally) addNumbers(b []byte) bool {
	n, ok := t.num.addList(b)
	if !ok {
		if n, ok = t.addRareNumbers(b); !ok {
			return false
		}
	}
	t.items(n, t.lists+t.texts == 1)
	if n != t.group {
		t.group = divisor(t.group, n)
	}
	if n > 1 {
		t.several.add(b, t.texts)
		t.ungrouped = t.ungrouped || !isGrouped(b)
	}
	return true
}

// addRareNumbers counts the numbers of any list, up to what is no number.
func (t *tally) addRareNumbers(b []byte) (n int, ok bool) {
	it := source.Split(b)
	for it.Next() {
		item := it.Item()
		if !t.num.addUsual(item) {
			if !isPlainNumber(item) {
				return n, false
			}
			t.num.addRare(item)
		}
		n++
	}
	// A number by itself has no brackets, and what is empty may be words as well.
	return n, it.Err() == nil && (n >= 2 || b[0] != '(' && b[0] != '[')
}

// hasGap reports whether a text is no list, because nothing stands beside a comma.
func hasGap(b []byte) bool {
	if bytes.IndexByte(b, ',') < 0 {
		return false
	}
	it := source.Split(b)
	for it.Next() {
	}
	return it.Err() != nil
}

// divisor returns the greatest number that divides both; 0 is divided by all.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// addItems counts items of a JSON list, which is the depth'th of the lists around them.
// It reports whether there are lists among them.
func (t *tally) addItems(items []source.Value, depth int) (lists bool) {
	for i := range items {
		it := &items[i]
		switch it.Kind {
		case source.List:
			lists = true
			t.endList(len(it.Items), depth+1, t.addItems(it.Items, depth+1))
			continue
		case source.Numbers:
			lists = true
			t.nesting.row(depth+1, t.addEach(it.Bytes))
			continue
		case source.Number:
			t.itemNumbers++
			t.num.add(it.Bytes)
		case source.Bool:
			t.itemBools++
		case source.String:
			t.itemStrings++
			t.spaced = t.spaced || len(it.Bytes) == 0 || bytes.ContainsAny(it.Bytes, " \t\r\n,()[]")
		default:
			t.itemNulls++
		}
		t.nesting.value(depth)
	}
	return lists
}

// endList counts a list of n items after these. lists says that there are lists among them.
func (t *tally) endList(n, depth int, lists bool) {
	if !lists {
		t.nesting.row(depth, n)
	}
}

// addEmpty counts n empty elements, as <mass/>.
func (t *tally) addEmpty(n uint64) {
	if n == 0 {
		return
	}
	t.items(0, t.lists+t.texts == 0)
	t.texts += n
	t.empty += n
}

// merge adds what another tally has seen.
func (t *tally) merge(o *tally) {
	if o.texts+o.lists > 0 {
		first := t.texts+t.lists == 0
		t.items(o.least, first)
		t.items(o.most, false)
	}
	t.texts += o.texts
	t.strings += o.strings
	t.numbers += o.numbers
	t.bools += o.bools
	t.lists += o.lists
	t.nulls += o.nulls
	t.empty += o.empty
	t.colours += o.colours
	t.itemStrings += o.itemStrings
	t.itemNumbers += o.itemNumbers
	t.itemBools += o.itemBools
	t.itemNulls += o.itemNulls
	t.nullLists = t.nullLists || o.nullLists
	t.spaced = t.spaced || o.spaced
	t.nesting.merge(&o.nesting)
	t.wordy = t.wordy || o.wordy
	t.gap = t.gap || o.gap
	t.noNumbers.merge(&o.noNumbers)
	t.several.merge(&o.several)
	t.ungrouped = t.ungrouped || o.ungrouped
	t.group = divisor(t.group, o.group)
	t.num.merge(&o.num)
	t.truths.trues += o.truths.trues
	t.truths.falses += o.truths.falses
	t.truths.ones += o.truths.ones
	t.truths.zeros += o.truths.zeros
	t.truths.other = t.truths.other || o.truths.other
	t.words.merge(&o.words)
}

func (t *tallyBool) add(b []byte) {
	if t.other {
		return
	}
	switch string(b) {
	case "true", "True", "TRUE":
		t.trues++
	case "false", "False", "FALSE":
		t.falses++
	case "1":
		t.ones++
	case "0":
		t.zeros++
	default:
		t.other = true
	}
}

// belowOne reports whether there were numbers, all of them at least 0 and below 1.
func (t *tally) belowOne() bool {
	return t.texts+t.numbers > 0 && t.count() == t.texts+t.numbers && t.empty == 0 && !t.wordy && t.num.min >= 0 && t.num.max < 1
}
