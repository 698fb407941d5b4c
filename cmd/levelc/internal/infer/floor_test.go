package infer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

func TestAnOutermostElementThatStandsInsideIsAKind(t *testing.T) {
	r := from(t, `<map><room map="cave1" x="3"><exits><map/></exits></room><room map="cave2" x="4"/></map>`)
	require.Equal(t, lines(
		"map: parent ref(exits) parent",
		"room: map str, parent ref(map) parent, x u8",
		"exits: parent ref(room) parent",
	), shape(r))
	require.Empty(t, r.Notes)
}

// However many names clash, there are kinds, and the outermost element leads to one.
func TestClashingNamesLeaveAKind(t *testing.T) {
	files := spool(t, `<scene><enemies><enemy scene="intro"><spawn><scene/><enemy id="e2"><scene/></enemy></spawn></enemy></enemies></scene>`)
	r, err := infer.Files(context.Background(), files, infer.Options{})
	require.NoError(t, err)
	require.Contains(t, shape(r), "enemies: ")
	require.NotContains(t, strings.Join(build(t, r.Schema, compile.UnknownKeep, files...), "\n"), "no node in the file")
}

// recurring writes an element in which the outermost one's name comes again: as a value,
// as an empty element and as one with values.
func recurring(b *strings.Builder, r *rand.Rand, name, root string, depth int) {
	fmt.Fprintf(b, "<%s", name)
	for i, attr := range []string{root, "id", "x"} {
		if r.IntN(2) == 0 {
			fmt.Fprintf(b, ` %s="%s"`, attr, pick(r, []string{"1", root, fmt.Sprint("v", i, r.IntN(9))}))
		}
	}
	b.WriteString(">")
	for range r.IntN(4) {
		switch n := r.IntN(5); {
		case n == 0:
			fmt.Fprintf(b, "<%s/>", root)
		case n == 1:
			fmt.Fprintf(b, "<%s>5</%[1]s>", root)
		case depth < 5:
			recurring(b, r, pick(r, []string{root, "room", "exits", "n"}), root, depth+1)
		}
	}
	fmt.Fprintf(b, "</%s>", name)
}

// recurringJSON is the same for the type of an outermost object.
func recurringJSON(b *strings.Builder, r *rand.Rand, root string, depth int) {
	fmt.Fprintf(b, `{"x":%d`, r.IntN(9))
	for i, name := range []string{"id", root, "room", "exits"} {
		switch n := r.IntN(6); {
		case n < 2 && i < 2:
			fmt.Fprintf(b, `,%q:%s`, name, pick(r, []string{"1", `"map"`, "null", "[]", "{}"}))
		case n == 2 && depth < 4:
			fmt.Fprintf(b, `,%q:`, name)
			recurringJSON(b, r, root, depth+1)
		case n == 3 && depth < 4:
			fmt.Fprintf(b, `,%q:[`, name)
			recurringJSON(b, r, root, depth+1)
			b.WriteString(",")
			recurringJSON(b, r, root, depth+1)
			b.WriteString("]")
		}
	}
	b.WriteString("}")
}

func TestAnOutermostNameThatComesAgainHidesNothing(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 7))
		var b strings.Builder
		if seed%2 == 0 {
			b.WriteString("<map>")
			for range 1 + r.IntN(3) {
				recurring(&b, r, "room", "map", 0)
			}
			b.WriteString(`<room x="1"/></map>`)
		} else {
			b.WriteString(`{"type":"map","room":`)
			recurringJSON(&b, r, "map", 0)
			b.WriteString("}")
		}
		files := spool(t, b.String())
		res, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err, "seed %d: %s", seed, b.String())
		if seed%2 == 0 {
			said := strings.Join(build(t, res.Schema, compile.UnknownKeep, files...), "\n")
			require.NotContains(t, said, "ERROR", "seed %d: %s\n%s", seed, b.String(), said)
			require.NotContains(t, said, "no node in the file", "seed %d: %s", seed, b.String())
		}
	}
}
