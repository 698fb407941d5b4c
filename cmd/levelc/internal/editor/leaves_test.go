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
		fmt.Fprintf(b, "  %s %s\n", m.Name, value(&m.Value))
	}
}

func value(v *editor.Value) string {
	s := fmt.Sprintf("%d@%d %q", v.Kind, v.At, v.Text)
	for i := range v.Items() {
		s += " [" + value(&v.Items()[i]) + "]"
	}
	return s
}

// randomLeaf is an object with values of all sorts, and what is in none of them.
func randomLeaf(r *rand.Rand) string {
	values := []string{
		`1`, `-2.50e3`, `""`, `"two \u00e4 words"`, `true`, `false`, `null`, `[]`, `[1, 2, 3]`, `[1, "x", [2, []], null]`,
		`"` + strings.Repeat("long ", r.IntN(100)) + `"`, `[0` + strings.Repeat(", 0", r.IntN(200)) + `]`,
	}
	var members []string
	for i, name := range []string{"px", "type", "f", "d", "t", "", "a"} {
		if r.IntN(3) > 0 {
			members = append(members, fmt.Sprintf("%q: %s%s", name, strings.Repeat(" ", r.IntN(3)), values[(r.IntN(len(values))+i)%len(values)]))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// What is packed is what the same objects are as Nodes.
func TestLeavesAreWhatNodesWouldBe(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		var rows []string
		var counts []int
		for range 1 + r.IntN(4) {
			counts = append(counts, r.IntN([]int{3, 30, 3000}[r.IntN(3)]))
			var list []string
			for range counts[len(counts)-1] {
				list = append(list, randomLeaf(r))
			}
			rows = append(rows, `{"a": 1, "%[1]s": [`+strings.Join(list, ",\n")+`], "other": [{"%[1]s": 5}, {}], "b": {"%[1]s": [{"x": 1}]}}`)
		}
		all := `{"row": [` + strings.Join(rows, ", ") + `]}`
		var want, got strings.Builder
		translate(t, editor.Options{}, func(tr *editor.Translation) error {
			for row := range tr.Main.Root.Children("row") {
				for c := range row.Children("call") {
					describe(&want, c)
				}
			}
			return nil
		}, "main.json", strings.ReplaceAll(all, "%[1]s", "call"))
		translate(t, editor.Options{}, func(tr *editor.Translation) error {
			i := 0
			for row := range tr.Main.Root.Children("row") {
				require.Nil(t, row.Child("cell"))
				require.Equal(t, counts[i] > 0, row.HasLeaves("cell"))
				require.False(t, row.HasLeaves("other"))
				require.Equal(t, 2, len(row.Nodes)-1)
				require.NotNil(t, row.Child("b").Child("cell"), "it is no leaf there")
				n := 0
				for c := range row.Leaves("cell") {
					describe(&got, c)
					n++
				}
				require.Equal(t, counts[i], n)
				for range row.Leaves("cell") {
					break
				}
				i++
			}
			return nil
		}, "main.json", strings.ReplaceAll(all, "%[1]s", "cell"))
		require.Equal(t, strings.ReplaceAll(want.String(), "call@", "cell@"), got.String(), seed)
	}
}

// Of an element that is a leaf its attributes count; what is in it is left out.
func TestLeavesOfXML(t *testing.T) {
	var got strings.Builder
	level, _ := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		for n := range tr.Main.Root.Children("rows") {
			for c := range n.Leaves("cell") {
				describe(&got, c)
				tr.Warnf(c.PlaceOf("gid"), "", "here")
			}
			fmt.Fprintln(&got, n.Text(), len(n.Nodes))
		}
		return nil
	}, "main.xml", `<a><rows>x<cell gid="1"/><cell gid="2" b="&amp;">t<in><cell/></in></cell><no/><cell>y</cell>z</rows><cell/></a>`)
	require.Equal(t, strings.Join([]string{
		`cell@11 ""`, `  gid 0@21 "1"`,
		`cell@26 ""`, `  gid 0@36 "2"`, `  b 0@42 "&"`,
		`cell@79 ""`, `xz 1`, "",
	}, "\n"), got.String())
	found := level.Found.All()
	require.Len(t, found, 3)
	require.Equal(t, []int{22, 37, 80}, []int{found[0].Col, found[1].Col, found[2].Col})
}

// A million tiles are kept in little more than the file has of them.
func TestLeavesTakeLittleMemory(t *testing.T) {
	const tile = `{"px":[144,96],"src":[32,0],"f":0,"t":4,"d":[146],"a":1}`
	file := `{"row": [{"cell": [` + strings.Repeat(tile+",", 100000) + tile + `]}]}`
	level, _ := translate(t, editor.Options{Memory: int64(len(file))}, func(tr *editor.Translation) error {
		n := 0
		for c := range tr.Main.Root.Child("row").Leaves("cell") {
			require.Equal(t, source.List, c.Member("px").Kind)
			n++
		}
		require.Equal(t, 100001, n)
		return nil
	}, "main.json", file)
	require.Empty(t, level.Found.All())
}

// What is in a leaf is bounded too, be it left out or not yet at its end.
func TestWhatIsInLeavesIsBounded(t *testing.T) {
	var members strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&members, `"%d":0,`, i)
	}
	for form, fits := range map[string]bool{
		`{%s"z":1}`:            false, // each name is kept
		`{"in":{%s"z":1}}`:     true,  // and here none
		`{"in":[0,{%s"z":1}]}`: true,
	} {
		file := `{"row":[{"cell":[` + fmt.Sprintf(form, members.String()) + `]}]}`
		level, _ := translate(t, editor.Options{Memory: 200 << 10}, func(tr *editor.Translation) error { return nil }, "main.json", file)
		require.Equal(t, fits, len(level.Found.All()) == 0, form)
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

// What is left out of a leaf may be long: that nobody waits for it any more is seen.
func TestALeafIsNotReadToItsEndForNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"row":[{"cell":[{"in":[`+strings.Repeat(`{"a":1},`, 300000)+`0]}]}]}`), 0o644))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	looks := 3
	_, err = editor.Translate(stopping{t.Context(), &looks}, f, path, editor.Reader{Leaves: leaves}, editor.Options{Schema: new(format.Schema)})
	require.ErrorIs(t, err, context.Canceled)
}
