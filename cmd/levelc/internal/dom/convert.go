package dom

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// blank is the white space of both syntaxes. Other spaces are characters.
const blank = " \t\r\n"

// split divides a list in a string at white space and commas, and removes one pair of
// brackets around it.
func split(s string) []string {
	s = strings.Trim(s, blank)
	for _, pair := range []string{"()", "[]"} {
		if n := len(s); n >= 2 && s[0] == pair[0] && s[n-1] == pair[1] {
			s = s[1 : n-1]
			break
		}
	}
	return strings.FieldsFunc(s, func(r rune) bool {
		return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r'
	})
}

// list converts the values of a field that depends only on its text.
func list(f *field, dst []byte, items []string) error {
	if f.Type.IsFlags() && f.Count == 1 {
		return flags(f, dst[:f.size], items)
	}
	if n := int(f.Count); f.Type == format.TypeU8 && n != 1 && len(items) == 1 && strings.HasPrefix(items[0], "#") {
		rgb, err := hex.DecodeString(items[0][1:])
		copy(dst[:n], append(rgb, 0xFF))
		return err
	}
	if len(items) != int(f.Count) {
		return fmt.Errorf("%d values, want %d", len(items), f.Count)
	}
	for i, item := range items {
		if err := scalar(f, dst[i*f.size:][:f.size], item); err != nil {
			return err
		}
	}
	return nil
}

func flags(f *field, dst []byte, items []string) error {
	v := uint64(0)
	for _, item := range items {
		for name := range strings.SplitSeq(item, "|") {
			bit, ok := f.symbols[name]
			if !ok && name != "" { // a bar alone is no flags
				return fmt.Errorf("no flag %q", name)
			}
			if ok {
				v |= 1 << bit
			}
		}
	}
	put(dst, v)
	return nil
}

// scalar converts one value.
func scalar(f *field, dst []byte, s string) error {
	switch f.Type {
	case format.TypeF32:
		v, err := strconv.ParseFloat(s, 32)
		put(dst, uint64(math.Float32bits(float32(v))))
		return err
	case format.TypeF64:
		v, err := strconv.ParseFloat(s, 64)
		put(dst, math.Float64bits(v))
		return err
	case format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64:
		v, err := strconv.ParseUint(s, 10, 8*len(dst))
		put(dst, v)
		return err
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		v, err := strconv.ParseInt(s, 10, 8*len(dst))
		put(dst, uint64(v))
		return err
	case format.TypeBool:
		v, err := strconv.ParseBool(s)
		dst[0] = 0
		if v {
			dst[0] = 1
		}
		return err
	}
	if f.Type.IsFlags() {
		return flags(f, dst, []string{s})
	}
	v, ok := f.symbols[s]
	if !ok {
		return fmt.Errorf("no symbol %q", s)
	}
	put(dst, v)
	return nil
}

// put stores the low bytes of v, as many as dst has.
func put(dst []byte, v uint64) {
	switch len(dst) {
	case 1:
		dst[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(dst, v)
	}
}
