package infer

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// moveValues makes JSON's values that stand under the name of objects the text of such
// an object, as a build takes them: "name": "axe" here and "name": {"plural": "axes"}
// there. It reports false if no type takes them, or if they mean something else.
func (e *element) moveValues(x *edge) bool {
	f := e.byField[x.name]
	if f == nil || f.key || x.twice || x.back || x.rows.uneven() || e.name == source.NoObject && e.root {
		return false
	}
	all, parents := f.tally, f.tally.count()
	all.words.list = slices.Clone(all.words.list)
	listed := f.mixed > 0 || all.lists > all.empty
	if listed {
		if f.beside.lists > 0 || x.rows.length > 0 || !all.singles() || !f.beside.singles() {
			return false
		}
		all.merge(&f.beside)
	}
	if !x.to.takeValues(&all) {
		return false
	}
	x.listed, x.present = x.listed || listed, x.present+parents
	f.tally, f.beside, f.mixed = tally{nulls: f.tally.nulls}, tally{}, 0
	return true
}

// singles makes strings of the items of lists, and reports false if it cannot, because
// there is something else. A list of numbers would be the numbers of elements that have
// nothing else.
func (t *tally) singles() bool {
	if t.nesting.isNested() || t.itemNulls+t.itemNumbers+t.itemBools+t.numbers+t.bools > 0 || t.nullLists {
		return false
	}
	t.strings += t.itemStrings
	t.empty -= min(t.empty, t.lists) // at most: what else is empty is a string all the same
	t.wordy = t.wordy || t.itemStrings > 0
	t.lists, t.itemStrings, t.words.odd = 0, 0, true // they may be anything
	return true
}

// takeValues makes values texts of an element, if that can have a text and there is a
// type for them. They are single values of JSON, as elements have none otherwise.
func (e *element) takeValues(t *tally) bool {
	if e.typed || len(e.held) > 0 || e.dict != nil || len(e.fields)+len(e.edges) == 0 || t.count() == 0 || t.lists+t.texts > 0 {
		return false
	}
	values, all := *t, tally{}
	values.nulls = 0 // null is nothing
	all.merge(&e.text)
	text := e.memberText()
	if text != nil {
		all.merge(&text.tally)
	}
	all.merge(&values)
	if g := all.guess(); g.clash != "" || g.any {
		return false
	}
	n := values.count()
	if text != nil {
		e.moveText(text)
	}
	e.text.merge(&values)
	e.textRefs().off = true
	e.count, e.json, e.valued = e.count+n, e.json+n, true
	return true
}

// memberText returns the member "text" of objects if that is one string, as a build calls
// the text of an object, or nil.
func (e *element) memberText() *field {
	f := e.byField["text"]
	if e.json < e.count || f == nil || len(e.fields)+len(e.edges) == 1 || f.mixed > 0 || f.id != nil || e.byEdge["text"] != nil || e.text.count() > 0 || f.tally.strings < f.tally.count() {
		return nil
	}
	return f
}

// moveText makes a member the text of its objects.
func (e *element) moveText(f *field) {
	e.text = f.tally
	delete(e.byField, "text")
	e.fields = slices.DeleteFunc(e.fields, func(o *field) bool { return o == f })
}

// joinValues makes values in a map of objects values of the objects' only member, if one
// type takes both, or else their texts. So does a build.
func (e *element) joinValues() {
	d, v := e.dict, e.dict.value()
	if v == nil || d.n == d.scalars.nulls {
		return
	}
	if v.joinOnly(&d.scalars) || v.takeValues(&d.scalars) {
		d.n, d.scalars = d.scalars.nulls, tally{nulls: d.scalars.nulls}
	}
}

// joinOnly makes values those of the only member of an object, if it has one and one
// type takes both.
func (e *element) joinOnly(t *tally) bool {
	if len(e.fields) != 1 || len(e.edges) > 0 || e.dict != nil || e.text.count() > 0 {
		return false
	}
	f, values, all := e.fields[0], *t, tally{}
	values.nulls = 0 // null is no member
	all.merge(&f.tally)
	all.merge(&values)
	if g := all.guess(); g.clash != "" || g.any || g.span {
		return false
	}
	f.tally.merge(&values)
	f.refs.off = true
	n := values.count()
	e.count, e.json = e.count+n, e.json+n
	return true
}
