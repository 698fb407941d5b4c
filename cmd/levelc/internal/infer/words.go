package infer

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// mostSymbols is the most different words of an enum.
const mostSymbols = 16

// maxSymbol is the longest word that may be a symbol.
const maxSymbol = 40

// words counts the different strings of a field, up to one more than an enum may have.
// The first ones are kept for messages.
type words struct {
	list []word
	many bool   // there were more than the list holds, so nothing else matters
	n    uint64 // all that were added, except ""
	odd  bool   // there was one that cannot be a symbol
}

type word struct {
	text string
	n    uint64
}

func (w *words) add(b []byte) {
	if len(b) == 0 || w.many {
		return
	}
	w.n++
	w.odd = w.odd || !isWord(b)
	w.count(b, 1)
}

func (w *words) count(b []byte, n uint64) {
	for i := range w.list {
		if w.list[i].text == string(b) {
			w.list[i].n += n
			return
		}
	}
	if len(w.list) > mostSymbols {
		w.many = true
		return
	}
	w.list = append(w.list, word{text: string(terse.Cut(b, maxSymbol+8)), n: n})
}

func (w *words) merge(o *words) {
	w.n += o.n
	w.many = w.many || o.many
	w.odd = w.odd || o.odd
	for _, one := range o.list {
		w.count([]byte(one.text), one.n)
	}
}

// symbols returns the words as an enum's symbols, in alphabetical order, or nil.
func (w *words) symbols() []string {
	if w.many || w.odd || len(w.list) < 2 || len(w.list) > mostSymbols || w.n < 4*uint64(len(w.list)) {
		return nil
	}
	out := make([]string, len(w.list))
	for i := range w.list {
		out[i] = w.list[i].text
	}
	slices.Sort(out)
	return out
}

// common returns the most frequent words first, at most n of them.
func (w *words) common(n int) []string {
	sorted := slices.Clone(w.list)
	slices.SortStableFunc(sorted, func(a, b word) int { return cmp.Compare(b.n, a.n) })
	var out []string
	for _, one := range sorted[:min(n, len(sorted))] {
		out = append(out, one.text)
	}
	return out
}

// isSymbol reports whether a word looks like the name of a thing in a program: of a type.
func isSymbol(b []byte) bool {
	if len(b) > maxSymbol || !isLetter(b[0]) {
		return false
	}
	for i, c := range b {
		if !isLetter(c) && c-'0' > 9 && c != '_' && c != '-' && c != '.' && (c != '\'' || i == len(b)-1) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return (c|0x20)-'a' < 26 }

// mostInSymbol is how many words one symbol may have: more are a sentence.
const mostInSymbol = 3

// isWord reports whether a text may be a symbol of an enum: a few words in any script, with
// single spaces between them, and at least one letter.
func isWord(b []byte) bool {
	if isSymbol(b) {
		return true
	}
	if len(b) > maxSymbol || !utf8.Valid(b) {
		return false
	}
	letters, words, before := false, 1, ' '
	for _, r := range string(b) {
		mark := before != ' ' && (r == '_' || r == '-' || r == '.' || r == '\'' || unicode.IsMark(r))
		switch {
		case r == ' ' && before != ' ':
			words++
		case !mark && !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return false
		}
		letters, before = letters || unicode.IsLetter(r), r
	}
	return letters && words <= mostInSymbol && before != ' ' && before != '\'' && before != '.'
}
