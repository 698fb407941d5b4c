package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An array that is larger than what is read in one step, with strings of its
// own and arrays in it, member by member.
func TestALargeArrayIsOneValue(t *testing.T) {
	var doc, want strings.Builder
	doc.WriteString(`{"list":[`)
	want.WriteString("[")
	for i := range 4_000 { // several windows
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
	by := r.reading().(*readers)
	require.Nil(t, by.json.dec)
	require.NoError(t, r.XML(strings.NewReader("<a>"+strings.Repeat("&lt;", 2<<20)+"</a>"), none{}, Options{}))
	require.NoError(t, r.XML(strings.NewReader("<a/>"), none{}, Options{}))
	require.NoError(t, r.JSON(strings.NewReader("{}"), 2, none{}, Options{}))
	require.LessOrEqual(t, by.xml.decoded.Cap()+by.xml.piece.Cap()+by.json.text.Cap()+len(by.xml.buf), 2*keepMost)
}
