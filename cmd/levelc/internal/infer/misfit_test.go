package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// One value of another form than thousands of others is mostly a mistake, and says what the
// type of all of them is.
func TestFewValuesOfAnotherFormAreNoted(t *testing.T) {
	const usual = `<k x="1.5"/>`
	many := strings.Repeat(usual, 140)
	for _, c := range []struct{ more, want string }{
		{`<k x="1.5m"/>`, `k.x: 1 of 141 values is no number ("1.5m"), so all of them become strings`},
		{`<k x=""/>`, `k.x: 1 of 141 values is no number (""), so all of them become strings`},
		{`<k x="1,5"/>`, `k.x: 1 of 141 values is more than one number ("1,5"), so all of them become lists`},
		{`<k x="a"/><k x="b"/><k x="c"/>`, ""},
		{`<k x="none"/>`, ""}, // the field may be a reference
		{`<k x="-1e3"/>`, ""},
	} {
		for _, text := range []string{many + c.more, c.more + many} {
			require.Equal(t, c.want, strings.Join(notes(requireBuilds(t, []string{"<s>" + text + "</s>"}, false)), "\n"), c.more)
		}
	}
	two := `<s><k x="a"/>` + many + `<k x="b"/></s>`
	require.Equal(t, []string{`k.x: 2 of 142 values are no number ("a"), so all of them become strings`}, notes(requireBuilds(t, []string{two}, false)))
	few := "<s>" + strings.Repeat(usual, 30) + `<k x="a"/></s>`
	require.Empty(t, notes(requireBuilds(t, []string{few}, false)), "it is not one of very many")
	for more, want := range map[string]string{
		`"1.5m"`: `k.x: 1 of 141 values is no number ("1.5m"), so all of them become strings`,
		`""`:     `k.x: 1 of 141 values is no number (""), so all of them become strings`,
		`true`:   "", `null`: "", `2`: "",
	} {
		text := `{"k":[` + strings.Repeat(`{"x":1.5},`, 140) + `{"x":` + more + `}]}`
		require.Equal(t, want, strings.Join(notes(requireBuilds(t, []string{text}, false)), "\n"), more)
	}
}

// "1,234" beside "900" is one number, and no list of two.
func TestNumbersWithCommasForThousandsAreNoLists(t *testing.T) {
	for _, c := range []struct{ values, want string }{
		{"900|1,234", "str"},
		{"9|12,345|1,234,567", "str"},
		{"9|-1,234", "str"},
		{"9|1,-234", "span of value i16 text"},
		{"|1,234", "str"}, // nothing, or a number
		{"900|1, 234", "span of value u16 text"},
		{"900|1 234", "span of value u16 text"},
		{"900|1,23", "span of value u16 text"},
		{"9|1,2345", "span of value u16 text"},
		{"9|0,234", "span of value u8 text"},
		{"9|1,234|5,6", "span of value u8 text"},
		{"101|102,103", "span of value u8 text"},
		{"1000|1,234", "span of value u16 text"},
		{"1,234|5,678", "u16[2]"},
	} {
		var b strings.Builder
		for v := range strings.SplitSeq(c.values, "|") {
			b.WriteString(`<k x="` + v + `"/>`)
		}
		r := requireBuilds(t, []string{"<s>" + b.String() + "</s>"}, false)
		require.Equal(t, c.want, column(t, r, "k", "x"), c.values)
		require.Equal(t, c.want == "str", strings.Contains(strings.Join(notes(r), "\n"), "k.x: numbers with commas for thousands (\""), c.values)
	}
}
