package loader_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// refusals: a level of a past of which some fields are anything is refused by every way of
// loading, in the same words, and changes nothing; or it is loaded as its author wrote it.
// CheckEvolution says which, and what is lost.
func (e *evolution) refusals() {
	past := e.m.past(e.kinds)
	e.world = schemaOfKinds(e.kinds) // with the names of that past
	for range 1 + e.m.rng.IntN(3) {
		e.m.retype(past)
	}
	schema := schemaOfKinds(past)
	misfits, lost := judge(past)
	var breaks, loses []string
	for _, b := range format.CheckEvolution(schema, e.world) {
		switch {
		case b.Effect == format.Breaks && !strings.Contains(b.What, "so levels are refused"): // which Extra permits
			breaks = append(breaks, b.String())
		case b.Effect == format.Loses && b.Field != "":
			loses = append(loses, b.Table+"."+b.Field)
		}
	}
	require.Equal(e.t, len(misfits) > 0, len(breaks) > 0, "%q, %q", misfits, breaks)
	d := e.m.doc(past, e.m.rng.IntN(20), e.m.rng.IntN(3), &e.serial)
	file := d.file(e.t, schema, e.options())
	if len(misfits) == 0 {
		slices.Sort(loses)
		slices.Sort(lost)
		require.Equal(e.t, slices.Compact(lost), slices.Compact(loses))
	}
	_, before := e.level(20, 0)
	b := e.bind(loader.Reloadable())
	l, err := b.LoadBytes(ctx, before)
	require.NoError(e.t, err)
	want := saveLevel(e.t, l, loader.SaveOptions{})
	if len(misfits) == 0 {
		_, err = l.Reload(ctx, bytes.NewReader(file))
		require.NoError(e.t, err)
		require.Equal(e.t, sortedRows(d.wanted(everyNode, true)), sortedRows(told(e.t, saveLevel(e.t, l, loader.SaveOptions{}), true)))
		return
	}
	_, err = l.Reload(ctx, bytes.NewReader(file))
	require.ErrorIs(e.t, err, loader.ErrMismatch)
	words := reason(err)
	for name, load := range e.ways(b, file) {
		err := load()
		require.ErrorIs(e.t, err, loader.ErrMismatch, name)
		require.Equal(e.t, words, reason(err), name)
	}
	other := e.bind() // Open keeps no nodes
	_, err = other.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.ErrorIs(e.t, err, loader.ErrMismatch)
	require.Equal(e.t, words, reason(err))
	require.Equal(e.t, want, saveWorld(e.t, b, loader.SaveOptions{}))
}

// reason is an error without what was done, and to which file.
func reason(err error) string {
	_, after, _ := strings.Cut(err.Error(), "table ")
	return after
}

// ways are the ways to load a whole level.
func (e *evolution) ways(b *loader.Binding, file []byte) map[string]func() error {
	return map[string]func() error{
		"bytes": func() error { return errOf(b.LoadBytes(ctx, file)) },
		"load":  func() error { return errOf(b.Load(ctx, bytes.NewReader(file))) },
		"steps": func() error { return errOf(b.Start(bytes.NewBuffer(slices.Clone(file))).Finish()) },
		"mapped": func() error {
			path := filepath.Join(e.t.TempDir(), "any.lvl")
			require.NoError(e.t, os.WriteFile(path, file, 0o600))
			f, err := os.Open(path)
			require.NoError(e.t, err)
			defer f.Close()
			return errOf(b.LoadMapped(ctx, f))
		},
	}
}

// retype makes a field of some kind anything else.
func (m *anyMaker) retype(past []*anyTable) {
	t := past[m.rng.IntN(len(past))]
	g := t.fields[m.rng.IntN(len(t.fields))]
	for g.typ == format.TypeSpan && !g.gap && m.hit(50) {
		g = g.to.fields[m.rng.IntN(len(g.to.fields))]
	}
	if t.now == nil || g.name == "serial" || g.id || g.parent || g.gap {
		return
	}
	switch m.rng.IntN(4) {
	case 0:
		n := m.field(past, 2)
		n.name, n.now, n.gap = g.name, g.now, false
		*g = *n
	case 1:
		if len(g.syms) > 0 {
			g.syms, g.def = append(slices.Clone(g.syms), m.name("more")), nil
		}
	default:
		switch {
		case g.typ == format.TypeRef:
			g.to = past[m.rng.IntN(len(past))]
		case g.typ == format.TypeAnyRef:
			g.kinds = m.some(past)
		case g.typ <= format.TypeF64:
			g.typ, g.def = anyNumbers[m.rng.IntN(len(anyNumbers))], nil
		}
	}
}

// judge says which fields of a past do not become those of the world, and which lose values.
func judge(past []*anyTable) (misfits, lost []string) {
	var table func(t, now *anyTable)
	table = func(t, now *anyTable) {
		for _, g := range t.fields {
			i := slices.IndexFunc(now.fields, func(f *anyField) bool { return !f.gap && t.source(now, f) == g })
			name := t.name + "." + g.name
			switch {
			case g.gap:
			case i < 0:
				lost = append(lost, name)
			case !g.becomes(now.fields[i]):
				misfits = append(misfits, name)
			case g.typ == format.TypeSpan:
				table(g.to, now.fields[i].to)
			case g.count > now.fields[i].count, slices.ContainsFunc(g.syms, func(s string) bool { return !slices.Contains(now.fields[i].syms, s) }):
				lost = append(lost, name)
			}
		}
	}
	for _, t := range past {
		if t.now != nil {
			table(t, t.now)
		}
	}
	return misfits, lost
}

// becomes reports whether values of a field of a past can be those of one of the world.
func (g *anyField) becomes(f *anyField) bool {
	a, b := g.typ, f.typ
	enum := func(t format.Type) bool { return t >= format.TypeEnum8 && t <= format.TypeEnum32 }
	switch {
	case enum(a) && enum(b), a >= format.TypeFlags8 && a <= format.TypeFlags64 && b >= format.TypeFlags8 && b <= format.TypeFlags64:
		return f.def != nil || !slices.ContainsFunc(g.syms, func(s string) bool { return !slices.Contains(f.syms, s) })
	case a == format.TypeRef && a == b:
		return g.to.now == f.to
	case a == format.TypeAnyRef && a == b:
		return !slices.ContainsFunc(g.kinds, func(k *anyTable) bool { return k.now == nil || !slices.Contains(f.kinds, k.now) })
	case a == b:
		return true
	case a > format.TypeF64 || b > format.TypeF64:
		return false
	case b.IsFloat():
		return a == format.TypeF32 || !a.IsFloat() && 2*a.Size() <= b.Size()
	}
	return !a.IsFloat() && signedNumber(a) == signedNumber(b) && a.Size() <= b.Size()
}
