package source

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// at returns the place of p as line:col and what stands there.
func at(t *testing.T, f *File, p Pos) (line, col int, rest string) {
	t.Helper()
	place, err := f.Position(p)
	require.NoError(t, err)
	require.LessOrEqual(t, place.At, len(place.Text))
	return place.Line, place.Col, place.Text[place.At:]
}

// found keeps a Pos for everything that a source has.
type found struct {
	none
	names []string
	pos   []Pos
}

func (f *found) add(name string, p Pos) bool {
	f.names = append(f.names, name)
	f.pos = append(f.pos, p)
	return true
}

func (f *found) Open(name []byte, at int64) bool { return f.add("open "+string(name), Pos{Off: at}) }

func (f *found) Text(v *Value) bool { return f.add("text", Pos{Off: v.At}) }

func (f *found) Value(name []byte, v *Value) bool {
	n := string(name)
	f.add("name "+n, Pos{Off: v.At, Member: n, Name: true})
	f.add("value "+n, Pos{Off: v.At, Member: n})
	return f.add("item "+n, Pos{Off: v.At, Member: n, Item: 2})
}

func TestNamesValuesAndItemsAreFoundAgain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"a.xml": {"\uFEFF<?xml version='1.0'?>\r\n<a>\r\n\t<b pos  = \n \"1, 22 3\" name='é'/>te xt</a>", map[string]string{
			"open a": "2:2 a>", "open b": "3:3 b pos", "name pos": "3:5 pos  =", "value pos": "4:3 1, 22", "item pos": "4:6 22 3",
			"name name": "4:12 name='é'", "value name": "4:18 é'", "text": "4:23 te xt"}},
		"a.json": {"\uFEFF{\"a\" : [1,\n [2, 3], \"x\"],\r\n \"b\":{\"c\\u0064\":\n 5, \"e\": {\"f\":[6 ,\n\t7]}}}", map[string]string{
			"open ": "1:1 {\"a\"", "name a": "1:2 \"a\" :", "value a": "1:8 [1,", "item a": "2:3 2, 3]",
			"open b": "3:6 {\"c", "name cd": "3:7 \"c\\u0064\"", "value cd": "4:2 5,", "open e": "4:10 {", "item f": "5:2 7]"}},
		"b.json": {"[1,\n2]", map[string]string{"open []": "1:1 [1,", "value ": "1:1 [", "item ": "2:1 2]"}},
	} {
		f := fileOf(t, name, c.text)
		var r Reader
		h := &found{}
		require.NoError(t, f.Read(&r, h, Options{}))
		got := map[string]string{}
		for i, n := range h.names {
			line, col, rest := at(t, f, h.pos[i])
			got[n] = fmt.Sprintf("%d:%d %s", line, col, rest)
		}
		for n, want := range c.want {
			require.True(t, strings.HasPrefix(got[n], want), "%s: %s is at %s, want %s", name, n, got[n], want)
		}
	}
}

func TestPlacesInUTF16AreThoseOfItsText(t *testing.T) {
	f := fileOf(t, "a.xml", string(encode16("<a>\n  <é x='1 2'/></a>", false)))
	var r Reader
	h := &found{}
	require.NoError(t, f.Read(&r, h, Options{}))
	line, col, rest := at(t, f, h.pos[1])
	require.Equal(t, 2, line)
	require.Equal(t, 4, col)
	require.Equal(t, "é x='1 2'/></a>", rest)
	line, col, rest = at(t, f, h.pos[4])
	require.Equal(t, 2, line)
	require.Equal(t, 12, col)
	require.Equal(t, "2'/></a>", rest)
}

func TestPlacesInWesternTextAreThoseOfItsText(t *testing.T) {
	for _, lead := range []string{"", " \n", strings.Repeat("\n", windowSize+1)} {
		f := fileOf(t, "a.xml", lead+westernText(t, "cp1252", "\n<a>\n  <é x='€ 2'/></a>"))
		var r Reader
		h := &found{}
		require.NoError(t, f.Read(&r, h, Options{LenientXML: true}))
		line, col, rest := at(t, f, h.pos[1])
		require.Equal(t, 3+strings.Count(lead, "\n"), line)
		require.Equal(t, 4, col)
		require.Equal(t, "é x='€ 2'/></a>", rest)
		line, col, rest = at(t, f, h.pos[4])
		require.Equal(t, 3+strings.Count(lead, "\n"), line)
		require.Equal(t, 14, col)
		require.Equal(t, "2'/></a>", rest)
	}
}

func TestPlacesInLongFilesAndLongLines(t *testing.T) {
	var b strings.Builder
	var offs []int64
	b.WriteString("<a>")
	for i := range 30_000 {
		b.WriteString("\n<bc/>")
		if i%1000 == 7 {
			offs = append(offs, int64(b.Len())-4)
		}
	}
	long := b.Len() + 1
	b.WriteString("\n" + strings.Repeat("é", 300_000) + "</a>")
	f := fileOf(t, "a.xml", b.String())
	for k := range offs {
		i := len(offs) - 1 - k // backwards: the farthest first
		line, col, rest := at(t, f, Pos{Off: offs[i]})
		require.Equal(t, 2+7+1000*i, line)
		require.Equal(t, 2, col)
		require.Equal(t, "bc/>", rest)
	}
	p, err := f.Position(Pos{Off: int64(long + 500_001)})
	require.NoError(t, err)
	require.Equal(t, 30_002, p.Line)
	require.Equal(t, 500_002, p.Col)
	require.True(t, p.More)
	require.LessOrEqual(t, len(p.Text), 2*excerpt)
	require.Empty(t, strings.Trim(p.Text, "é"), "whole characters")
	for _, chars := range []string{"é", "€", "😀", "\uFFFD", "aé€"} {
		f := fileOf(t, "a.xml", "<a>"+strings.Repeat(chars, 300)+"</a>")
		for off := range int64(len(chars) * 4) {
			off += int64(len("<a>")) + excerpt/2
			p, err := f.Position(Pos{Off: off})
			require.NoError(t, err)
			require.True(t, utf8.ValidString(p.Text), "%s: %q", chars, p.Text)
			require.Greater(t, len(p.Text)-p.At, excerpt-utf8.UTFMax, "no more is cut off than half a character")
		}
	}
	end, err := f.Position(Pos{Off: 1 << 40})
	require.NoError(t, err)
	require.Equal(t, 30_002, end.Line)
	none, err := f.Position(Pos{Off: -1})
	require.NoError(t, err)
	require.Zero(t, none)
}

func TestItemsAreFoundInListsOfLists(t *testing.T) {
	text := `{"a":[[1, 2],[], [[3]],4,[` + strings.Repeat("[", 20_000)
	f := fileOf(t, "a.json", text)
	for item, want := range map[int32]string{1: "1, 2]", 2: "2],[]", 3: "3]],4", 4: "4,[[", 5: "[[1, 2]", -1: "[1, 2]", -2: "[], ", -3: "[[3]]", -4: "4,[[", -5: "[[[["} {
		p, err := f.Position(Pos{Member: "a", Item: item})
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(text[p.Col-1:], want), "item %d is at %d", item, p.Col)
	}
}

func TestItemsAreFoundBehindMarkup(t *testing.T) {
	for _, c := range []struct {
		text  string // the list begins at the '|'
		items []string
	}{
		{`<a>|1<!-- 9 9 -->1 <![CDATA[2 3]]>3<?p 8 8?> &#52;&#44;5<c/> 6</a>`, []string{"1<!--", "2 3]]", "3]]>3", "&#52;", "5<c/>", "<c/>"}},
		{`<a>|1 <!---->2</a>`, []string{"1 <", "2</"}},
		{`<a b='|1&#x20;2,&#50; 4'/>`, []string{"1&#", "2,", "&#50;", "4'"}},
		{`<a b='|&#40;1 2&#x29;'/>`, []string{"1 2", "2&#"}},
		{`<a b='|x & y; 1 &no; 2'/>`, []string{"x &", "& y", "y;", "1 &", "&no", "2'"}},
		{`<a b='|&#233; 1'/>`, []string{"&#233;", "1'"}},
		{`<a><![CDATA[|1 <2]]>3 4</a>`, []string{"1 <", "<2]", "4</"}},
		{`<a><![CDATA[|]]>1 2</a>`, []string{"1 2", "2</"}},
	} {
		off := strings.Index(c.text, "|")
		text := strings.Replace(c.text, "|", "", 1)
		f := fileOf(t, "a.xml", text)
		member := ""
		if text[off-1] == '\'' {
			member = "b"
		}
		for i, want := range c.items {
			p, err := f.Position(Pos{Off: int64(off), Member: member, Item: int32(i + 1)})
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(text[p.Col-1:], want), "item %d of %s is at %d", i+1, text, p.Col)
			for size := 1; size < len(text); size++ { // however little is read at first
				w := itemWalk{off: f.items.off, end: f.items.end}
				w.read(f, size)
				at := w.find(f, Pos{Item: int32(i + 1)})
				require.True(t, strings.HasPrefix(text[at:], want), "item %d of %s is at %d behind %d", i+1, text, at, size)
			}
		}
	}
}

// The place of a value is where its text begins, which may be in another line than its
// tag. A mistake of XML itself may well be white space.
func TestValuesAreFoundBehindWhiteSpace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<a>|\n  12x\n</a>", "12x"}, {"<a b='|\n\t12x'/>", "12x'"}, {"<a>| <!-- 1 -->\n<![CDATA[ 12x]]></a>", "12x]]"},
		{"<a>|" + strings.Repeat(" \n", 5000) + "(1 2)</a>", "(1"}, {"<a>|  </a>", "</a>"}, {"<a b='|  '/>", "'/>"}, {"<a>|&#32;x</a>", "&#32;x"}, {"<a>|x </a>", "x "},
	} {
		off := strings.Index(c.text, "|")
		text := strings.Replace(c.text, "|", "", 1)
		member := ""
		if text[off-1] == '\'' {
			member = "b"
		}
		p, err := fileOf(t, "a.xml", text).Position(Pos{Off: int64(off), Member: member})
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(p.Text[p.At:], c.want), "%s: %d:%d", text, p.Line, p.Col)
		require.Equal(t, 1+strings.Count(text[:strings.LastIndex(text, c.want)], "\n"), p.Line, text)
	}
	f := fileOf(t, "a.xml", "<a>\n< \nb/></a>")
	var r Reader
	d := f.Diagnose(f.Read(&r, none{}, Options{}))
	require.Equal(t, []int{2, 2}, []int{d.Line, d.Col}, d.Message)
}

// A byte of a text may stand there as an escape, which is found for each byte that it means.
func TestBytesOfATextAreFoundBehindEscapes(t *testing.T) {
	pieces := []string{`a`, `\n`, `b`, `\u00e9`, `é`, `\"`, `\\`, `\ud83d\uDE00`, `😀`, `\u0041`, `c`}
	text := `{"x":[1,"` + strings.Join(pieces, "") + `"]}`
	f := fileOf(t, "a.json", text)
	at, sum := strings.Index(text, `a\n`), 0
	for _, piece := range pieces {
		if sum > 0 { // the first byte is the string itself
			p, err := f.Position(Pos{Member: "x", Item: 2, Byte: int32(sum)})
			require.NoError(t, err)
			require.Equal(t, at+1, p.Col, piece)
		}
		var s string
		require.NoError(t, json.Unmarshal([]byte(`"`+piece+`"`), &s))
		at, sum = at+len(piece), sum+len(s)
	}
}

func TestPlacesOfWhatIsNotThereAreNear(t *testing.T) {
	f := fileOf(t, "a.json", `{"a":1}`)
	for _, p := range []Pos{{Off: 0, Member: "b"}, {Off: 3, Member: "a"}, {Off: 0, Member: "a", Item: 9}, {Off: 7, Item: 3}, {Off: 100, Member: "x", Item: 1}, {Off: 0, Member: "a", Byte: 9}} {
		_, err := f.Position(p)
		require.NoError(t, err)
	}
	f = fileOf(t, "a.json", `{"a":"b\ud83`)
	for _, p := range []Pos{{Off: 0, Member: "a", Byte: 2}, {Off: 0, Member: "a", Byte: 1 << 30}} {
		_, err := f.Position(p)
		require.NoError(t, err)
	}
	f = fileOf(t, "a.xml", `<a b='1'/>`)
	for _, p := range []Pos{{Off: 0, Member: "b", Name: true}, {Off: 6, Member: "zz", Name: true}, {Off: 6, Member: "b", Item: 9}, {Off: 10, Item: 3}, {Off: 99, Member: "b", Name: true}, {Off: 6, Member: "b", Byte: 9}, {Off: 6, Member: "b", Item: 1, Byte: 9}} {
		_, err := f.Position(p)
		require.NoError(t, err)
	}
}

// Between two mistakes in one object, there may be the place of something else in another.
func TestMembersThatAreExpectedAreFoundInOneWalk(t *testing.T) {
	const members = 1000
	var b strings.Builder
	for i := range members {
		fmt.Fprintf(&b, `%c"k%04d": [1, %04d]`, "{,"[min(i, 1)], i, 1000+i)
	}
	object := b.String() + "}"
	f := fileOf(t, "a.json", "["+object+","+object+"]")
	text := &countingText{ReaderAt: f.text}
	f.text = text
	at := func(object, i int) (p Pos, off int64) {
		begin := 1 + int64(object*(len(b.String())+len("},")))
		return Pos{Off: begin, Member: fmt.Sprintf("k%04d", i)}, begin + int64(i*len(`,"k0000": [1, 0000]`)) + 1
	}
	for round := range 2 {
		for i := range members {
			for object := range 2 {
				p, _ := at(object, i)
				f.Expect(p)
			}
		}
		f.Expect(Pos{Off: 1, Member: "none"})
		for i := range members {
			i = (i * 7) % members
			for object := range 2 {
				p, off := at(object, i)
				p.Name = true
				require.Equal(t, off, f.jsonMember(p))
				p.Name = false
				require.Equal(t, off+int64(len(`"k0000": `)), f.jsonMember(p))
				if i%100 == 0 {
					p.Item = 2
					require.Equal(t, off+int64(len(`"k0000": [1, `)), f.jsonMember(p))
				}
			}
		}
		require.EqualValues(t, 1, f.jsonMember(Pos{Off: 1, Member: "none"}))
		require.Less(t, text.n, (round+1)*3*int(f.end))
	}
	_, off := at(0, 3)
	f.expected = nil
	f.Expect(Pos{Off: 1, Member: "k0002"})
	require.Equal(t, off, f.jsonMember(Pos{Off: 1, Member: "k0003", Name: true}), "which was not expected")
}

// CountPlaces counts the bytes that are read of a text to find places in it.
func CountPlaces(f *File) func() int {
	text := &countingText{ReaderAt: f.text}
	f.text = text
	return func() int { return text.n }
}

// countingText counts the bytes that are read of a text.
type countingText struct {
	io.ReaderAt
	n int
}

func (c *countingText) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.n += n
	return n, err
}

// A minified file is one line, and may have thousands of mistakes in it.
func TestAPlaceInALongLineIsFoundWithoutReadingTheLineAgain(t *testing.T) {
	const size = 64 * lineStep
	f := fileOf(t, "a.xml", "<a>\n"+strings.Repeat("<b></b> ", size/8)+"\n</a>")
	text := &countingText{ReaderAt: f.text}
	f.text = text
	const places = 500
	for i := range places {
		off := int64(size - size/places*i)
		p, err := f.Position(Pos{Off: off})
		require.NoError(t, err)
		require.Equal(t, 2, p.Line)
		require.Equal(t, int(off)-len("<a>\n")+1, p.Col)
	}
	require.Less(t, text.n, size+places*(lineStep+1024))
	p, err := f.Position(Pos{Off: f.end - 2})
	require.NoError(t, err)
	require.Equal(t, []int{3, 3}, []int{p.Line, p.Col})
}

// As may the lines of a level of which one column is wrong.
func TestPlacesThatStandCloseTogetherAreReadOnce(t *testing.T) {
	const line = "<b n=\"x\"/>\n"
	f := fileOf(t, "a.xml", "<a>\n"+strings.Repeat(line, 4*lineStep/len(line))+"</a>")
	text := &countingText{ReaderAt: f.text}
	f.text = text
	n := 0
	for off := int64(len("<a>\n")); off < f.end-int64(len("</a>")); off += int64(len(line)) {
		p, err := f.Position(Pos{Off: off + 6})
		require.NoError(t, err)
		n++
		require.Equal(t, []int{1 + n, 7}, []int{p.Line, p.Col})
	}
	require.Less(t, text.n, 3*int(f.end)+n*2*excerpt)
}

// A list may have thousands of references that lead nowhere.
func TestItemsOfAListAreFoundWithoutReadingItAgain(t *testing.T) {
	const items = 30000
	f := fileOf(t, "a.xml", `<a b="`+strings.Repeat("x &#121;\n", items/2)+`"/>`)
	text := &countingText{ReaderAt: f.text}
	f.text = text
	find := func(item int32) {
		t.Helper()
		off := int64(len(`<a b="`)) + int64((item-1)/2*int32(len("x &#121;\n"))+(item-1)%2*2)
		require.Equal(t, off, f.xmlItem(Pos{Off: int64(len(`<a b="`)), Member: "b", Item: item}))
	}
	for item := int32(1); item <= items; item += 3 {
		find(item)
	}
	find(2)
	find(items)
	require.Less(t, text.n, 2*int(f.end)+items*32)
	// Another value is another list.
	other := fileOf(t, "a.xml", `<a b="x y" c="zz y"/>`)
	for _, off := range []int{6, 14, 6} {
		require.EqualValues(t, off+2+off/14, other.xmlItem(Pos{Off: int64(off), Member: "b", Item: 2}))
	}
}

// There may be a mistake in each of a great many lists, and in the middle of a long one.
func TestAsMuchOfAListIsReadAsItTakes(t *testing.T) {
	const list, items = "1 2 &#51; 4 ", 1 << 20
	f := fileOf(t, "a.xml", `<a b="`+strings.Repeat(list, items/4)+`">(`+strings.Repeat(list, items/4)+`)</a>`)
	text := &countingText{ReaderAt: f.text}
	f.text = text
	at := int64(len(`<a b="`))
	require.Equal(t, at+4, f.xmlItem(Pos{Off: at, Member: "b", Item: 3}))
	require.Equal(t, at+4, f.xmlItem(Pos{Off: at, Member: "b", Byte: 4}))
	require.Less(t, text.n, 4<<10)
	require.Equal(t, at+items/4*int64(len(list))-2, f.xmlItem(Pos{Off: at, Member: "b", Item: items}))
	at = f.end - int64(len(`)</a>`)) - items/4*int64(len(list)) // in the bracket
	require.Equal(t, at+4, f.xmlItem(Pos{Off: at - 1, Item: 3}))
	require.Equal(t, f.end-int64(len(`4 )</a>`)), f.xmlItem(Pos{Off: at - 1, Item: items}))
}

func TestALineEndAtTheEndOfWhatIsReadIsOneCharacter(t *testing.T) {
	const before, digits = `<a b="`, firstPiece - 1
	f := fileOf(t, "a.xml", before+strings.Repeat("1", digits)+"\r\n2\"/>")
	p, err := f.Position(Pos{Off: int64(len(before)), Member: "b", Byte: digits})
	require.NoError(t, err)
	require.Equal(t, len(before)+digits+len("\r")+1, p.Col)
}

func TestItemsOfAListInJSONAreFoundWithoutReadingItAgain(t *testing.T) {
	const items = 30000
	head := `{"a": 1, "b": [`
	f := fileOf(t, "a.json", head+strings.Repeat(`"x", [2],`, items/2-1)+`"x", [2]], "c": [7, 8]}`)
	text := &countingText{ReaderAt: f.text}
	f.text = text
	for _, sign := range []int32{1, -1} { // the items in lists in it are those of the list, or these are
		find := func(item int32) {
			t.Helper()
			at := int64(len(head)) + int64((item-1)/2)*int64(len(`"x", [2],`))
			if item%2 == 0 {
				at += int64(len(`"x", [`)) - int64((1-sign)/2)
			}
			require.Equal(t, at, f.jsonMember(Pos{Member: "b", Item: sign * item}))
		}
		for item := int32(1); item <= items; item += 3 {
			find(item)
		}
		find(2)
		find(items)
		require.EqualValues(t, len(head)-1, f.jsonMember(Pos{Member: "b", Item: sign * (items + 1)}), "there is no such item")
		find(3)
		require.Equal(t, f.end-int64(len(`8]}`)), f.jsonMember(Pos{Member: "c", Item: sign * 2}))
		require.EqualValues(t, len(`{"a": `), f.jsonMember(Pos{Member: "a", Item: sign}), "it is no list")
		find(4)
	}
	require.Less(t, text.n, 20*int(f.end))
}

// An object may be a map with thousands of members, each with a mistake.
func TestMembersOfAnObjectAreFoundWithoutReadingItAgain(t *testing.T) {
	const members = 3000
	var b strings.Builder
	for i := range members {
		fmt.Fprintf(&b, `%c"k%04d": [1, %04d]`, "{,"[min(i, 1)], i, 1000+i)
	}
	f := fileOf(t, "a.json", b.String()+"}")
	text := &countingText{ReaderAt: f.text}
	f.text = text
	name := func(i int) int64 { return int64(i*len(`,"k0000": [1, 0000]`)) + 1 }
	find := func(i int) {
		at := Pos{Member: fmt.Sprintf("k%04d", i), Name: true}
		require.Equal(t, name(i), f.jsonMember(at))
		at.Name = false
		require.Equal(t, name(i)+int64(len(`"k0000": `)), f.jsonMember(at))
	}
	for i := range members {
		at := Pos{Member: fmt.Sprintf("k%04d", i), Name: true}
		require.Equal(t, name(i), f.jsonMember(at))
	}
	require.Less(t, text.n, 2*int(f.end))
	for _, i := range []int{7, 5, 5, 6, members - 1, 0} {
		find(i)
		require.Equal(t, name(i)+int64(len(`"k0000": [1, `)), f.jsonMember(Pos{Member: fmt.Sprintf("k%04d", i), Item: 2}))
	}
	require.Zero(t, f.jsonMember(Pos{Member: "none"}))
	require.Zero(t, f.jsonMember(Pos{Member: "none"}))
	find(3)
	f = fileOf(t, "a.json", `{"a":{"c":1},"b":2,"c":3}`)
	for _, p := range []struct{ object, at int64 }{{0, 19}, {5, 6}, {0, 19}} {
		require.EqualValues(t, 1, f.jsonMember(Pos{Member: "a", Name: true}))
		require.Equal(t, p.at, f.jsonMember(Pos{Off: p.object, Member: "c", Name: true}), "of that object")
	}
}
