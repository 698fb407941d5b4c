package tiled

import (
	"fmt"
	"math"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// textCells are cells as numbers with commas between.
type textCells struct {
	text   pieces
	listed bool  // they are a list of JSON
	count  int32 // of the current cell
	space  int   // bytes before the first one
	begin  int   // where the last one begins in the text
	err    error
}

func (c *textCells) place(n *editor.Node) editor.Place {
	at := placeOfCells(n)
	switch {
	case c.listed, c.begin == c.space:
		at.Pos.Item = c.count
	case isJSON(n):
		at.Pos.Byte = int32(min(c.begin, math.MaxInt32))
	default:
		at.Pos.Byte = int32(min(c.begin-c.space, math.MaxInt32))
	}
	return at
}

func (c *textCells) next() (uint32, error) {
	if c.err != nil {
		return 0, c.err
	}
	if c.count > 0 {
		switch b := c.peek(); {
		case b == 0:
			return c.fail(errFew)
		case b != ',':
			c.begin = c.text.at()
			return c.fail(errNumber)
		}
		c.text.rest = c.text.rest[1:]
	}
	if c.peek() == 0 {
		return c.fail(errFew)
	}
	c.begin = c.text.at()
	if c.count++; c.count == 1 {
		c.space = c.begin
	}
	v, digits := uint64(0), 0
	for again := true; again; {
		rest, i := c.text.rest, 0
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' && digits+i < 20 && v < 1<<32 {
			v = v*10 + uint64(rest[i]-'0')
			i++
		}
		digits += i
		c.text.rest = rest[i:]
		again = c.text.rest == "" && c.text.fill() // the piece may end in the middle of it
	}
	if c.listed && (digits == 0 || !c.ends()) {
		return c.odd(v, digits)
	}
	if digits == 0 || v >= 1<<32 {
		return c.wrong(nil)
	}
	return uint32(v), nil
}

// ends reports whether a number of a list has ended.
func (c *textCells) ends() bool { return !c.text.fill() || c.text.rest[0] == ',' }

// odd returns a number of a list that is not all digits: JSON may have 3.0 for 3.
func (c *textCells) odd(v uint64, digits int) (uint32, error) {
	var text []byte
	if digits > 0 {
		text = strconv.AppendUint(text, v, 10)
	}
	for !c.ends() && len(text) < mostDigits {
		text = append(text, c.text.rest[0])
		c.text.rest = c.text.rest[1:]
	}
	n, ok := whole(string(text), 0, math.MaxUint32)
	if !ok || !c.ends() {
		return c.wrong(text)
	}
	return uint32(n), nil
}

// mostDigits is the most digits of a tile's number, however it is written.
const mostDigits = 40

// wrong fails at something that is no number of a tile, of which text has been read. Other
// tools write -1 for an empty cell.
func (c *textCells) wrong(text []byte) (uint32, error) {
	for len(text) < mostDigits && !c.ends() && !source.IsSpace(c.text.rest[0]) {
		text = append(text, c.text.rest[0])
		c.text.rest = c.text.rest[1:]
	}
	if n, ok := whole(string(text), math.MinInt32, -1); ok {
		return c.fail(fmt.Errorf("%d is no number of a tile; an empty cell is 0", n))
	}
	return c.fail(errNumber)
}

func (c *textCells) fail(err error) (uint32, error) {
	c.err = err
	return 0, err
}

// peek returns the next byte that is not white space, or 0 at the end.
func (c *textCells) peek() byte {
	for c.text.fill() {
		b := c.text.rest[0]
		if !source.IsSpace(b) {
			return b
		}
		c.text.rest = c.text.rest[1:]
	}
	return 0
}

func (c *textCells) end() error {
	if c.err != nil {
		return nil
	}
	if c.peek() == ',' {
		c.text.rest = c.text.rest[1:]
	}
	if c.peek() != 0 {
		c.begin = c.text.at()
		c.count++
		return errMany
	}
	return nil
}

// elementCells are cells as elements of TMX.
type elementCells struct {
	r    *reader
	rest editor.Cursor
	last *editor.Node
}

func (c *elementCells) place(n *editor.Node) editor.Place {
	if c.last == nil {
		return n.Place()
	}
	return c.last.PlaceOf("gid")
}

func (c *elementCells) next() (uint32, error) {
	n := c.rest.Next()
	if n == nil {
		return 0, errFew
	}
	c.last = n
	if len(n.Members) > 1 || len(n.Members) == 1 && n.Members[0].Name != "gid" || len(n.Nodes) > 0 || n.HasText() {
		c.r.checkNames(n, cellNames) // which takes longer, and there are millions
	}
	return c.r.uint32(n, "gid"), nil
}

func (c *elementCells) end() error {
	if n := c.rest.Next(); n != nil {
		c.last = n
		return errMany
	}
	return nil
}

// oddCells are cells as a list of JSON in which something is not a number.
type oddCells struct{ list *editor.Member }

func (oddCells) next() (uint32, error) { return 0, errNumber }
func (oddCells) end() error            { return nil }

// place returns the place of the first item that is not a number.
func (c oddCells) place(n *editor.Node) editor.Place {
	at := placeOfCells(n)
	if c.list == nil {
		return at
	}
	for i := range c.list.Items() {
		if v := &c.list.Items()[i]; v.Kind != source.Number {
			if v.Kind != source.List { // items of lists count, and not lists
				at.Pos.Item = int32(i) + 1
			}
			break
		}
	}
	return at
}

// pieces is a text in several pieces: the rest of the current one, and more.
type pieces struct {
	rest   string
	more   []string
	before int // bytes of the pieces up to the current one, which included
}

// at returns where rest begins in the text.
func (p *pieces) at() int { return p.before - len(p.rest) }

// fill reports whether something is left; it is in rest then.
func (p *pieces) fill() bool {
	for p.rest == "" {
		if len(p.more) == 0 {
			return false
		}
		p.rest, p.more = p.more[0], p.more[1:]
		p.before += len(p.rest)
	}
	return true
}
