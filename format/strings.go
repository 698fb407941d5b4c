package format

import "fmt"

// StringTable is the strings of a file in memory, for tools that print rows.
// The zero value is empty. Its memory is the strings' bytes and 4 bytes each.
type StringTable struct {
	text        []byte
	ends        []uint32
	bytes, strs int // to expect
}

// Expect says how many strings, with how many bytes, a file has: see Reader.Rows. The table
// then takes no more than a few times the memory of what has been added to it, but comes to
// that size in fewer steps.
func (t *StringTable) Expect(strs, bytes uint32) { t.strs, t.bytes = int(strs), int(bytes) }

// Add takes the rows of a block of $bytes or $str and ignores other blocks. Blocks must
// come in the order of the file.
func (t *StringTable) Add(b Block) error {
	switch b.Table {
	case TableBytes:
		t.text = append(roomUpTo(t.text, len(b.Data), t.bytes), b.Data...)
	case TableStr:
		rows := FixedRows[StrRow](b.Data)
		t.ends = roomUpTo(t.ends, len(rows), t.strs)
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

// roomUpTo returns s with room for n more. If most, the expected total, is at most four
// times what is needed now, it makes room for all of it.
func roomUpTo[T any](s []T, n, most int) []T {
	if need := len(s) + n; need > cap(s) && most > 0 {
		s = append(make([]T, 0, max(need, min(4*need, most))), s...)
	}
	return s
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
