package format

import "fmt"

// propCheck is rule 9 for $propbytes. It keeps the lengths of a chunk's payloads until
// the payloads come, or looks them up again.
type propCheck struct {
	lens  []uint32 // empty if the checker looks back
	first uint32   // the chunk's first row of $prop
	count int      // rows of $prop in the chunk
	next  int
	keys  keyCheck
}

func (p *propCheck) enter() { p.lens, p.count, p.next = p.lens[:0], 0, 0 }

// length returns the length of the next payload.
func (p *propCheck) length(l *lookBack) int {
	if l == nil {
		return int(p.lens[p.next])
	}
	var row PropRow
	l.copyOut(&l.prop, TableProp, (uint64(p.first)+uint64(p.next))*uint64(len(row)), row[:])
	return int(row.Len())
}

func (c *checker) checkProps(b *BlockInfo, data []byte) error {
	if err := c.checkRowNames(&c.props, b, data); err != nil {
		return err
	}
	p := &c.lens
	if p.count == 0 {
		p.first = b.First
	}
	p.count += int(b.Rows)
	if c.back != nil {
		c.back.add(b)
	}
	rows := FixedRows[PropRow](data)
	for i := range rows {
		n := rows[i].Len()
		if n == 0 || n > MaxProps {
			return c.failOrder(b, len(rows[i])*i, "map", ErrProps, fmt.Sprintf("%d bytes; 1 to %d are possible", n, MaxProps))
		}
		if c.back == nil {
			p.lens = append(p.lens, n)
		}
	}
	return nil
}

// checkPropBytes checks that the block consists of whole payloads, each of exactly one
// map.
func (c *checker) checkPropBytes(b *BlockInfo, data []byte) error {
	if c.skip[TableProp] {
		return nil
	}
	p := &c.lens
	for at := 0; at < len(data); p.next++ {
		n := 0
		if p.next < p.count {
			n = p.length(c.back)
		}
		if c.back != nil && c.back.err != nil {
			return c.back.err
		}
		if n == 0 || n > len(data)-at {
			return c.failOrder(b, at, "", ErrProps, "the block is not a whole number of payloads")
		}
		if what := p.keys.check(data[at : at+n]); what != "" {
			return c.failOrder(b, at, "", ErrProps, what)
		}
		at += n
	}
	return nil
}
