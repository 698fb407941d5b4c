package infer

// Some formats write more than the id in a reference, as "#door" and "url(#grad)", or a
// word where there is none, as "none" and -1. What a value means is then kept beside how
// it is written, because "#door" may also be an id.

// signs is a set of forms and of words that say none: a bit for each of allForms, then one
// for each of allNone.
type signs uint16

// allForms are what may stand before and after an id. For those in sureForms, there is
// hardly another reason to write so.
var allForms = [...][2]string{{"#", ""}, {"url(#", ")"}, {"@", ""}, {"$", ""}}

const sureForms signs = 1<<0 | 1<<1

var allNone = [...]string{"none", "None", "NONE", "null", "Null", "NULL", "nil", "-1"}

// signByte has the bytes with which a word with a sign begins.
var signByte = [256]bool{'#': true, '@': true, '$': true, 'u': true, 'n': true, 'N': true, '-': true}

// signOf returns the sign in a word and the id in that, which is empty if the word says
// none. It returns 0 for any other word.
func signOf(word []byte) (s signs, id []byte) {
	if len(word) > 1 && signByte[word[0]] {
		s, id = findSign(word)
	}
	return s, id
}

func findSign(word []byte) (s signs, id []byte) {
	for i := range allForms {
		of := &allForms[i]
		if len(word) > len(of[0])+len(of[1]) && string(word[:len(of[0])]) == of[0] && string(word[len(word)-len(of[1]):]) == of[1] {
			return 1 << i, word[len(of[0]) : len(word)-len(of[1])]
		}
	}
	for i := range allNone {
		if allNone[i] == string(word) {
			return 1 << (len(allForms) + i), nil
		}
	}
	return 0, nil
}

// isNone reports whether a word says none.
func isNone(word []byte) bool {
	s, id := signOf(word)
	return s != 0 && len(id) == 0
}

// options returns the forms and the words, as a tag has them.
func (s signs) options() (forms, none []string) {
	for i, of := range allForms {
		if s&(1<<i) != 0 {
			forms = append(forms, of[0]+"*"+of[1])
		}
	}
	for i, word := range allNone {
		if s&(1<<(len(allForms)+i)) != 0 {
			none = append(none, word)
		}
	}
	return forms, none
}

// areSure reports whether there are forms, and all of them are.
func (s signs) areSure() bool {
	s &= 1<<len(allForms) - 1
	return s != 0 && s&^sureForms == 0
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
	s.written[to].put(hash(word), b)
	if isOdd(id) {
		s.meant[to].full = true
	} else if len(id) > 0 {
		s.meant[to].put(hash(id), b)
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
	out.list, out.perElement = out.scalar, true
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
