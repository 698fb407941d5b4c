package terse

import "unicode"

// Width returns how many columns s takes on a terminal.
func Width(s string) (columns int) {
	for _, r := range s {
		columns += RuneWidth(r)
	}
	return columns
}

// wide is the ranges of Unicode's East Asian Width W and F, roughly, and of emoji: two
// columns on a terminal.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x2E80, 0x303E, 1}, {0x3041, 0x33FF, 1},
		{0x3400, 0x4DBF, 1}, {0x4E00, 0x9FFF, 1}, {0xA000, 0xA4CF, 1}, {0xA960, 0xA97F, 1}, {0xAC00, 0xD7A3, 1},
		{0xF900, 0xFAFF, 1}, {0xFE30, 0xFE6F, 1}, {0xFF00, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x16FE0, 0x18AFF, 1}, {0x1B000, 0x1B2FF, 1}, {0x1F18E, 0x1F19A, 1}, {0x1F200, 0x1F265, 1}, {0x1F300, 0x1F64F, 1},
		{0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1}, {0x20000, 0x3FFFD, 1},
	},
}

// RuneWidth returns how many columns r takes on a terminal.
func RuneWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
