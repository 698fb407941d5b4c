package format

import "fmt"

// StringTable is the strings of a file in memory, for tools that print rows.
// The zero value is empty. Its memory is the strings' bytes and 4 bytes each.
type StringTable struct {
	text []byte
	ends []uint32
}

// Add takes the rows of a block of $bytes or $str and ignores other blocks. Blocks must
// come in the order of the file.
func (t *StringTable) Add(b Block) error {
	switch b.Table {
	case TableBytes:
		t.text = append(t.text, b.Data...)
	case TableStr:
		for i := 0; i+8 <= len(b.Data); i += 8 {
			end := uint32(0)
			if len(t.ends) > 0 {
				end = t.ends[len(t.ends)-1]
			}
			start, n := leU32(b.Data[i:]), leU32(b.Data[i+4:])
			if start != end || uint64(start)+uint64(n) > uint64(len(t.text)) {
				return &Error{Rule: 7, Offset: b.Offset, Table: "$str", Row: int64(b.First) + int64(i/8), Err: ErrSpan,
					Detail: fmt.Sprintf("%d bytes from %d on, after %d of %d", n, start, end, len(t.text))}
			}
			t.ends = append(t.ends, start+n)
		}
	}
	return nil
}

// Len returns the number of strings so far.
func (t *StringTable) Len() int { return len(t.ends) }

// Get returns a string, or nil for a number that does not exist. The bytes belong to
// the table.
func (t *StringTable) Get(id uint32) []byte {
	if uint64(id) >= uint64(len(t.ends)) {
		return nil
	}
	start := uint32(0)
	if id > 0 {
		start = t.ends[id-1]
	}
	return t.text[start:t.ends[id]]
}
