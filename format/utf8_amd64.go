//go:build amd64 && !purego

package format

// What can be wrong with two bytes that follow each other, where all but badTwo are
// errors. A byte without its lead or a lead without its byte is one of the first two.
const (
	badShort    = 1 << iota // a lead, then no continuation
	badLong                 // ASCII, then a continuation
	badLong3                // a form of three bytes for what needs two
	badLarge                // above the last rune
	badHalf                 // a surrogate
	badLong2                // a form of two bytes for ASCII
	badLarge8               // 0xf5 and more with 0x80 to 0x8f, or a form of four bytes for what needs three
	badTwo                  // two continuations, which only a lead of three or four bytes before them allows
	badLong4    = badLarge8 // these two differ in the first byte's low half
	badAnyLead  = badShort | badLong | badTwo
	badLeadHigh = badAnyLead | badLarge | badLarge8
	badNext     = badLong | badLong2 | badTwo
)

// utf8Pairs says what can be wrong by the high half of a byte, by its low half, and by
// the high half of the next byte. What all three say is wrong.
var utf8Pairs = [3][16]byte{{
	badLong, badLong, badLong, badLong, badLong, badLong, badLong, badLong,
	badTwo, badTwo, badTwo, badTwo,
	0xc: badShort | badLong2,
	0xd: badShort,
	0xe: badShort | badLong3 | badHalf,
	0xf: badShort | badLarge | badLarge8 | badLong4,
}, {
	badAnyLead | badLong2 | badLong3 | badLong4,
	badAnyLead | badLong2,
	badAnyLead,
	badAnyLead,
	badAnyLead | badLarge,
	badLeadHigh, badLeadHigh, badLeadHigh, badLeadHigh, badLeadHigh, badLeadHigh, badLeadHigh, badLeadHigh,
	0xd: badLeadHigh | badHalf,
	0xe: badLeadHigh,
	0xf: badLeadHigh,
}, {
	badShort, badShort, badShort, badShort, badShort, badShort, badShort, badShort,
	0x8: badNext | badLong3 | badLarge8 | badLong4,
	0x9: badNext | badLong3 | badLarge,
	0xa: badNext | badHalf | badLarge,
	0xb: badNext | badHalf | badLarge,
	0xc: badShort, badShort, badShort, badShort,
}}

// checkTextVectors is checkText, except that the last rune may lack its end. It uses
// the method of Keiser and Lemire, "Validating UTF-8 in less than one instruction per
// byte" (2021).
//
//go:noescape
func checkTextVectors(s []byte, pairs *[3][16]byte) (ascii, ok bool)
