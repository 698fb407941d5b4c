package format

import "fmt"

// StringTable is the strings of a file in memory, for tools that print rows.
// The zero value is empty. Its memory is the strings' bytes and 4 bytes each.
type StringTable struct {
	text        []byte
	ends        []uint32
	bytes, strs uint64 // to expect, or 0
}

// Expect says how many strings, with how many bytes, a file has: see Reader.Rows. The table
// then takes no more than a few times the memory of what has been added to it, but comes to
// that size in fewer steps.
func (t *StringTable) Expect(strs, bytes uint32) { t.strs, t.bytes = uint64(strs), uint64(bytes) }

// Add takes the rows of a block of $bytes or $str and ignores other blocks. Blocks must
// come in the order of the file.
func (t *StringTable) Add(b Block) error {
	switch b.Table {
	case TableBytes:
		if t.bytes > 0 {
			t.text = room(t.text, len(b.Data), t.bytes)
		}
		t.text = append(t.text, b.Data...)
	case TableStr:
		rows := FixedRows[StrRow](b.Data)
		if t.strs > 0 {
			t.ends = room(t.ends, len(rows), t.strs)
		}
		for i := range rows {
			end := uint32(0)
			if len(t.ends) > 0 {
				end = t.ends[len(t.ends)-1]
			}
			start, n := rows[i].Start(), rows[i].Len()
			if start != end || uint64(start)+uint64(n) > uint64(len(t.text)) {
				return &Error{Rule: 7, Offset: b.Offset, Table: "$str", Row: int64(b.First) + int64(i), Err: ErrSpan,
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

// Text is Get as a string, which shares the memory of the table. It never changes.
func (t *StringTable) Text(id uint32) string { return stringOf(t.Get(id)) }
