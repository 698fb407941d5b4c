package store

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNothingAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, back := range []Backing{Reserved, Blocks, Heap} {
		t.Run(back.String(), func(t *testing.T) {
			var b Bulk[record]
			require.NoError(t, b.Init(Backed(back)))
			defer b.Close()
			h, err := b.Insert(record{ID: 1})
			require.NoError(t, err)
			require.NoError(t, b.Grow(20000))
			rows := make([]record, 200)
			sum := uint64(0)
			var c Crunch[record]
			x := ColumnOf(func(r *record) *float32 { return &r.X })
			require.NoError(t, c.Init(x))
			for what, f := range map[string]func(){
				"Get":    func() { p, _ := b.Get(h); sum += p.ID },
				"Insert": func() { h, _ := b.Insert(record{}); b.Remove(h) },
				"All": func() {
					for h, p := range b.All() {
						sum += p.ID + uint64(h.Index())
					}
				},
				"Runs": func() {
					for _, rows := range b.Runs() {
						sum += uint64(len(rows))
					}
				},
				"RunBytes": func() {
					for first, rows := range b.RunBytes() {
						sum += uint64(first) + uint64(len(rows))
					}
				},
				"Cursor": func() {
					c := b.Cursor()
					for c.Next() {
						sum += c.Row().ID
					}
				},
				"Clear":  func() { r, _ := b.AppendRange(rows); b.Release(r) },
				"Crunch": func() { c.Run(&b, func(g Group[record]) { sum += uint64(g.Len()) }) },
			} {
				f()
				require.Zero(t, testing.AllocsPerRun(100, f), what)
			}
		})
	}
	for _, back := range []Backing{Reserved, Blocks, Heap} {
		var a Array[uint32]
		require.NoError(t, a.Init(Backed(back)))
		defer a.Close()
		keep := []uint32{1, 2, 3}
		_, err := a.Make(100)
		require.NoError(t, err)
		hole, err := a.Make(10)
		require.NoError(t, err)
		_, err = a.Make(10)
		require.NoError(t, err)
		require.NoError(t, a.Free(hole))
		for what, n := range map[string]int{"all of a hole": 10, "part of a hole": 4, "at the end": 30} {
			require.Zero(t, testing.AllocsPerRun(100, func() {
				s, _ := a.Make(n)
				s, _ = a.Extend(s, keep)
				_ = a.Free(s)
			}), "%v, %s", back, what)
		}
	}
	var s Strings
	defer s.Close()
	id, err := s.Intern("name")
	require.NoError(t, err)
	n := 0
	require.Zero(t, testing.AllocsPerRun(100, func() { n += len(s.Get(id)) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { _, _ = s.Intern("name") }))
	var p Packed[record]
	defer p.Close()
	h, err := p.Insert(record{})
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(100, func() { p.Get(h) }))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for range p.All() {
			n++
		}
	}))
	require.NotZero(t, n)
}

// TestHotPathsInline asks the compiler, with a program of its own.
func TestHotPathsInline(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go toolchain here")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", "./internal/inlined").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, f := range []string{"Get", "All", "All.func1", "Runs.func1"} {
		found := false
		for line := range strings.Lines(string(out)) {
			line = strings.TrimSpace(line)
			found = found || strings.Contains(line, "inlining call to") && strings.HasSuffix(line, "."+f)
		}
		require.True(t, found, "%s does not inline", f)
	}
}

func TestRefusalsDoNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	opts, rows := []Option{Limit(3)}, make([]record, 2)
	var b Bulk[record]
	var p Packed[record]
	var g Groups[particle]
	var a Array[record]
	var arena Arena[record]
	require.NoError(t, b.Init(opts...))
	require.NoError(t, p.Init(opts...))
	require.NoError(t, g.Init(8, opts...))
	require.NoError(t, a.Init(opts...))
	require.NoError(t, arena.Grow(3))
	for what, f := range map[string]func() error{
		"Bulk":        func() error { _, err := b.Insert(record{}); return err },
		"AppendRange": func() error { _, err := b.AppendRange(rows); return err },
		"Packed":      func() error { _, err := p.Insert(record{}); return err },
		"Groups":      func() error { _, err := g.Insert(particle{}); return err },
		"Array":       func() error { _, err := a.Append(record{}); return err },
		"Make":        func() error { _, err := a.Make(2); return err },
		"Arena":       func() error { _, err := arena.Insert(record{}); return err },
	} {
		var err error
		for range 4 {
			err = f()
		}
		require.ErrorIs(t, err, ErrFull, what)
		require.Contains(t, err.Error(), "3", what)
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = f() }), what)
	}
	first, err := a.Make(0)
	require.NoError(t, err)
	require.Zero(t, first.Len())
	_, one := a.Make(2)
	_, two := a.Make(3)
	require.NotEqual(t, one.Error(), two.Error(), "what was said before stays")
	require.NoError(t, arena.Grow(1))
	_, err = arena.Insert(record{})
	require.NoError(t, err)
	_, err = arena.Insert(record{})
	require.ErrorContains(t, err, "room for 4")
	for _, s := range []interface{ Close() error }{&b, &p, &g, &a} {
		require.NoError(t, s.Close())
	}
}
