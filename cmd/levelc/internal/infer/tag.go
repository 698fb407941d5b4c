package infer

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// This file takes whole start tags of XML, see [source.Tagger]. What a name means is
// looked up once for many tags: it mostly is what it was the last time.

// meaning is what a name meant at its last occurrence.
type meaning struct {
	in    *element // where that was
	edge  *edge    // of an element: the way to it
	field *field   // of an attribute
}

// Wanted implements source.Tagger.
func (g *gatherer) Wanted() *source.Wanted {
	if g.meanings == nil {
		g.meanings = make([]meaning, source.MaxShapes)
	}
	return nil
}

// Tag implements source.Tagger.
func (g *gatherer) Tag(t *source.Tag) bool {
	in := &g.frames[len(g.frames)-1]
	e := in.at.self()
	if g.skip > 0 || e.dict != nil {
		return t.Parts(g, &g.attr)
	}
	k := &g.meanings[t.Shape]
	if k.in != e {
		x := g.edge(e, t.Text[1:t.Name], false)
		if x == nil {
			return t.Parts(g, &g.attr)
		}
		k.in, k.edge = e, x
	}
	if !g.goesOn() {
		return false
	}
	g.enter(k.edge, in, false)
	return g.attributes(t) && (!t.Empty || g.Close(t.At+int64(len(t.Text))-2))
}

// attributes counts the attributes of the tag that was entered last.
func (g *gatherer) attributes(t *source.Tag) bool {
	e := g.frames[len(g.frames)-1].at.self()
	for i := range t.Attrs {
		a := &t.Attrs[i]
		b, k := t.Text[a.Val:a.ValEnd], &g.meanings[a.Shape()]
		if k.in != e {
			name := a.NameIn(t.Text)
			g.attr = source.Value{Bytes: b, At: t.At + int64(a.Val)}
			if !g.Value(name, &g.attr) {
				return false
			}
			if f := e.byField[string(name)]; f != nil && !source.ForTools(name) {
				k.in, k.field = e, f
			}
			continue
		}
		g.attrs = append(g.attrs, k.field.name)
		g.addText(e, k.field, b)
	}
	return true
}

// addText counts the value of an attribute.
func (g *gatherer) addText(e *element, f *field, b []byte) {
	text := source.Trim(b)
	f.tally.addText(text)
	g.ask(e, f)
	if len(text) > 0 {
		g.name(f, text)
	}
	if !f.refs.off {
		g.level.place(e, f)
		f.refs.addText(f.name, text, &g.budget)
	}
}
