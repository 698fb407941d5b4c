package compile

import (
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Extras is a Sink that takes what a level has besides its rows. Rows and Build
// need one where the options ask for any of it; a format.Writer is one.
type Extras interface {
	Sink
	Prop(table int, row uint32, props format.Props) error
	Src(table int, row, file, line, column uint32) error
	Chunk(label uint32) error
	Label(label uint32) error
}

// ErrSink: the options ask for what the sink cannot take.
var ErrSink = errors.New("compile: the sink takes no properties, positions or chunks")

var errDeep = fmt.Errorf("nested deeper than %d", propDepth)

// reason is what is wrong with properties, without where: nobody knows yet.
func reason(err error) string {
	var e *format.Error
	if errors.As(err, &e) && e.Detail != "" {
		return e.Detail
	}
	return err.Error()
}

// stopKeeping reports why no more can be kept in the innermost row, and drops
// what is open of it.
func (c *compiler) stopKeeping(pos source.Pos, msg string) {
	k := c.keep
	i := k.rowIndex()
	k.holds.Truncate(i + 1)
	row := k.holds.Top()
	if !row.full {
		c.report(pos, msg, "")
	}
	row.full, k.on = true, false
	k.entries.Truncate(int(row.first))
	k.bytes.Truncate(int(row.bytes))
}

// withinLimits holds the size of what is kept against its bounds.
func (c *compiler) withinLimits(pos source.Pos) bool {
	k := c.keep
	switch {
	case k.bytes.Len()-int(k.row().bytes) > format.MaxProps:
		c.stopKeeping(pos, fmt.Sprintf("more than %d MiB of unknown names in one %s", format.MaxProps>>20, c.frames.Top().scope.where))
	case k.bytes.Len()+k.texts.Len() > mostKept:
		c.stopKeeping(pos, fmt.Sprintf("more than %d MiB of unknown names in nodes that are open", mostKept>>20))
	default:
		return true
	}
	return false
}

// endRow takes a row off the stacks that is complete and with the sink, or
// among the elements that wait for it.
func (c *compiler) endRow(f *frame) {
	if c.keep != nil {
		switch f.what {
		case inNode:
			c.flushProps(f.table)
			c.closeRow(f, f.num, true)
		case inElement:
			c.closeRow(f, f.num, false)
		default:
			c.closeListRow(f, f.num, c.elements[f.table.index].next-f.num)
		}
	}
	c.drop(f)
}

// closeRow writes the properties of the row of f, which is to be known to the
// sink under num. A row of an array table has to wait until the sink has it.
func (c *compiler) closeRow(f *frame, num uint32, node bool) {
	k := c.keep
	h := *k.holds.Top()
	entries := k.entries.Slice()[h.first:]
	if len(entries) > 0 && !h.full {
		k.build.Reset()
		height := k.group(entries)
		props, err := k.build.Finish()
		if height >= propDepth && err == nil {
			err = errDeep
		}
		switch {
		case err != nil:
			c.report(source.Pos{Off: f.at}, f.scope.where+": unknown names cannot be kept: "+reason(err), "")
		case node:
			c.fail(c.extras.Prop(f.table.index, num, props))
		default:
			late := &k.late[f.table.index]
			*late = append(*late, lateProps{num, int32(k.texts.Len()), int32(len(props))})
			k.texts.Append(props...)
		}
	}
	k.entries.Truncate(int(h.first))
	k.bytes.Truncate(int(h.key))
	k.holds.Pop()
}

// closeListRow is closeRow of an element that has turned out to be a list of n
// elements, the first of which is num.
func (c *compiler) closeListRow(f *frame, num, n uint32) {
	k := c.keep
	if n != 1 && k.entries.Len() > int(k.holds.Top().first) {
		c.report(source.Pos{Off: f.at}, fmt.Sprintf("%s: unknown names cannot be kept beside a list of %d elements", f.scope.where, n), "")
		k.entries.Truncate(int(k.holds.Top().first))
	}
	c.closeRow(f, num, false)
}

// flushProps gives the sink the properties of the elements of a node that is
// complete.
func (c *compiler) flushProps(t *table) {
	k := c.keep
	if k.texts.Len() == 0 {
		return
	}
	waits := false
	for _, a := range t.arrays {
		for _, p := range k.late[a.index] {
			if c.cut {
				break
			}
			if !c.fail(c.extras.Prop(a.index, p.row, format.Props(k.texts.Slice()[p.off:p.off+p.len]))) {
				return
			}
		}
		k.late[a.index] = k.late[a.index][:0]
	}
	for _, late := range k.late {
		waits = waits || len(late) > 0
	}
	if !waits {
		k.texts.Reset()
	}
}
