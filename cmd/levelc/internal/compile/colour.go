package compile

import (
	"encoding/hex"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A colour is three or four bytes. It may be written as #rrggbb in place of a list; a
// fourth byte is alpha, which is then opaque. Four pairs of digits are refused, because
// some tools write alpha first and others last.

func takesColour(d *field) bool { return d.Type == format.TypeU8 && (d.Count == 3 || d.Count == 4) }

// isHexColour reports whether a value is for a colour and begins like one.
func isHexColour(d *field, kind source.ValueKind, b []byte) bool {
	if !takesColour(d) || kind != source.Text && kind != source.String {
		return false
	}
	b = source.Trim(b)
	return len(b) > 0 && b[0] == '#'
}

// hexColour stores a value that isHexColour has accepted.
func hexColour(dst, b []byte) fault {
	b = source.Trim(b)
	if len(b) != len("#rrggbb") {
		return noColour
	}
	if _, err := hex.Decode(dst[:3], b[1:]); err != nil {
		return noColour
	}
	if len(dst) == 4 {
		dst[3] = 0xFF
	}
	return fine
}
