package editor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// describe is all that there is in nodes, with the place of each value.
func describe(b *strings.Builder, n *editor.Node) {
	fmt.Fprintf(b, "%s@%d %q\n", n.Name, n.At, n.Type())
	for i := range n.Members {
		m := &n.Members[i]
		fmt.Fprintf(b, "  %s %s %v %d\n", m.Name, value(&m.Value), m.Mixed, m.Before)
	}
	for i, piece := range n.Pieces() {
		fmt.Fprintf(b, "  text %d@%d %q\n", i, n.PlaceOfText().Pos.Off, piece)
	}
	for _, c := range n.Nodes {
		describe(b, c)
	}
	fmt.Fprintln(b, "end")
}

func value(v *editor.Value) string {
	s := fmt.Sprintf("%d@%d %q", v.Kind, v.At, v.Text)
	for i := range v.Items() {
		s += " [" + value(&v.Items()[i]) + "]"
	}
	return s
}

// randomObject is an object with values of all sorts and objects in it, so deep.
func randomObject(r *rand.Rand, deep int) string {
	in := func() string {
		if deep == 0 || r.IntN(3) > 0 {
			return "7"
		}
		return randomObject(r, deep-1)
	}
	values := []func() string{
		func() string {
			return []string{`1`, `-2.50e3`, `""`, `"two \u00e4 words"`, `true`, `false`, `null`, `[]`, `[1, 2, 3]`, `[1, "x", [2, []], null]`}[r.IntN(10)]
		},
		func() string { return `"` + strings.Repeat("long ", r.IntN(100)) + `"` },
		func() string { return `[0` + strings.Repeat(", 0", r.IntN(200)) + `]` },
		in,
		func() string { return `[` + in() + `, ` + in() + `, [` + in() + `], ` + in() + `]` },
	}
	var members []string
	for _, name := range []string{"px", "type", "f", "d", "t", "", "a"} {
		if r.IntN(3) > 0 {
			members = append(members, fmt.Sprintf("%q: %s%s", name, strings.Repeat(" ", r.IntN(3)), values[r.IntN(len(values))]()))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// randomElement is the same of XML.
func randomElement(r *rand.Rand, name string, deep int) string {
	var b strings.Builder
	b.WriteString("<" + name)
	for _, a := range []string{"id", "gid", "b"} {
		if r.IntN(2) > 0 {
			fmt.Fprintf(&b, ` %s="%s"`, a, []string{"", "1", "&amp;", strings.Repeat("long ", r.IntN(100))}[r.IntN(4)])
		}
	}
	b.WriteString(">")
	for range r.IntN(5) {
		switch {
		case r.IntN(2) > 0:
			b.WriteString("text ")
		case deep > 0:
			b.WriteString(randomElement(r, []string{"x", "y", name}[r.IntN(3)], deep-1))
		}
	}
	return b.String() + "</" + name + ">"
}

// What is packed is what the same objects and elements are as Nodes.
func TestWhatIsPackedIsTheSame(t *testing.T) {
	seeds := uint64(30)
	if testing.Short() {
		seeds = 15
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		xml := seed%3 == 0
		var rows []string
		var counts []int
		for range 1 + r.IntN(4) {
			counts = append(counts, r.IntN([]int{3, 30, 1000}[r.IntN(3)]))
			var list []string
			for range counts[len(counts)-1] {
				if xml {
					list = append(list, randomElement(r, "%[1]s", 2))
				} else {
					list = append(list, randomObject(r, 2))
				}
			}
			if xml {
				rows = append(rows, `<row>`+strings.Join(list, "\n")+`<other><%[1]s/></other><b><%[1]s x="1"/></b></row>`)
			} else {
				rows = append(rows, `{"a": 1, "%[1]s": [`+strings.Join(list, ",\n")+`], "other": [{"%[1]s": 5}, {}], "b": {"%[1]s": [{"x": 1}]}}`)
			}
		}
		file, all := "main.json", `{"row": [`+strings.Join(rows, ", ")+`]}`
		if xml {
			file, all = "main.xml", `<rows>`+strings.Join(rows, "")+`</rows>`
		}
		var want, got strings.Builder
		translate(t, editor.Options{}, func(tr *editor.Translation) error {
			for row := range tr.Main.Root.Children("row") {
				for c := range row.Children("call") {
					describe(&want, c)
				}
			}
			return nil
		}, file, strings.ReplaceAll(all, "%[1]s", "call"))
		translate(t, editor.Options{}, func(tr *editor.Translation) error {
			i := 0
			for row := range tr.Main.Root.Children("row") {
				require.Nil(t, row.Child("cell"))
				require.Equal(t, counts[i] > 0, row.HasPacked("cell"))
				require.False(t, row.HasPacked("other"))
				require.NotNil(t, row.Child("b").Child("cell"), "it is not packed there")
				n := 0
				for c := range row.Children("cell") {
					describe(&got, c)
					n++
				}
				require.Equal(t, counts[i], n)
				for range row.Children("cell") {
					break
				}
				i++
			}
			return nil
		}, file, strings.ReplaceAll(all, "%[1]s", "cell"))
		require.Equal(t, strings.ReplaceAll(want.String(), "call@", "cell@"), got.String(), seed)
	}
}

// Other nodes may stand between those that are packed.
func TestPackedElementsAmongOthers(t *testing.T) {
	var got strings.Builder
	level, _ := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		for n := range tr.Main.Root.Children("rows") {
			for c := range n.Children("cell") {
				fmt.Fprintf(&got, "%d %q %q %d\n", c.At, c.String("gid"), c.Text(), len(c.Nodes))
				tr.Warnf(c.PlaceOf("gid"), "", "here")
			}
			fmt.Fprintln(&got, n.Text(), len(n.Nodes))
		}
		return nil
	}, "main.xml", `<a><rows>x<cell gid="1"/><cell gid="2" b="&amp;">t<in><cell/></in></cell><no/><cell>y</cell>z</rows><cell/></a>`)
	require.Equal(t, strings.Join([]string{
		`11 "1" "" 0`, `26 "2" "t" 1`, `79 "" "y" 0`, "xz 1", "",
	}, "\n"), got.String())
	found := level.Found.All()
	require.Len(t, found, 3)
	require.Equal(t, []int{22, 37, 80}, []int{found[0].Col, found[1].Col, found[2].Col})
}

// What stands among objects that are packed knows how many of them are before it.
func TestValuesAmongPackedNodes(t *testing.T) {
	translate(t, editor.Options{}, func(tr *editor.Translation) error {
		var before []int32
		for row := range tr.Main.Root.Children("row") {
			for i := range row.Members {
				require.True(t, row.Members[i].Mixed)
				before = append(before, row.Members[i].Before)
			}
		}
		require.Equal(t, []int32{1, 1, 2, 0, 1}, before)
		return nil
	}, "main.json", `{"row":[{"cell":[{},5,6,{},7]},{"cell":[8,{},9]}]}`)
}

// A million tiles are kept in little more than the file has of them.
func TestPackedNodesTakeLittleMemory(t *testing.T) {
	const tile = `{"px":[144,96],"src":[32,0],"f":0,"t":4,"d":[146],"a":1}`
	file := `{"row": [{"cell": [` + strings.Repeat(tile+",", 100000) + tile + `]}]}`
	level, _ := translate(t, editor.Options{Memory: int64(len(file))}, func(tr *editor.Translation) error {
		n := 0
		for c := range tr.Main.Root.Child("row").Children("cell") {
			require.Equal(t, source.List, c.Member("px").Kind)
			n++
		}
		require.Equal(t, 100001, n)
		return nil
	}, "main.json", file)
	require.Empty(t, level.Found.All())
}

// What is packed is bounded too, be it not yet at its end.
func TestWhatIsPackedIsBounded(t *testing.T) {
	var members strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&members, `"%d":0,`, i)
	}
	fill := strings.NewReplacer("NAMES", members.String(), "OBJECTS", strings.Repeat(`{"z":1},`, 20000))
	for form, fits := range map[string]bool{
		`{NAMES"z":1}`:                          false, // each name is kept
		`{"in":{NAMES"z":1}}`:                   false,
		`{"in":[0,{NAMES"z":1}]}`:               false,
		`{"in":[OBJECTS{"z":1}]}`:               true,
		`{"in":[OBJECTSOBJECTSOBJECTS{"z":1}]}`: false,
	} {
		file := `{"row":[{"cell":[` + fill.Replace(form) + `]}]}`
		level, _ := translate(t, editor.Options{Memory: 400 << 10}, func(tr *editor.Translation) error { return nil }, "main.json", file)
		found := level.Found.All()
		if fits {
			require.Empty(t, found, form)
			continue
		}
		require.Len(t, found, 1, form)
		require.Contains(t, found[0].Message, "so much in it", form)
	}
}

// stopping is a file whose reading is given up when so much of it is read.
type stopping struct {
	context.Context
	looks *int
}

func (s stopping) Err() error {
	if *s.looks--; *s.looks < 0 {
		return context.Canceled
	}
	return nil
}

// What is packed may be long: that nobody waits for it any more is seen.
func TestWhatIsPackedIsNotReadToItsEndForNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"row":[{"cell":[{"in":[`+strings.Repeat(`{"a":1},`, 1000000)+`0]}]}]}`), 0o644))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	looks := 3
	_, err = editor.Translate(stopping{t.Context(), &looks}, f, path, editor.Reader{Packed: packed}, editor.Options{Schema: new(format.Schema)})
	require.ErrorIs(t, err, context.Canceled)
	require.Greater(t, looks, -8, "it is not asked on and on")
}

// A packed node can be gone back to, in any order and between others.
func TestPackedNodesAreFoundAgain(t *testing.T) {
	var list []string
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 { // more than one batch
		list = append(list, randomObject(r, 2))
	}
	said := func(n *editor.Node) string {
		var b strings.Builder
		describe(&b, n)
		return b.String()
	}
	translate(t, editor.Options{}, func(tr *editor.Translation) error {
		row := tr.Main.Root.Child("row")
		first, second := row.Cursor("cell"), row.Cursor("cell")
		var spots []editor.Spot
		var want []string
		var kept *editor.Node
		for c := first.Next(); c != nil; c = first.Next() {
			spots, want = append(spots, first.Spot()), append(want, said(c))
			if i := len(spots) - 1; i == 1000 {
				kept = c
				first.Keep()
			} else if i%3 == 0 { // and Next goes on
				back := r.IntN(len(spots))
				require.Equal(t, want[back], said(first.Go(spots[back])))
			}
		}
		require.Len(t, spots, len(list))
		require.Equal(t, want[1000], said(kept))
		for range 2000 {
			i := r.IntN(len(spots))
			require.Equal(t, want[i], said(second.Go(spots[i])))
			require.Equal(t, want[i], said(second.Go(spots[i])), "again")
		}
		return nil
	}, "main.json", `{"row": [{"cell": [`+strings.Join(list, ", ")+`]}]}`)
}
