package loader

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// defaults is the defaults of the string fields that a file does not have, each text once.
// A load puts them behind the file's own strings, into the same range: so they go with the
// level, and a load that fails leaves none.
type defaults struct {
	texts []string
	size  int // of all texts, in bytes
}

// add returns the index of a text.
func (d *defaults) add(text string) uint32 {
	i := slices.Index(d.texts, text)
	if i < 0 {
		i = len(d.texts)
		d.texts, d.size = append(d.texts, text), d.size+len(text)
	}
	return uint32(i)
}

// levelStrings is the strings of a file in the world's Strings.
type levelStrings struct {
	store.StringRange
	str  uint32 // id that string 1 of the file has, minus 1
	more uint32 // id of the first default
}

// hasStrings reports whether a range has strings. The zero range has none.
func hasStrings(r store.StringRange) bool { return r.Strs.Len > 0 }

// reserve takes room for the strings of a file, with size bytes, and for the defaults, which
// it fills in. The file counts "", which the world has already. If there is nothing to take
// room for, the range has no strings.
func (d *defaults) reserve(s *store.Strings, strs, size uint32) (at levelStrings, err error) {
	own := int(max(strs, 1) - 1)
	if s == nil || own+len(d.texts) == 0 {
		return at, nil
	}
	text := int(min(uint64(size)+uint64(d.size), math.MaxInt)) // for which 32 bits have no room
	if at.StringRange, err = s.Reserve(own+len(d.texts), text); err != nil {
		return at, err
	}
	at.str, at.more = at.Strs.First-1, at.Strs.First+uint32(own)
	if err := d.put(s, at.StringRange, own, int(size)); err != nil {
		s.Release(at.StringRange)
		return levelStrings{}, err
	}
	return at, nil
}

// put fills in the entries of r from row on, and their text from byte off on.
func (d *defaults) put(s *store.Strings, r store.StringRange, row, off int) error {
	for i, text := range d.texts {
		entry, err := s.EntryBytes(r, row+i, 1)
		if err != nil {
			return err
		}
		binary.NativeEndian.PutUint32(entry, r.Bytes.First+uint32(off))
		binary.NativeEndian.PutUint32(entry[4:], uint32(len(text)))
		for len(text) > 0 {
			dst, err := s.TextBytes(r, off, len(text))
			if err != nil {
				return err
			}
			n := copy(dst, text)
			off, text = off+n, text[n:]
		}
	}
	return nil
}

// textFill is the default of a string field that the file does not have.
type textFill struct {
	off  uint   // in 32-bit words
	text uint32 // index into defaults
}

// fill sets the field in rows. more is the id of the first default.
func (f *textFill) fill(w []uint32, stride uint, more uint32) {
	for i := f.off; i < uint(len(w)); i += stride {
		w[i] = more + f.text
	}
}

// addTexts plans the defaults of a table.
func (p *plan) addTexts(tp *tablePlan, texts []format.TextDefault) {
	for _, d := range texts {
		if d.Text != "" { // which is what Convert leaves there
			tp.texts = append(tp.texts, textFill{off: uint(d.Offset) / 4, text: p.defaults.add(d.Text)})
		}
	}
}
