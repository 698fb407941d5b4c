// Package spell finds what a misspelt word was meant to be, for "did you mean".
package spell

import "strings"

// Nearest returns the word that was probably meant by a misspelt one: the first of
// those with the fewest edits, or "" if none is within one edit for every three
// letters.
func Nearest(word []byte, words []string) string {
	best, at := Most(word)+1, ""
	for _, w := range words {
		if d := Distance(word, w, best-1); d < best {
			best, at = d, w
		}
	}
	return at
}

// LeastSlip is the least length of a name for which one different letter is a slip.
const LeastSlip = 4

// IsSlip reports whether a name, though it may be right, is probably a misspelling of
// another: they differ only in case, or in one letter of at least four. Names that end
// in a digit are numbered: wall1 and wall2 are two things.
func IsSlip(name, meant string) bool {
	if strings.EqualFold(name, meant) {
		return name != meant
	}
	if len(name) < LeastSlip || len(meant) < LeastSlip {
		return false
	}
	last := name[len(name)-1]
	return (last < '0' || last > '9') && Distance([]byte(name), meant, 1) <= 1
}

// Most returns the most edits between a word and what was meant.
func Most(word []byte) int {
	if len(word) < 2 {
		return 0
	}
	return max(1, len(word)/3)
}

// Distance counts the insertions, deletions, substitutions and swaps of neighbours that
// turn a into b. Letters that differ only in case are equal. If there are more than
// most, it stops and returns most+1. The time is len(a) * len(b), and names are short:
// words of more than 64 bytes are never near.
//
// It is the optimal string alignment form of Damerau and Levenshtein's
// distance, three rows of the matrix at a time.
func Distance[T string | []byte](a []byte, b T, most int) int {
	const limit = 64
	if len(a) > limit || len(b) > limit || len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var rows [3][limit + 1]uint8
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		row[0] = uint8(i)
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := uint8(1)
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && lower(a[i-1]) == lower(b[j-2]) && lower(a[i-2]) == lower(b[j-1]) {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if int(least) > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}

func lower(c byte) byte {
	if c-'A' < 26 {
		return c | 0x20
	}
	return c
}
