package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
)

// tight is a pool that is soon full, so that containers take slots, move from
// one to the next, which somebody else takes then, and go on to the heap.
func tight(t *testing.T) *smallalloc.Pool {
	p, err := smallalloc.New(smallalloc.Options{Classes: []smallalloc.Class{{Size: 1024, Slots: 3}, {Size: 4096, Slots: 2}}})
	require.NoError(t, err)
	return p
}

// deep is a file that outgrows every container, in both formats.
func deep(n int) (xml, json string) {
	var x, j strings.Builder
	for i := range n {
		fmt.Fprintf(&x, `<element-with-a-name-%d`, i)
		for k := range 3 * i % 100 {
			fmt.Fprintf(&x, ` a%d="%s&lt;"`, k, strings.Repeat("v", k))
		}
		fmt.Fprintf(&x, `>t&amp;%s<![CDATA[&]]>`, strings.Repeat("long ", 100*(i%7)))
		fmt.Fprintf(&j, `{"before\n%d":"%s\t","flat":[%s1],`, i, strings.Repeat("v", 20*i), strings.Repeat(`"s\n",`, 2*i))
		fmt.Fprintf(&j, `"list":[[1,["x\n"],[]],%s2],"member-with-a-name-%d":[{"k":{"aa":1,"aaa":2,"aa ":3}},[4,`, strings.Repeat(`[["y"],3],`, i), i)
	}
	j.WriteString("0")
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&x, `</element-with-a-name-%d>`, i)
		fmt.Fprintf(&j, `],5],"type":"kind%d"}`, i)
	}
	return x.String(), j.String()
}

// What a Reader reports does not depend on where its containers lie.
func TestSpillingChangesNoEvents(t *testing.T) {
	xml, json := deep(60)
	for _, window := range []int{0, -1, 300} {
		o := Options{window: window}
		read := func(r *Reader, doc string) string {
			rec := &record{}
			if strings.HasPrefix(doc, "<") {
				require.NoError(t, r.XML(strings.NewReader(doc), rec, Options{}))
			} else {
				require.NoError(t, r.JSON(strings.NewReader(doc), int64(len(doc)), rec, o))
			}
			return rec.out.String()
		}
		var plain, pooled Reader
		p := tight(t)
		pooled.SpillTo(p)
		for range 3 {
			for _, doc := range []string{xml, json, "<a/>", "{}"} {
				require.Equal(t, read(&plain, doc), read(&pooled, doc), "window %d", window)
				for range p.Live() {
					require.Fail(t, "a slot is kept behind a file")
				}
			}
		}
		require.NotZero(t, p.Stats().Hits())
		require.Zero(t, p.Stats().DoubleFrees+p.Stats().InteriorFrees)
	}
}

func TestSpillsAreCountedByPlace(t *testing.T) {
	var r Reader
	p := tight(t)
	r.SpillTo(p)
	require.NoError(t, r.XML(strings.NewReader("<a b='&lt;'><c>d&amp;e</c></a>"), none{}, Options{}))
	for _, c := range r.Spills(nil) {
		require.Zero(t, c.ToPool+c.ToHeap, c.Place)
		require.NotZero(t, c.Own, c.Place)
	}
	xml, json := deep(60)
	require.NoError(t, r.XML(strings.NewReader(xml), none{}, Options{}))
	require.NoError(t, r.JSON(strings.NewReader(json), int64(len(json)), none{}, Options{window: -1}))
	counts := map[string]spill.Count{}
	for _, c := range r.Spills(nil) {
		require.Zero(t, counts[c.Place].Own, "%s is there once", c.Place)
		counts[c.Place] = c
	}
	require.Equal(t, uint64(1), counts["XML: open elements"].ToPool)
	require.Equal(t, 64, counts["XML: open elements"].Most)
	for _, place := range []string{"XML: their names", "XML: attributes", "XML: text in pieces", "JSON: text with escapes", "JSON: open brackets ahead"} {
		require.NotZero(t, counts[place].ToPool+counts[place].ToHeap, place)
		require.Greater(t, counts[place].Most, counts[place].Own, place)
	}
	r.SpillTo(nil)
	for _, c := range r.Spills(nil) {
		require.Zero(t, c.ToPool+c.ToHeap, c.Place)
	}
}

// A file that fails leaves nothing in the pool, and nothing behind for the next.
func TestAFailedFileLeavesNoSlots(t *testing.T) {
	xml, json := deep(60)
	var r Reader
	p := tight(t)
	r.SpillTo(p)
	for _, cut := range []int{2, 3, 4, 7} {
		require.Error(t, r.XML(strings.NewReader(xml[:len(xml)/cut]), none{}, Options{}))
		require.Error(t, r.JSON(strings.NewReader(json[:len(json)/cut]), int64(len(json)/cut), none{}, Options{window: -1}))
		for range p.Live() {
			require.Fail(t, "a slot is kept behind a file")
		}
		rec := &record{}
		require.NoError(t, r.XML(strings.NewReader("<a><b/></a>"), rec, Options{}))
		require.Equal(t, calls(`open "a"`, `  open "b"`, `  close`, `close`), rec.out.String())
	}
}
