package source

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wideDoc is a document of elements with many attributes.
type wideDoc struct {
	of       int  // so many names there are
	attrs    int  // of each element
	name     int  // bytes
	elements int  // kinds of them
	shuffled bool // rather than in one order
	spaced   bool // around the '='
}

func (w wideDoc) String() string {
	return fmt.Sprintf("of=%d/attrs=%d/name=%d/elements=%d/shuffled=%v/spaced=%v", w.of, w.attrs, w.name, w.elements, w.shuffled, w.spaced)
}

// wides are all about as quick to read, for each attribute.
var wides = []wideDoc{
	{of: 10, attrs: 10, name: 7},
	{of: 90, attrs: 90, name: 7},
	{of: 256, attrs: 256, name: 7},
	{of: 90, attrs: 90, name: 7, shuffled: true},
	{of: 120, attrs: 12, name: 7},
	{of: 120, attrs: 12, name: 7, shuffled: true},
	{of: 12, attrs: 12, name: 40},
	{of: 12, attrs: 12, name: 7, spaced: true},
	{of: 2, attrs: 2, name: 7, elements: 200},
}

// write makes a document of n elements or objects. member formats an attribute, of which
// sep stands between two.
func (w wideDoc) write(n int, open, member, sep, end string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, open, r.IntN(max(w.elements, 1)))
		of := r.Perm(w.of)[:w.attrs]
		in := make([]bool, w.of)
		for _, k := range of {
			in[k] = true
		}
		if !w.shuffled {
			of = of[:0]
			for k := range in {
				if in[k] {
					of = append(of, k)
				}
			}
		}
		for j, k := range of {
			if j > 0 {
				b.WriteString(sep)
			}
			fmt.Fprintf(&b, member, fmt.Sprintf("a%0*d", w.name-1, k), i)
		}
		b.WriteString(end)
	}
	return b.Bytes()
}

func (w wideDoc) xml(n int) []byte {
	member := `%s="%d"`
	if w.spaced {
		member = `%s = "%d"`
	}
	return []byte("<level>" + string(w.write(n, "<kind%d ", member, " ", "/>\n")) + "</level>" + strings.Repeat(" ", 2*beyondName))
}

func (w wideDoc) json(n int) []byte {
	text := w.write(n, `{"type":"kind%d",`, `"%s":%d`, ",", "},\n")
	return []byte(`{"level":[` + string(bytes.TrimRight(text, ",\n")) + "]}")
}

// However many attributes there are, and however they are written, tags are known once
// their names were seen, so that no attribute costs more than a look in a table.
func TestTagsWithManyAttributesAreKnown(t *testing.T) {
	var r Reader
	const n = 800
	for _, w := range wides {
		t.Run(w.String(), func(t *testing.T) {
			tags, _ := requireSameTags(t, &r, w.xml(n), Options{})
			new := max(w.elements, 1) + 8*w.of/w.attrs // until all were seen
			require.Greater(t, tags, n-new-n/20, "and a few where the window ends")
		})
	}
}

func TestOneElementLeavesRoomForOthers(t *testing.T) {
	many := wideDoc{of: 3000, attrs: 200, name: 7}.write(100, "<kind%d ", `%s="%d"`, " ", "/>")
	few := strings.Repeat(`<other x="1" y="2"/>`, 100)
	tags, _ := requireSameTags(t, new(Reader), []byte("<r>"+string(many)+few+strings.Repeat(" ", 2*beyondName)+"</r>"), Options{})
	require.GreaterOrEqual(t, tags, 95)
}

func TestNamesThatAreFarFromTheirValues(t *testing.T) {
	var r Reader
	var doc strings.Builder
	for _, n := range []int{14, 15, 59, 60, 61, 62, 63, 126, 127, 128, 129, 300} {
		name := strings.Repeat("n", n)
		for _, sep := range []string{`="`, ` ="`, `= "`, "\n=\t\"", strings.Repeat(" ", 300) + `="`, `='`, ` ='`} {
			fmt.Fprintf(&doc, `<e b="1" %s%s2.5%c c="3"/><%[1]s x="1"></%[1]s>`, name, sep, sep[len(sep)-1])
		}
	}
	tags, _ := requireSameTags(t, &r, repeated(doc.String()), Options{})
	require.Greater(t, tags, 200)
}

// Many names are found among each other without being compared with each other.
func TestNameSetComparesFewNames(t *testing.T) {
	var s nameSet
	const n = 10000
	var names [][]byte
	compared := 0
	at := func(i int) []byte { compared++; return names[i] }
	for range 2 {
		s.reset(n)
		names, compared = names[:0], 0
		for i := range n {
			names = append(names, fmt.Appendf(nil, "attribute%05d", i))
			require.Equal(t, -1, s.add(names[i], i, at))
		}
		require.Less(t, compared, n/100)
		for i, name := range names {
			require.Equal(t, i, s.add(name, n, at))
		}
		require.Less(t, compared, n+n/50)
	}
	s.rest(1)
	s.reset(1)
	require.Equal(t, -1, s.add(nil, 0, func(int) []byte { return nil }))
	require.Equal(t, 0, s.add(nil, 1, func(int) []byte { return nil }))
}

// What stands in most levels needs no second look.
func TestNameBitTellsShortListsApart(t *testing.T) {
	for _, list := range []string{"x y z", "x y w h", "type id next k v", "name pos kind rot size form mass friction", "a00 a01 a02 a10 a11 a12", "pos_x pos_y pos_z rot_x rot_y rot_z"} {
		var bits uint64
		for name := range strings.FieldsSeq(list) {
			require.Zero(t, bits&nameBit([]byte(name)), "%s in %s", name, list)
			bits |= nameBit([]byte(name))
		}
	}
}

// In tags and in objects of every width, the one name that is twice is found, wherever
// it is.
func TestTheNameThatIsTwiceIsFoundAmongMany(t *testing.T) {
	var o Options
	for _, n := range []int{2, 8, 9, 33, 64, 65, 256, 257, 700, 9000} {
		for _, at := range []int{0, n / 2, n - 1} {
			w := wideDoc{of: n, attrs: n, name: 5}
			again := fmt.Sprintf("a%04d", at)
			doc := w.xml(1)
			require.NoError(t, readXML(string(doc), none{}, o))
			require.ErrorContains(t, readXML(strings.Replace(string(doc), "/>", " "+again+`="1"/>`, 1), none{}, o), again)
			doc = w.json(1)
			require.NoError(t, readJSON(doc, none{}, o))
			require.ErrorContains(t, readJSON(bytes.Replace(doc, []byte("}]"), []byte(`,"`+again+`":1}]`), 1), none{}, o), again)
		}
	}
}

func BenchmarkWide(b *testing.B) {
	const attrs = 100_000
	var r Reader
	for _, w := range wides {
		run := func(from string, doc []byte, read func([]byte) error) {
			b.Run("from="+from+"/"+w.String(), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, read(doc))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/attrs, "ns/attr")
			})
		}
		run("xml", w.xml(attrs/w.attrs), func(doc []byte) error { return r.XML(bytes.NewReader(doc), scanner{}, Options{}) })
		if !w.spaced {
			run("json", w.json(attrs/w.attrs), func(doc []byte) error {
				return r.JSON(bytes.NewReader(doc), int64(len(doc)), scanner{}, Options{})
			})
		}
	}
}
