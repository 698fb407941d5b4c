package compile

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// JSON has properties that XML cannot express: null, a text that looks like a number, a
// list of one, a key that is no name. For these there is an element. levelc dump writes
// it where it must, and it is read here:
//
//	<levelc:value key="no name" text="3"/>
//	<levelc:value key="k" null="true"/>
//	<levelc:value key="k" list="true"> an element for each item </levelc:value>
//	<levelc:value key="k"> what any element may have </levelc:value>
//
// In a list it has no key.

const escapeName = "levelc:value"

func (c *compiler) isEscape(name []byte) bool {
	return c.syntax == source.XML && string(name) == escapeName
}

// escaped handles an attribute of such an element.
func (c *compiler) escaped(h *hold, name []byte, v *source.Value) {
	yes := string(v.Bytes) == "true"
	switch {
	case string(name) == "key" && c.escapedKey(h, v.Bytes):
	case string(name) == "text" && h.what == anObject:
		h.what = aValue
		c.escapedValue(source.Value{Kind: source.String, Bytes: v.Bytes, At: v.At})
	case string(name) == "null" && yes && h.what == anObject:
		h.what = aValue
		c.escapedValue(source.Value{Kind: source.Null, At: v.At})
	case string(name) == "list" && yes && h.what == anObject:
		h.what = aList
	default:
		c.stopKeeping(source.Pos{Off: v.At, Member: string(name), Name: true},
			fmt.Sprintf("%s of <%s> cannot be %s", name, escapeName, quote(v.Bytes)), "")
	}
}

// escapedKey gives the element its key, behind its path.
func (c *compiler) escapedKey(h *hold, key []byte) bool {
	k := c.keep
	text := k.bytes.Slice()
	if !bytes.HasSuffix(text[h.key:h.bytes], []byte(escapeName)) || h.first != int32(k.entries.Len()) {
		return false
	}
	value := bytes.Clone(text[h.bytes:])
	k.bytes.Truncate(int(h.bytes) - len(escapeName))
	k.bytes.Append(key...)
	h.bytes = int32(k.bytes.Len())
	k.bytes.Append(value...)
	h.keyed = true
	return true
}

// escapedValue makes v the value of the innermost hold.
func (c *compiler) escapedValue(v source.Value) {
	k := c.keep
	k.beginValue()
	_, _ = k.put(&v, 0) // a text or null can only be too large
	out, err := k.endValue()
	if err != nil {
		c.stopKeeping(source.Pos{Off: v.At}, reason(err), "")
		return
	}
	k.bytes.Append(out...)
}

// knownKey refuses a key of such an element, directly in a row, that the row has a
// field for or, if nodes can stand in it, a kind. What a kind is called in JSON is any name.
func (c *compiler) knownKey(h *hold) bool {
	k := c.keep
	if !h.keyed || k.holds.Top().what != aRow {
		return false
	}
	f := c.frames.Top()
	key := k.bytes.Slice()[int(h.key)+len(f.scope.path()) : h.bytes]
	if f.scope.names.find(key) < 0 && !(f.scope.nodes && c.plan.kinds[source.XML].find(key) != nil) {
		return false
	}
	c.stopKeeping(source.Pos{Off: h.at}, fmt.Sprintf("%s is no unknown name in %s", quote(key), f.scope.where()), "")
	return true
}
