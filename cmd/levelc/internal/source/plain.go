package source

import (
	"bytes"
	"encoding/binary"
)

// Plain returns a text in UTF-8 and without a byte order mark, for files that are no
// sources but come from the same editors and shells. UTF-16 is known by its mark. With an
// error, which has no place, comes what stands before it.
func Plain(text []byte) ([]byte, error) {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(text, []byte(utf8Mark)):
		return text[len(utf8Mark):], nil
	case bytes.HasPrefix(text, []byte("\xFF\xFE\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xFE\xFF")):
		return nil, badEncoding(-1, "this is UTF-32")
	case bytes.HasPrefix(text, []byte("\xFE\xFF")):
		order = binary.BigEndian
	case !bytes.HasPrefix(text, []byte("\xFF\xFE")):
		return text, nil
	}
	w := wide{order}
	out, n, err := w.decode(make([]byte, 0, len(text)), text[2:])
	if err == nil {
		err = w.end(text[2+n:])
	}
	if err != nil {
		return out, err
	}
	return out, nil
}
