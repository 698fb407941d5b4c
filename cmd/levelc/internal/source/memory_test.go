package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSlabsKeepTheirPiecesApart(t *testing.T) {
	s := slab[int]{size: 8}
	for round := range 3 {
		var pieces [][]int
		for i := range 20 {
			var p []int
			for range i {
				p = append(p, i*100+round)
			}
			pieces = append(pieces, s.copy(p))
		}
		for i, p := range pieces {
			require.Len(t, p, i)
			require.Equal(t, len(p), cap(p), "nothing can be appended over a neighbour")
			for _, v := range p {
				require.Equal(t, i*100+round, v)
			}
		}
		s.reset()
		require.LessOrEqual(t, len(s.chunks), 1)
	}
	s.copy(make([]int, 100))
	s.reset()
	for _, c := range s.chunks {
		require.Equal(t, 8, cap(c), "a huge piece is given back")
	}
}

// An array that is larger than what is read in one step, with strings of its
// own and arrays in it, member by member.
func TestALargeArrayIsOneValue(t *testing.T) {
	var doc, want strings.Builder
	doc.WriteString(`{"list":[`)
	want.WriteString("[")
	for i := range 20_000 {
		if i > 0 {
			doc.WriteString(",")
			want.WriteString(" ")
		}
		fmt.Fprintf(&doc, `[%d,"s%d\n",[true,null]]`, i, i)
		fmt.Fprintf(&want, `[%d "s%d\n" [true null]]`, i, i)
	}
	doc.WriteString(`],"type":"k"}`)
	want.WriteString("]")
	require.Equal(t, calls(`open "k"`, `  "list" = `+want.String(), `close`), jsonEvents(t, doc.String(), false))
}

func TestLongStringsAreReadAcrossWindows(t *testing.T) {
	for _, n := range []int{10, windowSize - 3, windowSize, 3*windowSize + 1} {
		for _, unit := range []string{"x", "é", `\n`, `\u00e9`, `\ud83d\ude00`, `\\`, `\"`} {
			text := strings.Repeat(unit, n/len(unit)+1)
			doc := `{"a":{"b":"` + text + `","c":{"d":1}},"e":{}}`
			rec := &record{at: true}
			require.NoError(t, readJSON([]byte(doc), rec, Options{}), "%d %s", n, unit)
			require.Contains(t, rec.out.String(), fmt.Sprintf(`open "e"@%d`, strings.Index(doc, `"e"`)+4))
			require.Error(t, readJSON([]byte(doc[:len(doc)-20]), none{}, Options{}))
			xml := `<a b="` + strings.Repeat("é&lt;", n/5) + `">` + strings.Repeat("x\r\n", n/3) + `</a>`
			rec = &record{}
			require.NoError(t, readXML(xml, rec, Options{}))
			require.Equal(t, n/3, strings.Count(rec.out.String(), `x\n`))
		}
	}
}

func TestHugeBuffersAreGivenBack(t *testing.T) {
	var r Reader
	doc := `{"a":"` + strings.Repeat(`\n`, 2<<20) + `"}`
	require.NoError(t, r.JSON(strings.NewReader(doc), int64(len(doc)), none{}, Options{}))
	require.Nil(t, r.json.dec)
	require.NoError(t, r.XML(strings.NewReader("<a>"+strings.Repeat("&lt;", 2<<20)+"</a>"), none{}, Options{}))
	require.NoError(t, r.XML(strings.NewReader("<a/>"), none{}, Options{}))
	require.NoError(t, r.JSON(strings.NewReader("{}"), 2, none{}, Options{}))
	require.LessOrEqual(t, cap(r.xml.decoded)+cap(r.xml.piece)+cap(r.json.text)+len(r.xml.buf), 2*keepMost)
}
