package infer_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

// letters is a number in letters, which no rule about names takes for data.
func letters(n int) string {
	return strings.NewReplacer("0", "b", "1", "c", "2", "d", "3", "f", "4", "g", "5", "h", "6", "j", "7", "k", "8", "l", "9", "m").Replace(fmt.Sprint(n)) + "o"
}

// Each of these took minutes while it was the square of something.
func TestManyNamesTakeTimeInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of names take seconds")
	}
	var aside, attributes, plurals, either, chain, roots strings.Builder
	aside.WriteString(`<s v="1">`)
	for i := range 7_500 {
		aside.WriteString("<e")
		for k := range 20 {
			fmt.Fprintf(&aside, ` xsi:a%d="1"`, 20*i+k)
		}
		aside.WriteString("/>")
	}
	aside.WriteString("</s>")

	attributes.WriteString("<s")
	for i := range 30_000 {
		fmt.Fprintf(&attributes, ` a%d="v%[1]d"`, i)
	}
	attributes.WriteString(">" + strings.Repeat(`<e v="1"/>`, 250_000) + "</s>")

	plurals.WriteString(`[{"v":1}`)
	for i := range 15 {
		fmt.Fprintf(&plurals, `,{"in%s":[{"v":1`, letters(i))
		for k := range 100 {
			name := letters(100*i + k)
			fmt.Fprintf(&plurals, `,"%se":[{"id":"p%d","v":1}],"%[1]ses":[{"id":"q%[2]d","v":1},{"id":"r%[2]d","v":1}]`, name, k)
		}
		plurals.WriteString(`}]}`)
	}
	plurals.WriteString("]")

	either.WriteString(`<s><k`)
	for i := range 16_000 {
		fmt.Fprintf(&either, ` a%d="1"`, i)
	}
	either.WriteString("/>")
	for range 16 {
		either.WriteString("<k")
		for i := range 40_000 {
			fmt.Fprintf(&either, ` b%d="1"`, i)
		}
		either.WriteString(">")
		for i := range 16_000 {
			fmt.Fprintf(&either, `<a%d v="1"/>`, i)
		}
		either.WriteString("</k>")
	}
	either.WriteString("</s>")

	chain.WriteString(`<s v="1"><t a0="v"><a0 v="1"/></t>`) // a0 is no kind, so that a1 is none, and so on
	for i := range 3_000 {
		chain.WriteString(strings.Repeat(fmt.Sprintf("<a%d><a%d/></a%[1]d>", i, i+1), 2))
	}
	chain.WriteString("</s>")

	roots.WriteString(`{"root":[1,[2]],"in":[{"root2":[1,[2]]}`)
	for i := range 100 {
		fmt.Fprintf(&roots, `,{"in%s":[{"v":1`, letters(i))
		for k := range 100 {
			fmt.Fprintf(&roots, `,"root%d":[1,[2]]`, 3+100*i+k)
		}
		roots.WriteString(`}]}`)
	}
	roots.WriteString("]}")

	for name, text := range map[string]string{
		"attributes for other tools": aside.String(), "attributes of one element": attributes.String(), "kinds in the plural": plurals.String(),
		"attributes and elements": either.String(), "kinds that are none for others": chain.String(), "names that are no root's": roots.String(),
	} {
		t.Run(name, func(t *testing.T) {
			files := spool(t, text)
			start := time.Now()
			_, err := infer.Files(context.Background(), files, infer.Options{})
			require.NoError(t, err)
			require.Less(t, time.Since(start), 15*time.Second) // a second where nothing else runs
		})
	}
}

// The end of a level takes no time for what only other levels have.
func TestTheEndOfALevelTakesTimeForThatLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("many levels take seconds")
	}
	var names strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&names, ` a%d="v"`, i)
	}
	spooled := spool(t, "<s><k"+names.String()+"/></s>", `<s><k id="a"/></s>`)
	files := append(spooled, slices.Repeat(spooled[1:], 10_000)...)
	start := time.Now()
	_, err := infer.Files(context.Background(), files, infer.Options{})
	require.NoError(t, err)
	require.Less(t, time.Since(start), 15*time.Second) // a quarter of a second where nothing else runs
}

// A field that always says the id of its element is no reference, even as one of many.
func TestAnIDIsSaidAgainAmongManyValues(t *testing.T) {
	var b strings.Builder
	b.WriteString("<s>")
	for _, id := range []string{"lamp", "door", "wall"} {
		fmt.Fprintf(&b, `<k id="%s"`, id)
		for i := range 300 {
			fmt.Fprintf(&b, ` a%d="%s%[1]d"`, i, id)
		}
		fmt.Fprintf(&b, ` label="%s"/><r k="%[1]s"/>`, id)
	}
	r := requireBuilds(t, []string{b.String() + "</s>"}, false)
	require.Contains(t, shape(r), "label str\nr: k ref(k)")
}
