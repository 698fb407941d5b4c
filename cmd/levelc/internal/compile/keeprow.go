package compile

import (
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

var errDeep = fmt.Errorf("nested deeper than %d", format.MaxPropDepth)

// reason returns what is wrong with properties. Their place is not known yet.
func reason(err error) string {
	var e *format.Error
	if errors.As(err, &e) && e.Detail != "" {
		return e.Detail
	}
	return err.Error()
}

// stopKeeping reports why no more can be kept in the innermost row, and drops the open
// properties of that row.
func (c *compiler) stopKeeping(pos source.Pos, msg, hint string) {
	k := c.keep
	i := k.rowIndex()
	k.holds.Truncate(i + 1)
	row := k.holds.Top()
	if !row.full {
		c.report(pos, msg, hint)
	}
	row.full, k.on = true, false
	k.entries.Truncate(int(row.first))
	k.bytes.Truncate(int(row.bytes))
}

// checkLimits stops keeping where what is kept grows too large.
func (c *compiler) checkLimits(pos source.Pos) {
	k := c.keep
	switch {
	case k.bytes.Len()-int(k.row().bytes) > format.MaxProps:
		msg := fmt.Sprintf("more than %d MiB of unknown names in one %s", format.MaxProps>>20, c.frames.Top().scope.where())
		c.stopKeeping(pos, msg, k.heaviest())
	case k.bytes.Len()+k.texts.Len() > mostKept:
		c.stopKeeping(pos, fmt.Sprintf("more than %d MiB of unknown names in nodes that are open", mostKept>>20), k.heaviest())
	}
}

// lighten advises on properties that cannot be kept. If they are too deep, their size
// does not matter.
func (k *keeper) lighten(err error) string {
	if err == errDeep {
		return ""
	}
	return k.heaviest()
}

// heaviest advises on the properties of the innermost row, most of which stand under
// one name.
func (k *keeper) heaviest() string {
	holds, text := k.holds.Slice()[k.rowIndex():], k.bytes.Slice()
	entries := k.entries.Slice()[holds[0].first:]
	sizes, lists := map[string]int{}, map[string]bool{}
	if len(holds) > 1 { // one is still open
		entries = entries[:holds[1].first-holds[0].first]
		sizes[string(text[holds[1].key:holds[1].bytes])] = len(text) - int(holds[1].bytes)
	}
	for _, e := range entries {
		key := string(text[e.key:e.val])
		sizes[key] += int(e.end - e.val)
		lists[key] = lists[key] || isPackedLists(text[e.val:e.end])
	}
	most := ""
	for key, n := range sizes {
		if n > sizes[most] || n == sizes[most] && key < most {
			most = key
		}
	}
	return tooMuch(most, lists[most])
}

// tooMuch advises on properties that are too large, and stand under one name.
func tooMuch(name string, lists bool) string {
	what := shownName([]byte(name))
	if lists {
		return fmt.Sprintf("most of it is %s: a field of the type store.Span[store.Span[T]] takes lists in a list, or put each into an object of its own; --unknown=warn leaves it out", what)
	}
	return fmt.Sprintf("most of it is %s: a type with a field for it takes it (levelc infer writes types to start from); --unknown=warn leaves it out", what)
}

// isListOfLists reports whether a value is a list that begins with one.
func isListOfLists(v *source.Value) bool {
	return v.Kind == source.List && len(v.Items) > 0 && v.Items[0].Kind == source.List
}

// isPackedLists is isListOfLists for the msgpack of a value.
func isPackedLists(value []byte) bool {
	for _, one := range format.Value(value).All() {
		return one.Kind() == format.List
	}
	return false
}

// endRow removes a row from the stacks. It is complete and in the sink, or among the
// elements that wait for it.
func (c *compiler) endRow(f *frame) {
	if c.keep != nil {
		switch f.what {
		case inNode:
			c.flushProps(f.table)
			c.closeRow(f)
		case inElement:
			c.closeRow(f)
		default:
			c.closeListRow(f, c.perTable[f.table.index].elements.next-f.num)
		}
	}
	c.drop(f)
}

// closeRow writes the properties of the row of f. Those of a row of an array table wait
// until the sink has it.
func (c *compiler) closeRow(f *frame) {
	k := c.keep
	h := *k.holds.Top()
	entries := k.entries.Slice()[h.first:]
	if len(entries) > 0 && !h.full {
		k.build.Reset()
		height := k.group(entries)
		props, err := k.build.Finish()
		if height >= format.MaxPropDepth {
			err = errDeep
		}
		switch {
		case err != nil:
			c.report(source.Pos{Off: f.at}, f.scope.where()+": unknown names cannot be kept: "+reason(err), k.lighten(err))
		case f.what == inNode:
			c.fail(c.sink.Prop(f.table.index, f.num, props))
		default:
			late := &k.late[f.table.index]
			*late = append(*late, lateProps{f.num, int32(k.texts.Len()), int32(len(props))})
			k.texts.Append(props...)
		}
	}
	k.entries.Truncate(int(h.first))
	k.bytes.Truncate(int(h.key))
	k.holds.Pop()
}

// closeListRow is closeRow for an element that has turned out to be a list of n
// elements, the first of which has its number.
func (c *compiler) closeListRow(f *frame, n uint32) {
	k := c.keep
	if n != 1 && k.entries.Len() > int(k.holds.Top().first) {
		c.report(source.Pos{Off: f.at}, fmt.Sprintf("%s: unknown names cannot be kept beside a list of %d elements", f.scope.where(), n), "")
		k.entries.Truncate(int(k.holds.Top().first))
	}
	c.closeRow(f)
}

// flushProps gives the sink the properties of a complete node's elements, and drops their
// texts. Those that still wait are of nodes around it, which have begun before.
func (c *compiler) flushProps(t *table) {
	k := c.keep
	some := false
	for _, a := range t.arrays {
		late := k.late[a.index]
		for _, p := range late {
			if c.cut {
				break
			}
			if !c.fail(c.sink.Prop(a.index, p.row, format.Props(k.texts.Slice()[p.off:p.off+p.len]))) {
				return
			}
		}
		some = some || len(late) > 0
		k.late[a.index] = late[:0]
	}
	if !some {
		return
	}
	end := int32(0)
	for _, late := range k.late {
		if n := len(late); n > 0 {
			end = max(end, late[n-1].off+late[n-1].len)
		}
	}
	k.texts.Truncate(int(end))
}
