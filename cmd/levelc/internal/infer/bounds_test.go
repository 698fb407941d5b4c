package infer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// heapAfter returns how many bytes inferring takes at its end, more than before.
func heapAfter(t *testing.T, text string) (r *infer.Result, grown int64) {
	t.Helper()
	files := spool(t, text)
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // else when it collects decides how much it is
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := infer.Files(context.Background(), files, infer.Options{})
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	return r, int64(after.HeapSys) - int64(before.HeapSys)
}

// oneAnother has elements in elements, up to depth, and n others in the innermost, each of
// which has all of those in it once more.
func oneAnother(name string, depth, n int) string {
	var b, ends, all strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "<a%d>", i)
		fmt.Fprintf(&ends, "</a%d>", depth-1-i)
		fmt.Fprintf(&all, "<a%d/>", i)
	}
	for i := range n {
		fmt.Fprintf(&b, `<%s%d>%s</%[1]s%[2]d>`, name, i, all.String())
	}
	return b.String() + ends.String()
}

func TestDifferentNamesWithoutEndTakeBoundedMemory(t *testing.T) {
	many := func(n int, begin, each, end string) string {
		var b strings.Builder
		b.WriteString(begin)
		for i := range n {
			fmt.Fprintf(&b, each, i)
		}
		return b.String() + end
	}
	n := 150_000
	if testing.Short() {
		n = 80_000 // the bounds are passed by then
	}
	for name, text := range map[string]string{
		"elements":       many(n, `<s>`, `<e%d x="1"/>`, `</s>`),
		"attributes":     many(n, `<s>`, `<e a%d="1"/>`, `</s>`),
		"objects":        many(n, `{"type":"s","z":0`, `,"k%[1]d":{"m%[1]d":{"n%[1]d":1}}`, `}`),
		"members":        many(n, `{"type":"s","z":0`, `,"k%d":1`, `}`),
		"types":          many(n, `{"type":"s","children":[{"type":"s"}`, `,{"type":"t%d"}`, `]}`),
		"types, spread":  many(n/1000, `{"type":"s","children":[{}`, `,{"k%[1]d":[`+strings.TrimPrefix(many(1000, "", `,{"type":"t%[1]d","m%[1]d":1,"n%[1]d":2,"o%[1]d":3}`, ""), ",")+`]}`, `]}`),
		"in the small":   many(n, `{"type":"s","a":[{}`, `,{"k%[1]d":{"m%[1]d":1}}`, `]}`),
		"in one another": oneAnother("e", 240, n/50),
		"words":          many(n, `<s>`, `<e v="word%[1]d" id="w%[1]d"/>`, `</s>`),
	} {
		t.Run(name, func(t *testing.T) {
			r, grown := heapAfter(t, text)
			t.Log(grown>>20, "MB")
			require.Less(t, grown, int64(144<<20)) // 65,536 fields take 100
			require.LessOrEqual(t, len(r.Notes), 201)
		})
	}
}

func TestWhatIsBeyondTheBoundsIsNoted(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<s n="1">`)
	for i := range 20_000 {
		fmt.Fprintf(&b, `<e%d><f/></e%d>`, i, i)
	}
	_, err := infer.Files(context.Background(), spool(t, b.String()+`</s>`), infer.Options{})
	require.ErrorContains(t, err, "the sources have names for 8194 kinds and lists, and a schema has room for 4089; if these names are data, write them into an attribute")
	b.Reset()
	b.WriteString(`<s>`)
	for i := range 1500 {
		fmt.Fprintf(&b, `<e a%d="1"/>`, i)
	}
	r := from(t, b.String()+`</s>`)
	require.Equal(t, []string{"! e: more than 1000 fields in one kind; the rest is left out"}, notes(r))
}

func TestASchemaHasRoomForSoManyNames(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<s>`)
	for k := range 25 {
		fmt.Fprintf(&b, `<kind%d id="a%[1]d"/><kind%[1]d id="b%[1]d"`, k)
		for i := range 250 {
			fmt.Fprintf(&b, ` %s%d="1"`, strings.Repeat("name", 45), i)
		}
		b.WriteString(`/>`)
	}
	r := requireBuilds(t, []string{b.String() + `</s>`}, false)
	require.Contains(t, strings.Join(notes(r), "\n"), "more fields than a schema has room for; the rest is left out")
}

// A field for the node around one has the names of all kinds that may be that.
func TestASchemaHasRoomForSoManyParents(t *testing.T) {
	r := requireBuilds(t, []string{oneAnother("elements_of_a_kind", 60, 1000)}, false)
	require.Contains(t, strings.Join(notes(r), "\n"), "it stands in nodes of 1001 kinds, for the names of which a schema has no room")
}

// Names of kinds cannot be left out.
func TestASchemaThatIsTooLargeIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("<s>")
	for i := range 3000 {
		fmt.Fprintf(&b, `<%s%d id="a%[2]d"/>`, strings.Repeat("name", 48), i)
	}
	_, err := infer.Files(context.Background(), spool(t, b.String()+"</s>"), infer.Options{})
	require.ErrorContains(t, err, "the sources have so many names that a schema of them takes ")
}

// As in the animations of a skeleton: each has all its bones.
func TestMapsInMapsTakeFewPlaces(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"n":1,"anims":{`)
	for i := range 40 {
		fmt.Fprintf(&b, `%c"anim%d":{"bones":{"hip":{"turn":[{"t":0,"a":1}]}`, " ,"[min(i, 1)], i)
		for k := range 200 {
			fmt.Fprintf(&b, `,"bone%d":{"turn":[{"t":%d,"a":0.5}],"move":[{"t":1,"x":%d,"y":2}]}`, k, i, k)
		}
		b.WriteString(`}}`)
	}
	r := requireBuilds(t, []string{b.String() + `}}`}, false)
	require.Empty(t, notes(r))
	require.Contains(t, shape(r), "root.anims.entries.bones.entries: key str key, turn span, move span")
}

// As long as each key is a place, there are too many of them to see what stands at the end.
func TestWhatIsSeenLateMayShowThatObjectsHoldNoNodes(t *testing.T) {
	var rooms strings.Builder
	for i := range 42 {
		fmt.Fprintf(&rooms, `%c"r%d":{"id":"r%[2]d","to":"r%d"`, " ,"[min(i, 1)], i, i/2)
		for k := range 400 {
			fmt.Fprintf(&rooms, `,"k%d":{"v":1}`, k)
		}
		rooms.WriteString(`}`)
	}
	for last, want := range map[string]string{
		`{"id":"q","to":"r1"}`:  "start ref(room)\nroom/rooms: id str id,key, ",
		`{"id":"r1","to":"r1"}`: "start str, rooms.entries span map", // says another key
		`[{"to":"r1"}]`:         "start str, rooms.entries span map",
		`3`:                     "start str, rooms.entries span map",
	} {
		r := requireBuilds(t, []string{`{"start":"r0","rooms":{` + rooms.String() + `},"other":{"rooms":{"q":` + last + `}}}`}, false)
		require.Contains(t, shape(r), want, last)
	}
}

func TestErrors(t *testing.T) {
	_, err := infer.Files(context.Background(), spool(t, `<a/>`, `<a`, `{"b":}`), infer.Options{})
	var failed infer.ReadErrors
	require.True(t, errors.As(err, &failed))
	require.Len(t, failed, 2, "all sources are read")
	require.Equal(t, "source2", failed[0].File.Name)
	require.Contains(t, failed.Error(), "and 1 more")
	for text, hint := range map[string]string{
		"\n <a/>": "give an element an attribute", "<?p a?><a>\n</a>": "give an element an attribute", "<!-- -- --><a/>": "give an element an attribute",
		" {}": "give an object a member", `{"type":"a"}`: "give an object a member",
		" []": "put the list into an object", "[1]": "put the list into an object", "[[1]]": "put the list into an object",
	} {
		_, err = infer.Files(context.Background(), spool(t, text, text), infer.Options{Source: source.Options{LenientXML: true}})
		require.ErrorIs(t, err, infer.ErrNothing, text)
		require.True(t, errors.As(err, &failed), text)
		require.Len(t, failed, 2, text)
		for _, one := range failed {
			var e *source.Error
			require.ErrorAs(t, one, &e)
			require.Contains(t, e.Hint, hint, text)
			want := strings.IndexAny(text, "{[")
			if i := strings.Index(text, "<a"); i >= 0 {
				want = i + 1
			}
			require.EqualValues(t, want, e.Off, text)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = infer.Files(ctx, spool(t, `<a b="1"/>`), infer.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestTheSameSourcesGiveTheSameSchema(t *testing.T) {
	texts := append(fuzzSeeds[1:len(fuzzSeeds)-1:len(fuzzSeeds)-1], `{"type":"a","b":[{"c":1},{"c":2}]}`)
	want := from(t, texts...)
	for range 20 {
		require.Equal(t, want, from(t, texts...))
	}
}

// A text that the reader gives in parts has the type that it has as a whole.
func TestALongTextHasTheTypeOfAllOfIt(t *testing.T) {
	heights := func(last string) string {
		return "<level><terrain>" + strings.Repeat("12 200 7\n", 100_000) + last + "</terrain><terrain>1 2</terrain></level>"
	}
	for last, want := range map[string]string{"": "u8", "70000": "u32", "0.5": "f32"} {
		require.Contains(t, shape(from(t, heights(last))), want)
	}
	requireBuilds(t, []string{heights("-70000")}, true)
	text := []io.Reader{strings.NewReader("<level>")}
	for mb := strings.Repeat("1", 1<<20); len(text) < 66; {
		text = append(text, strings.NewReader(mb))
	}
	long, err := source.Spool(io.MultiReader(append(text, strings.NewReader("</level>"))...), "long")
	require.NoError(t, err)
	defer long.Close()
	_, err = infer.Files(context.Background(), []*source.File{long}, infer.Options{})
	require.ErrorContains(t, err, "a text of more than 67108864 bytes")
}
