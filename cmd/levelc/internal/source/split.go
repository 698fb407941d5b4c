package source

import "errors"

// ErrItem: a list has nothing between two commas, or before or after one.
var ErrItem = errors.New("a list item is missing")

// Items walks over the items of a list in a string, as XML writes them: separated by
// white space, by one comma, or by both. "1 2 3", "1,2,3" and "1,2 3,4" are lists;
// "1,,2" and "1," are not. One pair of brackets around all of them, as in "(1, 2, 3)"
// and "[1, 2]", is skipped; "()" and "[]" have no items. Neither has the zero Items.
//
//	it := source.Split(v.Bytes)
//	for it.Next() {
//		f, err := source.ParseFloat32(it.Item())
//	}
//	if it.Err() != nil { … }
type Items struct {
	b          []byte
	open       int // where the list begins, behind the bracket
	start, end int
	err        error
}

// Split begins a walk over b. It does not allocate.
func Split(b []byte) Items {
	if n := len(b); n == 0 || b[n-1] != ')' && b[n-1] != ']' && listByte[b[n-1]] != 1 {
		return Items{b: b} // as for nearly all lists
	}
	return bracketed(b)
}

// SplitPart is Split for a part of a list, in which brackets are not those of the list.
func SplitPart(b []byte) Items { return Items{b: b} }

// CutLast divides b in front of its last item if that may go on behind b: items ends with
// a separator, or is empty.
func CutLast(b []byte) (items, last []byte) {
	i := len(b)
	for i > 0 && listByte[b[i-1]] == 0 {
		i--
	}
	return b[:i], b[i:]
}

// Commas is how many commas stand at the ends of a part of a list.
type Commas struct{ Front, Back int }

// TrimSeparators cuts off white space and commas at both ends of b. If there is nothing
// else in b, all commas are at the front.
func TrimSeparators(b []byte) ([]byte, Commas) {
	var n Commas
	for len(b) > 0 && listByte[b[0]] > 0 {
		n.Front += int(listByte[b[0]] - 1)
		b = b[1:]
	}
	for len(b) > 0 && listByte[b[len(b)-1]] > 0 {
		n.Back += int(listByte[b[len(b)-1]] - 1)
		b = b[:len(b)-1]
	}
	return b, n
}

// bracketed is Split for a text that may have brackets around it.
func bracketed(b []byte) Items {
	t := Trim(b)
	if n := len(t); n < 2 || !(t[0] == '(' && t[n-1] == ')') && !(t[0] == '[' && t[n-1] == ']') {
		return Items{b: b}
	}
	open := space(b, 0) + 1
	return Items{b: b[:open+len(t)-2], open: open, end: open}
}

// Next moves to the next item and reports whether there is one.
func (it *Items) Next() bool {
	b, i := it.b, it.end
	i, comma := separator(b, i)
	if i >= len(b) {
		if comma {
			it.err = ErrItem
		}
		it.start, it.end = i, i
		return false
	}
	if b[i] == ',' || comma && it.end == it.open {
		it.err = ErrItem
		it.start, it.end = i, i
		it.b = b[:i]
		return false
	}
	it.start = i
	for i < len(b) && listByte[b[i]] == 0 {
		i++
	}
	it.end = i
	return true
}

// separator passes white space and at most one comma.
func separator(b []byte, i int) (int, bool) {
	comma := false
	for i < len(b) {
		switch listByte[b[i]] {
		case 0:
			return i, comma
		case 2:
			if comma {
				return i, comma
			}
			comma = true
		}
		i++
	}
	return i, comma
}

// Item returns the item that Next moved to, a part of the list's bytes.
func (it *Items) Item() []byte { return it.b[it.start:it.end] }

// At returns where the item begins in the list's bytes or, after Next has failed with
// an error, where an item is missing.
func (it *Items) At() int { return it.start }

// Err returns ErrItem if the walk ended before the end of the list.
func (it *Items) Err() error { return it.err }

// listByte is 1 for white space and 2 for the comma.
var listByte = [256]uint8{' ': 1, '\t': 1, '\n': 1, '\r': 1, ',': 2}
