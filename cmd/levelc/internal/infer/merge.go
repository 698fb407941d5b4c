package infer

import "github.com/levelc/levelc/cmd/levelc/internal/noun"

// merging is pairs of elements that are still to be merged. Where elements contain each
// other, merging two of them may call for merging either with a third. So each pair is
// merged as a whole before the next.
type merging []struct{ to, from *element }

func (m *merging) add(to, from *element) { *m = append(*m, struct{ to, from *element }{to, from}) }

// finish merges all pairs, and those that come of that.
func (m *merging) finish() {
	for i := 0; i < len(*m); i++ {
		(*m)[i].to.self().take((*m)[i].from.self(), m)
	}
}

// merge moves everything that o has seen to e. From then on o.self() is e.self(). It
// returns the elements in the two that were merged for that.
func (e *element) merge(o *element) (inside []*element) {
	var m merging
	m.add(e, o)
	m.finish()
	for _, pair := range m[1:] {
		inside = append(inside, pair.to.self())
	}
	return inside
}

// take is merge for the two elements alone. What they contain is left to m.
func (e *element) take(o *element, m *merging) {
	if e == o {
		return
	}
	e.serial = min(e.serial, o.serial)
	if e.plural == "" && (o.name == e.name || o.plural == e.name) {
		e.name, e.plural = o.name, o.plural
	}
	o.into = e
	e.count += o.count
	e.json += o.json
	e.keyed = e.keyed || o.keyed
	e.typed = e.typed || o.typed
	e.root = e.root || o.root
	e.alone = e.alone || o.alone
	e.overfull = e.overfull || o.overfull
	e.text.merge(&o.text)
	e.broken = e.broken || o.broken
	e.behind, e.between = e.behind || o.behind, e.between || o.between
	e.textRefs().merge(o.textRefs())
	e.types.merge(&o.types)
	e.referred = e.referred || o.referred
	e.valued = e.valued || o.valued
	for _, name := range o.held {
		e.held = adjoin(e.held, name)
	}
	e.mergeGaps(o.gaps)
	for _, f := range o.fields {
		if f.id != nil && f.id.kind != e.name && f.id.kind != noun.Singular(e.name) {
			f.id.astray = true
		}
		e.mergeField(f)
	}
	had := make([]order, len(o.edges))
	for i, x := range o.edges {
		had[i] = x.order
		e.mergeEdge(x, m)
	}
	e.takeOrders(o.edges, had)
	switch {
	case o.dict != nil:
		e.mergeDict(o.dict, m)
	case e.dict != nil:
		e.foldInto(m)
	}
	e.mergeAside(o.aside)
	o.fields, o.edges, o.byField, o.byEdge, o.dict, o.aside = nil, nil, nil, nil, nil, nil
}

func (e *element) mergeField(f *field) {
	mine := e.byField[f.name]
	if mine == nil {
		e.addField(f)
		return
	}
	if mine.id != nil && f.id != nil { // a plural of XML and one of JSON are kept apart
		twice := mine.id.twice || f.id.twice
		mine.id.twice, f.id.twice = twice, twice
	}
	mine.inJSON = mine.inJSON || f.inJSON
	mine.mixed += f.mixed
	mine.beside.merge(&f.beside)
	mine.key = mine.key || f.key
	mine.saysID, mine.saysOther = mine.saysID || f.saysID, mine.saysOther || f.saysOther
	mine.tally.merge(&f.tally)
	mine.refs.merge(&f.refs)
}

func (e *element) mergeEdge(x *edge, m *merging) {
	mine := e.byEdge[x.name]
	if mine == nil {
		e.addEdge(x)
		return
	}
	mine.present += x.present
	mine.saidAgain += x.saidAgain
	mine.most, mine.listed = max(mine.most, x.most), mine.listed || x.listed
	mine.rows.merge(&x.rows)
	mine.back = mine.back || x.back
	mine.alone = mine.alone && x.alone
	mine.twice = mine.twice || x.twice
	mine.turns = max(mine.turns, x.turns)
	m.add(mine.to, x.to)
}

func (e *element) mergeDict(d *dict, m *merging) {
	if e.dict == nil {
		e.dict = d
		e.foldInto(m)
		return
	}
	e.dict.keys += d.keys
	e.dict.n += d.n
	for name := range d.names {
		e.dict.keep(name)
	}
	e.dict.scalars.merge(&d.scalars)
	if e.dict.edge == nil {
		e.dict.edge = d.edge
	} else if d.edge != nil {
		m.add(e.dict.edge.to, d.edge.to)
		e.dict.edge.rows.merge(&d.edge.rows)
	}
}

// fold turns the element's members into values of its map, which may be new. It may be one of
// these values itself: then all are [element.self].
func (e *element) fold() {
	var m merging
	e.foldInto(&m)
	m.finish()
}

// foldInto is fold but for merging the values.
func (e *element) foldInto(m *merging) {
	if e.dict == nil {
		e.dict = &dict{}
	}
	d := e.dict
	edges, fields, all := e.edges, e.fields, &edge{most: 2}
	if d.edge != nil {
		all.to, all.rows = d.edge.to, d.edge.rows
	}
	e.edges, e.byEdge, e.fields, e.byField = nil, nil, nil, nil
	for _, x := range edges {
		d.keys++
		d.keep(x.name)
		all.rows.merge(&x.rows)
		if all.to == nil {
			all.to = x.to.self()
		} else {
			m.add(all.to, x.to)
		}
	}
	if all.to != nil {
		d.edge = all
	}
	for _, f := range fields {
		d.keys++
		d.keep(f.name)
		d.n += f.tally.count() + f.tally.nulls + f.mixed
		d.scalars.merge(&f.tally)
		d.scalars.merge(&f.beside)
	}
}
