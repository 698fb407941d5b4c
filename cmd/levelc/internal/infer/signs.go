package infer

import "bytes"

// Some formats write more than the id in a reference, as "#door" and "url(#grad)", or a
// word where there is none, as "none" and -1. What a value means is then kept beside how
// it is written, because "#door" may also be an id.

// signs is a set of forms and of words that say none.
type signs uint16

// sign is one of them: a form, or a word without an id.
type sign struct {
	before, after string // around the id
	word          string
	sure          bool // there is hardly another reason to write so
}

var allSigns = [...]sign{
	{before: "#", sure: true}, {before: "url(#", after: ")", sure: true}, {before: "@"}, {before: "$"},
	{word: "none"}, {word: "None"}, {word: "NONE"}, {word: "null"}, {word: "Null"}, {word: "NULL"}, {word: "nil"}, {word: "-1"},
}

const (
	forms    = 4 // the first of allSigns
	longNone = len("none")
)

// signByte has the bytes with which a word with a sign begins.
var signByte = [256]bool{'#': true, '@': true, '$': true, 'u': true, 'n': true, 'N': true, '-': true}

// maySign reports whether a word may have a sign.
func maySign(word []byte) bool { return len(word) > 1 && signByte[word[0]] }

// signOf returns the sign in a word and the id in that, which is empty if the word says
// none. It returns 0 for any other word.
func signOf(word []byte) (s signs, id []byte) {
	switch {
	case len(word) == 0 || word[0] == 'u' && !bytes.HasPrefix(word, []byte("url(#")):
		return 0, nil
	case word[0] == 'n' || word[0] == 'N' || word[0] == '-':
		return noneOf(word), nil
	}
	for i := range allSigns[:forms] {
		of := &allSigns[i]
		if len(word) > len(of.before)+len(of.after) && string(word[:len(of.before)]) == of.before && bytes.HasSuffix(word, []byte(of.after)) {
			return 1 << i, word[len(of.before) : len(word)-len(of.after)]
		}
	}
	return 0, nil
}

// noneOf returns the sign of a word that says none, or 0.
func noneOf(word []byte) signs {
	if len(word) < 2 || len(word) > longNone {
		return 0
	}
	for i := range allSigns[forms:] {
		if allSigns[forms+i].word == string(word) {
			return 1 << (forms + i)
		}
	}
	return 0
}

// options returns the forms and the words, as a tag has them.
func (s signs) options() (forms, none []string) {
	for i := range allSigns {
		switch of := &allSigns[i]; {
		case s&(1<<i) == 0:
		case of.word != "":
			none = append(none, of.word)
		default:
			forms = append(forms, of.before+"*"+of.after)
		}
	}
	return forms, none
}

// areSure reports whether there are forms, and all of them are.
func (s signs) areSure() bool {
	forms := false
	for i := range allSigns {
		if of := &allSigns[i]; s&(1<<i) != 0 && of.word == "" {
			if !of.sure {
				return false
			}
			forms = true
		}
	}
	return forms
}

// signed is what is known of a field's values that have signs.
type signed struct {
	signs   signs // in any level
	written sets  // in the level that is being read, as they are
	meant   sets  // the same without their forms, and without those that say none

	begun   bool
	matched // what all values of the field mean; that of refs before it has begun
}

// sign returns what is known of values with signs.
func (r *refs) sign() *signed {
	if r.signed == nil {
		r.signed = &signed{}
	}
	return r.signed
}

// addSigned notes a value with a sign.
func (r *refs) addSigned(to which, sign signs, word, id []byte, b *budget) {
	s := r.sign()
	s.signs |= sign
	s.written.at(to).put(hash(word), b)
	if isOdd(id) {
		s.meant.at(to).full = true
	} else if len(id) > 0 {
		s.meant.at(to).put(hash(id), b)
	}
}

// begin takes over what is known of a field that had no values with signs.
func (s *signed) begin(m *matched) {
	if !s.begun {
		s.matched, s.begun = *m, true
	}
}

// join adds what another field's values mean. m is of the field itself.
func (s *signed) join(m *matched, o *refs) {
	of := &o.matched
	if o.signed != nil {
		s.signs |= o.signed.signs
		if o.signed.begun {
			of = &o.signed.matched
		}
	}
	s.begin(m)
	s.matched.merge(of)
}

// whole returns the field as one whose values are no lists.
func (r *refs) whole() *refs {
	out := *r
	if r.signed != nil {
		s := *r.signed
		out.signed = &s
		s.begin(&r.matched)
		s.list = s.scalar
	}
	out.list, out.each = out.scalar, true
	return &out
}

// way returns what the values were among if each is a list, or one reference.
func (m *matched) way(list bool) *matches {
	if list {
		return &m.list
	}
	return &m.scalar
}

// areStrings reports whether all of JSON's numbers beside strings say none.
func (r *refs) areStrings() bool { return r.signed != nil && !r.number }

// isMeant reports whether m is of what values with signs mean.
func (r *refs) isMeant(m *matches) bool {
	return r.signed != nil && (m == &r.signed.scalar || m == &r.signed.list)
}

// isSure reports whether m is of that, and all values have a form that says by itself that
// they refer to something. One value is enough then.
func (r *refs) isSure(m *matches) bool { return r.isMeant(m) && !r.bare && r.signed.signs.areSure() }
