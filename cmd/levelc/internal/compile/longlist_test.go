package compile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Long lists of numbers are taken in runs, unless a space stands in front of a comma:
// both make the same rows, and say the same of what is wrong.
func TestLongListsAreWhatTheirItemsAre(t *testing.T) {
	whole := func(r *rand.Rand) string { return fmt.Sprint(r.Uint64() >> (57 + r.IntN(6))) }
	fraction := func(r *rand.Rand) string { return fmt.Sprintf("%.*f", r.IntN(4), 100*r.Float64()-50) }
	node := makeTable("n", format.ClassNode, span("list", "n.list"))
	lengths := []int{1, 2, 3, 7, 24, 30, 100, 4095, 4096, 4097, 2*4096 + 5}
	if testing.Short() {
		lengths = []int{1, 2, 3, 7, 24, 30, 100, 4097}
	}
	for _, c := range []struct {
		fields []format.Field
		number func(*rand.Rand) string
		run    bool
	}{
		{[]format.Field{role(fld("value", format.TypeU8), format.RoleText)}, whole, true},
		{[]format.Field{role(fld("value", format.TypeI8), format.RoleText)}, whole, true},
		{[]format.Field{role(fld("value", format.TypeU16), format.RoleText)}, whole, true},
		{[]format.Field{role(fld("value", format.TypeI32), format.RoleText)}, whole, true},
		{[]format.Field{role(fld("value", format.TypeU64), format.RoleText)}, whole, true},
		{[]format.Field{role(fld("value", format.TypeF32), format.RoleText)}, fraction, true},
		{[]format.Field{role(fld("value", format.TypeF64), format.RoleText)}, fraction, false},
		{[]format.Field{vec("p", format.TypeF32, "xy")}, fraction, true},
		{[]format.Field{fld("x", format.TypeI16), fld("y", format.TypeI16), fld("z", format.TypeI16)}, whole, true},
		{[]format.Field{fld("x", format.TypeU32), fld("y", format.TypeF32)}, whole, false},
		{[]format.Field{def(fld("x", format.TypeU32), "7"), fld("y", format.TypeU8)}, whole, false},
	} {
		s := &format.Schema{Tables: []format.Table{node, makeTable("n.list", format.ClassArray, c.fields...)}}
		plan, err := NewPlan(s)
		require.NoError(t, err)
		require.Equal(t, c.run, plan.Schema().Tables[len(plan.Schema().Tables)-1].Name == "n.list" && plan.tables[len(plan.tables)-1].run != 0)
		r := rand.New(rand.NewPCG(1, uint64(len(c.fields))))
		for _, n := range lengths {
			for _, bad := range []string{"", "x", "300000000000000000000", "-3", "1.5", ",", "12345678901234567", "+4"} {
				items := make([]string, n)
				for i := range items {
					items[i] = c.number(r)
				}
				if bad != "" {
					items[r.IntN(n)] = bad
				}
				build := func(separator string) outcome {
					return compileAll(t, s, UnknownError, `<n list="`+strings.Join(items, separator)+`"/>`)
				}
				separator := []string{" ", ",", ",\n", ", ", "  "}[r.IntN(5)]
				if bad == "," {
					separator = ","
				}
				want, got := build(" , "), build(separator)
				require.Equal(t, want.problems, got.problems, "%d of %v with %q", n, c.fields, bad)
				require.Equal(t, want.dump(), got.dump(), "%d of %v with %q", n, c.fields, bad)
			}
		}
	}
}

// A text may be shorter than one element of the list would be.
func TestAListOfLessThanOneElementEnds(t *testing.T) {
	wide := format.Field{Name: "row", Type: format.TypeU8, Count: 2 * source.LongList}
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list")), makeTable("n.list", format.ClassArray, role(wide, format.RoleText)),
	}}
	for _, n := range []int{1, runBytes/2 + 1, source.LongList, 2*source.LongList - 1, 2 * source.LongList, 4 * source.LongList} {
		row := strings.Join(slices.Repeat([]string{"7"}, n), ",")
		for _, text := range []string{`<n list="` + row + `"/>`, `{"type":"n","list":[[` + row + `]]}`, `{"type":"n","list":[` + row + `]}`} {
			got := compileWith(t, s, UnknownError, source.Options{Numbers: source.LongList, Rows: true}, text)
			want := compileWith(t, s, UnknownError, source.Options{}, text)
			require.Equal(t, want.problems, got.problems, text)
			require.Equal(t, want.dump(), got.dump(), text)
			require.Equal(t, n%(2*source.LongList) == 0 && (n == 2*source.LongList || !strings.Contains(text, "[[")), len(got.problems) == 0, text)
		}
	}
}

// A list of JSON comes as a text from a length on.
func TestLongListsOfJSONAreWhatTheirItemsAre(t *testing.T) {
	node := makeTable("n", format.ClassNode, span("list", "n.list"), fld("one", format.TypeU8))
	for _, fields := range [][]format.Field{
		{role(fld("value", format.TypeU8), format.RoleText)},
		{role(fld("value", format.TypeF64), format.RoleText)},
		{role(fld("value", format.TypeStr), format.RoleText)},
		{vec("p", format.TypeF32, "xy")},
		{fld("x", format.TypeI16), fld("y", format.TypeF32)},
		{fld("who", format.TypeStr), role(fld("value", format.TypeU8), format.RoleText)},
		{{Name: "row", Type: format.TypeU16, Count: source.LongList}},
	} {
		s := &format.Schema{Tables: []format.Table{node, makeTable("n.list", format.ClassArray, fields...)}}
		for _, n := range []int{source.LongList - 1, source.LongList, source.LongList + 2, 1000} {
			for _, bad := range []string{"", `"x"`, "300", "1.5", "[1]"} { // in rows of n and of n numbers, and one beside
				row := slices.Repeat([]string{"7", "12"}, n/2)
				good := "[" + strings.Join(row, ",") + "]"
				if bad != "" {
					row[len(row)-3] = bad
				}
				for _, text := range []string{"[" + good + ",[" + strings.Join(row, ",") + "]]", "[5," + good + "]", "[" + good + ",[1,2]]"} {
					for _, name := range []string{"list", "one", "lost"} {
						text := `{"type":"n","` + name + `":` + text + `}`
						want := compileWith(t, s, UnknownKeep, source.Options{}, text)
						got := compileWith(t, s, UnknownKeep, source.Options{Numbers: source.LongList, Rows: true}, text)
						require.Equal(t, want.problems, got.problems, "%d of %v with %s", n, fields, bad)
						require.Equal(t, want.dump()+strings.Join(want.extra, ""), got.dump()+strings.Join(got.extra, ""), "%d of %v with %s", n, fields, bad)
					}
				}
			}
			for _, bad := range []string{"", `"x"`, "null", "true", "300", "-3", "1.5", "1e400", "[1, 2]"} {
				for _, name := range []string{"list", "one", "lost"} {
					items := slices.Repeat([]string{"7", "12"}, n/2)
					if bad != "" {
						items[len(items)-3] = bad
					}
					list := strings.Join(items, ",")
					text := `{"type":"n","` + name + `":[` + list + `]}`
					want := compileWith(t, s, UnknownKeep, source.Options{}, text)
					got := compileWith(t, s, UnknownKeep, source.Options{Numbers: source.LongList, Rows: true}, text)
					require.Equal(t, want.problems, got.problems, "%d of %v with %s", n, fields, bad)
					require.Equal(t, want.dump()+strings.Join(want.extra, ""), got.dump()+strings.Join(got.extra, ""), "%d of %v with %s", n, fields, bad)
				}
			}
		}
	}
}

// Where a list is divided is of no account, be it in the middle of an element.
func TestListsOfJSONInPartsAreWhatTheyAreWhole(t *testing.T) {
	node := makeTable("n", format.ClassNode, span("list", "n.list"), fld("one", format.TypeU8), format.Field{Name: "many", Type: format.TypeF64, Count: 300}, fld("last", format.TypeU8))
	for _, fields := range [][]format.Field{
		{role(fld("value", format.TypeU8), format.RoleText)},
		{role(fld("value", format.TypeF64), format.RoleText)},
		{role(fld("value", format.TypeStr), format.RoleText)},
		{vec("p", format.TypeF32, "xyz")},
		{fld("x", format.TypeI16), fld("y", format.TypeF32)},
		{fld("who", format.TypeStr), role(fld("value", format.TypeU8), format.RoleText)},
		{{Name: "row", Type: format.TypeU16, Count: 70}},
	} {
		s := &format.Schema{Tables: []format.Table{node, makeTable("n.list", format.ClassArray, fields...)}}
		lengths, sizes := []int{300, 421}, []int{1, 10, 1000}
		if testing.Short() {
			lengths, sizes = lengths[1:], sizes[1:]
		}
		for _, n := range lengths {
			for _, bad := range []string{"", "300", "1.5", "1e400", "-7"} {
				items := slices.Repeat([]string{"7", "12", "0"}, n/3+1)[:n]
				if bad != "" {
					items[n-50] = bad
				}
				list := strings.Join(items, ",")
				for _, text := range []string{
					`{"type":"n","list":[%s],"last":3}`, `{"type":"n","one":[%s],"last":3}`, `{"type":"n","many":[%s],"last":3}`, `{"type":"n","lost":[%s],"last":3}`,
					`{"type":"n","lost":{"in":[%s]},"last":3}`, `{"n":[{"list":[%[1]s]},{"list":[%[1]s]}]}`, `{"type":"n","list":[%s],"list":[1]}`,
				} {
					text = fmt.Sprintf(text, list)
					for _, policy := range []Policy{UnknownError, UnknownIgnore, UnknownKeep} {
						want := compileWith(t, s, policy, source.Options{Numbers: source.LongList}, text)
						for _, size := range sizes {
							got := compileWith(t, s, policy, source.Options{Numbers: source.LongList, Parts: size}, text)
							require.Equal(t, want.problems, got.problems, "%d of %v with %s, %d bytes at a time", n, fields, bad, size)
							if len(want.problems) == 0 {
								require.Equal(t, want.dump()+strings.Join(want.extra, ""), got.dump()+strings.Join(got.extra, ""), "%d of %v", n, fields)
							}
						}
					}
				}
			}
		}
	}
}

// The cells of a map are a million numbers: a value for each would take 64 MB.
func TestALongListOfJSONTakesLittleMemory(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list")),
		makeTable("n.list", format.ClassArray, role(fld("value", format.TypeU16), format.RoleText)),
	}}
	plan, err := NewPlan(s)
	require.NoError(t, err)
	text := `{"type":"n","list":[` + strings.Repeat("123,", 1<<20) + `4]}`
	files := openAll(t, text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out format.Buffer
	_, _, err = plan.Build(context.Background(), files, &out, format.WriterOptions{}, Options{})
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Greater(t, len(out), 2<<20)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(40<<20))
}

// Elsewhere its numbers are values, and there may not be any number of those.
func TestALongListOfJSONIsBoundedOutsideOfSpans(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, fld("one", format.TypeU8), span("list", "n.list")),
		makeTable("n.list", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	list := "[" + strings.Repeat("1,", mostItems) + "1]"
	got := compileAll(t, s, UnknownError, `{"type":"n","one":`+list+`}`)
	require.Len(t, got.problems, 1)
	require.Contains(t, got.problems[0], "one: more than 4194304 numbers, and no span takes them")
	require.Empty(t, compileAll(t, s, UnknownError, `{"type":"n","list":`+list+`}`).problems)
}

// What a span takes is not in memory as a whole, nor bounded.
func TestAListOfJSONMayBeOfAnyLength(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list"), fld("one", format.TypeU8)),
		makeTable("n.list", format.ClassArray, role(fld("value", format.TypeF32), format.RoleText)),
	}}
	plan, err := NewPlan(s)
	require.NoError(t, err)
	const each, times = "7.0000000000000000000000000000000000000000000000000000000000000,", 280_000 // 18 MB
	list := strings.Repeat(each, times)
	build := func(name string) (found []diag.Diagnostic, size int, took uint64) {
		f, err := source.Spool(io.MultiReader(strings.NewReader(`{"type":"n","`+name+`":[`), strings.NewReader(list), strings.NewReader("7]}")), "list")
		require.NoError(t, err)
		defer f.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var out format.Buffer
		res, _, _ := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, Options{}) // what was wrong is in res
		runtime.ReadMemStats(&after)
		return res.Diagnostics.All(), len(out), after.TotalAlloc - before.TotalAlloc
	}
	found, size, took := build("list")
	require.Empty(t, found)
	require.Greater(t, size, 4*times)
	require.Less(t, size, 5*times)
	require.Less(t, took, uint64(84<<20), "120 if all of it were in memory once, in a slice that grows")
	found, _, _ = build("one")
	require.Len(t, found, 1)
	require.Equal(t, "one: more than 16 MiB of numbers, and no span takes them", found[0].Message)
}

func TestRowsForASpanOfNumbersAreToldWhatTakesThem(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list")),
		makeTable("n.list", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	row := strings.Repeat("1,", 299) + "1"
	for list, want := range map[string]string{
		"[[1,2,3]]":                     "list: element 1 has 3 values, not 1 (lists of 3 values are elements of a span of arrays, [3]T)",
		"[[" + row + "],[" + row + "]]": "list: element 1 has 300 values, not 1 (lists of 300 values are elements of a span of arrays, [300]T)",
	} {
		got := compileAll(t, s, UnknownError, `{"type":"n","list":`+list+`}`)
		require.Len(t, got.problems, 1)
		require.Contains(t, got.problems[0], want)
	}
}

// Of a list that comes in parts and is not taken, no part is.
func TestALongListThatIsGivenTwiceIsToldOnce(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("in.list", "n.in.list")),
		makeTable("n.in.list", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	list := `{"list":[` + strings.Repeat("1,", 200_000) + `1]}`
	for _, parts := range []int{0, 1 << 10} {
		o := source.Options{Numbers: source.LongList, Rows: true, Parts: parts}
		require.Empty(t, compileWith(t, s, UnknownError, o, `{"type":"n","in":[`+list+`]}`).problems)
		got := compileWith(t, s, UnknownError, o, `{"type":"n","in":[`+list+","+list+`]}`)
		require.Len(t, got.problems, 1)
		require.Contains(t, got.problems[0], "in stands twice in n")
		got = compileWith(t, s, UnknownError, o, `{"type":"n","in":[{"list":[{"text":1}]},`+list+`]}`)
		require.Len(t, got.problems, 1)
		require.Contains(t, got.problems[0], "in stands twice in n")
	}
}

// A list that no span takes costs no memory for items if there are too many, and
// otherwise just what they need.
func TestItemsOfALongListAreCountedFirst(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 1000: 1, mostItems + 1: 0} {
		v := &source.Value{Kind: source.Numbers, Bytes: append(bytes.Repeat([]byte("0,"), n-1), '0')}
		var items []source.Value
		require.Equal(t, want, testing.AllocsPerRun(1, func() { items = itemsOf(v) }), n)
		if want == 0 {
			require.Nil(t, items)
			continue
		}
		require.Len(t, items, n)
		require.Equal(t, n, cap(items))
	}
}

// A list that begins with null takes no more memory when it turns out to have more in it.
func TestNullBeforeValuesTakesNoMemory(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list")),
		makeTable("n.list", format.ClassArray, role(fld("text", format.TypeStr), format.RoleText), fld("who", format.TypeStr)),
	}}
	const nulls = 1 << 18
	o := source.Options{Numbers: source.LongList, Rows: true, ListParts: 1 << 10}
	text := `{"type":"n",` + wide + `"list":[` + strings.Repeat("null,", nulls) + `"x"]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := compileWith(t, s, UnknownError, o, text)
	runtime.ReadMemStats(&after)
	require.Equal(t, []string{fmt.Sprintf(`1.list: list: null among objects has no element, and those behind it move up +%d (write {} for one of defaults, or leave it out)`, nulls-1)}, out.problems)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(12<<20), "some of it is the text")
}

// A name means nothing inside what is unknown, so no span of the node around it takes the
// list, whole or in parts.
func TestALongListInsideOfSomethingUnknownIsNoSpans(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("list", "n.list")),
		makeTable("n.list", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	long := "[" + strings.Repeat("7,", source.LongList) + "7]"
	for _, parts := range []int{0, 1} {
		o := source.Options{Numbers: source.LongList, Rows: true, ListParts: parts * source.LongList, Parts: parts * 100}
		for policy := UnknownIgnore; policy <= UnknownKeep; policy++ {
			out := compileWith(t, s, policy, o, `{"type":"n","x":{"list":`+long+`},"list":[1,2]}`)
			require.Contains(t, out.dump(), "n.list 1<0: value=2")
			require.NotContains(t, out.dump(), "n.list 2")
			if policy == UnknownKeep {
				require.Equal(t, []string{`n 0 {"x":{"list":` + long + `}}`}, out.extra)
			}
		}
	}
}

// A colour is one item of a list, and all the values of its element.
func TestAColourIsAnElementOfAList(t *testing.T) {
	colour := vec("c", format.TypeU8, "rgb")
	s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, span("list", "n.list")), makeTable("n.list", format.ClassArray, colour)}}
	want := compileAll(t, s, UnknownError, `{"type":"n","list":[[255,128,0],[1,2,3]]}`)
	require.Empty(t, want.problems)
	for _, text := range []string{`{"type":"n","list":[["#ff8000"],[1,2,3]]}`, `{"type":"n","list":["#ff8000",1,2,3]}`, `<n list="#ff8000 1 2 3"/>`} {
		got := compileAll(t, s, UnknownError, text)
		require.Empty(t, got.problems, text)
		require.Equal(t, want.dump(), got.dump(), text)
	}
}
