package ldtk

// Color is red, green, blue and alpha. LDtk's colours are opaque: A is 255, and
// 0 in the zero Color, which stands for no colour. A Color is an
// [image/color.Color].
type Color struct{ R, G, B, A uint8 }

// RGBA implements image/color.Color.
func (c Color) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A) * 0x101
	return uint32(c.R) * 0x101 * a / 0xFFFF, uint32(c.G) * 0x101 * a / 0xFFFF, uint32(c.B) * 0x101 * a / 0xFFFF, a
}

// IsNone reports whether there is no colour.
func (c Color) IsNone() bool { return c.A == 0 }
