package compile

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// buildText builds a text on one core, or on two, and returns the level and all
// that was said.
func buildText(t *testing.T, plan *Plan, text []byte, ahead int64) (level []byte, said string) {
	path := filepath.Join(t.TempDir(), "level")
	require.NoError(t, os.WriteFile(path, text, 0o644))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	f.Name = "level"
	var out format.Buffer
	found, size, err := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{},
		Options{Source: source.Options{Ahead: ahead}, Keep: 20})
	require.NotNil(t, found)
	for _, d := range found.Diagnostics.All() {
		said += fmt.Sprintf("%d:%d %s (%s)\n", d.Line, d.Col, d.Message, d.Hint)
	}
	return out, fmt.Sprint(said, size, " ", err)
}

func TestALevelAndItsErrorsAreTheSameOnOneCoreAndOnTwo(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	n := 2000
	if testing.Short() {
		n = 500
	}
	x, j := synthetic(n)
	for _, text := range [][]byte{x, j} {
		for _, broken := range []struct{ old, new string }{
			{"", ""}, {"body-77", "body-78"}, {"mask", "mist"}, {"dynamic", "dramatic"}, {"pos", ""}, {"vertex", "{<"}, {"]]", "}"},
		} {
			b := text
			if broken.old != "" {
				b = bytes.ReplaceAll(text, []byte(broken.old), []byte(broken.new))
			}
			one, said := buildText(t, plan, b, 0)
			two, said2 := buildText(t, plan, b, 1)
			require.Equal(t, said, said2)
			require.True(t, bytes.Equal(one, two))
			require.Equal(t, broken.old == "" || bytes.Equal(b, text), len(one) > 0, said)
		}
	}
}

func TestListsInAListAreToldOfOnTwoCoresToo(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	text := []byte(`{"type":"scene","group":[` + strings.Repeat(`{"group":[[{},{}],[{},{}]]},`, 3000) + `{"group":[[{}],[{},{}]]}]}`)
	one, said := buildText(t, plan, text, 0)
	two, said2 := buildText(t, plan, text, 1)
	require.Contains(t, said, ungrouped)
	require.Equal(t, said, said2)
	require.Empty(t, one)
	require.Empty(t, two)
}

// The same names are other fields in other places: at is integers in a part and
// floats in a hole. What a reader that is ahead took one for must not become the
// other.
func TestWhatIsConvertedAheadIsForItsFieldOnly(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(5, 6))
	var text bytes.Buffer
	text.WriteString(`<w><body name="b" pos="0 0">`)
	for i := range 20000 {
		if i%20 == 0 {
			fmt.Fprintf(&text, `<shape mask="%d"/>`, i)
		}
		text.WriteString("<shape>")
		if rng.IntN(2) == 0 {
			fmt.Fprintf(&text, `<part><at x="%d" y="2"/></part></shape>`, i)
		} else {
			fmt.Fprintf(&text, `<part><hole r="%d"><at x="1" y="%d"/></hole></part></shape>`, i, i)
		}
	}
	text.WriteString(`</body></w>`)
	one, said := buildText(t, plan, text.Bytes(), 0)
	require.NotEmpty(t, one, said)
	two, _ := buildText(t, plan, text.Bytes(), 1)
	require.True(t, bytes.Equal(one, two))
}
