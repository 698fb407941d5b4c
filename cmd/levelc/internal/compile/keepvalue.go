package compile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Nothing declares the type of a value under an unknown name, so its form decides. In
// JSON that is clear. A text of XML is what the same characters would be in JSON: true,
// false, or a number by JSON's grammar; otherwise it is text. So 007, +5 and .5 stay
// text, and so does a number that 64 bits do not hold.

// addValue adds a value to the innermost hold, under path and name.
func (c *compiler) addValue(path, name []byte, v *source.Value, item bool) {
	k := c.keep
	e := kept{key: int32(k.bytes.Len()), item: item}
	k.bytes.Append(path...)
	k.bytes.Append(name...)
	e.val = int32(k.bytes.Len())
	pos := source.Pos{Off: v.At}
	if v.Kind != source.Text {
		pos.Member = string(name)
	}
	k.beginValue()
	k.items = 0
	height, err := k.put(v, 0)
	hint := remedy(err)
	var out []byte
	if err == nil {
		if out, err = k.endValue(); err != nil {
			hint = tooMuch(string(name), isListOfLists(v))
		}
	} else if v.Kind == source.List && !item {
		pos.Item = k.items
	}
	if err != nil {
		c.stopKeeping(pos, fmt.Sprintf("%s cannot be kept: %s", shownName(name), reason(err)), hint)
		return
	}
	k.bytes.Append(out...)
	e.end, e.height = int32(k.bytes.Len()), height
	k.entries.Push(e)
	c.checkLimits(pos)
}

// beginValue begins a value. A builder makes maps, so it is the only one of a map, under an
// empty key.
func (k *keeper) beginValue() {
	k.build.Reset()
	k.build.Key("")
}

// endValue returns the value, which is valid until the next one begins.
func (k *keeper) endValue() ([]byte, error) {
	out, err := k.build.Finish()
	if err != nil {
		return nil, err
	}
	return out[2:], nil // without the head of the map and the key
}

// put builds a value. depth is the number of lists around it.
func (k *keeper) put(v *source.Value, depth int) (height uint8, err error) {
	b := &k.build
	if v.Kind != source.List {
		k.items++
	}
	switch v.Kind {
	case source.String:
		b.TextBytes(v.Bytes)
	case source.Number:
		return 0, k.number(v.Bytes)
	case source.Bool:
		b.Bool(string(v.Bytes) == "true")
	case source.Null:
		b.Nil()
	case source.List:
		if depth >= format.MaxPropDepth-1 {
			k.items = 0 // the list as a whole
			return 0, errDeep
		}
		b.BeginList()
		for i := range v.Items {
			h, err := k.put(&v.Items[i], depth+1)
			if err != nil {
				return 0, err
			}
			height = max(height, h)
		}
		b.End()
		return height + 1, nil
	default:
		switch text := v.Bytes; {
		case string(text) == "true" || string(text) == "false":
			b.Bool(string(text) == "true")
		case !source.IsJSONNumber(text) || k.number(text) != nil:
			b.TextBytes(text)
		}
	}
	return 0, nil
}

// isString reports whether a text of XML has no other form.
func isString(text []byte) bool {
	return string(text) != "true" && string(text) != "false" && !source.IsJSONNumber(text)
}

// shownName returns the name of a value for a message, in quotes if it is not a word. An
// item of a list has no name.
func shownName(name []byte) string {
	switch q := quote(name); {
	case len(name) == 0:
		return "it"
	case len(q) != len(name)+2 || strings.ContainsAny(q, " :"):
		return q
	default:
		return string(name)
	}
}

var (
	errWide = errors.New("no 64 bits hold the number")
	errHuge = errors.New("the number is too large for a float64")
)

// remedy advises on a number that cannot be kept.
func remedy(err error) string {
	switch err {
	case errWide:
		return "write it in quotation marks to keep its digits, or with a fraction, .0, to keep as much as a float64 has"
	case errHuge:
		return "write it in quotation marks: a float64 ends at 1.8e308"
	}
	return ""
}

// number builds a number of JSON's grammar: an integer if it is written as one,
// otherwise a float. An integer beyond 64 bits is a float if that gives the same digits:
// programs write floats below 1e21 so. It builds nothing if the number does not fit.
func (k *keeper) number(b []byte) error {
	if strings.ContainsAny(string(b), ".eE") {
		f, err := source.ParseFloat64(b)
		if err != nil {
			return errHuge
		}
		k.build.Float(f)
		return nil
	}
	if i, err := source.ParseInt(b, 64); err == nil {
		k.build.Int(i)
		return nil
	}
	if u, err := source.ParseUint(b, 64); err == nil {
		k.build.Uint(u)
		return nil
	}
	f, err := source.ParseFloat64(b)
	if err != nil || string(strconv.AppendFloat(nil, f, 'f', -1, 64)) != string(b) {
		return errWide
	}
	k.build.Float(f)
	return nil
}
