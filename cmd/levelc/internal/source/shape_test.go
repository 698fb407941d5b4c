package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

// tagRecord is a record that takes tags as a whole.
type tagRecord struct {
	record
	tags   int
	floats int              // that came converted
	single int              // of those, the ones that are a value by themselves
	shapes map[int32]string // what they stand for
}

func (r *tagRecord) Tag(t *Tag) bool {
	r.tags++
	name := string(t.Text[1:t.Name])
	r.stands(t.Shape, name)
	for i := range t.Attrs {
		a := &t.Attrs[i]
		r.stands(a.Shape(), name+" "+string(a.NameIn(t.Text)))
		if a.Field == 0 {
			continue
		}
		from, want := &t.Values, []byte(nil)
		if a.Field > 0 {
			one := binary.LittleEndian.AppendUint32(nil, a.Bits)
			from = &one
			r.single++
		}
		want, ok := convertFloats(nil, int32(a.Field), t.Text[a.Val:a.ValEnd])
		if !ok || !bytes.HasPrefix(*from, want) {
			panic(fmt.Sprintf("%q is no %x", t.Text[a.Val:a.ValEnd], *from))
		}
		*from = (*from)[len(want):]
		r.floats += len(want) / 4
	}
	if len(t.Values) != 0 {
		panic("values of nothing")
	}
	return t.Parts(r, new(Value))
}

// Wanted wants floats of every number of attributes that shapes may have.
func (r *tagRecord) Wanted() *Wanted {
	w := &Wanted{Convert: convertFloats}
	for i := range w.Field {
		w.Field[i].Store(1 - int32(i%4))
	}
	return w
}

// convertFloats converts -n floats, or one.
func convertFloats(to []byte, n int32, text []byte) ([]byte, bool) {
	bits := make([]byte, 4*max(n, -n))
	if n == 1 || n == -1 {
		f, err := ParseFloat32(text)
		binary.LittleEndian.PutUint32(bits, math.Float32bits(f))
		return append(to, bits...), err == nil
	}
	if !Floats32(bits, text) {
		return to, false
	}
	return append(to, bits...), true
}

func (r *tagRecord) stands(shape int32, names string) {
	if r.shapes == nil {
		r.shapes = map[int32]string{}
	}
	if old, ok := r.shapes[shape]; ok && old != names || shape < 1 || shape >= MaxShapes {
		panic(fmt.Sprintf("shape %d is %q and %q", shape, old, names))
	}
	r.shapes[shape] = names
}

// requireSameTags reads a document with and without what is learned from its
// tags, and returns how many came as a whole.
func requireSameTags(t *testing.T, r *Reader, doc []byte, o Options) (tags, floats int) {
	t.Helper()
	want, parts := &record{at: true}, &record{at: true}
	whole, far := &tagRecord{record: record{at: true}}, &tagRecord{record: record{at: true}}
	o.unlearned = true
	err := r.XML(bytes.NewReader(doc), want, o)
	o.unlearned = false
	for _, h := range []Handler{parts, whole, far} {
		read := func(h Handler) error { return r.XML(bytes.NewReader(doc), h, o) }
		err2 := error(nil)
		if h == far {
			err2 = piped(h, read)
		} else {
			err2 = read(h)
		}
		if err == nil {
			require.NoError(t, err2)
		} else {
			require.EqualError(t, err2, err.Error())
		}
	}
	require.Equal(t, want.out.String(), parts.out.String())
	require.Equal(t, want.out.String(), whole.out.String())
	require.Equal(t, want.out.String(), far.out.String())
	require.Equal(t, whole.tags, far.tags)
	require.Equal(t, whole.single, whole.floats, "a reader that is not ahead")
	require.Equal(t, whole.single, far.single)
	return whole.tags, far.floats
}

// repeated is a document in which there is a second time for everything.
func repeated(doc string) []byte {
	return []byte("<r>" + doc + doc + doc + "</r>" + strings.Repeat(" ", 2*beyondName))
}

func TestKnownTagsAreReadLikeNewOnes(t *testing.T) {
	var r Reader
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, doc := range map[string]string{
		"order":          `<a x="1" y="2" z="3"/><a z="3" y="2" x="1"/><a y="" x=""/><a/><a z="1"/>`,
		"twice":          `<a x="1" y="2"/><a x="1" y="2" x="3"/>`,
		"preserve":       `<a xml:space="preserve" x="1"> <b> </b></a><a x="1"> <b x="1"> </b></a><c xml:space='default' xml:spac="1"> </c><c xml:spac="1"> </c>`,
		"prefixes":       `<a aa="1" a="2"/><aa a="1"/><aaa/><a a="2" aa="3"/><aaaaaaaa b="1"/><aaaaaaaab b="2"/><aaaaaaaa bb="3"/>`,
		"long names":     `<element-with-16 attribute-of-15="1" attribute-of-16x="2" attribute-of-14="3"/><element-with-16x attribute-of-15="1"/>`,
		"space":          "<a  x=\"1\"\n\ty=\"2\" ></a ><a x = '1' y= \"2\" /><a x='1' y='2'/><a\tx='>' y='\"'/>",
		"references":     `<a x="1" y="&lt;&#65;"/><a x="a&amp;b" y="2">&gt;</a>`,
		"white space":    "<a x=\"1\n2\ty\r\nz\"/>",
		"beyond ASCII":   `<a x="ß" y="日本"/><é ü="1"/><éa ü="2"/><a ü="3"/>`,
		"wrong value":    `<a x="1"/><a x="<"/>`,
		"wrong end":      `<a x="1"><b></b></a><a x="1"><b></a></b>`,
		"no space":       `<a x="1" y="2"/><a x="1"y="2"/>`,
		"never a space":  `<a x="1"y='2'z="3"/><a z="3"x="1"/><a x="1" y='2'/>`,
		"no quotes":      `<a x="1"/><a x=1/>`,
		"no equals":      `<a x="1"/><a x/>`,
		"broken end":     `<a x="1"/><a x="1"/ >`,
		"a name goes on": `<a x="1"/><aß x="1"/><a:b x="2"/><a-b x="2"/>`,
		"attributes":     "<a " + many(70, `a%d="1" `) + "/>",
		"elements":       many(100, `<a%d x="1"/>`),
		"shapes":         many(40, `<a%d><b x="1"/>`) + many(40, `</z%d>`),
		"all shapes":     many(1500, `<b%[1]d x%[1]d="1"/>`),
		"one letter":     many(50, `<c%d x="1" y="2"/>`),
	} {
		t.Run(name, func(t *testing.T) {
			for _, o := range []Options{{}, {LenientXML: true}, {Limits: Limits{Attributes: 2}}, {Limits: Limits{Depth: 2}}, {Limits: Limits{Token: 40}}, {Limits: Limits{Name: 4}}, {window: 64}, {Blanks: true, Preserve: []string{"b"}}} {
				requireSameTags(t, &r, repeated(doc), o)
				requireSameTags(t, &r, []byte(doc), o)
			}
		})
	}
	for _, doc := range xmlSeeds() {
		requireSameTags(t, &r, repeated(doc), Options{})
	}
}

// What a game's levels are made of comes as tags.
func TestNearlyAllTagsAreKnown(t *testing.T) {
	var r Reader
	doc := level(t, gen.XML, 100<<10)
	n, floats := requireSameTags(t, &r, doc, Options{})
	all := bytes.Count(doc, []byte("<")) - bytes.Count(doc, []byte("</"))
	t.Logf("%d of %d tags are known", n, all)
	require.Greater(t, float64(n)/float64(all), 0.9)
	require.Greater(t, floats, n/8)
}

// FuzzXMLTags: what a tag is reported as, or refused for, does not depend on
// those before it.
func FuzzXMLTags(f *testing.F) {
	seeds := xmlSeeds()
	require.NotEmpty(f, seeds)
	for _, s := range append(seeds, `<a x="1" y='2'/><a y="3"/><b x="1">t</b>`, `<a x="1"y='2'z="3"/><a y='2'x="1"/>`,
		`<a x = "1" y='2'/><a-name-of-19-bytes another-of-17bytes="1" x= "2"/>`, string(wideDoc{of: 9, attrs: 5, name: 3, elements: 6, shuffled: true}.write(9, "<k%d ", `%s="%d"`, " ", "/>"))) {
		f.Add(s)
	}
	var r Reader
	f.Fuzz(func(t *testing.T, doc string) {
		requireSameTags(t, &r, repeated(doc), Options{})
		requireSameTags(t, &r, repeated(doc), Options{LenientXML: true})
	})
}

// A short number comes converted from the second tag of its sort on, and nothing else does.
func TestShortNumbersComeConverted(t *testing.T) {
	r := new(tagRecord)
	r.shapes = map[int32]string{}
	doc := "<l>" + strings.Repeat(`<a b="1.5"/>`, 9) + strings.Repeat(" ", beyondName) + "</l>"
	require.NoError(t, new(Reader).XML(strings.NewReader(doc), allWanted{r}, Options{}))
	require.Equal(t, 8, r.single)
	require.Equal(t, 8, r.floats)
}

// allWanted wants every attribute as a float32.
type allWanted struct{ *tagRecord }

func (allWanted) Wanted() *Wanted {
	w := new(Wanted)
	for i := range w.Field {
		w.Field[i].Store(1)
	}
	return w
}
